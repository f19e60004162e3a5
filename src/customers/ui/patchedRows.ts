import { jsonOf } from '../../base/jsonValues.ts';
import { customerAt, type UserRef, type UserTag, type UserTagList } from '../../base/model.ts';
import { tagsOf } from '../../catalogue/ui/askTag.ts';
import type { RunTagging } from '../../service/tagActions.ts';
import type { CustomerPager } from '../customerPager.ts';
import { customerInRow, rowsOfUser, withTags } from './rows.ts';
import { tagsInJson, userOf } from '../../base/customer.ts';
import { userKey } from '../../base/userCollections.ts';

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
      const rows = new Map(await reloadedRows(pager, user, list));
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

/**
 * Returns the changed rows, each with its record as JSON. Makes no request: an attached tag has no time and count,
 * because the service sets them.
 */
export function changedRows(
  pager: CustomerPager,
  changes: readonly RunTagging[],
  patched: ReadonlyMap<number, string>,
): ReadonlyMap<number, string> {
  const changesByUser = Map.groupBy(changes, ({ user }) => userKey(user));
  const changedRecords = new Map<number, string>();
  let row = 0;
  for (const page of pager.pages) {
    for (let index = 0; index < page.records.length; index++, row++) {
      const user = userOf(customerAt(page, index));
      const userChanges = typeof user === 'string' ? undefined : changesByUser.get(userKey(user));
      const json =
        userChanges &&
        jsonOf(
          withTags(pager, row, applyChanges(tagsIn(pager, row, patched.get(row)), userChanges)),
        );
      if (json !== undefined) changedRecords.set(row, json);
    }
  }
  return changedRecords;
}

/** Returns the tags that the row shows now. */
function tagsIn(pager: CustomerPager, row: number, json: string | undefined): readonly UserTag[] {
  return json === undefined ? (customerInRow(pager, row)?.tags ?? []) : tagsInJson(json);
}

/** Returns the tags after the changes, which are in the order in which they were made. */
function applyChanges(
  tags: readonly UserTag[],
  changes: readonly RunTagging[],
): readonly UserTag[] {
  let current = tags;
  for (const { tag, isAttached } of changes) {
    const otherTags = current.filter(({ id }) => id !== tag.id);
    current = isAttached ? [...otherTags, tag] : otherTags;
  }
  return current;
}
