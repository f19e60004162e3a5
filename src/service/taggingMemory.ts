import type { UserRef } from '../base/model.ts';
import { ByUser } from '../base/userCollections.ts';

export interface RecentUser {
  readonly user: UserRef;
  /** As their customer record has it, where this window saw one. */
  readonly name: string | undefined;
}

/** User ID and page typed in a dialog that was not finished, to be offered again. */
export interface UserDraft {
  readonly id: string;
  readonly isEncrypted: boolean;
  readonly pageId: string;
}

const MAX_USERS = 200;
const MAX_OFFERED = 20;

/** What this window was last busy with when it tagged, to offer it again. In memory only: it goes with the window. */
export class TaggingMemory {
  readonly #users = new ByUser<string | undefined>(MAX_USERS);
  readonly #lastTags = new Map<string, string>();
  readonly #typedTags = new Map<string, string>();
  #draft: UserDraft | undefined;

  /** The user comes first now. A name that was known stays when none is given. */
  noteUser(bot: string, user: UserRef, name?: string): void {
    this.#users.set(bot, user, name ?? this.nameOf(bot, user));
    if (this.#draft?.id === (user.rawUid ?? user.uid)) this.#draft = undefined;
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
    for (const kept of [this.#lastTags, this.#typedTags]) kept.delete(bot);
    this.#draft = undefined;
  }
}
