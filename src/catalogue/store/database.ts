import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { BusyError, StorageError, type StorageTrouble } from '../../base/errors.ts';
import { migrations } from './migrations.ts';
import type { SqlRow } from './table.ts';

/** SQLite's primary result code if another connection has locked the file. */
const SQLITE_BUSY = 5;

/** SQLite's extended result code if the database file was replaced. A new connection opens the new file. */
export const MOVED = 1032;

/** Storage problems by primary result code: readonly, disk I/O, full, cannot open, permission. */
const STORAGE_PROBLEMS: Readonly<Record<number, StorageTrouble>> = {
  8: 'read-only',
  10: 'failed',
  13: 'full',
  14: 'failed',
  3: 'read-only',
};

/** Returns the extended result code of an error of SQLite; `NaN` for other errors. */
export function resultCode(error: unknown): number {
  if (StorageError.is(error)) return resultCode(error.cause);
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : Number.NaN;
}

export function isBusyError(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY;
}

/** Returns the primary result code of an error of SQLite, the low byte of the extended one; 0 for other errors. */
export function primaryCode(error: unknown): number {
  return resultCode(error) & 0xff;
}

/**
 * Converts a storage error of SQLite, such as a full disk, to a `StorageError`. Returns any other error unchanged. An
 * error with the code `MOVED` also stays unchanged, although its primary code means "read-only".
 */
export function toStorageError(error: unknown): unknown {
  const trouble = STORAGE_PROBLEMS[primaryCode(error)];
  if (trouble === undefined || resultCode(error) === MOVED) return error;
  return error instanceof Error ? new StorageError(trouble, error) : error;
}

/**
 * Values by parameter name without the `:`. Values that the statement does not use are ignored. Used as
 * `V extends Values<V>`, because an interface, such as that of a row, has no index signature, and so is not a `Record`.
 */
type Values<V> = { readonly [Name in keyof V]: SQLInputValue | boolean };

/**
 * Prepared statement with named parameters. Passes the values to the driver by position, because the driver's own named
 * parameters are slow: for a row of 15 values, finding the names in the statement takes longer than writing the row.
 */
export class Statement {
  readonly #prepared: StatementSync;
  readonly #names: readonly string[];

  /** @param sql SQL text; contains `:` only at the start of a parameter */
  constructor(sqlite: DatabaseSync, sql: string) {
    this.#prepared = sqlite.prepare(sql.replaceAll(PARAMETER, '?'));
    this.#names = [...sql.matchAll(PARAMETER)].map(([, name = '']) => name);
  }

  all<V extends Values<V>>(values?: V): SqlRow[] {
    return this.#prepared.all(...this.#bound(values));
  }

  get<V extends Values<V>>(values?: V): SqlRow | undefined {
    return this.#prepared.get(...this.#bound(values));
  }

  run<V extends Values<V>>(values?: V): void {
    this.#prepared.run(...this.#bound(values));
  }

  #bound(values: object = {}): SQLInputValue[] {
    const byName = values as Values<Record<string, unknown>>;
    const positionalValues: SQLInputValue[] = [];
    for (const name of this.#names) {
      const value = byName[name];
      if (value === undefined) throw new Error(`The statement needs a value for ${name}.`);
      positionalValues.push(typeof value === 'boolean' ? Number(value) : value);
    }
    return positionalValues;
  }
}

const PARAMETER = /:(\w+)/g;

/**
 * Time for which a write waits for another window, in ms. The wait blocks the extension host. Callers that can wait
 * longer therefore retry after a pause (`Catalogue.whenFree`).
 */
const BUSY_MS = 100;

/**
 * Connection that syncs the write-ahead log on each commit (`FULL`), so that commits survive a power failure, not only
 * a killed process. Syncing costs 0.2 ms per change, which is acceptable, because the service cannot return the stored
 * data.
 */
export class Database {
  readonly #sqlite: DatabaseSync;
  readonly #statements = new Map<string, Statement>();
  readonly #onError: (error: unknown) => void;
  /** Whether a transaction is under way. A step within a transaction becomes part of it. */
  #isInTransaction = false;

  /** @param onError called with each error of a statement, also with errors after which the caller retries */
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
    return this.#reportErrors(() => this.#statement(sql).all(values));
  }

  get<V extends Values<V>>(sql: string, values?: V): SqlRow | undefined {
    return this.#reportErrors(() => this.#statement(sql).get(values));
  }

  run<V extends Values<V>>(sql: string, values?: V): void {
    this.#reportErrors(() => this.#statement(sql).run(values));
  }

  /** Number that changes when another connection changes the database. */
  get dataVersion(): number {
    return Number(this.get('PRAGMA data_version')?.['data_version']);
  }

  get isInTransaction(): boolean {
    return this.#isInTransaction;
  }

  /** Runs several reads on one snapshot, without changes of other windows in between. */
  inReadTransaction<T>(step: () => T): T {
    return this.#isInTransaction ? step() : this.#transaction('BEGIN', step);
  }

  /** Takes the write lock: a transaction that began as a read cannot write after another connection has written. */
  atomically<T>(step: () => T): T {
    return this.#isInTransaction ? step() : this.#transaction('BEGIN IMMEDIATE', step);
  }

  #transaction<T>(begin: string, step: () => T): T {
    this.#reportErrors(() => this.#sqlite.exec(begin));
    this.#isInTransaction = true;
    try {
      const result = step();
      this.#reportErrors(() => this.#sqlite.exec('COMMIT'));
      return result;
    } catch (error) {
      // SQLite itself rolls back if the disk is full or fails. A second rollback would hide the cause.
      if (this.#sqlite.isTransaction) this.#sqlite.exec('ROLLBACK');
      throw error;
    } finally {
      this.#isInTransaction = false;
    }
  }

  /**
   * Rewrites the file without deleted data, and empties the log.
   * @throws {BusyError} if another connection is reading
   */
  compact(): void {
    this.#reportErrors(() => this.#sqlite.exec('VACUUM'));
    const checkpoint = this.get('PRAGMA wal_checkpoint(TRUNCATE)');
    if (checkpoint?.['busy'] === 1) throw new BusyError(new Error('the log is being read'));
  }

  close(): void {
    this.#statements.clear();
    this.#sqlite.close();
  }

  #reportErrors<T>(step: () => T): T {
    try {
      return step();
    } catch (error) {
      this.#onError(error);
      throw isBusyError(error) ? new BusyError(error) : toStorageError(error);
    }
  }

  #statement(sql: string): Statement {
    const cachedStatement = this.#statements.get(sql);
    if (cachedStatement !== undefined) return cachedStatement;
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
      // Read again under the lock: another window may have migrated in the meantime.
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

const RETRY_INTERVAL_MS = 50;

/**
 * Runs a step while holding a lock. SQLite uses locks of the operating system, so a killed process releases its lock.
 * @param lock empty database that serves as the lock; closed after the step, but not deleted
 */
export async function whileLocked<T>(lock: DatabaseSync, step: () => Promise<T>): Promise<T> {
  try {
    while (!tryLock(lock)) await delay(RETRY_INTERVAL_MS);
    return await step();
  } finally {
    lock.close();
  }
}

function tryLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (!isBusyError(error)) throw error;
    return false;
  }
}
