import type { SandboxItem, SandboxState, SandboxTagging } from '../../base/ports.ts';
import type { Database } from './database.ts';
import { SANDBOX_ITEMS, TAGGINGS } from './tables.ts';

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
    return this.#database.all(SANDBOX_ITEMS.select).map(SANDBOX_ITEMS.read);
  }

  item(id: string): SandboxItem | undefined {
    const row = this.#database.get(`${SANDBOX_ITEMS.select} WHERE id = :id`, { id });
    return row && SANDBOX_ITEMS.read(row);
  }

  addItem(item: SandboxItem): void {
    this.#database.run(SANDBOX_ITEMS.insert, item);
  }

  removeItems(ids: readonly string[]): void {
    for (const id of ids) {
      this.#database.run('DELETE FROM sandbox_item WHERE id = :id', { id });
      this.#database.run('DELETE FROM sandbox_tagging WHERE tag = :id', { id });
    }
  }

  taggings(user: string): ReadonlyMap<string, SandboxTagging | null> {
    const rows = this.#database.all(`${TAGGINGS.select} WHERE user = :user`, { user });
    return new Map(
      rows.map(TAGGINGS.read).map(({ tag, timestamp, count }) => {
        const isDetached = timestamp === null;
        return [tag, isDetached ? null : { timestamp, count: count ?? 0 }];
      }),
    );
  }

  setTagging(user: string, tagId: string, tagging: SandboxTagging | null): void {
    const { timestamp, count } = tagging ?? { timestamp: null, count: null };
    this.#database.run(TAGGINGS.save, { user, tag: tagId, timestamp, count });
  }

  atomically<T>(step: () => T): T {
    return this.#database.atomically(step);
  }
}
