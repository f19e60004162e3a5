import type { CustomerPager } from '../customerPager.ts';
import { tagsInJson, userOf } from '../../base/customer.ts';
import type { RunTagging } from '../../service/tagActions.ts';
import { jsonOf } from '../../base/jsonValues.ts';
import { customerAt, type UserTag } from '../../base/model.ts';
import { userKey } from '../../base/userCollections.ts';
import { customerInRow, withTags } from './rows.ts';

/**
 * Returns the changed rows, each with its record as JSON. Makes no request: an attached tag has no time and count,
 * because the service sets them.
 * @param patched rows that were changed earlier, with their records as JSON
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
