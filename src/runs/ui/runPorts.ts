import { ServiceError } from '../../base/errors.ts';
import type { Bot, UserRef, UserTagList } from '../../base/model.ts';
import { RUN_CONCURRENCY } from '../../base/plan.ts';
import type { BotService } from '../../base/endpoints.ts';
import { steadyClock } from '../../base/ports.ts';
import type { setting } from '../../base/ui/settings.ts';
import type { KnownTags } from '../../service/userMemory.ts';
import type { BotItems } from '../botItems.ts';
import type { RunPorts } from '../ports.ts';
import { WRITE_ENDPOINTS } from '../recorder.ts';
import { setRecent, userKey } from '../../base/userCollections.ts';
import { isFound } from '../../service/confirmedItems.ts';

/** Size and lifetime (ms) of the cache of tag lists. It can be small: operations of a customer are adjacent. */
const MAX_USERS = 64;
const MAX_AGE_MS = 5_000;

interface CachedLists {
  /** Time of the request on the clock of `performance.now()`, in ms. */
  readonly fetchedAt: number;
  readonly lists: Promise<readonly UserTagList[]>;
}

interface Tagging {
  readonly tagId: string;
  readonly user: UserRef;
}

/** Cache of customers' tags in the service. One request returns all tags of a customer. */
export class UserLists {
  readonly #service: BotService;
  readonly #cached = new Map<string, CachedLists>();

  constructor(service: BotService) {
    this.#service = service;
  }

  /** @param bypassCache whether to read from the service, because the cache may be older than a write */
  async isAttached(
    { tagId, user }: Tagging,
    signal: AbortSignal,
    { bypassCache }: { readonly bypassCache: boolean },
  ): Promise<boolean> {
    const key = userKey(user);
    const lists = await (bypassCache
      ? this.#fetch(user, key, signal)
      : this.#fetchRecent(user, key, signal));
    return lists.some((list) => list.tags.some(({ id }) => id === tagId));
  }

  #fetchRecent(user: UserRef, key: string, signal: AbortSignal): Promise<readonly UserTagList[]> {
    const cached = this.#cached.get(key);
    if (cached !== undefined && performance.now() - cached.fetchedAt < MAX_AGE_MS)
      return cached.lists;
    return this.#fetch(user, key, signal);
  }

  async #fetch(user: UserRef, key: string, signal: AbortSignal): Promise<readonly UserTagList[]> {
    const lists = this.#service.listUserTags(user, signal);
    setRecent(this.#cached, key, { fetchedAt: performance.now(), lists }, MAX_USERS);
    try {
      return await lists;
    } catch (error) {
      this.#cached.delete(key);
      throw error;
    }
  }
}

interface Needs {
  readonly bot: Bot;
  /** Service that does not record its writes in the Journal, because the run records them. */
  readonly service: BotService;
  readonly items: Pick<BotItems, 'delete' | 'typeOf'>;
  readonly known: KnownTags;
  readonly readSetting: typeof setting;
}

export function runPorts(services: Needs): Omit<RunPorts, 'journal'> {
  const { bot, service, items, known, readSetting } = services;
  const lists = new UserLists(service);
  return {
    perform: async (operation, signal) => {
      if (operation.kind === 'delete') {
        // The type is absent if the plan was checked in another window.
        const { itemId: id, type = items.typeOf(id) } = operation;
        return items.delete({ id, type });
      }
      const { kind, tagId, user } = operation;
      try {
        await service[WRITE_ENDPOINTS[kind]](tagId, user, signal);
        known.storeWritten(bot.key, user, tagId, kind === 'attach');
      } catch (error) {
        const wasNotSent = error instanceof ServiceError && error.outcome === 'not-sent';
        if (!wasNotSent) known.storeWritten(bot.key, user, tagId, undefined);
        throw error;
      }
    },
    isApplied: async (operation, signal, { isCheck }) =>
      operation.kind === 'delete'
        ? !(await isFound(service.getItem(operation.itemId, signal)))
        : (await lists.isAttached(operation, signal, { bypassCache: isCheck })) ===
          (operation.kind === 'attach'),
    isTagGone: async (operation, signal) =>
      operation.kind !== 'delete' && !(await isFound(service.getItem(operation.tagId, signal))),
    concurrency: RUN_CONCURRENCY,
    timeLimitMs: () => readSetting('botTags.network.timeout') * 1000,
    clock: steadyClock,
  };
}
