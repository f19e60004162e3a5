import type { EntryOf } from '../base/customerFields.ts';
import { type CustomerParam, type CustomerRecord, FACEBOOK } from '../base/model.ts';
import { DAY_MS } from '../base/numbers.ts';
import type { SandboxItem, SandboxTagging } from '../base/ports.ts';
import { hash } from './hash.ts';
import { genderOf, nameOf, pick, type SandboxLanguage } from './people.ts';
import { seedTagIds, STALE_TAG } from './seedItems.ts';
import { indexOfUser, type SandboxUser, userAt, userKey } from './userIds.ts';
import type { World } from './world.ts';

// Customers are not stored: all properties are computed from the customer's index. The numbers that are passed to
// `hash` as its second argument are salts, one for each property.

const LATEST_ACTIVITY = Date.UTC(2026, 9, 31, 12);
const MINUTE = 60_000;
const MAX_JITTER = 180 * MINUTE;
/** Time in ms from which on no customer gets `STALE_TAG`. */
const STALE_SINCE = Date.UTC(2025, 10, 2);

/** Returns an upper limit in ms for the last activity from this index on. It decreases as the index grows. */
export function activeAtMost(index: number): number {
  return LATEST_ACTIVITY - Math.floor(Math.sqrt(index) * DAY_MS);
}

/** Returns a time in ms, at most three hours before `activeAtMost`, so customers are only nearly in order of time. */
export function lastActiveAt(index: number): number {
  return activeAtMost(index) - (hash(index, 20) % MAX_JITTER);
}

function createdAt(index: number): number {
  return lastActiveAt(index) - randomBelow(index, 21, 600 * DAY_MS);
}

/** Returns an integer from 0 to `limit` (exclusive). `limit` may have more than 32 bits. */
function randomBelow(index: number, salt: number, limit: number): number {
  return Math.floor((hash(index, salt) / 2 ** 32) * limit);
}

/** Returns the initial tags of a customer, before any change: tag ID → tagging. */
export function firstTagsAt(index: number): ReadonlyMap<string, SandboxTagging> {
  const tags = new Map<string, SandboxTagging>();
  const created = createdAt(index);
  const lifetime = lastActiveAt(index) - created;
  const maxTagCount = hash(index, 30) % 7;
  for (let tagIndex = 0; tagIndex < maxTagCount; tagIndex++) {
    const number = hash(index, 31 + tagIndex);
    const timestamp = created + randomBelow(index, 41 + tagIndex, lifetime);
    const count = number % 10 < 6 ? 1 : 1 + (hash(index, 51 + tagIndex) % 5);
    const id = tagIdOf(number);
    if (id === STALE_TAG && timestamp >= STALE_SINCE) continue;
    if (!tags.has(id)) tags.set(id, { timestamp, count });
  }
  return tags;
}

/** Chooses a tag by a random 32-bit number. The most frequent tag is about 5 times as common as the rarest tag. */
function tagIdOf(number: number): string {
  const fraction = (number >>> 16) / 65_536;
  // Rises from 0 to 1, at first slowly, so that low ranks are common: the slope is 0.25 at 0 and 1.75 at 1.
  const skewed = (3 * fraction * fraction + fraction) / 4;
  const rank = Math.floor(skewed * seedTagIds.length);
  // The factor 7 distributes the frequent tags over the whole list of tags. The 3 is arbitrary.
  return pick(seedTagIds, 3 + 7 * rank);
}

/** Returns a customer's record without the tags, which can change. All other fields depend only on the arguments. */
export function customerAt(
  index: number,
  language: SandboxLanguage = 'en',
): Omit<CustomerRecord, 'tags'> {
  const user = userAt(index);
  const lastActive = lastActiveAt(index);
  // Some records have no ID or no page ID, because real records may lack them. The remainders are arbitrary.
  const hasId = index % 97 !== 41;
  return {
    id: hasId ? user.rawUid : '',
    name: nameOf(index, language),
    platform: user.channel === FACEBOOK ? 'FB' : 'LINE',
    pageId: hasId && index % 101 === 57 ? '' : user.pageId,
    status: statusAt(index),
    created: createdAt(index),
    lastActive,
    pic: index % 7 === 3 ? '' : `https://pictures.sandbox.invalid/${index}.png`,
    params: paramsAt(index, lastActive, language),
    ...contactAt(index),
  };
}

function statusAt(index: number): number {
  const number = hash(index, 22) % 100;
  if (number < 70) return 1;
  if (number < 80) return 2;
  if (number < 88) return 3;
  return number < 93 ? 4 : 5;
}

type Contact = Pick<CustomerRecord, 'email' | 'gender' | 'birthday' | 'phone' | 'extId'>;

/** Each field is sometimes missing, and an email address may be empty (docs/service-interface.md, section 2.4). */
function contactAt(index: number): Contact {
  const has = (salt: number, percent: number): boolean => hash(index, salt) % 100 < percent;
  return {
    ...(has(60, 75) && { email: emailAt(index) }),
    ...(has(61, 80) && { gender: genderOf(index) }),
    ...(has(62, 60) && { birthday: birthdayAt(index) }),
    ...(has(63, 65) && { phone: phoneAt(index) }),
    ...(has(64, 40) && { extId: `M${String(hash(index, 65) % 10_000_000).padStart(7, '0')}` }),
  };
}

