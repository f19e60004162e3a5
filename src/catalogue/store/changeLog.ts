import type { CatalogueChange } from '../../base/ports.ts';
import type { Database } from './database.ts';
import type { SqlRow } from './table.ts';
import { CHANGES } from './tables.ts';

/** How often another window's changes are looked for, ms. A look that finds nothing takes microseconds. */
const LOOK_EVERY = 300;

/** Changes kept for windows that have not seen them; one that missed more reads everything anew. */
const KEPT = 10_000;

/** Tells the other windows what changed, and hears it from them. */
export class ChangeLog {
  readonly #database: Database;
  readonly #onChanges: (changes: readonly CatalogueChange[]) => void;
  readonly #writer = crypto.randomUUID();
  readonly #timer: NodeJS.Timeout;
  #seen: number;
  #dataVersion: number;

  constructor(database: Database, onChanges: (changes: readonly CatalogueChange[]) => void) {
    this.#database = database;
    this.#onChanges = onChanges;
    this.#seen = this.#newest();
    this.#dataVersion = this.#readDataVersion();
    this.#timer = setInterval(() => this.#look(), LOOK_EVERY);
    this.#timer.unref();
  }

  /** To be called in the transaction that makes the change. */
  append(change: CatalogueChange): void {
    const { bot = null, item = null, childrenOf } = change;
    const hasParent = childrenOf !== undefined;
    const row = { writer: this.#writer, bot, item, hasParent, parent: childrenOf ?? null };
    this.#database.run(CHANGES.insert, row);
    const newest = this.#newest();
    if (newest % 1000 === 0) {
      const last = newest - KEPT;
      this.#database.run('DELETE FROM change WHERE revision <= :last', { last });
    }
  }

  dispose(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const changes = this.#changes();
    if (changes.length > 0) this.#onChanges(changes);
  }

  #changes(): readonly CatalogueChange[] {
    try {
      return this.#read();
    } catch {
      // Nobody asked for it, so nobody can be told: the next command that needs the list fails with the same error.
      return [];
    }
  }

  #read(): readonly CatalogueChange[] {
    const version = this.#readDataVersion();
    if (version === this.#dataVersion) return [];
    // In this order: what another window writes in between is left for the next look, and never lost.
    const newest = this.#newest();
    const rows = this.#database.all(
      `${CHANGES.select} WHERE revision > :seen AND revision <= :newest AND writer <> :writer
        ORDER BY revision`,
      { seen: this.#seen, newest, writer: this.#writer },
    );
    const isMissing = this.#oldest() > this.#seen + 1;
    this.#dataVersion = version;
    this.#seen = newest;
    return isMissing ? [{ bot: undefined }] : rows.map(changeOf);
  }

  #oldest(): number {
    return this.#revision('SELECT min(revision) AS revision FROM change');
  }

  #newest(): number {
    return this.#revision('SELECT max(revision) AS revision FROM change');
  }

  #revision(sql: string): number {
    return Number(this.#database.get(sql)?.['revision'] ?? 0);
  }

  #readDataVersion(): number {
    return Number(this.#database.get('PRAGMA data_version')?.['data_version']);
  }
}

function changeOf(row: SqlRow): CatalogueChange {
  const { bot, item, hasParent, parent } = CHANGES.read(row);
  const own = { bot: bot ?? undefined, ...(item === null ? {} : { item }) };
  return hasParent ? { ...own, childrenOf: parent } : own;
}
