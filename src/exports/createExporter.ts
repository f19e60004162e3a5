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
  checkpointOf,
  loadCheckpoint,
  nextCheckpointOf,
  partialOf,
} from './checkpoint.ts';
import { convertingOf } from './convertLines.ts';
import { FileRun, type RunParts } from './fileRun.ts';
import { diskFiles, exportError, type Files } from './files.ts';
import { isStaged } from './formats.ts';
import { isLiving, refuseLiving } from './runClaim.ts';
import { writeAudience } from './writeAudience.ts';

export interface ExporterOptions {
  readonly files?: Files;
  /** How often a checkpoint is written, ms. */
  readonly checkpointMs?: number;
  readonly log?: Pick<Log, 'warn'>;
}

export function createExporter(options: ExporterOptions = {}): Exporter {
  return new FileExporter(options);
}

class FileExporter implements Exporter {
  readonly #parts: RunParts;
  readonly #running = new Set<string>();

  constructor({ files = diskFiles, checkpointMs = 1000, log = SILENT_LOG }: ExporterOptions) {
    this.#parts = { files, checkpointMs, log };
  }

  start(job: ExportJob, source: RecordSource, run: ExportRun): Promise<ExportSummary> {
    return this.#alone(job.file, async (target) => {
      await this.#clear(target, job);
      const fresh = await FileRun.create(this.#parts, target, newState(job));
      return { ...(await fresh.go(() => Promise.resolve(source), run)), file: job.file };
    });
  }

  resume(
    file: string,
    sourceOf: (unfinished: UnfinishedExport) => Promise<RecordSource>,
    run: ExportRun,
    change: PlanChange = {},
  ): Promise<ExportSummary> {
    return this.#alone(file, async (target) => {
      const { files } = this.#parts;
      const state = await loadCheckpoint(files, target);
      if (state !== undefined) await refuseLiving(files, target, state);
      if (state === undefined || state.isResumable === false) {
        throw new ExportError({ kind: 'nothing' }, file);
      }
      const known = await FileRun.reopen(this.#parts, target, changed(state, change));
      const source = async (): Promise<RecordSource> =>
        sourceOf(await this.#unfinishedOf(file, target, state));
      return { ...(await known.go(source, run)), file };
    });
  }

  async unfinished(file: string): Promise<UnfinishedExport | undefined> {
    const { files } = this.#parts;
    const target = await files.resolve(file).catch(() => file);
    const state = await loadCheckpoint(files, target);
    if (state === undefined || state.isResumable === false) return undefined;
    const unfinished = await this.#unfinishedOf(file, target, state);
    return { ...unfinished, isRunning: await isLiving(files, target, state) };
  }

  discard(file: string): Promise<void> {
    return this.#alone(file, async (target) => {
      const { files } = this.#parts;
      const state = await checkpointIfAny(files, target);
      if (state === undefined) return;
      await refuseLiving(files, target, state);
      await removeAll(files, target);
    });
  }

  async audience(
    job: AudienceJob,
    customers: CustomerBatches,
    signal: AbortSignal,
  ): Promise<AudienceSummary> {
    try {
      return await writeAudience(this.#parts, job, customers, signal);
    } catch (error) {
      throw exportError(error, job.file);
    }
  }

  async #unfinishedOf(file: string, target: string, state: Checkpoint): Promise<UnfinishedExport> {
    const { bot, baseUrl, query, plan, records, pages } = state;
    const updated = (await this.#parts.files.look(checkpointOf(target)))?.modified ?? 0;
    return { file, bot, baseUrl, query, plan, records, pages, updated };
  }

  /**
   * One at a time for each file, and errors of the system as those of an export.
   * @param work gets the path by which the system finds the file, whatever it is called
   */
  async #alone<T>(file: string, work: (target: string) => Promise<T>): Promise<T> {
    let name: string | undefined;
    try {
      const target = await this.#parts.files.resolve(file);
      const key = keyOf(target);
      if (this.#running.has(key)) throw new ExportError({ kind: 'running' }, file);
      name = key;
      this.#running.add(name);
      return await work(target);
    } catch (error) {
      throw exportError(error, file);
    } finally {
      if (name !== undefined) this.#running.delete(name);
    }
  }

  /** Makes room for a new export, of what is an export's or may be overwritten. */
  async #clear(target: string, { overwrite }: ExportJob): Promise<void> {
    const { files } = this.#parts;
    const there = await files.look(target);
    if (there?.isFolder === true) {
      throw new ExportError({ kind: 'not-writable', detail: 'EISDIR' }, target);
    }
    const state = await checkpointIfAny(files, target);
    if (state !== undefined) {
      await refuseLiving(files, target, state);
      const isKept = state.isResumable !== false && !overwrite;
      if (isKept) throw new ExportError({ kind: 'unfinished' }, target);
    }
    if (there !== undefined && !overwrite) throw new ExportError({ kind: 'exists' }, target);
    if (state !== undefined) await removeAll(files, target);
  }
}

const SILENT_LOG = { warn: (): void => undefined };

/** Where letters of either case are one name for the system, also for what is not there yet. */
function keyOf(target: string): string {
  const isFolding = process.platform === 'darwin' || process.platform === 'win32';
  return isFolding ? target.normalize('NFC').toLowerCase() : target;
}

/**
 * The checkpoint of an unfinished export. Throws `ExportError` when a file stands in the way that is none of an
 * export's: nothing tells that it may be removed.
 */
async function checkpointIfAny(files: Files, target: string): Promise<Checkpoint | undefined> {
  const state = await loadCheckpoint(files, target).catch((error: unknown) => {
    if (ExportError.is(error)) return undefined;
    throw error;
  });
  if (state !== undefined) return state;
  for (const path of [checkpointOf(target), ...besideCheckpoint(target)]) {
    if ((await files.look(path)) !== undefined) {
      throw new ExportError({ kind: 'in-the-way', path }, target);
    }
  }
  return undefined;
}

function besideCheckpoint(target: string): readonly string[] {
  return [partialOf(target), convertingOf(target), nextCheckpointOf(target)];
}

/** The checkpoint last: it tells that the rest is an export's. */
async function removeAll(files: Files, target: string): Promise<void> {
  for (const path of [...besideCheckpoint(target), checkpointOf(target)]) await files.remove(path);
}

/** What was collected as lines stays good for a table of another form. */
function changed(state: Checkpoint, { lists }: PlanChange): Checkpoint {
  if (lists === undefined || lists === state.plan.lists) return state;
  return { ...state, plan: { ...state.plan, lists }, isStaged: isStaged(state) };
}

function newState({ bot, baseUrl, query, plan, total, isResumable }: ExportJob): Checkpoint {
  return {
    version: 1,
    ...{ bot, query, plan },
    salt: randomBytes(32).toString('hex'),
    next: null,
    isRead: false,
    pages: 0,
    records: 0,
    offset: 0,
    process: process.pid,
    total,
    baseUrl,
    ...(isResumable ? {} : { isResumable }),
  };
}
