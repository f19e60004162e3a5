import type { CustomerPager } from '../../core/customerPager.ts';
import { userOf } from '../../core/customerUser.ts';
import { customerAt, type Customer, type UserRef, type UserTag } from '../../core/model.ts';

/** The customer in a row, if there is such a row and its record matches the contract. */
export function customerInRow(pager: CustomerPager, row: number): Customer | undefined {
  const place = pager.place(row);
  const page = place && pager.pages[place.page];
  return page && customerAt(page, place.index);
}

/** The rows that show a user. */
export function rowsOfUser(pager: CustomerPager, user: UserRef): number[] {
  const found: number[] = [];
  let row = 0;
  for (const page of pager.pages) {
    for (let index = 0; index < page.records.length; index++, row++) {
      if (isUser(customerAt(page, index), user)) found.push(row);
    }
  }
  return found;
}

/** The customer with the tags that the service lists now. A count is known only of a tag that did not change. */
export function withTags(customer: Customer, tags: readonly UserTag[]): Customer {
  const before = new Map(customer.tags?.map((tag) => [tag.id, tag]));
  const now = tags.map((tag) => {
    const known = before.get(tag.id);
    return known?.timestamp === tag.timestamp ? known : tag;
  });
  return { ...customer, tags: now };
}

function isUser(customer: Customer | undefined, user: UserRef): boolean {
  if (customer === undefined || customer.id !== user.rawUid) return false;
  const own = userOf(customer);
  return typeof own !== 'string' && own.pageId === user.pageId && own.channel === user.channel;
}
