import { Emitter } from '../core/emitter.ts';
import type { Bot, CatalogueItem } from '../core/model.ts';
import type { CatalogueChange, CatalogueStore } from '../core/ports.ts';
import type { Database } from './database.ts';
import { ChangeLog } from './changeLog.ts';
import { botOf, itemOf } from './rows.ts';
import { isSamePlace } from './samePlace.ts';

/** The catalogue in a database that several windows share. */
export class SqlCatalogue implements CatalogueStore {
  readonly #database: Database;
  readonly #log: ChangeLog;
  readonly #changed = new Emitter<readonly CatalogueChange[]>();
  readonly onDidChange = this.#changed.event;
  #pending: CatalogueChange[] = [];

  constructor(database: Database) {
    this.#database = database;
    this.#log = new ChangeLog(database, (changes) => this.#changed.fire(changes));
  }

  bots(): readonly Bot[] {
    return this.#database.all('SELECT * FROM bot ORDER BY created, key').map(botOf);
  }

  saveBot(bot: Bot): void {
    const known = this.#database.get('SELECT key FROM bot WHERE key = ?', bot.key);
    const sql = `INSERT INTO bot (key, base_url, bot_id, label, kind, created) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET base_url = excluded.base_url, bot_id = excluded.bot_id,
      label = excluded.label, kind = excluded.kind, created = excluded.created`;
    this.#write({ bot: known === undefined ? undefined : bot.key }, () => {
      this.#database.run(sql, bot.key, bot.baseUrl, bot.botId, bot.label, bot.kind, bot.created);
    });
  }

  removeBot(key: string): void {
    this.#write({ bot: undefined }, () => {
      this.#database.run('DELETE FROM bot WHERE key = ?', key);
    });
  }

  items(bot: string): readonly CatalogueItem[] {
    return this.#database.all('SELECT * FROM item WHERE bot = ?', bot).map(itemOf);
  }

  item(bot: string, id: string): CatalogueItem | undefined {
    const row = this.#database.get('SELECT * FROM item WHERE bot = ? AND id = ?', bot, id);
    return row && itemOf(row);
  }

  children(bot: string, parentId: string | null): readonly CatalogueItem[] {
    const sql = 'SELECT * FROM item WHERE bot = ? AND parent IS ?';
    return this.#database.all(sql, bot, parentId).map(itemOf);
  }

  saveItem(item: CatalogueItem): void {
    this.atomically(() => {
      const owner = this.#database.get('SELECT key FROM bot WHERE key = ?', item.bot);
      // Another window may have removed the bot while a request of this one was under way.
      if (owner !== undefined) this.#saveItem(item);
    });
  }

  #saveItem(item: CatalogueItem): void {
    const known = this.item(item.bot, item.id);
    const { bot, id, parentId } = item;
    const isInPlace = known !== undefined && isSamePlace(known, item);
    const own = { bot, item: id };
    this.#write(isInPlace ? own : { ...own, childrenOf: parentId }, () => {
      this.#database.run(
        `INSERT OR REPLACE INTO item
          (bot, id, type, name, parent, source, created, last_seen, state, reason)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        bot,
        id,
        item.type,
        item.name,
        parentId,
        item.source,
        item.created,
        item.lastSeen,
        item.state,
        item.reason,
      );
      if (known !== undefined && known.parentId !== parentId) {
        this.#note({ ...own, childrenOf: known.parentId });
      }
    });
  }

  removeItems(bot: string, ids: readonly string[]): void {
    this.atomically(() => {
      for (const id of ids) {
        const known = this.item(bot, id);
        if (known === undefined) continue;
        this.#write({ bot, item: id, childrenOf: known.parentId }, () => {
          this.#database.run('DELETE FROM item WHERE bot = ? AND id = ?', bot, id);
        });
      }
    });
  }

  atomically<T>(step: () => T): T {
    if (this.#database.isInTransaction) return step();
    try {
      const result = this.#database.atomically(step);
      const changes = this.#pending;
      this.#pending = [];
      if (changes.length > 0) this.#changed.fire(changes);
      return result;
    } finally {
      this.#pending = [];
    }
  }

  close(): void {
    this.#log.dispose();
    this.#database.close();
  }

  #write(change: CatalogueChange, step: () => void): void {
    this.atomically(() => {
      step();
      this.#note(change);
    });
  }

  #note(change: CatalogueChange): void {
    this.#log.append(change);
    this.#pending.push(change);
  }
}
