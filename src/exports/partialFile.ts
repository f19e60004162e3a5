import { ExportError } from '../base/exportErrors.ts';
import { type Checkpoint, partialOf } from './checkpoint.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { writeAll, type Files, type OpenFile } from './files.ts';
import { created, madePrivate, requireWhole, NOT_MATCHING } from './openPartial.ts';
import type { RunClaim } from './runClaim.ts';

export type Advance = Pick<Checkpoint, 'next' | 'isRead' | 'pages' | 'records'>;

export interface PartialParts {
  readonly files: Files;
  readonly target: string;
  readonly claim: RunClaim;
  readonly encoder: PageEncoder;
  /** How often a checkpoint is written, ms; `undefined`: never. */
  readonly everyMs: number | undefined;
}

/**
 * The file that an export writes, with the checkpoint that says how far it can be trusted. What a checkpoint
 * counts is on the disk before the checkpoint is; all behind it is cut off when the export goes on.
 */
export class PartialFile {
  readonly #claim: RunClaim;
  readonly #target: string;
  readonly #handle: OpenFile;
  readonly #everyMs: number | undefined;
  #state: Checkpoint;
  /** What the last checkpoint says. */
  #saved: Checkpoint;
  #saving: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #savedAt = performance.now();

  private constructor(
    { claim, target, everyMs }: PartialParts,
    handle: OpenFile,
    state: Checkpoint,
  ) {
    this.#claim = claim;
    this.#target = target;
    this.#handle = handle;
    this.#everyMs = everyMs;
    this.#state = state;
    this.#saved = state;
  }

  /** A new one, whose checkpoint is there. */
  static async create(parts: PartialParts, state: Checkpoint): Promise<PartialFile> {
    const { files, target, encoder } = parts;
    const path = partialOf(target);
    const handle = await created(files, path, target);
    try {
      const mode = await madePrivate(handle);
      const partial = new PartialFile(parts, handle, { ...state, mode });
      await partial.append(encoder.head, state);
      await partial.#saveAfterOthers();
      return partial;
    } catch (error) {
      await handle.close();
      await files.remove(path);
      throw error;
    }
  }

  /** The one that the checkpoint speaks of, without what came after it. */
  static async reopen(parts: PartialParts, state: Checkpoint): Promise<PartialFile> {
    const { files, target, encoder } = parts;
    const handle = await files.open(partialOf(target), 'a+');
    try {
      await requireWhole(handle, state, parts);
      const mode = await madePrivate(handle);
      const partial = new PartialFile(parts, handle, { ...state, mode: state.mode ?? mode });
      // First, so that of two that go on at once only one cuts off anything.
      await partial.#save();
      await parts.claim.requireOwn();
      await handle.truncate(state.offset);
      if (state.offset === 0) await partial.append(encoder.head, state);
      await partial.#saveAfterOthers();
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
    await this.#claim.requireOwn();
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
    await this.#requireSize(this.#state.offset + tail.length);
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
    if (this.#everyMs !== undefined) await this.#claim.leave(this.#saved).catch(ignore);
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

  /** Whatever else might write to it: what is not as it was written is not passed on as whole. */
  async #requireSize(wanted: number): Promise<void> {
    const { size } = await this.#handle.stat();
    if (size !== wanted) throw new ExportError(NOT_MATCHING, this.#target);
  }

  async #saveAfterOthers(): Promise<void> {
    await this.#saving;
    if (this.#failure !== undefined) throw this.#failure.error;
    await this.#save();
  }

  async #save(): Promise<void> {
    const state = this.#state;
    await this.#handle.datasync();
    if (this.#everyMs !== undefined) await this.#claim.save(state);
    this.#saved = state;
    this.#savedAt = performance.now();
  }
}
