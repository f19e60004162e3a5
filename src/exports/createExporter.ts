import { randomBytes } from 'node:crypto';
import type {
  AudienceJob,
  AudienceSummary,
  CustomerBatches,
  Exporter,
  ExportJob,
  ExportRun,
  ExportSummary,
  PlanChange,
  RecordSource,
  UnfinishedExport,
} from '../base/exportPlan.ts';
import { ExportError } from '../base/exportErrors.ts';
import type { Log } from '../base/ports.ts';
import {
  type Checkpoint,
  checkpointPathOf,
  convertingPathOf,
  loadCheckpoint,
  nextCheckpointPathOf,
  partialPathOf,
} from './checkpoint.ts';
import { FileRun, type FileRunOptions } from './fileRun.ts';
import { diskFiles, exportError, type Files } from './files.ts';
import { isStaged } from './formats.ts';
import { hasLivingRun, requireNoLivingRun } from './runClaim.ts';
import { writeAudience } from './writeAudience.ts';

export interface ExporterOptions {
  readonly files?: Files;
  /** Interval between checkpoints, in ms. */
  readonly checkpointMs?: number;
  readonly log?: Pick<Log, 'warn'>;
}

export function createExporter(options: ExporterOptions = {}): Exporter {
  return new FileExporter(options);
}

/** Exports to files. Each unfinished export has a checkpoint next to its file. */
class FileExporter implements Exporter {
  readonly #options: FileRunOptions;
  /** Lock keys of the files on which an operation is running. */
  readonly #running = new Set<string>();

  constructor({ files = diskFiles, checkpointMs = 1000, log = SILENT_LOG }: ExporterOptions) {
    this.#options = { files, checkpointMs, log };
  }

  start(job: ExportJob, source: RecordSource, run: ExportRun): Promise<ExportSummary> {
    return this.#runExclusive(job.file, async (target) => {
      await this.#prepareTarget(target, job);
      const fileRun = await FileRun.create(this.#options, target, newState(job));
      return { ...(await fileRun.execute(() => Promise.resolve(source), run)), file: job.file };
    });
  }

  resume(
    file: string,
    sourceOf: (unfinished: UnfinishedExport) => Promise<RecordSource>,
    run: ExportRun,
    change: PlanChange = {},
  ): Promise<ExportSummary> {
    return this.#runExclusive(file, async (target) => {
      const { files } = this.#options;
      const state = await loadCheckpoint(files, target);
      if (state !== undefined) await requireNoLivingRun(files, target, state);
      if (state === undefined || state.isResumable === false) {
        throw new ExportError({ kind: 'nothing' }, file);
      }
      const fileRun = await FileRun.reopen(this.#options, target, withChange(state, change));
      const source = async (): Promise<RecordSource> =>
        sourceOf(await this.#unfinishedOf(file, target, state));
      return { ...(await fileRun.execute(source, run)), file };
    });
  }

  async unfinished(file: string): Promise<UnfinishedExport | undefined> {
    const { files } = this.#options;
    const target = await files.resolve(file).catch(() => file);
    const state = await loadCheckpoint(files, target);
    if (state === undefined || state.isResumable === false) return undefined;
    const unfinished = await this.#unfinishedOf(file, target, state);
    return { ...unfinished, isRunning: await hasLivingRun(files, target, state) };
  }

  discard(file: string): Promise<void> {
    return this.#runExclusive(file, async (target) => {
      const { files } = this.#options;
      const state = await checkpointIfAny(files, target);
      if (state === undefined) return;
      await requireNoLivingRun(files, target, state);
      await removeAll(files, target);
    });
  }

  writeAudience(
    job: AudienceJob,
    customers: CustomerBatches,
    signal: AbortSignal,
  ): Promise<AudienceSummary> {
    return this.#runExclusive(job.file, async (target) => {
      const { files } = this.#options;
      const state = await loadCheckpoint(files, target).catch(() => undefined);
      // With `line`, the names of the written files also contain the page IDs, so no other export writes to them.
      if (state !== undefined && job.format !== 'line') {
        await requireNoLivingRun(files, target, state);
      }
      return writeAudience(this.#options, job, customers, signal);
    });
  }

  async #unfinishedOf(file: string, target: string, state: Checkpoint): Promise<UnfinishedExport> {
    const { bot, baseUrl, query, plan, records, pages } = state;
    const updated = (await this.#options.files.stat(checkpointPathOf(target)))?.modified ?? 0;
    return { file, bot, baseUrl, query, plan, records, pages, updated };
  }

  /** Runs one operation at a time per file. `work` receives the path without symbolic links. */
  async #runExclusive<T>(file: string, work: (target: string) => Promise<T>): Promise<T> {
    // Set only while this operation holds the lock, so that `finally` never removes the lock of another operation.
    let lockKey: string | undefined;
    try {
      const target = await this.#options.files.resolve(file);
      const key = keyOf(target);
      if (this.#running.has(key)) throw new ExportError({ kind: 'running' }, file);
      lockKey = key;
      this.#running.add(lockKey);
      return await work(target);
    } catch (error) {
      throw exportError(error, file);
    } finally {
      if (lockKey !== undefined) this.#running.delete(lockKey);
    }
  }

  /** Checks that the file may be written, and removes the working files of an earlier export to the same file. */
  async #prepareTarget(target: string, { overwrite }: ExportJob): Promise<void> {
    const { files } = this.#options;
    const existing = await files.stat(target);
    if (existing?.isFolder === true) {
      throw new ExportError({ kind: 'not-writable', detail: 'EISDIR' }, target);
    }
    const state = await checkpointIfAny(files, target);
    if (state !== undefined) {
      await requireNoLivingRun(files, target, state);
      const isResumable = state.isResumable !== false;
      if (isResumable && !overwrite) throw new ExportError({ kind: 'unfinished' }, target);
    }
    if (existing !== undefined && !overwrite) throw new ExportError({ kind: 'exists' }, target);
    if (state !== undefined) await removeAll(files, target);
  }
}

