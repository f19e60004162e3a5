import { type BotService, type EndpointName, readsOf } from '../base/endpoints.ts';
import { ServiceError } from '../base/errors.ts';
import { type Bot, TAG } from '../base/model.ts';
import { isConfirmed, requireItem } from '../service/confirmedItems.ts';
import type { Catalogue } from './catalogue.ts';

/** @throws {ServiceError} with outcome `not-sent` if the catalogue refuses the write */
export function requireAllowedWrite(
  catalogue: Catalogue,
  { key }: Pick<Bot, 'key'>,
  endpoint: EndpointName,
  id?: string,
): void {
  const problem = catalogue.refusal(key, id);
  if (problem === undefined) return;
  throw Object.assign(new ServiceError(endpoint, problem, 'not-sent'), { bot: key });
}

/** Tags that the service has confirmed. Other tags are read from the service once, before their first write. */
export class ConfirmedTags {
  readonly #catalogue: Catalogue;
  readonly #bot: Bot;
  readonly #confirmed = new Set<string>();

  constructor(catalogue: Catalogue, bot: Bot) {
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
      // If the result cannot be stored, only this object knows it: the next one reads the tag again.
      await this.#catalogue
        .whenFree(() => this.#catalogue.recordChecked(key, remote))
        .catch(() => undefined);
    }
    this.#confirmed.add(id);
  }
}
