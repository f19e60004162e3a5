import type { Valued } from '../itemOrder.ts';
import {
  FOLDER,
  type Bot,
  type CatalogueItem,
  type Scan,
  type ValueKey,
} from '../../base/model.ts';
import {
  type CatalogueChange,
  type CatalogueStore,
  Emitter,
  type FileEntry,
  type Level,
  type LevelOrder,
  type NamedItem,
  type NoteKind,
} from '../../base/ports.ts';
import { ChangeLog } from './changeLog.ts';
import { compactChanges, isSamePosition, valuesBy } from './changes.ts';
import type { Database } from './database.ts';
import { NameOrders } from './nameOrders.ts';
import type { Selected, SqlRow } from './table.ts';
import { BOTS, FILE_ENTRIES, ITEMS, NOTES, SCANS, TABLES_TO_ERASE } from './tables.ts';

const ITEM_OF = `${ITEMS.select} WHERE bot = :bot AND id = :id`;

/** Condition for the items of a level. Forces the index: otherwise SQLite reads all items of the bot. */
const AT_LEVEL = 'INDEXED BY item_by_level WHERE bot = :bot AND parent IS :level';
const COUNT_AT_LEVEL = `SELECT count(*) AS count FROM item ${AT_LEVEL}`;
const COUNT_FOLDERS = `${COUNT_AT_LEVEL} AND type = ${FOLDER}`;

const NAME_COLUMNS = ITEMS.part('id', 'name', 'type');
const PLACED_NAMES = ITEMS.part('id', 'name', 'type', 'parentId');

/** Columns to read for each sort key. Other columns are not read, because there may be thousands of rows. */
const SORT_COLUMNS: Record<ValueKey, Selected<Pick<CatalogueItem, 'id'> & Partial<Valued>>> = {
  created: ITEMS.part('id', 'created'),
  lastSeen: ITEMS.part('id', 'lastSeen'),
  customers: ITEMS.part('id', 'scan', 'seenOn'),
};

