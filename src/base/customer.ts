import {
  type Customer,
  customerAt,
  type CustomerPage,
  type CustomerTag,
  FACEBOOK,
  LINE,
  type UserRef,
} from './model.ts';
import { isObject } from './jsonValues.ts';

/**
 * Reasons why the customer of a record cannot be tagged. `no-…`: the field is an empty text; `unread-…`: the field is
 * missing or is not a text. In `no-page` and `unread-page`, the page is the account page (`pageId`).
 */
export const UNTAGGABLE = [
  'bad-record',
  'no-id',
  'no-page',
  'unknown-platform',
  'unread-id',
  'unread-page',
  'unread-platform',
] as const;

export type Untaggable = (typeof UNTAGGABLE)[number];

/** Channel codes by the channel names that the service and plans use. */
export const CHANNEL_BY_NAME: Readonly<Record<string, number>> = { FB: FACEBOOK, LINE };

/** Returns the user, or why the customer cannot be tagged. The record's `id` is the unencrypted ID on the channel. */
export function userOf(customer: Customer | undefined): UserRef | Untaggable {
  if (customer === undefined) return 'bad-record';
  const { id, pageId, platform } = customer;
  if (id === undefined) return 'unread-id';
  if (id === '') return 'no-id';
  if (pageId === undefined) return 'unread-page';
  if (pageId === '') return 'no-page';
  if (platform === undefined) return 'unread-platform';
  const channel = Object.hasOwn(CHANNEL_BY_NAME, platform) ? CHANNEL_BY_NAME[platform] : undefined;
  if (channel === undefined) return 'unknown-platform';
  return { rawUid: id, pageId, channel };
}

export function userAt(page: CustomerPage, index: number): UserRef | Untaggable {
  return userOf(customerAt(page, index));
}

/** Returns a hash that is kept only in memory, or `undefined` if the ID, page ID or platform is missing or invalid. */
export function customerKey({ id, pageId, platform }: Customer): number | undefined {
  const isComplete = id !== undefined && pageId !== undefined && platform !== undefined;
  return id === '' || !isComplete ? undefined : hash53(`${platform}\n${pageId}\n${id}`);
}

/** Hashes a text to 53 bits. Among a million customers, the probability of a collision is 1 in 18,000. */
function hash53(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/**
 * Words of status 1 to 5 (docs/service-interface.md, section 3). Status 4: the team blocked the customer. Status 5: the
 * customer blocked the bot. Other numbers are shown as numbers.
 */
export const STATUS_WORDS = ['Running', 'Paused', 'Stopped', 'Blocked', 'Blocked the bot'] as const;

/** Statuses that count as blocked in a segment, a plan or a count. */
export const BLOCKED_STATUSES: readonly number[] = [4, 5];

const STATUS_BY_WORD: ReadonlyMap<string, number> = new Map([
  ...STATUS_WORDS.map((word, index) => [word.toLowerCase(), index + 1] as const),
  // Earlier versions wrote this word, so existing files may contain it.
  ['blocking', 5],
]);

export function statusOf(word: string): number | undefined {
  return STATUS_BY_WORD.get(word.toLowerCase());
}

/**
 * Reads an entry of the list `tags` of a record. Returns `undefined` if the entry has no ID or no name. The service may
 * send an ID of digits as a number.
 */
export function readTag(entry: unknown): CustomerTag | undefined {
  if (!isObject(entry)) return undefined;
  const { id, name, timestamp, count } = entry;
  const idText = Number.isSafeInteger(id) ? String(id) : id;
  if (typeof idText !== 'string' || idText === '' || typeof name !== 'string') return undefined;
  const [time, attachCount] = [readNumber(timestamp), readNumber(count)];
  return {
    id: idText,
    name,
    ...(time === undefined ? {} : { timestamp: time }),
    ...(attachCount === undefined ? {} : { count: attachCount }),
  };
}

export function tagsInJson(json: string): readonly CustomerTag[] {
  const { tags } = JSON.parse(json) as { readonly tags?: unknown };
  return Array.isArray(tags) ? tags.map(readTag).filter((tag) => tag !== undefined) : [];
}

/** @param json current record; `undefined` if it has not changed since it was loaded */
export function withCurrentTags(customer: Customer, json: string | undefined): Customer {
  return json === undefined ? customer : { ...customer, tags: tagsInJson(json) };
}

/** Reads a number, or a text of up to 16 digits. */
export function readNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const isDigits = typeof value === 'string' && /^\d{1,16}$/.test(value);
  return isDigits && Number.isSafeInteger(Number(value)) ? Number(value) : undefined;
}
