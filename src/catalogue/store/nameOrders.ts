import { collation, compareNamed } from '../itemOrder.ts';
import { BusyError } from '../../base/errors.ts';
import { FOLDER, type CatalogueItem } from '../../base/model.ts';
import type { Level, LevelOrder } from '../../base/ports.ts';
import type { Database } from './database.ts';
import { levelKey } from './changes.ts';
import { ITEMS, NAME_ORDERS, UNSORTED } from './tables.ts';

/** Maximum number of changed items to insert by binary search. If more have changed, all are sorted. */
const MAX_INSERTED = 300;

type Named = Pick<CatalogueItem, 'id' | 'name' | 'type'>;

const KEPT = NAME_ORDERS.part('folders', 'ids');
const PLACED = ITEMS.part('id', 'name', 'type', 'parentId');
const PLACED_ITEM = `${PLACED.select} WHERE bot = :bot AND id = :id`;

/** Cached name order of the items of large levels, which saves comparing thousands of names on each read. */
export class NameOrders {
  readonly #database: Database;
  readonly #named: (bot: string, level: Level) => readonly Named[];

  /** @param named returns all items of a level */
  constructor(database: Database, named: (bot: string, level: Level) => readonly Named[]) {
    this.#database = database;
    this.#named = named;
  }

  /**
   * Records that an item entered or left a level, or changed its name or kind. Must be called in the same transaction.
   */
  note(bot: string, level: Level, id: string): void {
    this.#database.run(
      `INSERT OR IGNORE INTO unsorted (bot, place, id)
        SELECT bot, place, :id FROM name_order WHERE bot = :bot AND place = :place`,
      { bot, place: levelKey(level), id },
    );
  }

  read(bot: string, level: Level): LevelOrder {
    const { order, version } = this.#database.reading(() => {
      const kept = this.#kept(bot, level);
      const changed = kept === undefined ? [] : this.#changed(bot, level);
      if (kept !== undefined && changed.length === 0) return { order: kept };
      if (kept !== undefined && changed.length <= MAX_INSERTED) {
        return { order: this.#placed(kept, bot, level, changed) };
      }
      return { order: this.#sorted(bot, level, kept), version: this.#database.dataVersion };
    });
    if (version !== undefined) this.#keep(bot, level, order, version);
    return order;
  }

  #kept(bot: string, level: Level): LevelOrder | undefined {
    const row = this.#database.get(
      `${KEPT.select} WHERE bot = :bot AND place = :place AND collation = :collation`,
      { bot, place: levelKey(level), collation: collation() },
    );
    if (row === undefined) return undefined;
    const { ids, folders } = KEPT.read(row);
    return { ids: JSON.parse(ids) as string[], folders };
  }

  #changed(bot: string, level: Level): readonly string[] {
    const select = `${UNSORTED.select} WHERE bot = :bot AND place = :place`;
    const rows = this.#database.all(select, { bot, place: levelKey(level) });
    return rows.map((row) => UNSORTED.read(row).id);
  }

  /** Returns the order without the changed items, then inserts those that are still in the level. */
  #placed(
    { ids, folders }: LevelOrder,
    bot: string,
    level: Level,
    changed: readonly string[],
  ): LevelOrder {
    const isChanged = new Set(changed);
    const kept = ids.filter((id) => !isChanged.has(id));
    let count = folders - ids.slice(0, folders).filter((id) => isChanged.has(id)).length;
    for (const id of changed) {
      const item = this.#item(bot, id);
      if (item === undefined || item.parentId !== level) continue;
      const isFolder = item.type === FOLDER;
      const [from, to] = isFolder ? [0, count] : [count, kept.length];
      kept.splice(this.#search(bot, kept, [from, to], item), 0, id);
      if (isFolder) count++;
    }
    return { ids: kept, folders: count };
  }

  #search(
    bot: string,
    ids: readonly string[],
    [from, to]: readonly [number, number],
    item: Named,
  ): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#item(bot, ids[middle] ?? '');
      if (other !== undefined && compareNamed(other, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #item(bot: string, id: string) {
    const row = this.#database.get(PLACED_ITEM, { bot, id });
    return row && PLACED.read(row);
  }

  /**
   * Sorts a level.
   * @param earlier previous order; sorting is faster because most items are in it already
   */
  #sorted(bot: string, level: Level, earlier: LevelOrder | undefined): LevelOrder {
    const items = new Map(this.#named(bot, level).map((item) => [item.id, item]));
    const first = (earlier?.ids ?? []).flatMap((id) => {
      const item = items.get(id);
      items.delete(id);
      return item ?? [];
    });
    const sorted = [...first, ...[...items.values()].sort(compareNamed)].sort(compareNamed);
    const folders = sorted.filter(({ type }) => type === FOLDER).length;
    return { ids: sorted.map(({ id }) => id), folders };
  }

  /** Saves an order, unless another window has changed anything since. If saving fails, the next reader sorts again. */
  #keep(bot: string, level: Level, { ids, folders }: LevelOrder, version: number): void {
    const key = levelKey(level);
    try {
      this.#database.atomically(() => {
        if (this.#database.dataVersion !== version) return;
        const row = { bot, place: key, collation: collation(), folders, ids: JSON.stringify(ids) };
        this.#database.run(NAME_ORDERS.save, row);
        const sorted = 'DELETE FROM unsorted WHERE bot = :bot AND place = :place';
        this.#database.run(sorted, { bot, place: key });
      });
    } catch (error) {
      if (!BusyError.is(error)) throw error;
    }
  }
}
