import {
  customerAt,
  FACEBOOK,
  LINE,
  type Customer,
  type CustomerPage,
  type UserRef,
} from './model.ts';

/** Why a customer record cannot be tagged; `unread-…`: the service sent something else than a text. */
export type Untaggable =
  | 'bad-record'
  | 'no-id'
  | 'no-page'
  | 'unknown-platform'
  | 'unread-id'
  | 'unread-page'
  | 'unread-platform';

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
  return userOf(customerAt(page, index));
}
