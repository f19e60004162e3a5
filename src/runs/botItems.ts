import type { BotService } from '../base/endpoints.ts';
import { ServiceError } from '../base/errors.ts';
import { type Bot, type NewItem, TAG } from '../base/model.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type ItemActions, type ItemToDelete, NotRecordedError } from '../catalogue/itemActions.ts';
import { isFound } from '../service/confirmedItems.ts';
import type { RunPorts } from './ports.ts';
import { isLost, retryWhileBusy, RunPaused } from './runErrors.ts';

/** A create or delete that was sent cannot be canceled. */
const { signal: NEVER_ABORTED } = new AbortController();

/** Creates and deletes items of a bot for runs. A run continues if only the catalogue could not record a change. */
export class BotItems {
  readonly #catalogue: Catalogue;
  readonly #actions: ItemActions;
  readonly #bot: Bot;

  constructor(catalogue: Catalogue, actions: ItemActions, bot: Bot) {
    this.#catalogue = catalogue;
    this.#actions = actions;
    this.#bot = bot;
  }

  /**
   * Creates a tag or folder in the service and in the catalogue, and returns its ID. Throws like `ItemActions.create`,
   * except for `NotRecordedError`.
   * @throws {ServiceError} if the service refuses the request
   * @throws {KnownIdError} if the service returns the ID of an item that already exists
   */
  async create(item: NewItem): Promise<string> {
    try {
      return await this.#actions.create(this.#bot, item, NEVER_ABORTED);
    } catch (error) {
      if (error instanceof NotRecordedError) return error.id;
      throw error;
    }
  }

  /** Deletes an item in the service and the catalogue. Throws like `ItemActions.delete`, except for `NotRecordedError`. */
  async delete(item: ItemToDelete): Promise<void> {
    try {
      await this.#actions.delete(this.#bot, item, NEVER_ABORTED);
    } catch (error) {
      if (!(error instanceof NotRecordedError)) throw error;
    }
  }

  async removeFromCatalogue(id: string): Promise<void> {
    const item = { bot: this.#bot.key, id };
    await this.#catalogue.whenFree(() => this.#catalogue.removeItems([item]));
  }

  /** Records in the catalogue that the item is in this folder. `null`: directly below the bot. */
  async recordFolder(id: string, folder: string | null): Promise<void> {
    await this.#catalogue.whenFree(() => this.#catalogue.moveItems(this.#bot.key, [id], folder));
  }

  /** Returns whether the catalogue has an item in this folder. */
  hasContent(folder: string): boolean {
    return this.#catalogue.children(this.#bot.key, folder).length > 0;
  }

  /**
   * Returns the type of an item, or `TAG` if the catalogue does not have the item. If such an item is a folder in the
   * service, it is not deleted: before a deletion, its type is compared with that in the service.
   */
  typeOf(id: string): number {
    return this.#catalogue.item(this.#bot.key, id)?.type ?? TAG;
  }
}

const MAX_TRIES = 3;

export interface DeletePorts extends Pick<RunPorts, 'clock' | 'timeLimitMs'> {
  readonly service: Pick<BotService, 'getItem'>;
  readonly items: Pick<BotItems, 'delete' | 'removeFromCatalogue'>;
}

/**
 * Deletes the item. If the outcome is unknown, checks with the service, and again after the time limit, when the request
 * can no longer be under way. Deleting an item that is already gone is harmless.
 * @throws {RunPaused} caused by the lost response if the check fails, because the item may be gone
 */
export async function deleteAndCheck(
  ports: DeletePorts,
  item: ItemToDelete,
  signal: AbortSignal,
): Promise<void> {
  const { items, clock } = ports;
  const { id } = item;
  for (let tries = 1; ; tries++) {
    try {
      return await retryWhileBusy(clock, signal, () => items.delete(item));
    } catch (error) {
      if (ServiceError.isGone(error)) return items.removeFromCatalogue(id);
      if (!isLost(error)) throw error;
      const isGone = await isDeleted(ports, id, signal).catch((checkError: unknown) => {
        throw new RunPaused(RunPaused.of(checkError).reason, error);
      });
      if (isGone) return items.removeFromCatalogue(id);
      if (tries === MAX_TRIES) throw error;
    }
  }
}

/** Returns whether a delete request whose response was lost was carried out within the time limit. */
async function isDeleted(
  { service, clock, timeLimitMs }: DeletePorts,
  id: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (!(await isFound(service.getItem(id, signal)))) return true;
  await clock.sleep(timeLimitMs(), signal);
  return !(await isFound(service.getItem(id, signal)));
}
