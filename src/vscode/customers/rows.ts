import * as vscode from 'vscode';
import type { CustomerPager } from '../../core/customerPager.ts';
import { userOf, type Untaggable } from '../../core/customerUser.ts';
import {
  customerAt,
  type Customer,
  type CustomerPage,
  type UserRef,
  type UserTag,
} from '../../core/model.ts';
import type { PageStatus, Row } from '../../protocol.ts';
import { describeError } from '../describeError.ts';

/** @param number the page's, from 1 */
export function rowsOf(page: CustomerPage, number: number): Row[] {
  return page.records.map((record, index) => {
    const problem = page.problems.get(index) ?? null;
    return { record, page: number, problem, untaggable: untaggableOf(customerAt(page, index)) };
  });
}

export function statusOf(pager: CustomerPager): PageStatus {
  const { state, rows, pages, bad } = pager;
  const error = state === 'error' ? describeError(pager.error) : null;
  return { state, loaded: rows, pages: pages.length, bad, error };
}

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

export function untaggableText(reason: Untaggable): string {
  const texts: Record<Untaggable, string> = {
    'bad-record': vscode.l10n.t('This record does not match the interface, so it names no user.'),
    'no-id': vscode.l10n.t(
      'The service sent no user ID for this customer, so it cannot be tagged.',
    ),
    'no-page': vscode.l10n.t(
      'The service sent no page ID for this customer, so it cannot be tagged.',
    ),
    'unknown-platform': vscode.l10n.t(
      'This customer is on a platform that the interface has no channel for, so it cannot be tagged.',
    ),
  };
  return texts[reason];
}

function untaggableOf(customer: Customer | undefined): string | null {
  const user = userOf(customer);
  return typeof user === 'string' ? untaggableText(user) : null;
}

function isUser(customer: Customer | undefined, user: UserRef): boolean {
  if (customer === undefined || customer.id !== user.rawUid) return false;
  const own = userOf(customer);
  return typeof own !== 'string' && own.pageId === user.pageId && own.channel === user.channel;
}
