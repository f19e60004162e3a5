import { randomBytes } from 'node:crypto';
import { ExportError } from '../core/exportErrors.ts';
import type {
  Exporter,
  ExportJob,
  ExportRun,
  ExportSummary,
  RecordSource,
  UnfinishedExport,
} from '../core/exportPlan.ts';
import {
  checkpointOf,
  loadCheckpoint,
  nextCheckpointOf,
  partialOf,
  type Checkpoint,
} from './checkpoint.ts';
import { convertingOf } from './convertLines.ts';
import { diskFiles, exportError, type Files } from './files.ts';
import { FileRun } from './fileRun.ts';

/** A process that wrote no checkpoint for so long has ended, and its number is another one's; ms. */
const SILENT = 10 * 60_000;

export interface ExporterOptions {
  readonly files?: Files;
  /** How often a checkpoint is written, ms. */
  readonly checkpointMs?: number;
}

export function createExporter(options: ExporterOptions = {}): Exporter {
  return new FileExporter(options);
}

class FileExporter implements Exporter {
  readonly #files: Files;
  readonly #checkpointMs: number;
  readonly #running = new Set<string>();

  constructor({ files = diskFiles, checkpointMs = 1000 }: ExporterOptions) {
    this.#files = files;
    this.#checkpointMs = checkpointMs;
  }

  start(job: ExportJob, source: RecordSource, run: ExportRun): Promise<ExportSummary> {
    const { file } = job;
    return this.#alone(file, async () => {
      await this.#clear(job);
      const fresh = await FileRun.create(this.#files, job, newState(job), this.#checkpointMs);
      return fresh.go(() => Promise.resolve(source), run);
    });
  }

  resume(
    file: string,
    sourceOf: (unfinished: UnfinishedExport) => Promise<RecordSource>,
    run: ExportRun,
  ): Promise<ExportSummary> {
    return this.#alone(file, async () => {
      const state = await loadCheckpoint(this.#files, file);
      if (state === undefined) throw new ExportError({ kind: 'nothing' }, file);
      await this.#refuseOther(file, state);
      const known = await FileRun.reopen(this.#files, file, state, this.#checkpointMs);
      return known.go(() => sourceOf(unfinishedOf(file, state)), run);
    });
  }

  async unfinished(file: string): Promise<UnfinishedExport | undefined> {
    const state = await loadCheckpoint(this.#files, file);
    return state && unfinishedOf(file, state);
  }

  discard(file: string): Promise<void> {
    return this.#alone(file, async () => {
      const state = await loadCheckpoint(this.#files, file).catch(() => undefined);
      if (state !== undefined) await this.#refuseOther(file, state);
      await this.#remove(file);
    });
  }

  /** One at a time for each file, and errors of the system as those of an export. */
  async #alone<T>(file: string, work: () => Promise<T>): Promise<T> {
    if (this.#running.has(file)) throw new ExportError({ kind: 'running' }, file);
    this.#running.add(file);
    try {
      return await work();
    } catch (error) {
      throw exportError(error, file);
    } finally {
      this.#running.delete(file);
    }
  }

  async #clear({ file, overwrite }: ExportJob): Promise<void> {
    const there = await this.#files.look(file);
    if (there?.isFolder === true) {
      throw new ExportError({ kind: 'not-writable', detail: 'EISDIR' }, file);
    }
    if ((await this.#files.look(checkpointOf(file))) !== undefined) {
      const state = await loadCheckpoint(this.#files, file).catch(() => undefined);
      if (state !== undefined) await this.#refuseOther(file, state);
      if (!overwrite) throw new ExportError({ kind: 'unfinished' }, file);
    }
    if (there !== undefined && !overwrite) throw new ExportError({ kind: 'exists' }, file);
    await this.#remove(file);
  }

  /** The checkpoint last: without it the rest is nothing. */
  async #remove(file: string): Promise<void> {
    const beside = [partialOf(file), convertingOf(file), nextCheckpointOf(file)];
    for (const path of [...beside, checkpointOf(file)]) await this.#files.remove(path);
  }

  async #refuseOther(file: string, state: Checkpoint): Promise<void> {
    if (state.process === 0 || state.process === process.pid || !isAlive(state.process)) return;
    const modified = (await this.#files.look(checkpointOf(file)))?.modified ?? 0;
    if (Date.now() - modified < SILENT) throw new ExportError({ kind: 'running' }, file);
  }
}

function newState({ bot, query, plan, total }: ExportJob): Checkpoint {
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
  };
}

function unfinishedOf(file: string, state: Checkpoint): UnfinishedExport {
  const { bot, query, plan, records, pages } = state;
  return { file, bot, query, plan, records, pages };
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
