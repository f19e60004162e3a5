import { isObject } from '../recordValues.ts';
import {
  customerAt,
  FACEBOOK,
  isHash,
  LINE,
  type Customer,
  type CustomerPage,
  type UserRef,
} from '../model.ts';

/**
 * Why a customer record cannot be tagged; `unread-…`: the service sent something else than a text; `left-out-…` and
 * `hashed-…`: the file that it came from does not tell.
 */
export type Untaggable =
  | 'bad-record'
  | 'no-id'
  | 'no-page'
  | 'unknown-platform'
  | 'unread-id'
  | 'unread-page'
  | 'unread-platform'
  | 'left-out-id'
  | 'left-out-page'
  | 'left-out-platform'
  | 'hashed-id'
  | 'hashed-page';

const CHANNELS: Readonly<Record<string, number>> = { FB: FACEBOOK, LINE };

/** The user that a customer record stands for: its `id` is the unencrypted user ID on the channel. */
export function userOf(customer: Customer | undefined): UserRef | Untaggable {
  if (customer === undefined) return 'bad-record';
  const { id, pageId, platform } = customer;
  if (id === undefined) return 'unread-id';
  if (id === '') return 'no-id';
  if (pageId === undefined) return 'unread-page';
  if (pageId === '') return 'no-page';
  if (platform === undefined) return 'unread-platform';
  const channel = Object.hasOwn(CHANNELS, platform) ? CHANNELS[platform] : undefined;
  if (channel === undefined) return 'unknown-platform';
  return { rawUid: id, pageId, channel };
}

/** The user that a row of a page stands for. */
export function userAt(page: CustomerPage, index: number): UserRef | Untaggable {
  const user = userOf(customerAt(page, index));
  if (typeof user !== 'string') return user;
  const { leftOut, hashed } = page;
  switch (user) {
    case 'unread-id':
      if (hashed?.has('id') === true && isHashed(page, index, 'id')) return 'hashed-id';
      return leftOut?.has('id') === true ? 'left-out-id' : user;
    case 'unread-page':
      if (hashed?.has('pageId') === true && isHashed(page, index, 'pageId')) return 'hashed-page';
      return leftOut?.has('pageId') === true ? 'left-out-page' : user;
    case 'unread-platform':
      return leftOut?.has('platform') === true ? 'left-out-platform' : user;
    default:
      return user;
  }
}

function isHashed({ records }: CustomerPage, index: number, field: 'id' | 'pageId'): boolean {
  const record = records[index];
  return isObject(record) && isHash(record[field]);
}
