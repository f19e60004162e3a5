import type { EndpointName } from '../base/endpoints.ts';
import { ServiceError, type WriteRefusal } from '../base/errors.ts';
import { type Bot, type CatalogueItem, type RemoteItem, TAG } from '../base/model.ts';
import type { BotService } from '../base/ports.ts';

/** An item as a question described it, and the write that is to follow. */
export interface Wanted {
  readonly id: string;
  readonly botId: string;
  /** Absent: nothing was said of its type. */
  readonly type?: number | undefined;
  readonly endpoint: EndpointName;
}

/**
 * Asks the service for an item before a write that cannot be undone, so that a list that is wrong changes nothing.
 * @throws {ServiceError} of the write, `not-sent`: the item belongs to another bot, has another type than was said, or
 * cannot be read
 */
export async function requireItem(
  service: Pick<BotService, 'getItem'>,
  { id, botId, type, endpoint }: Wanted,
  signal: AbortSignal,
): Promise<RemoteItem> {
  const item = await itemFor(service, id, endpoint, signal);
  if (item.botId !== botId) {
    const problem = { kind: 'other-bot', id, botId: item.botId } as const;
    throw new ServiceError(endpoint, problem, 'not-sent');
  }
  if (type !== undefined && item.type !== type) {
    const problem = { kind: 'other-type', id, type: item.type } as const;
    throw new ServiceError(endpoint, problem, 'not-sent');
  }
  return item;
}

/** The write was not sent, whatever became of the read before it. */
async function itemFor(
  service: Pick<BotService, 'getItem'>,
  id: string,
  endpoint: EndpointName,
  signal: AbortSignal,
): Promise<RemoteItem> {
  try {
    return await service.getItem(id, signal);
  } catch (error) {
    if (!ServiceError.is(error)) throw error;
    const { bot, retryAfterMs } = error;
    throw Object.assign(new ServiceError(endpoint, error.problem, 'not-sent'), {
      bot,
      retryAfterMs,
    });
  }
}

/** Throws `ServiceError` when the catalogue does not let such a write leave. */
export function requireAllowedWrite(
  catalogue: { refusal(key: string, id?: string): WriteRefusal | undefined },
  { key }: Pick<Bot, 'key'>,
  endpoint: EndpointName,
  id?: string,
): void {
  const problem = catalogue.refusal(key, id);
  if (problem === undefined) return;
  throw Object.assign(new ServiceError(endpoint, problem, 'not-sent'), { bot: key });
}

/** The part of the catalogue that knows tags. */
interface TagList {
  item(bot: string, id: string): CatalogueItem | undefined;
  refusal(bot: string, id?: string): WriteRefusal | undefined;
  recordChecked(bot: string, remote: RemoteItem): unknown;
  whenFree<T>(step: () => T): Promise<T>;
}

/** Whether the service has ever shown the item at its bot: a workspace file alone only claims that it is there. */
export function isConfirmed({ source, lastSeen }: CatalogueItem): boolean {
  return source !== 'file' || lastSeen !== null;
}

/** Which tags the service has confirmed as the bot's. Those that it has not are asked for once, before the first write. */
export class ConfirmedTags {
  readonly #list: TagList;
  readonly #bot: Bot;
  readonly #confirmed = new Set<string>();

  constructor(list: TagList, bot: Bot) {
    this.#list = list;
    this.#bot = bot;
  }

  /** Returns the same service, which attaches and detaches confirmed tags only. */
  guard(service: BotService): BotService {
    return {
      createItem: service.createItem.bind(service),
      getItem: service.getItem.bind(service),
      deleteItem: service.deleteItem.bind(service),
      attachTag: async (tagId, user, signal) => {
        await this.#require(service, 'attachTag', tagId, signal);
        await service.attachTag(tagId, user, signal);
      },
      detachTag: async (tagId, user, signal) => {
        await this.#require(service, 'detachTag', tagId, signal);
        await service.detachTag(tagId, user, signal);
      },
      listUserTags: service.listUserTags.bind(service),
      listCustomers: service.listCustomers.bind(service),
      walkCustomers: service.walkCustomers.bind(service),
      walkRecords: service.walkRecords.bind(service),
    };
  }

  async #require(
    service: BotService,
    endpoint: EndpointName,
    id: string,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#confirmed.has(id)) return;
    const { key, botId } = this.#bot;
    const item = this.#list.item(key, id);
    if (item === undefined || item.type !== TAG || !isConfirmed(item)) {
      requireAllowedWrite(this.#list, this.#bot, endpoint, id);
      const remote = await requireItem(service, { id, botId, type: TAG, endpoint }, signal);
      // That the list is locked just now costs another question later.
      await this.#list.whenFree(() => this.#list.recordChecked(key, remote)).catch(() => undefined);
    }
    this.#confirmed.add(id);
  }
}
