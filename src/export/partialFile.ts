import { ExportError } from '../core/exportErrors.ts';
import { nextCheckpointOf, partialOf, saveCheckpoint, type Checkpoint } from './checkpoint.ts';
import { writeAll, type Files, type OpenFile } from './files.ts';

export type Advance = Pick<Checkpoint, 'next' | 'isRead' | 'pages' | 'records'>;

/**
 * The file that an export writes, with the checkpoint that says how far it can be trusted. What a checkpoint
 * counts is on the disk before the checkpoint is; all behind it is cut off when the export goes on.
 */
export class PartialFile {
  readonly #files: Files;
  readonly #file: string;
  readonly #handle: OpenFile;
  /** How often a checkpoint is written, ms; `undefined`: never. */
  readonly #everyMs: number | undefined;
  #state: Checkpoint;
  /** What the last checkpoint says. */
  #saved: Checkpoint;
  #saving: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #savedAt = performance.now();

  private constructor(
    files: Files,
    at: { readonly file: string; readonly handle: OpenFile },
    state: Checkpoint,
    everyMs: number | undefined,
  ) {
    this.#files = files;
    this.#file = at.file;
    this.#handle = at.handle;
    this.#state = state;
    this.#saved = state;
    this.#everyMs = everyMs;
  }

  /** A new one, with what the file begins with. */
  static async create(
    files: Files,
    file: string,
    { state, head }: { readonly state: Checkpoint; readonly head: Uint8Array },
    everyMs: number | undefined,
  ): Promise<PartialFile> {
    const handle = await files.open(partialOf(file), 'w');
    const partial = new PartialFile(files, { file, handle }, state, everyMs);
    try {
      await partial.append(head, state);
      await partial.#saveAfterOthers();
    } catch (error) {
      await partial.close();
      await files.remove(partialOf(file));
      await files.remove(nextCheckpointOf(file));
      throw error;
    }
    return partial;
  }

  /** The one that the checkpoint speaks of, without what came after it. */
  static async reopen(
    files: Files,
    file: string,
    state: Checkpoint,
    everyMs: number,
  ): Promise<PartialFile> {
    const handle = await files.open(partialOf(file), 'a');
    try {
      const { size } = await handle.stat();
      if (size < state.offset) {
        const detail = `its partial file has ${size} bytes and should have ${state.offset}`;
        throw new ExportError({ kind: 'damaged', detail }, file);
      }
      await handle.truncate(state.offset);
      const partial = new PartialFile(files, { file, handle }, state, everyMs);
      await partial.#save();
      return partial;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get state(): Checkpoint {
    return this.#state;
  }

  /** Writes the bytes of a page, after which the export stands where `advance` says. */
  async append(bytes: Uint8Array, advance: Advance): Promise<void> {
    if (this.#failure !== undefined) throw this.#failure.error;
    await writeAll(this.#handle, bytes);
    const { next, isRead, pages, records } = advance;
    const offset = this.#state.offset + bytes.length;
    this.#state = { ...this.#state, next, isRead, pages, records, offset };
    this.#saveNowAndThen();
  }

  /** The file's last bytes, which no checkpoint counts. Then it is whole, and on the disk. */
  async finish(tail: Uint8Array): Promise<void> {
    await this.#saveAfterOthers();
    await writeAll(this.#handle, tail);
    if (tail.length > 0) await this.#handle.datasync();
    await this.close();
  }

  /** Leaves file and checkpoint so that the export can go on, if need be from an older checkpoint. */
  async interrupt(): Promise<void> {
    await this.#saving;
    const ignore = (): void => undefined;
    // What stopped the export is the error to show. A page that was written in part may hold the space that the
    // checkpoint needs.
    await this.#handle.truncate(this.#state.offset).catch(ignore);
    await this.#save().catch(ignore);
    if (this.#everyMs !== undefined) {
      const saved = { ...this.#saved, process: 0 };
      await saveCheckpoint(this.#files, this.#file, saved).catch(ignore);
    }
    this.#state = this.#saved;
    await this.close();
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  /** Beside the reading and writing, which need not wait for the disk. */
  #saveNowAndThen(): void {
    if (this.#everyMs === undefined || this.#saving !== undefined) return;
    if (performance.now() - this.#savedAt < this.#everyMs) return;
    this.#saving = this.#save()
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#saving = undefined;
      });
  }

  async #saveAfterOthers(): Promise<void> {
    await this.#saving;
    if (this.#failure !== undefined) throw this.#failure.error;
    await this.#save();
  }

  async #save(): Promise<void> {
    const state = this.#state;
    await this.#handle.datasync();
    if (this.#everyMs !== undefined) await saveCheckpoint(this.#files, this.#file, state);
    this.#saved = state;
    this.#savedAt = performance.now();
  }
}
