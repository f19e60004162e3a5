import {
  type Customer,
  customerAt,
  type CustomerPage,
  type CustomerTag,
  FACEBOOK,
  LINE,
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

/**
 * Who a customer is, as a hash that is kept nowhere but in memory; `undefined` for one whom the service does not identify,
 * or not as the contract says.
 */
export function customerKey({ id, pageId, platform }: Customer): number | undefined {
  const isKnown = id !== undefined && pageId !== undefined && platform !== undefined;
  return id === '' || !isKnown ? undefined : hash53(`${platform}\n${pageId}\n${id}`);
}

/** 53 bits: among a million customers, two alike are as likely as 1 in 18,000. */
function hash53(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/**
 * Words of status 1 to 5 (contract, section 3). Status 4 is a customer whom the team blocked, status 5 one who blocked
 * the bot. Other numbers are shown as they are.
 */
export const STATUS_WORDS = ['Running', 'Paused', 'Stopped', 'Blocked', 'Blocked the bot'] as const;

/** Statuses that `blocked` means in a segment, a plan or a count. */
export const BLOCKED_STATUSES: readonly number[] = [4, 5];

const STATUSES: ReadonlyMap<string, number> = new Map([
  ...STATUS_WORDS.map((word, index) => [word.toLowerCase(), index + 1] as const),
  // Earlier versions wrote this word, so that files may still have it.
  ['blocking', 5],
]);

/** Returns the number of a status by its word, in any case. */
export function statusOf(word: string): number | undefined {
  return STATUSES.get(word.toLowerCase());
}

/**
 * A tag on a user, from a list or a record, as far as it can be read. It needs an ID and a name; an ID of digits may
 * come as a number. A time or count that is no number is not known.
 */
export function readTag(entry: unknown): CustomerTag | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { id, name, timestamp, count } = entry as Readonly<Record<string, unknown>>;
  const text = Number.isSafeInteger(id) ? String(id) : id;
  if (typeof text !== 'string' || text === '' || typeof name !== 'string') return undefined;
  const [time, times] = [readNumber(timestamp), readNumber(count)];
  return {
    ...{ id: text, name },
    ...(time === undefined ? {} : { timestamp: time }),
    ...(times === undefined ? {} : { count: times }),
  };
}

/** A number, also one that came as a text of digits; `undefined` for everything else. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const isDigits = typeof value === 'string' && /^\d{1,16}$/.test(value);
  return isDigits && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}
