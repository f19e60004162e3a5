import { Buffer } from 'node:buffer';
import { ExportError, type ExportProblem } from '../base/exportErrors.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { type Files, type OpenFile, PERMISSIONS } from './files.ts';
import { parseJson } from '../base/jsonValues.ts';
import { codeOf } from '../base/errorFields.ts';

const LF = 0x0a;
const READ_SIZE = 1 << 16;

/** Whether the offset of the checkpoint is at the end of a record in the partial file, and not inside a record. */
async function endsWithRecord(
  file: OpenFile,
  { offset, records }: Checkpoint,
  { head, pageEnd }: PageEncoder,
): Promise<boolean> {
  if (offset === 0) return records === 0;
  if (pageEnd === 'line-break') {
    const [last] = await readBytes(file, offset - 1, offset);
    return last === LF;
  }
  const line = await readLastLine(file, offset);
  return records === 0 ? line === Buffer.from(head).toString() : parseJson(line) !== undefined;
}

/** Reads the text between the last line break before `end` and `end`. */
async function readLastLine(file: OpenFile, end: number): Promise<string> {
  const chunks: Buffer[] = [];
  for (let to = end; to > 0; to -= READ_SIZE) {
    const chunk = await readBytes(file, Math.max(0, to - READ_SIZE), to);
    const lineBreak = chunk.lastIndexOf(LF);
    chunks.unshift(chunk.subarray(lineBreak + 1));
    if (lineBreak !== -1) break;
  }
  return Buffer.concat(chunks).toString();
}

async function readBytes(file: OpenFile, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, from + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes;
}

/** Mode of working files: access for the owner only. They hold customer data under a name the user did not choose. */
const OWNER_ONLY = 0o600;

/**
 * Creates a working file of an export.
 * @throws {ExportError} if the name is taken, because that file does not belong to this export
 */
export async function createWorkingFile(
  files: Files,
  path: string,
  target: string,
): Promise<OpenFile> {
  try {
    return await files.open(path, 'wx');
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new ExportError({ kind: 'in-the-way', path }, target);
  }
}

/**
 * Restricts a file to its owner.
 * @returns permissions that the folder and the umask gave to the new file
 */
export async function restrictToOwner(handle: OpenFile): Promise<number> {
  const { mode } = await handle.stat();
  // Some file systems do not support permissions.
  await handle.chmod(OWNER_ONLY).catch(() => undefined);
  return mode & PERMISSIONS;
}

/**
 * Checks that the file contains all bytes up to the offset of the checkpoint, and that the offset is at the end
 * of a record.
 * @throws {ExportError} otherwise
 */
export async function requireIntact(
  handle: OpenFile,
  state: Checkpoint,
  { target, encoder }: { readonly target: string; readonly encoder: PageEncoder },
): Promise<void> {
  const { size } = await handle.stat();
  const isIntact = size >= state.offset && (await endsWithRecord(handle, state, encoder));
  if (!isIntact) throw new ExportError(CHECKPOINT_MISMATCH, target);
}

/** Problem of a partial file that is too short, or was changed by another program. */
export const CHECKPOINT_MISMATCH: ExportProblem = {
  kind: 'damaged',
  detail: 'the partial file does not match the checkpoint',
};
