import { StorageError, type StorageTrouble } from '../../base/errors.ts';

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
