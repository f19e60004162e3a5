import * as fs from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ExportError } from '../base/exportErrors.ts';

/** A file that is open; the part of Node's file handle that exports use. */
export interface OpenFile {
  write(
    bytes: Uint8Array,
    from: number,
    length: number,
  ): Promise<{ readonly bytesWritten: number }>;
  read(
    into: Uint8Array,
    from: number,
    length: number,
    at: number,
  ): Promise<{ readonly bytesRead: number }>;
  truncate(length: number): Promise<void>;
  datasync(): Promise<void>;
  stat(): Promise<{ readonly size: number; readonly mode: number }>;
  chmod(mode: number): Promise<void>;
  close(): Promise<void>;
}

export interface Looked {
  readonly size: number;
  /** ms */
  readonly modified: number;
  readonly isFolder: boolean;
  /** Permissions. */
  readonly mode: number;
}

/** Of a mode, without the kind of the file and what makes a program somebody else's. */
export const PERMISSIONS = 0o777;

/** What exports need of a file system. Errors are the system's own. */
export interface Files {
  /** The path by which the system finds the file, by whatever path it is asked for: no links, no `..`. */
  resolve(path: string): Promise<string>;
  open(path: string, flags: 'wx' | 'r' | 'a+', mode?: number): Promise<OpenFile>;
  readText(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  /** Makes it modified now. */
  touch(path: string): Promise<void>;
  /** A file that is not there is fine. */
  remove(path: string): Promise<void>;
  /** `undefined` when it is not there. */
  look(path: string): Promise<Looked | undefined>;
  /** Makes names that were changed in this folder last. */
  syncFolder(path: string): Promise<void>;
}

/** The disk of this machine. */
export const diskFiles: Files = {
  resolve: (path) => realPath(path, MAX_LINKS),
  open: async (path, flags, mode) => fs.open(path, flags, mode),
  readText: (path) => fs.readFile(path, 'utf8'),
  rename: (from, to) => fs.rename(from, to),
  chmod: (path, mode) => fs.chmod(path, mode),
  touch: async (path) => fs.utimes(path, new Date(), new Date()),
  remove: (path) => fs.rm(path, { force: true }),
  look,
  syncFolder,
};

/** As many links in a row as systems follow. */
const MAX_LINKS = 40;

/** Also of a file that is not there yet. */
async function realPath(path: string, links: number): Promise<string> {
  const folder = await fs.realpath(dirname(path));
  const real = join(folder, basename(path));
  // What keeps a path from being a link is told when it is opened.
  const target = await fs.readlink(real).catch(() => undefined);
  return target === undefined || links === 0 ? real : realPath(resolve(folder, target), links - 1);
}

async function look(path: string): Promise<Looked | undefined> {
  try {
    const found = await fs.stat(path);
    const mode = found.mode & PERMISSIONS;
    return { size: found.size, modified: found.mtimeMs, isFolder: found.isDirectory(), mode };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows has no handle of a folder, and needs none.
  if (process.platform === 'win32') return;
  const folder = await fs.open(dirname(path), 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Writes all of it: a disk that fills up may take a part. */
export async function writeAll(file: OpenFile, bytes: Uint8Array): Promise<void> {
  let from = 0;
  while (from < bytes.length) {
    const { bytesWritten } = await file.write(bytes, from, bytes.length - from);
    from += bytesWritten;
  }
}

const NO_SPACE = ['ENOSPC', 'EDQUOT', 'EFBIG'];
const NOT_WRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'];

/** The system's error as one that says what to do; others as they are. */
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

export function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}
