import { type BotService, type EndpointName, readsOf } from '../base/endpoints.ts';
import { ServiceError, type WriteRefusal } from '../base/errors.ts';
import { type Bot, type CatalogueItem, type RemoteItem, TAG } from '../base/model.ts';

/** Item as the catalogue and the confirmation prompt describe it, and the write that follows. */
export interface ExpectedItem {
  readonly id: string;
  readonly botId: string;
  /** Type that was shown to the user. Not checked if absent. */
  readonly type?: number | undefined;
  readonly endpoint: EndpointName;
}

/**
 * Reads an item before a write that cannot be undone, so that nothing is written if the catalogue is wrong.
 * @throws {ServiceError} of the write, with outcome `not-sent`: the item cannot be read, or is not as expected
 */
export async function requireItem(
  service: Pick<BotService, 'getItem'>,
  { id, botId, type, endpoint }: ExpectedItem,
  signal: AbortSignal,
): Promise<RemoteItem> {
  const item = await readItem(service, id, endpoint, signal);
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

/** Returns `false` if the service reported that the item does not exist. Any other error is thrown. */
export async function isFound(read: Promise<unknown>): Promise<boolean> {
  try {
    await read;
    return true;
  } catch (error) {
    if (ServiceError.isGone(error)) return false;
    throw error;
  }
}

/** Reads the item. A failure is rethrown as a failure of the write, which was not sent. */
async function readItem(
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

/** @throws {ServiceError} with outcome `not-sent` if the catalogue refuses the write */
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

interface TagCatalogue {
  item(bot: string, id: string): CatalogueItem | undefined;
  refusal(bot: string, id?: string): WriteRefusal | undefined;
  recordChecked(bot: string, remote: RemoteItem): unknown;
  whenFree<T>(step: () => T): Promise<T>;
}

/** Returns whether the service ever returned the item. A workspace file is no proof, because anyone can edit it. */
export function isConfirmed({ source, lastSeen }: CatalogueItem): boolean {
  return source !== 'file' || lastSeen !== null;
}

/** Tags that the service has confirmed. Other tags are read from the service once, before their first write. */
export class ConfirmedTags {
  readonly #catalogue: TagCatalogue;
  readonly #bot: Bot;
  readonly #confirmed = new Set<string>();

  constructor(catalogue: TagCatalogue, bot: Bot) {
    this.#catalogue = catalogue;
    this.#bot = bot;
  }

  /** Wraps the service so that it attaches and detaches confirmed tags only. */
  guard(service: BotService): BotService {
    return {
      ...readsOf(service),
      createItem: service.createItem.bind(service),
      deleteItem: service.deleteItem.bind(service),
      attachTag: async (tagId, user, signal) => {
        await this.#requireConfirmed(service, 'attachTag', tagId, signal);
        await service.attachTag(tagId, user, signal);
      },
      detachTag: async (tagId, user, signal) => {
        await this.#requireConfirmed(service, 'detachTag', tagId, signal);
        await service.detachTag(tagId, user, signal);
      },
    };
  }

  async #requireConfirmed(
    service: BotService,
    endpoint: EndpointName,
    id: string,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#confirmed.has(id)) return;
    const { key, botId } = this.#bot;
    const item = this.#catalogue.item(key, id);
    if (item === undefined || item.type !== TAG || !isConfirmed(item)) {
      requireAllowedWrite(this.#catalogue, this.#bot, endpoint, id);
      const remote = await requireItem(service, { id, botId, type: TAG, endpoint }, signal);
      // If the catalogue is locked, the result is not stored, and later code reads the tag again.
      await this.#catalogue
        .whenFree(() => this.#catalogue.recordChecked(key, remote))
        .catch(() => undefined);
    }
    this.#confirmed.add(id);
  }
}
