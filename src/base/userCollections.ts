import type { UserRef } from './model.ts';

/** Returns a key that identifies a user of a bot. The format of the keys can change, because they are not stored. */
export function userKey({ channel, pageId, rawUid, uid }: UserRef): string {
  return JSON.stringify([channel, pageId, rawUid ?? null, uid ?? null]);
}

interface UserEntry<T> {
  readonly bot: string;
  readonly user: UserRef;
  readonly value: T;
}

/** Stores a value for each user of each bot. When the cache is full, the entry that was set longest ago is removed. */
export class UserCache<T> {
  readonly #maxEntries: number;
  readonly #entries = new Map<string, UserEntry<T>>();

  constructor(max: number) {
    this.#maxEntries = max;
  }

  get(bot: string, user: UserRef): T | undefined {
    return this.#entries.get(keyOf(bot, user))?.value;
  }

  set(bot: string, user: UserRef, value: T): void {
    setRecent(this.#entries, keyOf(bot, user), { bot, user, value }, this.#maxEntries);
  }

  /** Returns a bot's entries, the most recent first. */
  entriesOf(bot: string): readonly UserEntry<T>[] {
    return [...this.#entries.values()].filter((entry) => entry.bot === bot).toReversed();
  }

  removeBot(bot: string): void {
    for (const [key, entry] of this.#entries) if (entry.bot === bot) this.#entries.delete(key);
  }
}

function keyOf(bot: string, user: UserRef): string {
  return `${bot}\n${userKey(user)}`;
}

/** Set of users that were already seen. It stores the IDs, not hashes, so that users are never confused. */
export class SeenUsers {
  /** IDs by page ID, then by channel and kind of ID as one number. Nested maps are faster than a combined key. */
  readonly #pages = new Map<string, Map<number, Set<string>>>();

  /** Adds a user. Returns whether the user was not in the set. */
  add({ rawUid, uid, pageId, channel }: UserRef): boolean {
    const ids = this.#idsOf(pageId, 2 * channel + (rawUid === undefined ? 0 : 1));
    const id = rawUid ?? uid ?? '';
    if (ids.has(id)) return false;
    ids.add(id);
    return true;
  }

  #idsOf(pageId: string, kind: number): Set<string> {
    let kinds = this.#pages.get(pageId);
    if (kinds === undefined) this.#pages.set(pageId, (kinds = new Map()));
    let ids = kinds.get(kind);
    if (ids === undefined) kinds.set(kind, (ids = new Set()));
    return ids;
  }
}

/** Sets an entry of a cache. If the cache then has more than `max` entries, the entry set longest ago is removed. */
export function setRecent<K, V>(map: Map<K, V>, key: K, value: V, max: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > max) map.delete(oldest as K);
}
