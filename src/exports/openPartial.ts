import { Buffer } from 'node:buffer';
import { ExportError, type ExportProblem } from '../base/exportErrors.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { codeOf, type Files, type OpenFile, PERMISSIONS } from './files.ts';

const LF = 0x0a;
const CHUNK = 1 << 16;

/** Whether what the checkpoint counts of the partial file ends where a record does, and not inside of one. */
async function endsWithRecord(
  file: OpenFile,
  { offset, records }: Checkpoint,
  { head, pageEnd }: PageEncoder,
): Promise<boolean> {
  if (offset === 0) return records === 0;
  if (pageEnd === 'line-break') {
    const [last] = await bytesOf(file, offset - 1, offset);
    return last === LF;
  }
  const line = await lastLine(file, offset);
  return records === 0 ? line === Buffer.from(head).toString() : isJson(line);
}

/** What stands between the last line break before `end` and `end`. */
async function lastLine(file: OpenFile, end: number): Promise<string> {
  const parts: Buffer[] = [];
  for (let to = end; to > 0; to -= CHUNK) {
    const part = await bytesOf(file, Math.max(0, to - CHUNK), to);
    const lineBreak = part.lastIndexOf(LF);
    parts.unshift(part.subarray(lineBreak + 1));
    if (lineBreak !== -1) break;
  }
  return Buffer.concat(parts).toString();
}

async function bytesOf(file: OpenFile, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, from + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** For its owner alone: it has customers, under a name that nobody chose. */
const PRIVATE = 0o600;

/** Throws `ExportError` when something of that name is there, which is nothing of this export. */
export async function created(files: Files, path: string, target: string): Promise<OpenFile> {
  try {
    return await files.open(path, 'wx');
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new ExportError({ kind: 'in-the-way', path }, target);
  }
}

/** @returns the permissions that the folder and the person's settings give to new files */
export async function madePrivate(handle: OpenFile): Promise<number> {
  const { mode } = await handle.stat();
  // Some file systems have no permissions.
  await handle.chmod(PRIVATE).catch(() => undefined);
  return mode & PERMISSIONS;
}

/** Throws `ExportError` unless the file has all that the checkpoint counts, to the end of a record. */
export async function requireWhole(
  handle: OpenFile,
  state: Checkpoint,
  { target, encoder }: { readonly target: string; readonly encoder: PageEncoder },
): Promise<void> {
  const { size } = await handle.stat();
  if (size < state.offset) {
    throw new ExportError(NOT_MATCHING, target);
  }
  if (!(await endsWithRecord(handle, state, encoder))) {
    throw new ExportError(NOT_MATCHING, target);
  }
}

export const NOT_MATCHING: ExportProblem = {
  kind: 'damaged',
  detail: 'the partial file does not match the checkpoint',
};
