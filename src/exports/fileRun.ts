import { ExportError, ExportInterrupted } from '../base/exportErrors.ts';
import type { ExportProgress, ExportRun, ExportSummary, RecordSource } from '../base/exportPlan.ts';
import type { Log } from '../base/ports.ts';
import {
  type Checkpoint,
  checkpointPathOf,
  convertingPathOf,
  nextCheckpointPathOf,
  partialPathOf,
} from './checkpoint.ts';
import { convertLines } from './convertLines.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { exportError, type Files } from './files.ts';
import { encoderOf, isStaged } from './formats.ts';
import { PartialFile, type PartialFileOptions } from './partialFile.ts';
import { NO_RUN, RunClaim } from './runClaim.ts';
import { codeOf } from '../base/errors.ts';

export interface FileRunOptions {
  readonly files: Files;
  readonly log: Pick<Log, 'warn'>;
  readonly checkpointMs: number;
}

interface RunContext {
  readonly target: string;
  readonly claim: RunClaim;
  readonly wasResumed: boolean;
}

/** Run of an export from its last checkpoint until the export is complete or interrupted. */
export class FileRun {
  readonly #files: Files;
  readonly #log: Pick<Log, 'warn'>;
  readonly #target: string;
  readonly #claim: RunClaim;
  readonly #encoder: PageEncoder;
  /** `undefined` if an earlier run completed the target file and only its checkpoint is left. */
  readonly #partial: PartialFile | undefined;
  readonly #initialState: Checkpoint;
  readonly #wasResumed: boolean;
  readonly #startTime = performance.now();
  /** Time at which the current stage began. */
  #stageTime = this.#startTime;

  private constructor(
    { files, log }: FileRunOptions,
    state: Checkpoint,
    partial: PartialFile | undefined,
    { target, claim, wasResumed }: RunContext,
  ) {
    this.#files = files;
    this.#log = log;
    this.#target = target;
    this.#claim = claim;
    this.#encoder = encoderOf(state);
    this.#partial = partial;
    this.#initialState = state;
    this.#wasResumed = wasResumed;
  }

  static async create(
    options: FileRunOptions,
    target: string,
    state: Checkpoint,
  ): Promise<FileRun> {
    const { files } = options;
    const claim = await RunClaim.acquire(files, target, NO_RUN);
    try {
      // The salt in the checkpoint is for resumed exports, so an export that cannot be resumed stores none.
      await claim.begin(state.isResumable === false ? { ...state, salt: '' } : state);
      const partial = await PartialFile.create(
        partialOptions(options, target, claim, state),
        state,
      );
      return new FileRun(options, state, partial, { target, claim, wasResumed: false });
    } catch (error) {
      // Without the lease, the checkpoint belongs to another run. If the checkpoint cannot be removed, the lease ends
      // anyway. Otherwise the export would count as running until the window closes.
      if (await claim.hasLease()) await removeCheckpoint(files, target).catch(() => undefined);
      claim.release();
      throw error;
    }
  }

  /** @throws {ExportError} if the partial file is missing or does not match the checkpoint */
  static async reopen(
    options: FileRunOptions,
    target: string,
    state: Checkpoint,
  ): Promise<FileRun> {
    const { files } = options;
    const claim = await RunClaim.acquire(files, target, state.run);
    const context = { target, claim, wasResumed: true };
    try {
      const hasPartial = (await files.stat(partialPathOf(target))) !== undefined;
      // At offset 0, the earlier run may have ended without a partial file. `PartialFile.reopen` then creates the file.
      if (hasPartial || state.offset === 0) {
        const partial = await PartialFile.reopen(
          partialOptions(options, target, claim, state),
          state,
        );
        return new FileRun(options, state, partial, context);
      }
      const isDone = state.isRead && (await files.stat(target)) !== undefined;
      if (isDone) return new FileRun(options, state, undefined, context);
      const detail = 'the partial file is missing';
      throw new ExportError({ kind: 'damaged', detail }, target);
    } catch (error) {
      claim.release();
      throw error;
    }
  }

