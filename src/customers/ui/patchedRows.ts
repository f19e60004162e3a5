import { jsonOf } from '../../base/jsonValues.ts';
import type { UserRef, UserTagList } from '../../base/model.ts';
import { tagsOf } from '../../catalogue/ui/askTag.ts';
import type { RunTagging } from '../../service/tagActions.ts';
import type { CustomerPager } from '../customerPager.ts';
import { rowsOfUser, withTags } from './rows.ts';
import { taggedRows } from './taggedRows.ts';

/** Rows whose tags changed since they were loaded, with the record as JSON. */
export class PatchedRows {
  readonly #rows = new Map<number, string>();
  #last: Promise<unknown> = Promise.resolve();
  #generation = 0;

  get all(): ReadonlyMap<number, string> {
    return this.#rows;
  }

  /** Other customers are shown: what is still asked for belongs to none of them. */
  clear(): void {
    this.#generation++;
    this.#rows.clear();
  }

  /** What a run has changed, which is asked for by nobody. @returns the rows that show it, as they are now */
  patch(pager: CustomerPager, changes: readonly RunTagging[]): ReadonlyMap<number, string> {
    const rows = taggedRows(pager, changes, this.#rows);
    for (const [row, json] of rows) this.#rows.set(row, json);
    return rows;
  }

  /**
   * Asks for the tags of a user. One after the other: an older answer never comes after a newer one.
   * @returns the rows that show the user, as they are now
   */
  reload(
    pager: CustomerPager,
    user: UserRef,
    list: () => Promise<readonly UserTagList[]>,
  ): Promise<ReadonlyMap<number, string>> {
    const generation = this.#generation;
    const reload = async (): Promise<ReadonlyMap<number, string>> => {
      const rows = new Map(await reloadedRows(pager, user, list));
      if (generation !== this.#generation) return new Map();
      for (const [row, json] of rows) this.#rows.set(row, json);
      return rows;
    };
    const turn = this.#last.then(reload, reload);
    this.#last = turn;
    return turn;
  }
}

/**
 * The rows of a user whose tags changed, each with its record as JSON. The tags are asked for instead of guessed:
 * time and count of an attached tag are the service's. A record that is nested too deeply stays as it was loaded.
 * @param list is not called when the user is in no row
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
