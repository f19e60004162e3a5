import { Emitter } from '../base/ports.ts';
import { ServiceError } from '../base/errors.ts';
import type { Bot, UserRef, UserTag, UserTagList } from '../base/model.ts';
import type { BotService } from '../base/endpoints.ts';
import type { KnownTags } from './userMemory.ts';

/** Event: this window changed a user's tags at the service, or checked a tag there. */
export interface UserTagged {
  readonly bot: string;
  readonly user: UserRef;
}

/** Change of a user's tag by a run. `tag` has no time, because the service sets it and the run does not read it. */
export interface RunTagging {
  readonly user: UserRef;
  readonly tag: UserTag;
  readonly isAttached: boolean;
}

export interface UserTagsListed extends UserTagged {
  readonly lists: readonly UserTagList[];
}

interface Tagging {
  readonly tagId: string;
  readonly user: UserRef;
  /** Whether the user has the tag after the write. */
  readonly isAttached: boolean;
}

export class TagActions {
  readonly #serviceOf: (bot: Bot) => Promise<BotService>;
  readonly #knownTags: KnownTags;
  readonly #tagged = new Emitter<UserTagged>();
  readonly onDidTag = this.#tagged.event;
  readonly #listed = new Emitter<UserTagsListed>();
  readonly onDidList = this.#listed.event;

  /** Number of starts and ends of writes so far. */
  #writeEvents = 0;

  constructor(serviceOf: (bot: Bot) => Promise<BotService>, knownTags: KnownTags) {
    this.#serviceOf = serviceOf;
    this.#knownTags = knownTags;
  }

  attach(bot: Bot, tagId: string, user: UserRef, signal: AbortSignal): Promise<void> {
    return this.#write(bot, { tagId, user, isAttached: true }, signal);
  }

  detach(bot: Bot, tagId: string, user: UserRef, signal: AbortSignal): Promise<void> {
    return this.#write(bot, { tagId, user, isAttached: false }, signal);
  }

  /** Reads from the service whether the user has the tag, and emits `onDidTag` so that views reload the user's tags. */
  async check(bot: Bot, tagId: string, user: UserRef, signal: AbortSignal): Promise<boolean> {
    const lists = await this.list(bot, user, signal);
    this.#tagged.fire({ bot: bot.key, user });
    return lists.some((list) => list.tags.some((tag) => tag.id === tagId));
  }

  async list(bot: Bot, user: UserRef, signal: AbortSignal): Promise<readonly UserTagList[]> {
    const service = await this.#serviceOf(bot);
    const eventsBefore = this.#writeEvents;
    const lists = await service.listUserTags(user, signal);
    const tags = lists.flatMap((list) => list.tags);
    // If a write began or ended during the read, the list may show the tags before or after the write.
    if (eventsBefore === this.#writeEvents) this.#knownTags.storeListed(bot.key, user, tags);
    this.#listed.fire({ bot: bot.key, user, lists });
    return lists;
  }

  async #write(bot: Bot, { tagId, user, isAttached }: Tagging, signal: AbortSignal): Promise<void> {
    const service = await this.#serviceOf(bot);
    this.#writeEvents++;
    try {
      if (isAttached) await service.attachTag(tagId, user, signal);
      else await service.detachTag(tagId, user, signal);
      this.#knownTags.storeWritten(bot.key, user, tagId, isAttached);
    } catch (error) {
      const isUnsent = error instanceof ServiceError && error.outcome === 'not-sent';
      if (!isUnsent) this.#knownTags.storeWritten(bot.key, user, tagId, undefined);
      throw error;
    } finally {
      this.#writeEvents++;
    }
    this.#tagged.fire({ bot: bot.key, user });
  }
}

/** Tags to attach to a user and to detach, by ID. */
export interface TagChanges {
  readonly attach: readonly string[];
  readonly detach: readonly string[];
}

export const NO_CHANGES: TagChanges = { attach: [], detach: [] };

type Ids = Iterable<string>;

export function changesBetween(before: Ids, after: Ids): TagChanges {
  const [beforeIds, afterIds] = [new Set(before), new Set(after)];
  return {
    attach: [...afterIds].filter((id) => !beforeIds.has(id)),
    detach: [...beforeIds].filter((id) => !afterIds.has(id)),
  };
}

export function hasNoChanges({ attach, detach }: TagChanges): boolean {
  return attach.length === 0 && detach.length === 0;
}

export function remainingChanges(changes: TagChanges, currentIds: Ids): TagChanges {
  const current = new Set(currentIds);
  return {
    attach: changes.attach.filter((id) => !current.has(id)),
    detach: changes.detach.filter((id) => current.has(id)),
  };
}

export function withChanges(currentIds: Ids, { attach, detach }: TagChanges): ReadonlySet<string> {
  const detached = new Set(detach);
  return new Set([...currentIds, ...attach].filter((id) => !detached.has(id)));
}

export function changesExcept(changes: TagChanges, others: TagChanges): TagChanges {
  return {
    attach: changes.attach.filter((id) => !others.attach.includes(id)),
    detach: changes.detach.filter((id) => !others.detach.includes(id)),
  };
}
