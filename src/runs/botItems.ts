import { type Bot, type NewItem, TAG } from '../base/model.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { type ItemActions, type ItemToDelete, NotRecordedError } from '../catalogue/itemActions.ts';

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
   * Returns the type of an item, or `TAG` if the catalogue does not have the item. If it is a folder, the deletion is
   * refused, because it first compares the type with that in the service.
   */
  typeOf(id: string): number {
    return this.#catalogue.item(this.#bot.key, id)?.type ?? TAG;
  }
}
