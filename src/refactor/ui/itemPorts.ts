import type { Catalogue } from '../../catalogue/catalogue.ts';
import { NotRecordedError, type ItemActions, type ToDelete } from '../../catalogue/itemActions.ts';
import type { Bot, NewItem } from '../../base/model.ts';

/** A create or delete that was sent cannot be canceled. */
const { signal: NEVER } = new AbortController();

/** Creates and deletes tags and folders of a bot for runs, which continue if only the list cannot be written. */
export function itemPorts(catalogue: Catalogue, items: ItemActions, bot: Bot) {
  return {
    /** Throws like `ItemActions.create`, except for `NotRecordedError`. @returns the new ID */
    create: async (item: NewItem): Promise<string> => {
      try {
        return await items.create(bot, item, NEVER);
      } catch (error) {
        if (NotRecordedError.is(error)) return error.id;
        throw error;
      }
    },
    /** Throws like `ItemActions.delete`, except for `NotRecordedError`. */
    remove: async (item: ToDelete): Promise<void> => {
      try {
        await items.delete(bot, item, NEVER);
      } catch (error) {
        if (!NotRecordedError.is(error)) throw error;
      }
    },
    /** Removes an item from the list that the service does not have any more. */
    takeOff: async (id: string): Promise<void> => {
      await catalogue.whenFree(() => catalogue.removeItems(bot.key, [id]));
    },
  };
}
