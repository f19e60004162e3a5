import { jsonOf } from '../../base/jsonValues.ts';
import type { UserRef, UserTagList } from '../../base/model.ts';
import { tagsOf } from '../../catalogue/ui/askTag.ts';
import type { RunTagging } from '../../service/tagActions.ts';
import type { CustomerPager } from '../customerPager.ts';
import { rowsOfUser, withTags } from './rows.ts';
import { changedRows } from './taggedRows.ts';

/** Rows whose tags have changed since they were loaded, with the record as JSON. */
export class PatchedRows {
  readonly #rows = new Map<number, string>();
  #lastReload: Promise<unknown> = Promise.resolve();
  /** Number of the current set of rows. `clear` begins a new set. */
  #generation = 0;

  get all(): ReadonlyMap<number, string> {
    return this.#rows;
  }

  /** Removes all rows, because other customers are shown. Results of pending requests are discarded. */
  clear(): void {
    this.#generation++;
    this.#rows.clear();
  }

  /** Applies the changes of a run without any request, and returns the changed rows with their current records. */
  patch(pager: CustomerPager, changes: readonly RunTagging[]): ReadonlyMap<number, string> {
    const rows = changedRows(pager, changes, this.#rows);
    for (const [row, json] of rows) this.#rows.set(row, json);
    return rows;
  }

  /**
   * Reads the tags of a user. Requests run one after another, so that an older answer never replaces a newer one.
   * @returns the rows that show the user, with their current records; empty if `clear` was called in the meantime
   */
  reload(
    pager: CustomerPager,
    user: UserRef,
    list: () => Promise<readonly UserTagList[]>,
  ): Promise<ReadonlyMap<number, string>> {
    const generation = this.#generation;
    const reloadNow = async (): Promise<ReadonlyMap<number, string>> => {
      const rows = await reloadedRows(pager, user, list);
      if (generation !== this.#generation) return new Map();
      for (const [row, json] of rows) this.#rows.set(row, json);
      return rows;
    };
    const queuedReload = this.#lastReload.then(reloadNow, reloadNow);
    this.#lastReload = queuedReload;
    return queuedReload;
  }
}

/**
 * Returns the rows of a user, each with its record as JSON. The tags are read from the service instead of guessed,
 * because the service sets the time and count of an attached tag. A record that is nested too deeply to be serialized
 * stays as it was loaded. `list` is not called if the user is in no row, so that no request is sent.
 */
export async function reloadedRows(
  pager: CustomerPager,
  user: UserRef,
  list: () => Promise<readonly UserTagList[]>,
): Promise<ReadonlyMap<number, string>> {
  const rows = rowsOfUser(pager, user);
  if (rows.length === 0) return new Map();
  const tags = tagsOf(await list());
  return new Map(
    rows.flatMap((row) => {
      const json = jsonOf(withTags(pager, row, tags));
      return json === undefined ? [] : [[row, json]];
    }),
  );
}
