import { Emitter } from '../base/emitter.ts';
import { ServiceError } from '../base/errors.ts';
import type { Bot, UserRef, UserTag, UserTagList } from '../base/model.ts';
import type { BotService } from '../base/ports.ts';
import type { KnownTags } from './userMemory.ts';

/** A user's tags changed at the service, by this window. */
export interface UserTagged {
  readonly bot: string;
  readonly user: UserRef;
}

/** A tag that a run has put on a user, or taken off; its time is the service's, which nobody has asked for. */
export interface RunTagging {
  readonly user: UserRef;
  readonly tag: UserTag;
  readonly isOn: boolean;
}

/** The service said which tags a user has. */
export interface UserTagsListed extends UserTagged {
  readonly lists: readonly UserTagList[];
}

interface Tagging {
  readonly tagId: string;
  readonly user: UserRef;
  /** Whether the tag is on the user once it is done. */
  readonly isOn: boolean;
}

/** Attaches, detaches and lists a user's tags; tells who shows the user that they changed. */
export class TagActions {
  readonly #serviceOf: (bot: Bot) => Promise<BotService>;
  readonly #known: KnownTags;
  readonly #tagged = new Emitter<UserTagged>();
  readonly onDidTag = this.#tagged.event;
  readonly #listed = new Emitter<UserTagsListed>();
  readonly onDidList = this.#listed.event;

  /** Another number after each beginning and end of a write. */
  #writes = 0;

  constructor(serviceOf: (bot: Bot) => Promise<BotService>, known: KnownTags) {
    this.#serviceOf = serviceOf;
    this.#known = known;
  }

  attach(bot: Bot, tagId: string, user: UserRef, signal: AbortSignal): Promise<void> {
    const send = (service: BotService) => service.attachTag(tagId, user, signal);
    return this.#write(bot, { tagId, user, isOn: true }, send);
  }

  detach(bot: Bot, tagId: string, user: UserRef, signal: AbortSignal): Promise<void> {
    const send = (service: BotService) => service.detachTag(tagId, user, signal);
    return this.#write(bot, { tagId, user, isOn: false }, send);
  }

  /** Asks the service whether the tag is on the user; who shows the user is told to look again. */
  async check(bot: Bot, tagId: string, user: UserRef, signal: AbortSignal): Promise<boolean> {
    const lists = await this.list(bot, user, signal);
    this.#tagged.fire({ bot: bot.key, user });
    return lists.some((list) => list.tags.some((tag) => tag.id === tagId));
  }

  async list(bot: Bot, user: UserRef, signal: AbortSignal): Promise<readonly UserTagList[]> {
    const service = await this.#serviceOf(bot);
    const writes = this.#writes;
    const lists = await service.listUserTags(user, signal);
    const tags = lists.flatMap((list) => list.tags);
    // A list that a write has overtaken may be of before it or of after it.
    if (writes === this.#writes) this.#known.list(bot.key, user, tags);
    this.#listed.fire({ bot: bot.key, user, lists });
    return lists;
  }

  async #write(
    bot: Bot,
    { tagId, user, isOn }: Tagging,
    send: (service: BotService) => Promise<void>,
  ): Promise<void> {
    const service = await this.#serviceOf(bot);
    this.#writes++;
    try {
      await send(service);
      this.#known.write(bot.key, user, tagId, isOn);
    } catch (error) {
      const isUnsent = ServiceError.is(error) && error.outcome === 'not-sent';
      if (!isUnsent) this.#known.write(bot.key, user, tagId, undefined);
      throw error;
    } finally {
      this.#writes++;
    }
    this.#tagged.fire({ bot: bot.key, user });
  }
}

/** What is to be done to a user's tags, by tag ID. */
export interface TagChanges {
  readonly attach: readonly string[];
  readonly detach: readonly string[];
}

export const NO_CHANGES: TagChanges = { attach: [], detach: [] };

type Ids = Iterable<string>;

/** What makes the one of the other. */
export function changesBetween(before: Ids, after: Ids): TagChanges {
  const [old, wanted] = [new Set(before), new Set(after)];
  return {
    attach: [...wanted].filter((id) => !old.has(id)),
    detach: [...old].filter((id) => !wanted.has(id)),
  };
}

export function isNothing({ attach, detach }: TagChanges): boolean {
  return attach.length === 0 && detach.length === 0;
}

/** Those that still have to be made where the tags are these now. */
export function stillToDo(changes: TagChanges, now: Ids): TagChanges {
  const there = new Set(now);
  return {
    attach: changes.attach.filter((id) => !there.has(id)),
    detach: changes.detach.filter((id) => there.has(id)),
  };
}

/** The tags once the changes are made. */
export function withChanges(now: Ids, { attach, detach }: TagChanges): ReadonlySet<string> {
  const gone = new Set(detach);
  return new Set([...now, ...attach].filter((id) => !gone.has(id)));
}

/** The changes that are not among the others. */
export function without(changes: TagChanges, others: TagChanges): TagChanges {
  return {
    attach: changes.attach.filter((id) => !others.attach.includes(id)),
    detach: changes.detach.filter((id) => !others.detach.includes(id)),
  };
}
