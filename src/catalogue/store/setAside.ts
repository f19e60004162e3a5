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
import { codeOf } from '../../base/errorFields.ts';

/** SQLite's primary result codes for files that are damaged or are not databases. */
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
const IO_ERROR = 10;

const SIGNATURE = 'SQLite format 3\0';

/**
 * Throws if the file exists and is not a database. SQLite would detect this too, but might first delete the log next to
 * the file, with which the rest can perhaps be repaired.
 */
export function requireDatabase(file: string): void {
  if (!existsSync(file)) return;
  const buffer = Buffer.alloc(SIGNATURE.length);
  const handle = openSync(file, 'r');
  try {
    const bytes = readSync(handle, buffer);
    if (bytes === 0 || buffer.toString('latin1', 0, bytes) === SIGNATURE) return;
  } finally {
    closeSync(handle);
  }
  throw Object.assign(new Error('file is not a database'), { errcode: NOT_A_DATABASE });
}

/** Records that a read or write found damage, so that the next window checks the file before it uses it. */
export function markDamaged(file: string): void {
  try {
    writeFileSync(markOf(file), '');
  } catch {
    // On a disk that is not writable there is no mark, and the original error is still reported.
  }
}

/**
 * Checks a file in which damage was found, and throws if there is any. Removes the mark otherwise.
 * @param check returns the result of SQLite's `quick_check`
 */
export function requireHealthy(file: string, check: () => unknown): void {
  if (!existsSync(markOf(file))) return;
  const found = check();
  if (found !== 'ok') throw Object.assign(new Error(String(found)), { errcode: CORRUPT });
  rmSync(markOf(file), { force: true });
}

function markOf(file: string): string {
  return `${file}.damaged`;
}

/** Whether SQLite reports that the file itself is damaged. */
export function saysDamaged(error: unknown): boolean {
  return [CORRUPT, NOT_A_DATABASE].includes(primaryCode(error));
}

/** Whether SQLite's error may be caused by another window that is moving the files at this moment. */
export function saysMoved(error: unknown): boolean {
  return primaryCode(error) === IO_ERROR || resultCode(error) === MOVED;
}

/** Returns the identity of a file, which differs for another file of the same name; `undefined` if there is none. */
export function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** Whether opening failed because of the file itself, and not because of locks or permissions. */
export async function isDamaged(file: string, error: unknown): Promise<boolean> {
  if (saysDamaged(error)) return true;
  const found = await stat(file).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

/**
 * Quarantines a database: renames it and the files that belong to it. The log is renamed first: SQLite would apply it
 * to a new database of the same name.
 * @returns new path of the database
 */
export async function setAside(file: string): Promise<string> {
  const extension = extname(file);
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const name = `${basename(file, extension)}.damaged-${time}`;
  const target = await free(join(dirname(file), name), extension);
  for (const part of ['-wal', '-shm']) await renameIfThere(file + part, target + part);
  await rename(file, target);
  rmSync(markOf(file), { force: true });
  return target;
}

async function free(base: string, extension: string): Promise<string> {
  for (let number = 1; ; number++) {
    const path = `${base}${number === 1 ? '' : `-${number}`}${extension}`;
    if ((await stat(path).catch(() => undefined)) === undefined) return path;
  }
}

async function renameIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
