import type { SandboxItem, SandboxState, SandboxTagging } from '../core/ports.ts';
import type { Database, Row } from './database.ts';
import { text, textOrNull } from './rows.ts';

/** What the sandbox remembers, kept from one window to the next. */
export class SqlSandboxState implements SandboxState {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  seedOnce(items: readonly SandboxItem[]): void {
    this.atomically(() => {
      if (this.#database.get("SELECT name FROM sandbox_mark WHERE name = 'seeded'")) return;
      this.#database.run("INSERT INTO sandbox_mark (name) VALUES ('seeded')");
      for (const item of items) this.addItem(item);
    });
  }

  items(): readonly SandboxItem[] {
    return this.#database.all('SELECT * FROM sandbox_item').map(itemOf);
  }

  item(id: string): SandboxItem | undefined {
    const row = this.#database.get('SELECT * FROM sandbox_item WHERE id = ?', id);
    return row && itemOf(row);
  }

  addItem(item: SandboxItem): void {
    this.#database.run(
      'INSERT INTO sandbox_item (id, name, type, parent, created) VALUES (?, ?, ?, ?, ?)',
      item.id,
      item.name,
      item.type,
      item.parentId,
      item.created,
    );
  }

  removeItems(ids: readonly string[]): void {
    for (const id of ids) {
      this.#database.run('DELETE FROM sandbox_item WHERE id = ?', id);
      this.#database.run('DELETE FROM sandbox_tagging WHERE tag = ?', id);
    }
  }

  taggings(user: string): ReadonlyMap<string, SandboxTagging | null> {
    const rows = this.#database.all('SELECT * FROM sandbox_tagging WHERE user = ?', user);
    return new Map(rows.map((row) => [text(row['tag']), taggingOf(row)]));
  }

  setTagging(user: string, tagId: string, tagging: SandboxTagging | null): void {
    this.#database.run(
      'INSERT OR REPLACE INTO sandbox_tagging (user, tag, timestamp, count) VALUES (?, ?, ?, ?)',
      user,
      tagId,
      tagging?.timestamp ?? null,
      tagging?.count ?? null,
    );
  }

  atomically<T>(step: () => T): T {
    return this.#database.atomically(step);
  }
}

function itemOf(row: Row): SandboxItem {
  return {
    id: text(row['id']),
    name: text(row['name']),
    type: Number(row['type']),
    parentId: textOrNull(row['parent']),
    created: Number(row['created']),
  };
}

function taggingOf(row: Row): SandboxTagging | null {
  if (row['timestamp'] === null) return null;
  return { timestamp: Number(row['timestamp']), count: Number(row['count']) };
}
