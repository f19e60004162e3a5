import { type Untaggable, userAt, userOf } from '../../base/customer.ts';
import {
  type Customer,
  customerAt,
  type CustomerPage,
  type UserRef,
  type UserTag,
} from '../../base/model.ts';
import type { RecentUser } from '../../service/userMemory.ts';
import type { CustomerPager } from '../customerPager.ts';

/** Returns the valid fields of the customer in a row, or `undefined` if there are none or the row is not loaded. */
export function customerInRow(pager: CustomerPager, row: number): Customer | undefined {
  const location = pager.locate(row);
  return location && customerAt(location.page, location.index);
}

/** Returns the user in a row, or the reason why the user cannot be tagged: `bad-record` if the row is not loaded. */
export function userOrReason(pager: CustomerPager, row: number): UserRef | Untaggable {
  const location = pager.locate(row);
  return location === undefined ? 'bad-record' : userAt(location.page, location.index);
}

export function nameOf(customer: Customer | undefined): string | undefined {
  const name = customer?.name?.trim() ?? '';
  return name === '' ? undefined : name;
}

/** Returns the last loaded record of a user. `index` is its position in the page. */
export function findUser(
  pager: CustomerPager,
  user: UserRef,
):
  { readonly page: CustomerPage; readonly index: number; readonly customer: Customer } | undefined {
  for (const page of pager.pages.toReversed()) {
    for (let index = 0; index < page.records.length; index++) {
      const customer = customerAt(page, index);
      if (customer !== undefined && isUser(customer, user)) return { page, index, customer };
    }
  }
  return undefined;
}

/** Returns the users of a page of customers who can be tagged and that `accepts` accepts, with their names. */
export function usersOf(
  page: CustomerPage,
  accepts: (customer: Customer) => boolean = () => true,
): readonly RecentUser[] {
  return page.records.flatMap((_record, index) => {
    const customer = customerAt(page, index);
    if (customer === undefined || !accepts(customer)) return [];
    const user = userOf(customer);
    return typeof user === 'string' ? [] : [{ user, name: nameOf(customer) }];
  });
}

/** Returns the row numbers that show a user. A user who was loaded twice is in two rows. */
export function rowsOfUser(pager: CustomerPager, user: UserRef): number[] {
  const rows: number[] = [];
  let row = 0;
  for (const page of pager.pages) {
    for (let index = 0; index < page.records.length; index++, row++) {
      if (isUser(customerAt(page, index), user)) rows.push(row);
    }
  }
  return rows;
}

/**
 * Returns the record in a row with its tags replaced by `tags`, which the service lists without counts. So a loaded
 * tag, which has a count, is kept if its time has not changed.
 */
export function withTags(pager: CustomerPager, row: number, tags: readonly UserTag[]): object {
  const location = pager.locate(row);
  const record = location?.page.records[location.index];
  const loadedTags = new Map(customerInRow(pager, row)?.tags?.map((tag) => [tag.id, tag]));
  const currentTags = tags.map((tag) => {
    const loadedTag = loadedTags.get(tag.id);
    return loadedTag !== undefined && loadedTag.timestamp === tag.timestamp ? loadedTag : tag;
  });
  return { ...Object(record), tags: currentTags };
}

function isUser(customer: Customer | undefined, user: UserRef): boolean {
  if (customer === undefined || customer.id !== user.rawUid) return false;
  const customerUser = userOf(customer);
  return (
    typeof customerUser !== 'string' &&
    customerUser.pageId === user.pageId &&
    customerUser.channel === user.channel
  );
}
