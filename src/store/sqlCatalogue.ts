import { Emitter } from '../core/async/emitter.ts';
import type { Bot, CatalogueItem, Scan, ValueKey } from '../core/model.ts';
import {
  UNPLACED,
  type CatalogueChange,
  type CatalogueStore,
  type FileEntry,
  type LevelOrder,
  type NoteKind,
  type Place,
} from '../core/ports.ts';
import { ChangeLog } from './changeLog.ts';
import { compactChanges } from './compactChanges.ts';
import type { Database, Row } from './database.ts';
import { NameOrders } from './nameOrders.ts';
import { isSamePlace, placeOf } from './placeOf.ts';
import { botOf, itemOf, scanOf, text } from './rows.ts';
import { SAVE_BOT, SAVE_ITEM, SAVE_NOTE, SAVE_SCAN } from './statements.ts';

/** Those that hold what somebody entered or the service sent; what refers to a bot goes with it. */
const TABLES = ['bot', 'note', 'change', 'sandbox_item', 'sandbox_tagging', 'sandbox_mark'];

/** The catalogue in a database that several windows share. */
export class SqlCatalogue implements CatalogueStore {
  readonly #database: Database;
  readonly #log: ChangeLog;
  readonly #orders: NameOrders;
  readonly #changed = new Emitter<readonly CatalogueChange[]>();
  readonly onDidChange = this.#changed.event;
  #pending: CatalogueChange[] = [];
  /** What this transaction has read, and nobody else can change before its end. */
  #bot: string | undefined;
  #item: CatalogueItem | undefined;

