import { Emitter } from './emitter.ts';
import type { Bot, UserRef, UserTagList } from './model.ts';
import type { BotService } from './ports.ts';

/** A user's tags changed at the service, by this window. */
export interface UserTagged {
  readonly bot: string;
  readonly user: UserRef;
}

/** The service said which tags a user has. */
export interface UserTagsListed extends UserTagged {
  readonly lists: readonly UserTagList[];
}

/** Attaches, detaches and lists a user's tags; tells who shows the user that they changed. */
export class TagActions {
  readonly #serviceOf: (bot: Bot) => Promise<BotService>;
  readonly #tagged = new Emitter<UserTagged>();
  readonly onDidTag = this.#tagged.event;
  readonly #listed = new Emitter<UserTagsListed>();
  readonly onDidList = this.#listed.event;

  constructor(serviceOf: (bot: Bot) => Promise<BotService>) {
    this.#serviceOf = serviceOf;
  }

  async attach(bot: Bot, tagId: string, user: UserRef, signal: AbortSignal): Promise<void> {
    const service = await this.#serviceOf(bot);
    await service.attachTag(tagId, user, signal);
    this.#tagged.fire({ bot: bot.key, user });
  }

  async detach(bot: Bot, tagId: string, user: UserRef, signal: AbortSignal): Promise<void> {
    const service = await this.#serviceOf(bot);
    await service.detachTag(tagId, user, signal);
    this.#tagged.fire({ bot: bot.key, user });
  }

  /** Asks the service whether the tag is on the user; who shows the user is told to look again. */
  async check(bot: Bot, tagId: string, user: UserRef, signal: AbortSignal): Promise<boolean> {
    const lists = await this.list(bot, user, signal);
    this.#tagged.fire({ bot: bot.key, user });
    return lists.some((list) => list.tags.some((tag) => tag.id === tagId));
  }

  async list(bot: Bot, user: UserRef, signal: AbortSignal): Promise<readonly UserTagList[]> {
    const service = await this.#serviceOf(bot);
    const lists = await service.listUserTags(user, signal);
    this.#listed.fire({ bot: bot.key, user, lists });
    return lists;
  }
}
