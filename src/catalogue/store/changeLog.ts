import type { CatalogueChange } from '../../base/ports.ts';
import type { Database } from './database.ts';
import type { SqlRow } from './table.ts';
import { CHANGES } from './tables.ts';

/** Interval for polling changes of other windows, in ms. A poll takes microseconds if there are none. */
const POLL_INTERVAL_MS = 300;

/** Number of stored changes. A window that has missed more changes reads everything again. */
const MAX_STORED = 10_000;

/** Log through which windows exchange their changes. Each stored change has a revision: 1, 2, 3 and so on. */
export class ChangeLog {
  readonly #database: Database;
  readonly #onChanges: (changes: readonly CatalogueChange[]) => void;
  /** ID of this window. */
  readonly #writer = crypto.randomUUID();
  readonly #timer: NodeJS.Timeout;
  #lastRevision: number;
  #dataVersion: number;

  constructor(database: Database, onChanges: (changes: readonly CatalogueChange[]) => void) {
    this.#database = database;
    this.#onChanges = onChanges;
    this.#lastRevision = this.#revision('max');
    this.#dataVersion = this.#database.dataVersion;
    this.#timer = setInterval(() => this.#poll(), POLL_INTERVAL_MS);
    this.#timer.unref();
  }

  /** Adds a change. Must be called in the transaction that makes the change. */
  append(change: CatalogueChange): void {
    const { bot = null, item = null, childrenOf } = change;
    const hasParent = childrenOf !== undefined;
    const row = { writer: this.#writer, bot, item, hasParent, parent: childrenOf ?? null };
    this.#database.run(CHANGES.insert, row);
    const newest = this.#revision('max');
    // Old changes are deleted only once per 1000 changes, which is cheaper.
    if (newest % 1000 === 0) {
      const deletedUpTo = newest - MAX_STORED;
      this.#database.run('DELETE FROM change WHERE revision <= :deletedUpTo', { deletedUpTo });
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #poll(): void {
    let changes: readonly CatalogueChange[];
    try {
      changes = this.#read();
    } catch {
      // No caller waits for a poll. The next command that reads the database fails with the same error.
      return;
    }
    if (changes.length > 0) this.#onChanges(changes);
  }

  #read(): readonly CatalogueChange[] {
    const version = this.#database.dataVersion;
    if (version === this.#dataVersion) return [];
    // The version is read before the changes, so that the next poll reads a change that is written during this poll.
    const newest = this.#revision('max');
    const rows = this.#database.all(
      `${CHANGES.select} WHERE revision > :seen AND revision <= :newest AND writer <> :writer
        ORDER BY revision`,
      { seen: this.#lastRevision, newest, writer: this.#writer },
    );
    const hasGap = this.#revision('min') > this.#lastRevision + 1;
    this.#dataVersion = version;
    this.#lastRevision = newest;
    // If changes were deleted before this window read them, everything may have changed: a change without a bot.
    return hasGap ? [{ bot: undefined }] : rows.map(changeOf);
  }

  /** Returns the oldest or newest stored revision, or 0 if no change is stored. */
  #revision(which: 'min' | 'max'): number {
    const row = this.#database.get(`SELECT ${which}(revision) AS revision FROM change`);
    return Number(row?.['revision'] ?? 0);
  }
}

function changeOf(row: SqlRow): CatalogueChange {
  const { bot, item, hasParent, parent } = CHANGES.read(row);
  const change = { bot: bot ?? undefined, ...(item === null ? {} : { item }) };
  return hasParent ? { ...change, childrenOf: parent } : change;
}
