import type { DatabaseSync } from 'node:sqlite';
import { BusyError } from '../../base/errors.ts';
import { migrations } from './migrations.ts';
import { saysBusy, withTrouble } from './resultCode.ts';
import { Statement, type Values } from './statement.ts';
import type { SqlRow } from './table.ts';

/**
 * How long a write waits for another window's, ms. The whole extension host stands still meanwhile: whoever has more
 * patience tries again after a pause (`Catalogue.whenFree`).
 */
const BUSY_MS = 100;

/**
 * One connection: prepared statements by their text, migrations, and transactions that nest.
 *
 * The write-ahead log alone outlives a process that is killed, with everything that was committed. It is synced with
 * each commit (`FULL`) so that a power cut takes nothing either: what is in here cannot be asked for again, and a
 * fifth of a millisecond more for each change is not felt.
 */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, Statement>();
  readonly #onError: (error: unknown) => void;
  #depth = 0;

  /** @param onError hears what a statement throws, before its caller does; who is told `BusyError` may try again */
  constructor(sqlite: DatabaseSync, onError: (error: unknown) => void = () => undefined) {
    this.#sqlite = sqlite;
    this.#onError = onError;
    sqlite.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    sqlite.exec('PRAGMA journal_mode = WAL');
    sqlite.exec('PRAGMA synchronous = FULL');
    sqlite.exec('PRAGMA foreign_keys = ON');
    this.#migrate();
  }

  all<V extends Values<V>>(sql: string, values?: V): SqlRow[] {
    return this.#heard(() => this.#statement(sql).all(values));
  }

  get<V extends Values<V>>(sql: string, values?: V): SqlRow | undefined {
    return this.#heard(() => this.#statement(sql).get(values));
  }

  run<V extends Values<V>>(sql: string, values?: V): void {
    this.#heard(() => this.#statement(sql).run(values));
  }

  get isInTransaction(): boolean {
    return this.#depth > 0;
  }

  /** Reads that see no change of another window between them. */
  reading<T>(step: () => T): T {
    return this.#depth > 0 ? step() : this.#transaction('BEGIN', step);
  }

  /** Takes the write lock at once: a read that turns into a write later would fail when another window wrote. */
  atomically<T>(step: () => T): T {
    return this.#depth > 0 ? step() : this.#transaction('BEGIN IMMEDIATE', step);
  }

  #transaction<T>(begin: string, step: () => T): T {
    this.#heard(() => this.#sqlite.exec(begin));
    this.#depth++;
    try {
      const result = step();
      this.#heard(() => this.#sqlite.exec('COMMIT'));
      return result;
    } catch (error) {
      // A disk that is full or fails makes SQLite roll back by itself; a second time would hide why.
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
      throw error;
    } finally {
      this.#depth--;
    }
  }

  /** Writes the file anew, without what was deleted, and empties the log. Throws `BusyError` while another one reads. */
  compact(): void {
    this.#heard(() => this.#sqlite.exec('VACUUM'));
    const done = this.get('PRAGMA wal_checkpoint(TRUNCATE)');
    if (done?.['busy'] === 1) throw new BusyError(new Error('the log is being read'));
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  #heard<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      this.#onError(error);
      throw saysBusy(error) ? new BusyError(error) : withTrouble(error);
    }
  }

  #statement(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = new Statement(this.#sqlite, sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #version(): number {
    return Number(this.#sqlite.prepare('PRAGMA user_version').get()?.['user_version']);
  }

  #migrate(): void {
    if (this.#version() === migrations.length) return;
    this.atomically(() => {
      // Read again under the lock: another window may have migrated meanwhile.
      const version = this.#version();
      if (version > migrations.length) {
        throw new Error(
          `The database has version ${version}; this version of the extension knows up to ${migrations.length}.`,
        );
      }
      for (const migration of migrations.slice(version)) this.#sqlite.exec(migration);
      this.#sqlite.exec(`PRAGMA user_version = ${migrations.length}`);
    });
  }
}
