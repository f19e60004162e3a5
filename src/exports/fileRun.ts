import { ExportError, ExportInterrupted } from '../base/exportErrors.ts';
import type { ExportRun, ExportSummary, RecordSource } from '../base/exportPlan.ts';
import type { Log } from '../base/ports.ts';
import { type Checkpoint, checkpointOf, nextCheckpointOf, partialOf } from './checkpoint.ts';
import { convertingOf, convertLines } from './convertLines.ts';
import type { PageEncoder } from './encoding/pageEncoder.ts';
import { codeOf, exportError, type Files } from './files.ts';
import { encoderOf, isStaged } from './formats.ts';
import { PartialFile, type PartialParts } from './partialFile.ts';
import { NOBODY, RunClaim } from './runClaim.ts';

export interface RunParts {
  readonly files: Files;
  readonly log: Pick<Log, 'warn'>;
  /** How often a checkpoint is written, ms. */
  readonly checkpointMs: number;
}

interface RunKind {
  readonly target: string;
  readonly claim: RunClaim;
  readonly wasResumed: boolean;
}

/** One export from where it stands to its end, or to where it is interrupted. */
export class FileRun {
  readonly #files: Files;
  readonly #log: Pick<Log, 'warn'>;
  readonly #target: string;
  readonly #claim: RunClaim;
  readonly #encoder: PageEncoder;
  /** `undefined`: it was whole, and only its checkpoint was left. */
  readonly #partial: PartialFile | undefined;
  readonly #began: Checkpoint;
  readonly #wasResumed: boolean;
  readonly #started = performance.now();

  private constructor(
    { files, log }: RunParts,
    state: Checkpoint,
    partial: PartialFile | undefined,
    { target, claim, wasResumed }: RunKind,
  ) {
    this.#files = files;
    this.#log = log;
    this.#target = target;
    this.#claim = claim;
    this.#encoder = encoderOf(state);
    this.#partial = partial;
    this.#began = state;
    this.#wasResumed = wasResumed;
  }

  static async create(parts: RunParts, target: string, state: Checkpoint): Promise<FileRun> {
    const { files } = parts;
    const claim = await RunClaim.take(files, target, NOBODY);
    try {
      // The salt is of use to whoever goes on.
      await claim.begin(state.isResumable === false ? { ...state, salt: '' } : state);
      const partial = await PartialFile.create(partialParts(parts, target, claim, state), state);
      return new FileRun(parts, state, partial, { target, claim, wasResumed: false });
    } catch (error) {
      if (await claim.isOwn()) await removeCheckpoint(files, target);
      claim.release();
      throw error;
    }
  }

  static async reopen(parts: RunParts, target: string, state: Checkpoint): Promise<FileRun> {
    const { files } = parts;
    const claim = await RunClaim.take(files, target, state.run);
    const kind = { target, claim, wasResumed: true };
    try {
      const isThere = (await files.look(partialOf(target))) !== undefined;
      if (isThere || state.offset === 0) {
        const partial = await PartialFile.reopen(partialParts(parts, target, claim, state), state);
        return new FileRun(parts, state, partial, kind);
      }
      const isDone = state.isRead && (await files.look(target)) !== undefined;
      if (isDone) return new FileRun(parts, state, undefined, kind);
      const detail = 'the partial file is missing';
      throw new ExportError({ kind: 'damaged', detail }, target);
    } catch (error) {
      claim.release();
      throw error;
    }
  }

  /** @param sourceOf called only when there is something left to read */
  async go(sourceOf: () => Promise<RecordSource>, run: ExportRun): Promise<ExportSummary> {
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
      release(page.body);
      this.#report(run, 'read', records + count - this.#began.records);
    }
  }

  async #complete(partial: PartialFile, run: ExportRun): Promise<void> {
    await partial.finish(this.#encoder.tail);
    const isConverted = isStaged(partial.state);
    if (isConverted) {
      let done = 0;
      const onRecords = (count: number): void => {
        done += count;
        this.#report(run, 'convert', done);
      };
      await convertLines(this.#files, {
        ...{ file: this.#target, state: partial.state, signal: run.signal, onRecords },
      });
    }
    const whole = isConverted ? convertingOf(this.#target) : partialOf(this.#target);
    await this.#claim.requireOwn();
    await this.#makePublic(whole, partial.state);
    await this.#files.rename(whole, this.#target);
    // In this order: a checkpoint of which everything was read and nothing is left tells that the file is whole.
    await this.#files.remove(partialOf(this.#target));
  }

  /** The permissions of the file that it replaces, or those of any new file. */
  async #makePublic(whole: string, { mode }: Checkpoint): Promise<void> {
    const replaced = (await this.#files.look(this.#target))?.mode;
    const wanted = replaced ?? mode;
    // Some file systems have no permissions.
    if (wanted !== undefined) await this.#files.chmod(whole, wanted).catch(() => undefined);
  }

  /** Throws `ExportInterrupted` when the export can go on. */
  async #stop(partial: PartialFile, error: unknown): Promise<void> {
    if (!(await this.#claim.isOwn())) {
      await partial.close();
      throw new ExportError({ kind: 'taken' }, this.#target);
    }
    await partial.interrupt();
    const converting = convertingOf(this.#target);
    await this.#files.remove(converting).catch(() => undefined);
    const { pages, records, isResumable } = partial.state;
    if (isResumable !== false && pages > 0) {
      throw new ExportInterrupted(this.#target, records, exportError(error, this.#target));
    }
    await this.#files.remove(partialOf(this.#target));
    await removeCheckpoint(this.#files, this.#target);
  }

  /** The file has its name: what may be lost to a power cut in the next seconds is no reason to say it has not. */
  async #syncFolder(): Promise<void> {
    try {
      await this.#files.syncFolder(this.#target);
    } catch (error) {
      const code = codeOf(error) || String(error);
      this.#log.warn(`The name of an exported file could not be synced to the disk (${code}).`);
    }
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
      file: this.#target,
      format: plan.format,
      records,
      pages,
      bytes: (await this.#files.look(this.#target))?.size ?? 0,
      ms: Math.round(performance.now() - this.#started),
      wasResumed: this.#wasResumed,
    };
  }
}

/** With it goes the salt of the hashes. */
async function removeCheckpoint(files: Files, target: string): Promise<void> {
  await files.remove(nextCheckpointOf(target));
  await files.remove(checkpointOf(target));
}

function partialParts(
  { files, checkpointMs }: RunParts,
  target: string,
  claim: RunClaim,
  state: Checkpoint,
): PartialParts {
  const everyMs = state.isResumable === false ? undefined : checkpointMs;
  return { files, target, claim, encoder: encoderOf(state), everyMs };
}

/** A large body that is written is let go at once: left to the garbage collector, dozens of them pile up. */
function release({ buffer, byteLength }: Uint8Array): void {
  // A smaller one may share its memory with others.
  const isOwn = byteLength > 1 << 16 && byteLength === buffer.byteLength;
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
