import {
  closeSync,
  existsSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { MOVED, primaryCode, resultCode } from './database.ts';
import { codeOf } from '../../base/errors.ts';

// Primary result codes of SQLite.
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
const IO_ERROR = 10;

const SIGNATURE = 'SQLite format 3\0';

/**
 * Throws an error if the file exists and is not a database. SQLite would check this, too, but might first delete the
 * write-ahead log next to the file, which may help to repair a damaged file.
 */
export function requireDatabase(file: string): void {
  if (!existsSync(file)) return;
  const buffer = Buffer.alloc(SIGNATURE.length);
  const handle = openSync(file, 'r');
  try {
    const bytes = readSync(handle, buffer);
    // SQLite uses an empty file as a new database.
    if (bytes === 0 || buffer.toString('latin1', 0, bytes) === SIGNATURE) return;
  } finally {
    closeSync(handle);
  }
  throw Object.assign(new Error('file is not a database'), { errcode: NOT_A_DATABASE });
}

/** Records that a read or write found damage, so that the next window checks the file before it uses it. */
export function markDamaged(file: string): void {
  try {
    writeFileSync(markPathOf(file), '');
  } catch {
    // If the disk is not writable, the file is not checked later. The original error is still reported.
  }
}

/**
 * @param check returns the result of SQLite's `quick_check`
 * @throws {Error} if `markDamaged` has marked the file, and the file is damaged
 */
export function requireHealthy(file: string, check: () => unknown): void {
  if (!existsSync(markPathOf(file))) return;
  const result = check();
  if (result !== 'ok') throw Object.assign(new Error(String(result)), { errcode: CORRUPT });
  rmSync(markPathOf(file), { force: true });
}

function markPathOf(file: string): string {
  return `${file}.damaged`;
}

export function isDamageError(error: unknown): boolean {
  return [CORRUPT, NOT_A_DATABASE].includes(primaryCode(error));
}

/** Checks whether an error of SQLite may be caused by another window that is renaming the files at this moment. */
export function mayBeMoveError(error: unknown): boolean {
  return primaryCode(error) === IO_ERROR || resultCode(error) === MOVED;
}

/** Returns an ID of a file that changes if the file is replaced; `undefined` if the file does not exist. */
export function identityOf(file: string): string | undefined {
  const stats = statSync(file, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev} ${stats.ino}`;
}

/** Checks whether opening failed because of the file itself, and not because of locks or permissions. */
export async function isDamaged(file: string, error: unknown): Promise<boolean> {
  if (isDamageError(error)) return true;
  const stats = await stat(file).catch(() => undefined);
  return stats?.isDirectory() ?? false;
}

/**
 * Renames a database and the files that belong to it, and returns the new path of the database. The log is renamed
 * first, because SQLite would apply it to a new database of the same name.
 */
export async function quarantine(file: string): Promise<string> {
  const extension = extname(file);
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = `${basename(file, extension)}.damaged-${time}`;
  const target = await unusedPath(join(dirname(file), name), extension);
  for (const suffix of ['-wal', '-shm']) await renameIfExists(file + suffix, target + suffix);
  await rename(file, target);
  rmSync(markPathOf(file), { force: true });
  return target;
}

async function unusedPath(base: string, extension: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = `${base}${number === 1 ? '' : `-${number}`}${extension}`;
    if ((await stat(path).catch(() => undefined)) === undefined) return path;
  }
}

async function renameIfExists(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
