import { Buffer } from 'node:buffer';
import type { FileHandle } from 'node:fs/promises';
import { ExportError } from '../base/exportErrors.ts';
import { type Checkpoint, partialPathOf } from './checkpoint.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { type Files, PERMISSIONS, TEMPORARY_FILE_CHANGED, writeAll } from './files.ts';
import type { RunClaim } from './runClaim.ts';
import { parseJson } from '../base/jsonValues.ts';
import { codeOf } from '../base/errors.ts';

export type ReadProgress = Pick<Checkpoint, 'next' | 'isRead' | 'pages' | 'records'>;

export interface PartialFileOptions {
  readonly files: Files;
  readonly target: string;
  readonly claim: RunClaim;
  readonly encoder: PageEncoder;
  /** Interval between checkpoints, in ms; `undefined` for no checkpoints. */
  readonly intervalMs: number | undefined;
}

/**
 * Working file of an export, with a checkpoint that stores its valid length. The bytes are flushed to the disk before
 * the checkpoint that counts them is written. A resumed export truncates all bytes after the checkpoint's offset.
 */
export class PartialFile {
  readonly #claim: RunClaim;
  readonly #target: string;
  readonly #handle: FileHandle;
  readonly #intervalMs: number | undefined;
  #state: Checkpoint;
  #savedState: Checkpoint;
  #saving: Promise<void> | undefined;
  /** Error of a checkpoint that was saved in the background. The next `append` or `finish` throws it. */
  #failure: { readonly error: unknown } | undefined;
  #saveTime = performance.now();

  private constructor(
    { claim, target, intervalMs }: PartialFileOptions,
    handle: FileHandle,
    state: Checkpoint,
  ) {
    this.#claim = claim;
    this.#target = target;
    this.#handle = handle;
    this.#intervalMs = intervalMs;
    this.#state = state;
    this.#savedState = state;
  }

  /** The checkpoint must exist already, because saving it checks that this run still owns the file. */
  static async create(options: PartialFileOptions, state: Checkpoint): Promise<PartialFile> {
    const { files, target, encoder } = options;
    const path = partialPathOf(target);
    const handle = await createWorkingFile(files, path, target);
    try {
      const mode = await restrictToOwner(handle);
      const partial = new PartialFile(options, handle, { ...state, mode });
      await partial.append(encoder.head, state);
      await partial.#saveAfterPending();
      return partial;
    } catch (error) {
      await handle.close();
      await files.remove(path);
      throw error;
    }
  }