  constructor(database: Database) {
    this.#database = database;
    this.#orders = new NameOrders(database, (bot, place) =>
      this.#at('SELECT id, name, type FROM item', bot, place),
    );
    this.#log = new ChangeLog(database, (changes) => this.#changed.fire(changes));
  }

  bots(): readonly Bot[] {
    return this.#database.all('SELECT * FROM bot ORDER BY created, key').map(botOf);
  }

  saveBot(bot: Bot): void {
    this.atomically(() => {
      const isNew = !this.#hasBot(bot.key);
      const { key, baseUrl, botId, label, kind, environment, origin, isConfirmed, created } = bot;
      const values = [key, baseUrl, botId, label, kind, environment, origin];
      this.#database.run(SAVE_BOT, ...values, isConfirmed ? 1 : 0, created);
      this.#pending.push({ bot: isNew ? undefined : key });
    });
  }

  removeBot(key: string): void {
    this.atomically(() => {
      this.#database.run('DELETE FROM bot WHERE key = ?', key);
      this.#bot = undefined;
      this.#item = undefined;
      this.#pending.push({ bot: undefined });
    });
  }

  items(bot: string): readonly CatalogueItem[] {
    return this.#database.all('SELECT * FROM item WHERE bot = ?', bot).map(itemOf);
  }

  itemsAfter(bot: string, id: string, limit: number): readonly CatalogueItem[] {
    const sql = 'SELECT * FROM item WHERE bot = ? AND id > ? ORDER BY id LIMIT ?';
    return this.#database.all(sql, bot, id, limit).map(itemOf);
  }

  item(bot: string, id: string): CatalogueItem | undefined {
    const row = this.#database.get('SELECT * FROM item WHERE bot = ? AND id = ?', bot, id);
    const item = row && itemOf(row);
    if (this.#database.isInTransaction) this.#item = item;
    return item;
  }

  children(bot: string, place: Place): readonly CatalogueItem[] {
    return this.#at('SELECT * FROM item', bot, place).map(itemOf);
  }

  count(bot: string, place: Place): number {
    return Number(this.#at('SELECT count(*) AS count FROM item', bot, place)[0]?.['count'] ?? 0);
  }

  orderByName(bot: string, place: Place): LevelOrder {
    return this.#orders.read(bot, place);
  }

  sortValues(
    bot: string,
    place: Place,
    by: ValueKey,
    scan: string | undefined,
  ): ReadonlyMap<string, number> {
    const column = { created: 'created', lastSeen: 'last_seen', customers: 'seen_on' }[by];
    const ofScan = by === 'customers' ? 'scan' : 'NULL';
    const rows = this.#at(`SELECT id, ${column} AS value, ${ofScan} AS scan FROM item`, bot, place);
    const known = rows.filter(
      (row) => row['value'] !== null && (by !== 'customers' || row['scan'] === scan),
    );
    return new Map(known.map((row) => [text(row['id']), Number(row['value'])]));
  }

  saveItem(item: CatalogueItem): void {
    this.atomically(() => {
      // Another window may have removed the bot while a request of this one was under way.
      if (this.#hasBot(item.bot)) this.#saveItem(item);
    });
  }

  #saveItem(item: CatalogueItem): void {
    const { bot, id, type, name, namedAt, parentId, folderKnown, source, created } = item;
    const isRead = this.#item?.id === id && this.#item.bot === bot;
    const known = isRead ? this.#item : this.item(bot, id);
    this.#item = undefined;
    this.#database.run(
      SAVE_ITEM,
      ...[bot, id, type, name, namedAt, parentId, folderKnown, source, created],
      ...[item.firstSeen, item.lastSeen, item.scan, item.seenOn, item.state, item.reason],
    );
    if (known !== undefined && isSamePlace(known, item)) {
      return void this.#pending.push({ bot, item: id });
    }
    this.#noteChild(item);
    if (known !== undefined) this.#noteChild(known);
  }

  /** What stands where it stands is not as it was. */
  #noteChild(item: CatalogueItem): void {
    const { bot, id } = item;
    const childrenOf = placeOf(item);
    this.#pending.push({ bot, item: id, childrenOf });
    this.#orders.note(bot, childrenOf, id);
  }

  removeItems(bot: string, ids: readonly string[]): void {
    this.atomically(() => {
      for (const id of ids) {
        const known = this.item(bot, id);
        if (known === undefined) continue;
        this.#database.run('DELETE FROM item WHERE bot = ? AND id = ?', bot, id);
        this.#item = undefined;
        this.#noteChild(known);
      }
    });
  }

  scan(bot: string): Scan | undefined {
    const row = this.#database.get('SELECT * FROM scan WHERE bot = ?', bot);
    return row && scanOf(row);
  }

  saveScan(scan: Scan): void {
    this.atomically(() => {
      if (!this.#hasBot(scan.bot)) return;
      const { bot, id, limit, from, next, budget, pages, customers, skipped } = scan;
      this.#database.run(
        SAVE_SCAN,
        ...[bot, id, limit, from, next, budget, pages, customers, skipped],
        ...[scan.tags, scan.newTags, scan.state, scan.started, scan.updated],
      );
      this.#pending.push({ bot });
    });
  }

  listedIn(file: string): readonly FileEntry[] {
    const rows = this.#database.all('SELECT bot, item FROM file_entry WHERE file = ?', file);
    return rows.map((row) => ({ bot: text(row['bot']), item: text(row['item']) || null }));
  }

  setListed(file: string, entries: readonly FileEntry[]): void {
    this.atomically(() => {
      this.#database.run('DELETE FROM file_entry WHERE file = ?', file);
      const insert = 'INSERT OR IGNORE INTO file_entry (file, bot, item) VALUES (?, ?, ?)';
      for (const { bot, item } of entries) {
        if (this.#hasBot(bot)) this.#database.run(insert, file, bot, item ?? '');
      }
    });
  }

  isListedElsewhere({ bot, item }: FileEntry, file: string): boolean {
    const others = 'SELECT 1 FROM file_entry WHERE bot = ? AND item = ? AND file <> ? LIMIT 1';
    return this.#database.get(others, bot, item ?? '', file) !== undefined;
  }

  notesOf(kind: NoteKind): ReadonlyMap<string, number> {
    const rows = this.#database.all('SELECT key, value FROM note WHERE kind = ?', kind);
    return new Map(rows.map((row) => [text(row['key']), Number(row['value'])]));
  }

  setNote(kind: NoteKind, key: string, value: number): void {
    this.atomically(() => this.#database.run(SAVE_NOTE, kind, key, value));
  }

  removeNote(kind: NoteKind, key: string): void {
    this.atomically(() =>
      this.#database.run('DELETE FROM note WHERE kind = ? AND key = ?', kind, key),
    );
  }

  /** The log of changes has IDs in it, too: who has not read it yet reads everything anew. */
  eraseAll(): void {
    this.atomically(() => {
      for (const table of TABLES) this.#database.run(`DELETE FROM ${table}`);
      this.#pending = [{ bot: undefined }];
    });
  }

  compact(): void {
    this.#database.compact();
  }

  /** Once the outermost step has returned, it is in the database; a process that is killed loses none of it. */
  atomically<T>(step: () => T): T {
    if (this.#database.isInTransaction) return step();
    try {
      const { result, changes } = this.#database.atomically(() => {
        const stepResult = step();
        const told = compactChanges(this.#pending);
        for (const change of told) this.#log.append(change);
        return { result: stepResult, changes: told };
      });
      this.#pending = [];
      if (changes.length > 0) this.#changed.fire(changes);
      return result;
    } finally {
      this.#pending = [];
      this.#bot = undefined;
      this.#item = undefined;
    }
  }

  close(): void {
    this.#log.dispose();
    this.#database.close();
  }

  #hasBot(key: string): boolean {
    if (this.#bot === key) return true;
    const isThere = this.#database.get('SELECT key FROM bot WHERE key = ?', key) !== undefined;
    if (isThere && this.#database.isInTransaction) this.#bot = key;
    return isThere;
  }

  #at(select: string, bot: string, place: Place): Row[] {
    // Left to itself, SQLite reads all of the bot's items.
    const from = `${select} INDEXED BY item_by_place WHERE bot = ?`;
    if (place === UNPLACED) {
      return this.#database.all(`${from} AND parent IS NULL AND folder_known = 'no'`, bot);
    }
    const known = "folder_known IN ('service', 'user')";
    return this.#database.all(`${from} AND parent IS ? AND ${known}`, bot, place);
  }
}
