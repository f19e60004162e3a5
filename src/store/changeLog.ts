import { UNPLACED, type CatalogueChange, type Place } from '../core/ports.ts';
import type { Database, Row } from './database.ts';
import { text, textOrNull } from './rows.ts';

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
    this.#database.run(
      'INSERT INTO change (writer, bot, item, has_parent, parent) VALUES (?, ?, ?, ?, ?)',
      this.#writer,
      change.bot ?? null,
      change.item ?? null,
      placeKind(change.childrenOf),
      change.childrenOf === UNPLACED ? null : (change.childrenOf ?? null),
    );
    const newest = this.#newest();
    if (newest % 1000 === 0) {
      this.#database.run('DELETE FROM change WHERE revision <= ?', newest - KEPT);
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
      'SELECT * FROM change WHERE revision > ? AND revision <= ? AND writer <> ? ORDER BY revision',
      this.#seen,
      newest,
      this.#writer,
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

/** What stands in the column `has_parent`, from a time before there was more than a parent. */
const NO_PLACE = 0;
const FOLDER_PLACE = 1;
const UNPLACED_PLACE = 2;

function placeKind(place: Place | undefined): number {
  if (place === undefined) return NO_PLACE;
  return place === UNPLACED ? UNPLACED_PLACE : FOLDER_PLACE;
}

function changeOf(row: Row): CatalogueChange {
  const bot = textOrNull(row['bot']) ?? undefined;
  const own = row['item'] === null ? { bot } : { bot, item: text(row['item']) };
  if (row['has_parent'] === UNPLACED_PLACE) return { ...own, childrenOf: UNPLACED };
  return row['has_parent'] === FOLDER_PLACE
    ? { ...own, childrenOf: textOrNull(row['parent']) }
    : own;
}