  /**
   * @param sourceOf called only if there are pages left to read
   * @throws {ExportInterrupted} if the export stopped and can be resumed
   */
  async execute(sourceOf: () => Promise<RecordSource>, run: ExportRun): Promise<ExportSummary> {
    const partial = this.#partial;
    try {
      if (partial !== undefined) {
        if (!partial.state.isRead) await this.#read(partial, await sourceOf(), run);
        await this.#complete(partial, run);
      }
      await removeCheckpoint(this.#files, this.#target);
    } catch (error) {
      if (partial !== undefined) await this.#stop(partial, error);
      throw error;
    } finally {
      this.#claim.release();
    }
    await this.#syncFolder();
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
      freeMemory(page.body);
      run.onProgress(this.#progress('read', records + count - this.#initialState.records));
    }
  }

  async #complete(partial: PartialFile, run: ExportRun): Promise<void> {
    await partial.finish(this.#encoder.tail);
    const isConverted = isStaged(partial.state);
    if (isConverted) {
      this.#stageTime = performance.now();
      let done = 0;
      const onRecords = (count: number): void => {
        done += count;
        run.onProgress(this.#progress('convert', done));
      };
      await convertLines(this.#files, {
        file: this.#target,
        state: partial.state,
        signal: run.signal,
        onRecords,
      });
    }
    const finishedFile = isConverted ? convertingPathOf(this.#target) : partialPathOf(this.#target);
    await this.#claim.requireLease();
    await this.#setPermissions(finishedFile, partial.state);
    await this.#files.rename(finishedFile, this.#target);
    // The partial file is removed before the checkpoint: a checkpoint with all pages read and no partial file means
    // that the target file is complete.
    await this.#files.remove(partialPathOf(this.#target));
  }

  async #setPermissions(finishedFile: string, { mode }: Checkpoint): Promise<void> {
    const replacedMode = (await this.#files.stat(this.#target))?.mode;
    const permissions = replacedMode ?? mode;
    // Some file systems do not support permissions.
    if (permissions !== undefined)
      await this.#files.chmod(finishedFile, permissions).catch(() => undefined);
  }

  /** Removes the files of the export after an error, or throws `ExportInterrupted` if the export can be resumed. */
  async #stop(partial: PartialFile, error: unknown): Promise<void> {
    if (!(await this.#claim.hasLease())) {
      await partial.close();
      throw new ExportError({ kind: 'taken' }, this.#target);
    }
    await partial.interrupt();
    const converting = convertingPathOf(this.#target);
    await this.#files.remove(converting).catch(() => undefined);
    const { pages, records, isResumable } = partial.state;
    if (isResumable !== false && pages > 0) {
      throw new ExportInterrupted(this.#target, records, exportError(error, this.#target));
    }
    await this.#files.remove(partialPathOf(this.#target));
    await removeCheckpoint(this.#files, this.#target);
  }

  /** A failed sync is logged and ignored: the file has its final name, which only a power cut could undo. */
  async #syncFolder(): Promise<void> {
    try {
      await this.#files.syncFolder(this.#target);
    } catch (error) {
      const code = codeOf(error) || String(error);
      this.#log.warn(`The name of an exported file could not be synced to the disk (${code}).`);
    }
  }

  /** @param done number of records that this run has read or converted in the stage */
  #progress(stage: ExportProgress['stage'], done: number): ExportProgress {
    const { pages, records, total } = this.#partial?.state ?? this.#initialState;
    const ms = performance.now() - this.#stageTime;
    return { stage, records, pages, done, ms, total: stage === 'read' ? total : records };
  }

  async #summary(): Promise<ExportSummary> {
    const { pages, records, plan } = this.#partial?.state ?? this.#initialState;
    return {
      file: this.#target,
      format: plan.format,
      records,
      pages,
      bytes: (await this.#files.stat(this.#target))?.size ?? 0,
      ms: Math.round(performance.now() - this.#startTime),
      wasResumed: this.#wasResumed,
    };
  }
}

/** Both files contain the salt of the hashes. */
async function removeCheckpoint(files: Files, target: string): Promise<void> {
  await files.remove(nextCheckpointPathOf(target));
  await files.remove(checkpointPathOf(target));
}

function partialOptions(
  { files, checkpointMs }: FileRunOptions,
  target: string,
  claim: RunClaim,
  state: Checkpoint,
): PartialFileOptions {
  const intervalMs = state.isResumable === false ? undefined : checkpointMs;
  return { files, target, claim, encoder: encoderOf(state), intervalMs };
}

/** Frees a large body that was written. Otherwise, dozens of bodies would wait for the garbage collector. */
function freeMemory({ buffer, byteLength }: Uint8Array): void {
  // A body of at most 64 KiB may share its ArrayBuffer with other data.
  const isOwn = byteLength > 1 << 16 && byteLength === buffer.byteLength;
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
