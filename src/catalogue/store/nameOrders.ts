import { collation, compareByName } from '../itemOrder.ts';
import { BusyError, StorageError } from '../../base/errors.ts';
import { FOLDER, type CatalogueItem } from '../../base/model.ts';
import type { Level, LevelOrder } from '../../base/ports.ts';
import type { Database } from './database.ts';
import { levelKey } from './changes.ts';
import { ITEMS, NAME_ORDERS, UNSORTED } from './tables.ts';

/** Maximum number of changed items to insert by binary search. If more have changed, the level is sorted again. */
const MAX_INSERTED = 300;

type Named = Pick<CatalogueItem, 'id' | 'name' | 'type'>;

const ORDER_COLUMNS = NAME_ORDERS.part('folders', 'ids');
const ITEM_COLUMNS = ITEMS.part('id', 'name', 'type', 'parentId');
const SELECT_ITEM = `${ITEM_COLUMNS.select} WHERE bot = :bot AND id = :id`;

/** Orders of levels by name, cached in the database, to avoid sorting a large level on each read. */
export class NameOrders {
  readonly #database: Database;
  readonly #itemsOf: (bot: string, level: Level) => readonly Named[];

  constructor(database: Database, itemsOf: (bot: string, level: Level) => readonly Named[]) {
    this.#database = database;
    this.#itemsOf = itemsOf;
  }

  /** Must be called in the transaction in which an item enters or leaves a level, or changes its name or kind. */
  recordChange(bot: string, level: Level, id: string): void {
    this.#database.run(
      `INSERT OR IGNORE INTO unsorted (bot, place, id)
        SELECT bot, place, :id FROM name_order WHERE bot = :bot AND place = :place`,
      { bot, place: levelKey(level), id },
    );
  }

  read(bot: string, level: Level): LevelOrder {
    // `version` is set only if the level was sorted.
    const { order, version } = this.#database.inReadTransaction(() => {
      const cachedOrder = this.#cachedOrder(bot, level);
      const changedIds = cachedOrder === undefined ? [] : this.#changedIds(bot, level);
      if (cachedOrder !== undefined && changedIds.length === 0) return { order: cachedOrder };
      if (cachedOrder !== undefined && changedIds.length <= MAX_INSERTED) {
        return { order: this.#updatedOrder(cachedOrder, bot, level, changedIds) };
      }
      return {
        order: this.#sortedOrder(bot, level, cachedOrder),
        version: this.#database.dataVersion,
      };
    });
    if (version !== undefined) this.#save(bot, level, order, version);
    return order;
  }

  #cachedOrder(bot: string, level: Level): LevelOrder | undefined {
    const row = this.#database.get(
      `${ORDER_COLUMNS.select} WHERE bot = :bot AND place = :place AND collation = :collation`,
      { bot, place: levelKey(level), collation: collation() },
    );
    if (row === undefined) return undefined;
    const { ids, folders } = ORDER_COLUMNS.read(row);
    return { ids: JSON.parse(ids) as string[], folderCount: folders };
  }

  #changedIds(bot: string, level: Level): readonly string[] {
    const select = `${UNSORTED.select} WHERE bot = :bot AND place = :place`;
    const rows = this.#database.all(select, { bot, place: levelKey(level) });
    return rows.map((row) => UNSORTED.read(row).id);
  }

  /** Removes the changed items from an order, then inserts the changed items that are still in the level. */
  #updatedOrder(
    { ids, folderCount: oldFolderCount }: LevelOrder,
    bot: string,
    level: Level,
    changedIds: readonly string[],
  ): LevelOrder {
    const changedSet = new Set(changedIds);
    const updatedIds = ids.filter((id) => !changedSet.has(id));
    // The folders come first in `ids`.
    let folderCount =
      oldFolderCount - ids.slice(0, oldFolderCount).filter((id) => changedSet.has(id)).length;
    for (const id of changedIds) {
      const item = this.#item(bot, id);
      if (item === undefined || item.parentId !== level) continue;
      const isFolder = item.type === FOLDER;
      const [from, to] = isFolder ? [0, folderCount] : [folderCount, updatedIds.length];
      updatedIds.splice(this.#insertPosition(bot, updatedIds, [from, to], item), 0, id);
      if (isFolder) folderCount++;
    }
    return { ids: updatedIds, folderCount };
  }

  #insertPosition(
    bot: string,
    ids: readonly string[],
    [from, to]: readonly [number, number],
    item: Named,
  ): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      const middleItem = this.#item(bot, ids[middle] ?? '');
      if (middleItem !== undefined && compareByName(middleItem, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #item(bot: string, id: string) {
    const row = this.#database.get(SELECT_ITEM, { bot, id });
    return row && ITEM_COLUMNS.read(row);
  }

  #sortedOrder(bot: string, level: Level, previousOrder: LevelOrder | undefined): LevelOrder {
    const items = new Map(this.#itemsOf(bot, level).map((item) => [item.id, item]));
    // These items are removed from the map, which then has only items that are missing in the previous order.
    const itemsInPreviousOrder = (previousOrder?.ids ?? []).flatMap((id) => {
      const item = items.get(id);
      items.delete(id);
      return item ?? [];
    });
    // A list of two sorted parts takes few comparisons to sort. Therefore the items of the previous order come first.
    const sorted = [...itemsInPreviousOrder, ...[...items.values()].sort(compareByName)].sort(
      compareByName,
    );
    const folderCount = sorted.filter(({ type }) => type === FOLDER).length;
    return { ids: sorted.map(({ id }) => id), folderCount };
  }

  /**
   * Does nothing if another window has changed or locked the database, or if the disk cannot be written, for example
   * because it is full. The next read then sorts the level again.
   */
  #save(bot: string, level: Level, { ids, folderCount }: LevelOrder, version: number): void {
    const key = levelKey(level);
    try {
      this.#database.atomically(() => {
        if (this.#database.dataVersion !== version) return;
        const row = {
          bot,
          place: key,
          collation: collation(),
          folders: folderCount,
          ids: JSON.stringify(ids),
        };
        this.#database.run(NAME_ORDERS.save, row);
        const deleteUnsorted = 'DELETE FROM unsorted WHERE bot = :bot AND place = :place';
        this.#database.run(deleteUnsorted, { bot, place: key });
      });
    } catch (error) {
      if (!BusyError.is(error) && !StorageError.is(error)) throw error;
    }
  }
}
