import type { UserRef, UserTagList } from '../../base/model.ts';
import type { BotService } from '../../base/ports.ts';

/** Users whose list is kept, and for how long, ms: operations of one user stand side by side. */
const MAX_USERS = 64;
const FRESH = 5_000;

interface Kept {
  readonly at: number;
  readonly lists: Promise<readonly UserTagList[]>;
}

interface Tagging {
  readonly tagId: string;
  readonly user: UserRef;
}

/** Whether tags are on users, as the service says it: one request for all the tags of a user. */
export class UserLists {
  readonly #service: BotService;
  readonly #kept = new Map<string, Kept>();

  constructor(service: BotService) {
    this.#service = service;
  }

  /** @param isCheck what was asked for before does not tell: a write may have come after it */
  async isOn({ tagId, user }: Tagging, signal: AbortSignal, isCheck: boolean): Promise<boolean> {
    const key = keyOf(user);
    const lists = await (isCheck ? this.#ask(user, key, signal) : this.#recent(user, key, signal));
    return lists.some((list) => list.tags.some(({ id }) => id === tagId));
  }

  #recent(user: UserRef, key: string, signal: AbortSignal): Promise<readonly UserTagList[]> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && performance.now() - kept.at < FRESH) return kept.lists;
    return this.#ask(user, key, signal);
  }

  async #ask(user: UserRef, key: string, signal: AbortSignal): Promise<readonly UserTagList[]> {
    const lists = this.#service.listUserTags(user, signal);
    this.#kept.delete(key);
    this.#kept.set(key, { at: performance.now(), lists });
    const oldest = this.#kept.keys().next().value;
    if (this.#kept.size > MAX_USERS && oldest !== undefined) this.#kept.delete(oldest);
    try {
      return await lists;
    } catch (error) {
      this.#kept.delete(key);
      throw error;
    }
  }
}

function keyOf({ channel, pageId, rawUid, uid }: UserRef): string {
  return JSON.stringify([channel, pageId, rawUid ?? null, uid ?? null]);
}