const SILENT_LOG = { warn: (): void => undefined };

/** Returns the lock key of a path. On systems whose file names usually ignore case, the key also ignores case. */
function keyOf(target: string): string {
  const ignoresCase = process.platform === 'darwin' || process.platform === 'win32';
  return ignoresCase ? target.normalize('NFC').toLowerCase() : target;
}

/** Throws if a working file exists without a readable checkpoint, because it may be a file of the user. */
async function checkpointIfAny(files: Files, target: string): Promise<Checkpoint | undefined> {
  const state = await loadCheckpoint(files, target).catch((error: unknown) => {
    if (error instanceof ExportError) return undefined;
    throw error;
  });
  if (state !== undefined) return state;
  for (const path of [checkpointPathOf(target), ...workingFilesOf(target)]) {
    if ((await files.stat(path)) !== undefined) {
      throw new ExportError({ kind: 'in-the-way', path }, target);
    }
  }
  return undefined;
}

function workingFilesOf(target: string): readonly string[] {
  return [partialPathOf(target), convertingPathOf(target), nextCheckpointPathOf(target)];
}

/** Removes the checkpoint last, because the checkpoint shows that the other files belong to an export. */
async function removeAll(files: Files, target: string): Promise<void> {
  for (const path of [...workingFilesOf(target), checkpointPathOf(target)])
    await files.remove(path);
}

/** The partial file keeps its form (staged lines, or the final format), because it already contains records. */
function withChange(state: Checkpoint, { lists }: PlanChange): Checkpoint {
  if (lists === undefined || lists === state.plan.lists) return state;
  return { ...state, plan: { ...state.plan, lists }, isStaged: isStaged(state) };
}

function newState({ bot, baseUrl, query, plan, total, isResumable }: ExportJob): Checkpoint {
  return {
    version: 1,
    bot,
    query,
    plan,
    salt: randomBytes(32).toString('hex'),
    next: null,
    isRead: false,
    pages: 0,
    records: 0,
    offset: 0,
    process: process.pid,
    total,
    baseUrl,
    // Absent means `true`, because earlier versions did not write this field.
    ...(isResumable ? {} : { isResumable }),
  };
}
