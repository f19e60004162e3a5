import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { BusyError, StorageError, type StorageTrouble } from '../../base/errors.ts';
import { migrations } from './migrations.ts';
import type { SqlRow } from './table.ts';

/** SQLite's primary result code for a file that another connection has locked. */
const BUSY = 5;

/** An extended one: another file stands in the database's place, and a new connection finds it. */
export const MOVED = 1032;

/** By primary result code: readonly, disk I/O, full, cannot open, permission. */
const TROUBLES: Readonly<Record<number, StorageTrouble>> = {
  ...{ 8: 'read-only', 10: 'failed', 13: 'full', 14: 'failed', 3: 'read-only' },
};

/** SQLite's extended result code of an error, whose low byte is the primary one; `NaN`: it is none of SQLite's. */
export function resultCode(error: unknown): number {
  if (StorageError.is(error)) return resultCode(error.cause);
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : Number.NaN;
}

/** Whether an error of SQLite says that another connection has the file locked. */
export function saysBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/** SQLite's primary result code of an error; 0: it is none of SQLite's. */
export function primaryCode(error: unknown): number {
  return resultCode(error) & 0xff;
}

/** What people are told of an error of SQLite that no other window is the reason of; any other error as it is. */
export function withTrouble(error: unknown): unknown {
  const trouble = TROUBLES[primaryCode(error)];
  if (trouble === undefined || resultCode(error) === MOVED) return error;
  return error instanceof Error ? new StorageError(trouble, error) : error;
}

/** For the parameters of a statement, by their names without the `:`; others are not looked at. */
type Values<V> = { readonly [Name in keyof V]: SQLInputValue | boolean };

/**
 * A statement with named parameters. The driver has named ones too, but looks for each name among the statement's: for
 * a row of fifteen values that takes longer than writing it. So they are put in their order here.
 */
export class Statement {
  readonly #prepared: StatementSync;
  readonly #names: readonly string[];

  /** @param sql without a `:` that begins no parameter */
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
    const given = values as Values<Record<string, unknown>>;
    const inOrder: SQLInputValue[] = [];
    for (const name of this.#names) {
      const value = given[name];
      if (value === undefined) throw new Error(`The statement needs a value for ${name}.`);
      inOrder.push(typeof value === 'boolean' ? Number(value) : value);
    }
    return inOrder;
  }
}

const PARAMETER = /:(\w+)/g;

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

/** How often a lock that is held is asked for, ms. */
const ASK_EVERY = 50;

/**
 * Runs the step while no other connection does so with the same lock. SQLite locks by the system's own means: the
 * lock of a process that is killed is gone with it.
 * @param lock an empty database, which stays; closed when the step has ended
 */
export async function whileLocked<T>(lock: DatabaseSync, step: () => Promise<T>): Promise<T> {
  try {
    while (!isTaken(lock)) await delay(ASK_EVERY);
    return await step();
  } finally {
    lock.close();
  }
}

function isTaken(lock: DatabaseSync): boolean {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (!saysBusy(error)) throw error;
    return false;
  }
}
