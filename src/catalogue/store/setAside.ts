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

/** SQLite's primary result codes for a file that is not, or no longer, a database. */
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
const IO_ERROR = 10;

const SIGNATURE = 'SQLite format 3\0';

/**
 * Throws when the file is there and no database. SQLite would find that too, but might first throw away the log
 * beside it, with which the rest can perhaps be repaired.
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

/** Remembers that a read or write found damage, so that the next window looks before it works on. */
export function markDamaged(file: string): void {
  try {
    writeFileSync(markOf(file), '');
  } catch {
    // On a disk that takes nothing there is no mark, and what was found is to be heard all the same.
  }
}

/**
 * Throws when damage was found since the file was last looked through, and is there.
 * @param check gives what SQLite's `quick_check` says
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

/** Whether an error of SQLite says that the file itself is damaged. */
export function saysDamaged(error: unknown): boolean {
  return [CORRUPT, NOT_A_DATABASE].includes(primaryCode(error));
}

/** Whether an error of SQLite may come from files that another window puts away at this moment. */
export function saysMoved(error: unknown): boolean {
  return primaryCode(error) === IO_ERROR || resultCode(error) === MOVED;
}

/** Another one for another file of the same name; `undefined`: there is none. */
export function identityOf(file: string): string | undefined {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** Whether opening failed because of what the file is, and not because of who holds or protects it. */
export async function isDamaged(file: string, error: unknown): Promise<boolean> {
  if (saysDamaged(error)) return true;
  const found = await stat(file).catch(() => undefined);
  return found?.isDirectory() ?? false;
}

/**
 * Renames a database with what belongs to it. Its log goes first: with a new database it would be played into that.
 * @returns where the database is now
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
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}
