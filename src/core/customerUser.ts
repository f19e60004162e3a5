import { FACEBOOK, LINE, type Customer, type UserRef } from './model.ts';

/** Why a customer record cannot be tagged. */
export type Untaggable = 'bad-record' | 'no-id' | 'no-page' | 'unknown-platform';

const CHANNELS: Readonly<Record<string, number>> = { FB: FACEBOOK, LINE };

/** The user that a customer record stands for: its `id` is the unencrypted user ID on the channel. */
export function userOf(customer: Customer | undefined): UserRef | Untaggable {
  if (customer === undefined) return 'bad-record';
  if (customer.id === '') return 'no-id';
  if (customer.pageId === '') return 'no-page';
  const channel = Object.hasOwn(CHANNELS, customer.platform)
    ? CHANNELS[customer.platform]
    : undefined;
  if (channel === undefined) return 'unknown-platform';
  return { rawUid: customer.id, pageId: customer.pageId, channel };
}
