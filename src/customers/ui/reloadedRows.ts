import type { CustomerPager } from '../customerPager.ts';
import { jsonOf } from '../../base/jsonOf.ts';
import type { UserRef, UserTagList } from '../../base/model.ts';
import { tagsOf } from '../../catalogue/ui/askTag.ts';
import { rowsOfUser, withTags } from './rows.ts';

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
