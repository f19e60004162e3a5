import type { EndpointName } from '../base/endpoints.ts';
import type { WriteRefusal } from '../base/errors.ts';
import { TAG, type Bot, type CatalogueItem, type RemoteItem } from '../base/model.ts';
import type { BotService } from '../base/ports.ts';
import { requireAllowedWrite, requireItem } from './requireItem.ts';

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
