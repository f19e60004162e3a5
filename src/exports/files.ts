import * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ExportError, type ExportProblem } from '../base/exportErrors.ts';
import { codeOf } from '../base/errors.ts';

export interface FileInfo {
  readonly size: number;
  /** Time of the last change, in ms since the epoch. */
  readonly modified: number;
  readonly isFolder: boolean;
  /** Permission bits. */
  readonly mode: number;
}

/** Bit mask for the permissions in a mode, without the file type and the setuid, setgid and sticky bits. */
export const PERMISSIONS = 0o777;

/** File system operations for exports. They throw the errors of Node.js, with codes such as `ENOSPC`. */
export interface Files {
  /** Resolves a path to its canonical form, without links and `..`. The file need not exist. */
  resolve(path: string): Promise<string>;
  open(path: string, flags: 'wx' | 'r' | 'a+', mode?: number): Promise<fs.FileHandle>;
  readText(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  touch(path: string): Promise<void>;
  /** Does nothing if the file does not exist. */
  remove(path: string): Promise<void>;
  /** Returns `undefined` if the file does not exist. */
  stat(path: string): Promise<FileInfo | undefined>;
  /** Flushes renames in the folder of this file to the disk, so that they survive a power cut. */
  syncFolder(path: string): Promise<void>;
}

export const diskFiles: Files = {
  resolve: (path) => realPath(path, MAX_LINKS),
  open: async (path, flags, mode) => fs.open(path, flags, mode),
  readText: (path) => fs.readFile(path, 'utf8'),
  rename: (from, to) => fs.rename(from, to),
  chmod: (path, mode) => fs.chmod(path, mode),
  touch: async (path) => fs.utimes(path, new Date(), new Date()),
  remove: (path) => fs.rm(path, { force: true }),
  stat,
  syncFolder,
};

/** Maximum number of symbolic links to follow, as on Linux. */
const MAX_LINKS = 40;

/** Resolves links, also for a file that does not exist yet. After `maxLinks` links, a link may remain in the path. */
async function realPath(path: string, maxLinks: number): Promise<string> {
  const folder = await fs.realpath(dirname(path));
  const real = join(folder, basename(path));
  // `readlink` fails for a path that is not a link. Other errors are ignored, too: opening the file will report them.
  const target = await fs.readlink(real).catch(() => undefined);
  return target === undefined || maxLinks === 0
    ? real
    : realPath(resolve(folder, target), maxLinks - 1);
}

async function stat(path: string): Promise<FileInfo | undefined> {
  try {
    const stats = await fs.stat(path);
    const mode = stats.mode & PERMISSIONS;
    return { size: stats.size, modified: stats.mtimeMs, isFolder: stats.isDirectory(), mode };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  // On Windows, folders cannot be opened, and need no sync.
  if (process.platform === 'win32') return;
  const folder = await fs.open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes all bytes. A single `write` may write fewer bytes, for example when the disk fills up. */
export async function writeAll(file: fs.FileHandle, bytes: Uint8Array): Promise<void> {
  let start = 0;
  while (start < bytes.length) {
    const { bytesWritten } = await file.write(bytes, start, bytes.length - start);
    start += bytesWritten;
  }
}

export const TEMPORARY_FILE_CHANGED: ExportProblem = {
  kind: 'failed',
  detail: 'a temporary file of the export was removed or changed during the export',
};

const NO_SPACE = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'];

/** Converts a system error to an `ExportError` that says what to do. Returns other errors unchanged. */
export function exportError(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (NO_SPACE.includes(code)) return new ExportError({ kind: 'no-space' }, file);
  if (NOT_WRITABLE.includes(code)) {
    return new ExportError({ kind: 'not-writable', detail: code }, file);
  }
  return /^E[A-Z0-9]+$/.test(code)
    ? new ExportError({ kind: 'failed', detail: code }, file)
    : error;
}
