import type { UserRef, UserTag } from '../base/model.ts';
import type { Clock } from '../base/ports.ts';
import { UserCache } from '../base/userCollections.ts';

/** Time for which known tags are used, in ms. After that time, other programs may have changed the tags. */
export const KNOWN_FOR_MS = 15 * 60_000;

/** Maximum number of users in each cache. The user seen longest ago is dropped first. */
const MAX_USERS = 200;

/** Tags of a user as reported by the service, in a tag list or in a customer page. */
export interface ListedTags {
  /** Time of the report, in ms. */
  readonly time: number;
  readonly tags: readonly Pick<UserTag, 'id'>[];
  /** Whether some tags could not be read. A tag that is not listed may still be on the user. */
  readonly isPartial?: boolean;
}

/** Result of a write by this window. `isAttached` is `undefined` if the result is unknown. */
interface Written {
  readonly time: number;
  readonly isAttached: boolean | undefined;
}

interface UserState {
  readonly listed: ListedTags | undefined;
  /** Results of writes by tag ID, all later than the list. */
  readonly written: ReadonlyMap<string, Written>;
}

/** Cache of the tags on users, as known to this window without a request to the service. */
export class KnownTags {
  readonly #clock: Clock;
  readonly #loadedTagsOf: (bot: string, user: UserRef) => ListedTags | undefined;
  readonly #users = new UserCache<UserState>(MAX_USERS);
  /** Time of the latest write, by bot and tag ID, in ms. */
  readonly #writes = new Map<string, Map<string, number>>();

  /** @param loadedTagsOf returns the tags in a loaded customer page */
  constructor(clock: Clock, loadedTagsOf: (bot: string, user: UserRef) => ListedTags | undefined) {
    this.#clock = clock;
    this.#loadedTagsOf = loadedTagsOf;
  }

  /** Stores the tags that the service has listed while no write was running. */
  storeListed(bot: string, user: UserRef, tags: ListedTags['tags']): void {
    const listedTags = { time: this.#clock.now(), tags };
    this.#users.set(bot, user, { listed: listedTags, written: new Map() });
  }

  /** @param isAttached `undefined` if it is unknown whether the write was carried out */
  storeWritten(bot: string, user: UserRef, tagId: string, isAttached: boolean | undefined): void {
    const writes = this.#writes.get(bot) ?? new Map();
    this.#writes.set(bot, writes.set(tagId, this.#clock.now()));
    const state = this.#users.get(bot, user);
    const written = new Map(state?.written).set(tagId, { time: this.#clock.now(), isAttached });
    this.#users.set(bot, user, { listed: state?.listed, written });
  }

  /**
   * A write of this window takes precedence over a loaded page, which may have been requested before the write.
   * @returns `undefined` if it is unknown whether the tag is on the user, or if the known tags are too old
   */
  isAttached(bot: string, user: UserRef, tagId: string): boolean | undefined {
    const state = this.#users.get(bot, user);
    const written = state?.written.get(tagId);
    if (written !== undefined && this.#isFresh(written)) return written.isAttached;
    // The later of the two reports, without those that are too old.
    const latest = [state?.listed, this.#loadedTagsOf(bot, user)]
      .filter((report) => report !== undefined && this.#isFresh(report))
      .reduce((a, b) => ((b?.time ?? 0) > (a?.time ?? 0) ? b : a), undefined);
    if (latest === undefined) return undefined;
    if (latest.tags.some(({ id }) => id === tagId)) return true;
    return latest.isPartial === true ? undefined : false;
  }

  /** Returns the ms since this window last wrote one of the tags, even if the result of the write is unknown. */
  msSinceWrite(bot: string, tagIds: readonly string[]): number | undefined {
    const times = tagIds.flatMap((id) => this.#writes.get(bot)?.get(id) ?? []);
    return times.length === 0 ? undefined : this.#clock.now() - Math.max(...times);
  }

  removeBot(bot: string): void {
    this.#users.removeBot(bot);
    this.#writes.delete(bot);
  }

  #isFresh({ time }: { readonly time: number }): boolean {
    return this.#clock.now() - time <= KNOWN_FOR_MS;
  }
}

export interface RecentUser {
  readonly user: UserRef;
  /** Name in the customer record, if this window has seen the record. */
  readonly name: string | undefined;
}

/** User ID and page that were typed in an unfinished dialog, to be offered again. */
export interface UserDraft {
  readonly id: string;
  readonly isEncrypted: boolean;
  readonly pageId: string;
}

const MAX_OFFERED = 20;

/** Users and tags that this window used last, to be offered again. Kept in memory only, until the window closes. */
export class TaggingMemory {
  readonly #users = new UserCache<string | undefined>(MAX_USERS);
  readonly #lastTags = new Map<string, string>();
  readonly #typedTags = new Map<string, string>();
  #draft: UserDraft | undefined;

  /** Moves the user to the front of the recent users. Without `name`, a known name is kept. */
  noteUser(bot: string, user: UserRef, name?: string): void {
    this.#users.set(bot, user, name ?? this.nameOf(bot, user));
    if (this.#draft?.id === (user.rawUid ?? user.uid)) this.#draft = undefined;
  }

  /** Returns recent users, the latest first. */
  users(bot: string): readonly RecentUser[] {
    const recent = this.#users.entriesOf(bot).slice(0, MAX_OFFERED);
    return recent.map(({ user, value }) => ({ user, name: value }));
  }

  nameOf(bot: string, user: UserRef): string | undefined {
    return this.#users.get(bot, user);
  }

  noteTag(bot: string, id: string): void {
    this.#lastTags.set(bot, id);
  }

  /** Returns the ID of the tag that was created, attached or detached last. */
  lastTag(bot: string): string | undefined {
    return this.#lastTags.get(bot);
  }

  noteTypedTag(bot: string, text: string): void {
    this.#typedTags.set(bot, text);
  }

  typedTag(bot: string): string {
    return this.#typedTags.get(bot) ?? '';
  }

  noteDraft(draft: UserDraft): void {
    this.#draft = draft;
  }

  draft(): UserDraft | undefined {
    return this.#draft;
  }

  removeBot(bot: string): void {
    this.#users.removeBot(bot);
    for (const tags of [this.#lastTags, this.#typedTags]) tags.delete(bot);
    this.#draft = undefined;
  }
}
