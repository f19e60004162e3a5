import * as fs from 'node:fs/promises';
import { dirname } from 'node:path';
import { ExportError } from '../core/exportErrors.ts';

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
  stat(): Promise<{ readonly size: number }>;
  close(): Promise<void>;
}

export interface Looked {
  readonly size: number;
  /** ms */
  readonly modified: number;
  readonly isFolder: boolean;
}

/** What exports need of a file system. Errors are the system's own. */
export interface Files {
  open(path: string, flags: 'w' | 'r' | 'a', mode?: number): Promise<OpenFile>;
  readText(path: string): Promise<string>;
  rename(from: string, to: string): Promise<void>;
  /** A file that is not there is fine. */
  remove(path: string): Promise<void>;
  /** `undefined` when it is not there. */
  look(path: string): Promise<Looked | undefined>;
  /** Makes names that were changed in this folder last. */
  syncFolder(path: string): Promise<void>;
}

/** The disk of this machine. */
export const diskFiles: Files = {
  open: async (path, flags, mode) => fs.open(path, flags, mode),
  readText: (path) => fs.readFile(path, 'utf8'),
  rename: (from, to) => fs.rename(from, to),
  remove: (path) => fs.rm(path, { force: true }),
  look,
  syncFolder,
};

async function look(path: string): Promise<Looked | undefined> {
  try {
    const found = await fs.stat(path);
    return { size: found.size, modified: found.mtimeMs, isFolder: found.isDirectory() };
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
  } catch (error) {
    // Some network file systems refuse; they do it on their own.
    if (!['EINVAL', 'ENOTSUP', 'EPERM'].includes(codeOf(error))) throw error;
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
