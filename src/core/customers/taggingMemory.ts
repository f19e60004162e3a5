import type { UserRef } from '../model.ts';
import { ByUser } from './byUser.ts';

export interface RecentUser {
  readonly user: UserRef;
  /** As their customer record has it, where this window saw one. */
  readonly name: string | undefined;
}

/** What a person typed of a user; it is kept when the input is dismissed. */
export interface UserDraft {
  readonly channel: number;
  readonly pageId: string;
  readonly isEncrypted: boolean;
  readonly id: string;
}

const MAX_USERS = 200;
const MAX_OFFERED = 20;

/** What this window was last busy with when it tagged, to offer it again. In memory only: it goes with the window. */
export class TaggingMemory {
  readonly #users = new ByUser<string | undefined>(MAX_USERS);
  readonly #lastTags = new Map<string, string>();
  readonly #typedTags = new Map<string, string>();
  readonly #drafts = new Map<string, UserDraft>();

  /** The user comes first now. A name that was known stays when none is given. */
  noteUser(bot: string, user: UserRef, name?: string): void {
    this.#users.set(bot, user, name ?? this.nameOf(bot, user));
  }

  /** The latest first. */
  users(bot: string): readonly RecentUser[] {
    const all = this.#users.of(bot).slice(0, MAX_OFFERED);
    return all.map(({ user, value }) => ({ user, name: value }));
  }

  nameOf(bot: string, user: UserRef): string | undefined {
    return this.#users.get(bot, user);
  }

  noteTag(bot: string, id: string): void {
    this.#lastTags.set(bot, id);
  }

  /** The ID of the tag that was attached or detached last. */
  lastTag(bot: string): string | undefined {
    return this.#lastTags.get(bot);
  }

  noteTypedTag(bot: string, text: string): void {
    this.#typedTags.set(bot, text);
  }

  typedTag(bot: string): string {
    return this.#typedTags.get(bot) ?? '';
  }

  noteDraft(bot: string, draft: UserDraft): void {
    this.#drafts.set(bot, draft);
  }

  draft(bot: string): UserDraft | undefined {
    return this.#drafts.get(bot);
  }

  forget(bot: string): void {
    this.#users.forget(bot);
    for (const kept of [this.#lastTags, this.#typedTags, this.#drafts]) kept.delete(bot);
  }
}