  static async reopen(options: PartialFileOptions, state: Checkpoint): Promise<PartialFile> {
    const { files, target, encoder } = options;
    const handle = await files.open(partialPathOf(target), 'a+');
    try {
      await requireIntact(handle, state, options);
      const mode = await restrictToOwner(handle);
      const partial = new PartialFile(options, handle, { ...state, mode: state.mode ?? mode });
      // The checkpoint is saved first, so that of two runs that resume at the same time only one truncates.
      await partial.#save();
      await options.claim.requireLease();
      await handle.truncate(state.offset);
      if (state.offset === 0) await partial.append(encoder.head, state);
      await partial.#saveAfterPending();
      return partial;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get state(): Checkpoint {
    return this.#state;
  }

  /** @param progress state of the export after this page */
  async append(bytes: Uint8Array, progress: ReadProgress): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    await this.#claim.requireLease();
    await writeAll(this.#handle, bytes);
    const { next, isRead, pages, records } = progress;
    const offset = this.#state.offset + bytes.length;
    this.#state = { ...this.#state, next, isRead, pages, records, offset };
    this.#saveIfDue();
  }

  /** A checkpoint does not count the bytes of the tail, so a resumed export writes them again. */
  async finish(tail: Uint8Array): Promise<void> {
    await this.#saveAfterPending();
    await writeAll(this.#handle, tail);
    if (tail.length > 0) await this.#handle.datasync();
    await this.#requireSize(this.#state.offset + tail.length);
    await this.close();
  }

  /** Leaves file and checkpoint in a state that can be resumed, at worst from an older checkpoint. */
  async interrupt(): Promise<void> {
    await this.#saving;
    const ignore = (): void => undefined;
    // Errors are ignored here, because the error that stopped the export is the one to show. The truncation frees disk
    // space of a partly written page, which the checkpoint may need.
    await this.#handle.truncate(this.#state.offset).catch(ignore);
    await this.#save().catch(ignore);
    if (this.#intervalMs !== undefined)
      await this.#claim.saveAndRelease(this.#savedState).catch(ignore);
    this.#state = this.#savedState;
    await this.close();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** Reading and writing continue while the checkpoint is saved. */
  #saveIfDue(): void {
    if (this.#intervalMs === undefined || this.#saving !== undefined) return;
    if (performance.now() - this.#saveTime < this.#intervalMs) return;
    this.#saving = this.#save()
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#saving = undefined;
      });
  }

  async #requireSize(expectedSize: number): Promise<void> {
    const { size } = await this.#handle.stat();
    if (size !== expectedSize) throw new ExportError(TEMPORARY_FILE_CHANGED, this.#target);
  }

  async #saveAfterPending(): Promise<void> {
    await this.#saving;
    if (this.#failure !== undefined) throw this.#failure.error;
    await this.#save();
  }

  async #save(): Promise<void> {
    const state = this.#state;
    await this.#handle.datasync();
    if (this.#intervalMs !== undefined) await this.#claim.save(state);
    this.#savedState = state;
    this.#saveTime = performance.now();
  }
}

const LF = 0x0a;
const READ_SIZE = 1 << 16;

/** Returns whether the offset of the checkpoint is at the end of a record, not inside a record. */
async function endsWithRecord(
  file: FileHandle,
  { offset, records }: Checkpoint,
  { head, pageEnd }: PageEncoder,
): Promise<boolean> {
  if (offset === 0) return records === 0;
  if (pageEnd === 'line-break') {
    const [lastByte] = await readBytes(file, offset - 1, offset);
    return lastByte === LF;
  }
  // In a JSON array, each line is a whole record. Before the first record, the only line is the head of the file.
  const line = await readLastLine(file, offset);
  return records === 0 ? line === Buffer.from(head).toString() : parseJson(line) !== undefined;
}

async function readLastLine(file: FileHandle, end: number): Promise<string> {
  const chunks: Buffer[] = [];
  for (let chunkEnd = end; chunkEnd > 0; chunkEnd -= READ_SIZE) {
    const chunk = await readBytes(file, Math.max(0, chunkEnd - READ_SIZE), chunkEnd);
    const lineBreak = chunk.lastIndexOf(LF);
    chunks.unshift(chunk.subarray(lineBreak + 1));
    if (lineBreak !== -1) break;
  }
  return Buffer.concat(chunks).toString();
}

async function readBytes(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(end - start);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, start + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes;
}

/** Mode of working files: access for the owner only. They hold customer data under a name the user did not choose. */
const OWNER_ONLY = 0o600;

/** A file that already has the name does not belong to this export, so it is never overwritten. */
async function createWorkingFile(files: Files, path: string, target: string): Promise<FileHandle> {
  try {
    return await files.open(path, 'wx');
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    throw new ExportError({ kind: 'in-the-way', path }, target);
  }
}

/** Returns the permissions that the file had before. */
export async function restrictToOwner(handle: FileHandle): Promise<number> {
  const { mode } = await handle.stat();
  // Some file systems do not support permissions.
  await handle.chmod(OWNER_ONLY).catch(() => undefined);
  return mode & PERMISSIONS;
}

async function requireIntact(
  handle: FileHandle,
  state: Checkpoint,
  { target, encoder }: { readonly target: string; readonly encoder: PageEncoder },
): Promise<void> {
  const { size } = await handle.stat();
  const isIntact = size >= state.offset && (await endsWithRecord(handle, state, encoder));
  if (isIntact) return;
  const detail = 'the partial file does not match the checkpoint';
  throw new ExportError({ kind: 'damaged', detail }, target);
}
