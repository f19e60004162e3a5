import type { UserRef } from '../base/model.ts';
import { UserCache } from '../base/userCollections.ts';

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

const MAX_USERS = 200;
const MAX_OFFERED = 20;

/**
 * Users that this window tagged last, and the tags that it used, to be offered again. Kept in
 * memory only, until the window is closed.
 */
export class TaggingMemory {
  readonly #users = new UserCache<string | undefined>(MAX_USERS);
  readonly #lastTags = new Map<string, string>();
  readonly #typedTags = new Map<string, string>();
  #draft: UserDraft | undefined;

  /** Moves the user to the front. A known name is kept if no name is given. */
  noteUser(bot: string, user: UserRef, name?: string): void {
    this.#users.set(bot, user, name ?? this.nameOf(bot, user));
    if (this.#draft?.id === (user.rawUid ?? user.uid)) this.#draft = undefined;
  }

  /** Returns recent users, the latest first. */
  users(bot: string): readonly RecentUser[] {
    const recent = this.#users.of(bot).slice(0, MAX_OFFERED);
    return recent.map(({ user, value }) => ({ user, name: value }));
  }

  nameOf(bot: string, user: UserRef): string | undefined {
    return this.#users.get(bot, user);
  }

  noteTag(bot: string, id: string): void {
    this.#lastTags.set(bot, id);
  }

  /** ID of the tag that was created, attached or detached last. */
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

  forget(bot: string): void {
    this.#users.forget(bot);
    for (const tags of [this.#lastTags, this.#typedTags]) tags.delete(bot);
    this.#draft = undefined;
  }
}
