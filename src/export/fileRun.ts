import { ExportError, ExportInterrupted } from '../core/exportErrors.ts';
import {
  isVerbatim,
  type ExportJob,
  type ExportRun,
  type ExportSummary,
  type RecordSource,
} from '../core/exportPlan.ts';
import { checkpointOf, nextCheckpointOf, partialOf, type Checkpoint } from './checkpoint.ts';
import { convertingOf, convertLines, isStaged } from './convertLines.ts';
import { csvTable } from './csvEncoder.ts';
import { exportError, type Files } from './files.ts';
import { jsonArray, shapedLines, verbatimLines } from './jsonEncoders.ts';
import type { PageEncoder } from './pageEncoder.ts';
import { PartialFile } from './partialFile.ts';
import { RecordShape } from './recordShape.ts';

/** One export from where it stands to its end, or to where it is interrupted. */
export class FileRun {
  readonly #files: Files;
  readonly #file: string;
  readonly #encoder: PageEncoder;
  /** `undefined`: it was whole, and only its checkpoint was left. */
  readonly #partial: PartialFile | undefined;
  readonly #began: Checkpoint;
  readonly #isResumable: boolean;
  readonly #wasResumed: boolean;
  readonly #started = performance.now();

  private constructor(
    files: Files,
    state: Checkpoint,
    partial: PartialFile | undefined,
    kind: { readonly file: string; readonly isResumable: boolean; readonly wasResumed: boolean },
  ) {
    this.#files = files;
    this.#file = kind.file;
    this.#encoder = encoderOf(state);
    this.#partial = partial;
    this.#began = state;
    this.#isResumable = kind.isResumable;
    this.#wasResumed = kind.wasResumed;
  }

  static async create(
    files: Files,
    { file, isResumable }: ExportJob,
    state: Checkpoint,
    everyMs: number,
  ): Promise<FileRun> {
    const { head } = encoderOf(state);
    const often = isResumable ? everyMs : undefined;
    const partial = await PartialFile.create(files, file, { state, head }, often);
    return new FileRun(files, state, partial, { file, isResumable, wasResumed: false });
  }

  static async reopen(
    files: Files,
    file: string,
    checkpoint: Checkpoint,
    everyMs: number,
  ): Promise<FileRun> {
    const kind = { file, isResumable: true, wasResumed: true };
    const state = { ...checkpoint, process: process.pid };
    if ((await files.look(partialOf(file))) === undefined) {
      const isDone = state.isRead && (await files.look(file)) !== undefined;
      if (isDone) return new FileRun(files, state, undefined, kind);
      const detail = 'its partial file is not there';
      throw new ExportError({ kind: 'damaged', detail }, file);
    }
    const partial = await PartialFile.reopen(files, file, state, everyMs);
    return new FileRun(files, state, partial, kind);
  }

  /** @param sourceOf called only when there is something left to read */
  async go(sourceOf: () => Promise<RecordSource>, run: ExportRun): Promise<ExportSummary> {
    const partial = this.#partial;
    try {
      if (partial !== undefined) {
        if (!partial.state.isRead) await this.#read(partial, await sourceOf(), run);
        await this.#complete(partial, run);
      }
      await this.#removeCheckpoint();
      await this.#files.syncFolder(this.#file);
    } catch (error) {
      if (partial !== undefined) await this.#stop(partial, error);
      throw error;
    }
    return this.#summary();
  }

  async #read(partial: PartialFile, source: RecordSource, run: ExportRun): Promise<void> {
    for await (const page of source(partial.state.next ?? undefined, run.signal)) {
      run.signal.throwIfAborted();
      const { pages, records } = partial.state;
      const count = page.records.length;
      await partial.append(await this.#encoder.encode(page, records), {
        next: page.next ?? null,
        isRead: page.next === undefined,
        pages: pages + 1,
        records: records + count,
      });
      release(page.body);
      this.#report(run, 'read', records + count - this.#began.records);
    }
  }

  async #complete(partial: PartialFile, run: ExportRun): Promise<void> {
    const { plan } = partial.state;
    await partial.finish(this.#encoder.tail);
    const isConverted = isStaged(plan);
    if (isConverted) {
      let done = 0;
      const onRecords = (count: number): void => {
        done += count;
        this.#report(run, 'convert', done);
      };
      await convertLines(this.#files, { file: this.#file, plan, signal: run.signal, onRecords });
    }
    const whole = isConverted ? convertingOf(this.#file) : partialOf(this.#file);
    await this.#files.rename(whole, this.#file);
    // In this order: a checkpoint of which everything was read and nothing is left tells that the file is whole.
    await this.#files.remove(partialOf(this.#file));
  }

  /** Throws `ExportInterrupted` when the export can go on. */
  async #stop(partial: PartialFile, error: unknown): Promise<void> {
    await partial.interrupt();
    await this.#files.remove(convertingOf(this.#file)).catch(() => undefined);
    const { pages, records } = partial.state;
    if (this.#isResumable && pages > 0) {
      throw new ExportInterrupted(this.#file, records, exportError(error, this.#file));
    }
    await this.#files.remove(partialOf(this.#file));
    await this.#removeCheckpoint();
  }

  /** With it goes the salt of the hashes. */
  async #removeCheckpoint(): Promise<void> {
    await this.#files.remove(nextCheckpointOf(this.#file));
    await this.#files.remove(checkpointOf(this.#file));
  }

  #report(run: ExportRun, stage: 'read' | 'convert', done: number): void {
    const { pages, records, total } = this.#partial?.state ?? this.#began;
    const ms = performance.now() - this.#started;
    const expected = stage === 'read' ? total : records;
    run.onProgress({ stage, records, pages, done, ms, total: expected });
  }

  async #summary(): Promise<ExportSummary> {
    const { pages, records, plan } = this.#partial?.state ?? this.#began;
    return {
      file: this.#file,
      format: plan.format,
      records,
      pages,
      bytes: (await this.#files.look(this.#file))?.size ?? 0,
      ms: Math.round(performance.now() - this.#started),
      wasResumed: this.#wasResumed,
    };
  }
}

/** A large body that is written is let go at once: left to the garbage collector, dozens of them pile up. */
function release({ buffer, byteLength }: Uint8Array): void {
  // A smaller one may share its memory with others.
  const isOwn = byteLength > 1 << 16 && byteLength === buffer.byteLength;
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function encoderOf({ plan, salt }: Checkpoint): PageEncoder {
  const shape = isVerbatim(plan) ? undefined : new RecordShape(plan, salt);
  if (plan.format === 'csv' && !isStaged(plan)) return csvTable(plan, { shape });
  if (plan.format === 'json') return jsonArray(shape);
  return shape === undefined ? verbatimLines() : shapedLines(shape);
}