/** Catalogue in a database that several windows share. */
export class SqlCatalogue implements CatalogueStore {
  readonly #database: Database;
  readonly #log: ChangeLog;
  readonly #orders: NameOrders;
  readonly #changed = new Emitter<readonly CatalogueChange[]>();
  readonly onDidChange = this.#changed.event;
  /** Changes of the current transaction. */
  #pending: CatalogueChange[] = [];
  /** Key of the last bot that was found in the current transaction. Other windows cannot change it before the end. */
  #cachedBot: string | undefined;
  /** Last item that was read in the current transaction. Each write of items must clear it. */
  #cachedItem: CatalogueItem | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#orders = new NameOrders(database, (bot, level) =>
      this.#children(NAME_COLUMNS, bot, level),
    );
    this.#log = new ChangeLog(database, (changes) => this.#changed.fire(changes));
  }

  bots(): readonly Bot[] {
    return this.#database.all(`${BOTS.select} ORDER BY created, key`).map(BOTS.read);
  }

  bot(key: string): Bot | undefined {
    const row = this.#database.get(`${BOTS.select} WHERE key = :key`, { key });
    return row && BOTS.read(row);
  }

  saveBot(bot: Bot): void {
    this.atomically(() => {
      const isNew = !this.#hasBot(bot.key);
      this.#database.run(BOTS.save, bot);
      this.#pending.push({ bot: isNew ? undefined : bot.key });
    });
  }

  removeBot(key: string): void {
    this.atomically(() => {
      this.#database.run('DELETE FROM bot WHERE key = :key', { key });
      this.#cachedBot = undefined;
      this.#cachedItem = undefined;
      this.#pending.push({ bot: undefined });
    });
  }

  items(bot: string): readonly CatalogueItem[] {
    return this.#database.all(`${ITEMS.select} WHERE bot = :bot`, { bot }).map(ITEMS.read);
  }

  itemsAfter(bot: string, id: string, limit: number): readonly CatalogueItem[] {
    const sql = `${ITEMS.select} WHERE bot = :bot AND id > :id ORDER BY id LIMIT :limit`;
    return this.#database.all(sql, { bot, id, limit }).map(ITEMS.read);
  }

  namedItems(bot: string, limit: number): readonly NamedItem[] {
    const sql = `${PLACED_NAMES.select} WHERE bot = :bot ORDER BY id LIMIT :limit`;
    return this.#database.all(sql, { bot, limit }).map(PLACED_NAMES.read);
  }

  item(bot: string, id: string): CatalogueItem | undefined {
    const row = this.#database.get(ITEM_OF, { bot, id });
    const item = row && ITEMS.read(row);
    if (this.#database.isInTransaction) this.#cachedItem = item;
    return item;
  }

  children(bot: string, level: Level): readonly CatalogueItem[] {
    return this.#children(ITEMS, bot, level);
  }

  count(bot: string, level: Level): number {
    return countOf(this.#database.get(COUNT_AT_LEVEL, { bot, level }));
  }

  topFolderCount(bot: string): number {
    return countOf(this.#database.get(COUNT_FOLDERS, { bot, level: null }));
  }

  orderByName(bot: string, level: Level): LevelOrder {
    return this.#orders.read(bot, level);
  }

  sortValues(
    bot: string,
    level: Level,
    by: ValueKey,
    scanId: string | undefined,
  ): ReadonlyMap<string, number> {
    return valuesBy(this.#children(SORT_COLUMNS[by], bot, level), by, scanId);
  }

  saveItem(item: CatalogueItem): void {
    this.atomically(() => {
      // Another window may have removed the bot during a request of this window.
      if (this.#hasBot(item.bot)) this.#saveItem(item);
    });
  }

  #saveItem(item: CatalogueItem): void {
    const { bot, id } = item;
    const isCached = this.#cachedItem?.id === id && this.#cachedItem.bot === bot;
    const previousItem = isCached ? this.#cachedItem : this.item(bot, id);
    this.#cachedItem = undefined;
    this.#database.run(ITEMS.save, item);
    if (previousItem !== undefined && isSamePosition(previousItem, item)) {
      return void this.#pending.push({ bot, item: id });
    }
    this.#addChildChange(item);
    if (previousItem !== undefined) this.#addChildChange(previousItem);
  }

  /** Reports that the item entered or left its level, or changed its position in it. */
  #addChildChange(item: CatalogueItem): void {
    const { bot, id, parentId } = item;
    this.#pending.push({ bot, item: id, childrenOf: parentId });
    this.#orders.recordChange(bot, parentId, id);
  }

  removeItems(bot: string, ids: readonly string[]): void {
    this.atomically(() => {
      for (const id of ids) {
        const removedItem = this.item(bot, id);
        if (removedItem === undefined) continue;
        this.#database.run('DELETE FROM item WHERE bot = :bot AND id = :id', { bot, id });
        this.#cachedItem = undefined;
        this.#addChildChange(removedItem);
      }
    });
  }

  scan(bot: string): Scan | undefined {
    const row = this.#database.get(`${SCANS.select} WHERE bot = :bot`, { bot });
    return row && SCANS.read(row);
  }

  saveScan(scan: Scan): void {
    this.atomically(() => {
      if (!this.#hasBot(scan.bot)) return;
      this.#database.run(SCANS.save, scan);
      this.#pending.push({ bot: scan.bot });
    });
  }

  listedIn(file: string): readonly FileEntry[] {
    const rows = this.#database.all(`${FILE_ENTRIES.select} WHERE file = :file`, { file });
    return rows.map(FILE_ENTRIES.read).map(({ bot, item, makesReadOnly }) => ({
      bot,
      item: item || null,
      ...(makesReadOnly ? { makesReadOnly } : {}),
    }));
  }

  addListed(file: string, entries: readonly FileEntry[]): void {
    this.atomically(() => {
      for (const { bot, item, makesReadOnly = false } of entries) {
        if (!this.#hasBot(bot)) continue;
        if (item === null && makesReadOnly !== this.#isLocking(file, bot))
          this.#pending.push({ bot });
        this.#database.run(FILE_ENTRIES.save, { file, bot, item: item ?? '', makesReadOnly });
      }
    });
  }

  removeListed(file: string, entries: readonly FileEntry[]): void {
    const remove = 'DELETE FROM file_entry WHERE file = :file AND bot = :bot AND item = :item';
    this.atomically(() => {
      for (const { bot, item } of entries) {
        if (item === null && this.#isLocking(file, bot)) this.#pending.push({ bot });
        this.#database.run(remove, { file, bot, item: item ?? '' });
      }
    });
  }

  #isLocking(file: string, bot: string): boolean {
    return this.filesMakingReadOnly(bot).includes(file);
  }

  isListedElsewhere({ bot, item }: FileEntry, file: string): boolean {
    const sql =
      'SELECT 1 FROM file_entry WHERE bot = :bot AND item = :item AND file <> :file LIMIT 1';
    return this.#database.get(sql, { bot, item: item ?? '', file }) !== undefined;
  }

  filesMakingReadOnly(bot: string): readonly string[] {
    const select = "SELECT file FROM file_entry WHERE bot = :bot AND item = '' AND locks = 1";
    return this.#database.all(`${select} ORDER BY file`, { bot }).map(({ file }) => String(file));
  }

  notesOf(kind: NoteKind): ReadonlyMap<string, number> {
    const rows = this.#database.all(`${NOTES.select} WHERE kind = :kind`, { kind });
    return new Map(rows.map(NOTES.read).map(({ key, value }) => [key, value]));
  }

  setNote(kind: NoteKind, key: string, value: number): void {
    this.atomically(() => this.#database.run(NOTES.save, { kind, key, value }));
  }

  removeNote(kind: NoteKind, key: string): void {
    this.atomically(() =>
      this.#database.run('DELETE FROM note WHERE kind = :kind AND key = :key', { kind, key }),
    );
  }

  /** Also deletes the change log, which contains IDs. A window that has not read all of it reads everything again. */
  eraseAll(): void {
    this.atomically(() => {
      for (const table of TABLES_TO_ERASE) this.#database.run(`DELETE FROM ${table}`);
      this.#pending = [{ bot: undefined }];
    });
  }

  compact(): void {
    this.#database.compact();
  }

  /** The changes survive a killed process as soon as the outermost step has returned. */
  atomically<T>(step: () => T): T {
    if (this.#database.isInTransaction) return step();
    let changes: readonly CatalogueChange[] = [];
    let result: T;
    try {
      result = this.#database.atomically(() => {
        const stepResult = step();
        changes = compactChanges(this.#pending);
        for (const change of changes) this.#log.append(change);
        return stepResult;
      });
    } finally {
      // Cleared before the event, because a listener may run another transaction.
      this.#pending = [];
      this.#cachedBot = undefined;
      this.#cachedItem = undefined;
    }
    if (changes.length > 0) this.#changed.fire(changes);
    return result;
  }

  close(): void {
    this.#log.dispose();
    this.#database.close();
  }

  #hasBot(key: string): boolean {
    if (this.#cachedBot === key) return true;
    const hasRow =
      this.#database.get('SELECT key FROM bot WHERE key = :key', { key }) !== undefined;
    if (hasRow && this.#database.isInTransaction) this.#cachedBot = key;
    return hasRow;
  }

  #children<T extends object>(
    { select, read }: Selected<T>,
    bot: string,
    level: Level,
  ): readonly T[] {
    return this.#database.all(`${select} ${AT_LEVEL}`, { bot, level }).map(read);
  }
}

function countOf(row: SqlRow | undefined): number {
  return Number(row?.['count'] ?? 0);
}