function emailAt(index: number): string {
  const number = hash(index, 66);
  if (number % 10 === 0) return '';
  return `customer.${index}@example.${number % 3 === 0 ? 'org' : 'com'}`;
}

function birthdayAt(index: number): string {
  const day = Date.UTC(1958, 0, 1) + (hash(index, 67) % (50 * 365)) * DAY_MS;
  return new Date(day).toISOString().slice(0, 10);
}

function phoneAt(index: number): string {
  const digits = String(hash(index, 68) % 100_000_000).padStart(8, '0');
  return `09${digits.slice(0, 2)}-${digits.slice(2, 5)}-${digits.slice(5)}`;
}

interface ParamWords {
  readonly cities: readonly string[];
  /** The last drink is empty, so that some parameters have an empty value. */
  readonly drinks: readonly string[];
  readonly store: string;
  /** Texts before and after the number of a store. The city comes first. */
  readonly storeNumber: readonly [before: string, after: string];
}

const PARAM_WORDS: Readonly<Record<SandboxLanguage, ParamWords>> = {
  en: {
    cities: splitWords('Taipei|New Taipei|Taoyuan|Taichung|Tainan|Kaohsiung|新竹市|Singapore'),
    drinks: splitWords('Oolong|Black Tea Latte|Pour-over Coffee|珍珠奶茶|'),
    store: 'favorite_store',
    storeNumber: [' ', ''],
  },
  'zh-tw': {
    cities: splitWords('臺北市|新北市|桃園市|臺中市|臺南市|高雄市|新竹市|Singapore'),
    drinks: splitWords('烏龍茶|紅茶拿鐵|手沖咖啡|珍珠奶茶|'),
    store: '偏好門市',
    storeNumber: ['第', '門市'],
  },
};

function splitWords(list: string): readonly string[] {
  return list.split('|');
}

type ParamKind = readonly [name: string, valueOf: (number: number) => string];

function paramKindsIn({ cities, drinks, store, storeNumber }: ParamWords): readonly ParamKind[] {
  const [before, after] = storeNumber;
  return [
    ['city', (number) => pick(cities, number)],
    ['favorite_drink', (number) => pick(drinks, number)],
    ['points', (number) => String(number % 5000)],
    ['last_order', (number) => `SO-2026${String(number % 1_000_000).padStart(6, '0')}`],
    ['locale', (number) => pick(['zh_TW', 'en_US', 'ja_JP'], number)],
    [store, (number) => `${pick(cities, number)}${before}${1 + (number % 9)}${after}`],
  ];
}

const paramKinds: Readonly<Record<SandboxLanguage, readonly ParamKind[]>> = {
  en: paramKindsIn(PARAM_WORDS.en),
  'zh-tw': paramKindsIn(PARAM_WORDS['zh-tw']),
};

function paramsAt(
  index: number,
  lastActive: number,
  language: SandboxLanguage,
): readonly CustomerParam[] {
  const kinds = paramKinds[language];
  const firstKind = hash(index, 70);
  const paramCount = hash(index, 71) % (kinds.length + 1);
  return Array.from({ length: paramCount }, (_, paramIndex) => {
    const [name, valueOf] = pick(kinds, (firstKind % kinds.length) + paramIndex);
    const timestamp =
      lastActive - randomBelow(index, 72 + paramIndex, lastActive - createdAt(index));
    return { name, value: valueOf(hash(index, 80 + paramIndex)), timestamp };
  });
}

type ItemOf = (id: string) => SandboxItem | undefined;

/** Returns the current tags of any user: the initial tags, if the user is a customer of the bot, with later changes. */
export function tagsOfUser(world: World, user: SandboxUser): readonly EntryOf<'tags'>[] {
  const index = indexOfUser(user);
  const customerIndex = index !== undefined && index < world.customerCount ? index : undefined;
  return currentTags(world, { user, index: customerIndex }, (id) => world.state.item(id));
}

/**
 * Leaves out tags whose item is deleted. Faster than `tagsOfUser` if the caller has the index and the items.
 * @param owner `index` is `undefined` if the user is not a customer of the bot
 */
export function currentTags(
  world: World,
  owner: { readonly user: SandboxUser; readonly index: number | undefined },
  itemOf: ItemOf,
): readonly EntryOf<'tags'>[] {
  const initialTags = owner.index === undefined ? [] : firstTagsAt(owner.index);
  const taggings = new Map<string, SandboxTagging>(initialTags);
  for (const [id, tagging] of world.state.taggings(userKey(owner.user))) {
    // `null`: the tag was detached.
    if (tagging) taggings.set(id, tagging);
    else taggings.delete(id);
  }
  const tags: EntryOf<'tags'>[] = [];
  for (const [id, { timestamp, count }] of taggings) {
    const item = itemOf(id);
    if (item) tags.push({ id, name: item.name, timestamp, count });
  }
  return tags;
}
