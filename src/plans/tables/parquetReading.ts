import { dirname, extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { cutEnd } from '../../core/plainText.ts';
import { InputError, type InputProblem } from '../../core/plans/inputProblems.ts';
import { failure } from './failures.ts';
import type { Cell } from './table.ts';

/** Beside this file, and as this one: the source, or the bundle. */
const SCRIPT = join(
  dirname(import.meta.filename),
  `parquetReadWorker${extname(import.meta.filename)}`,
);

/** MB; what is beyond is a group of rows that is too large. */
const LIMITS = { maxOldGenerationSizeMb: 1024, maxYoungGenerationSizeMb: 48 };

/** The largest group that is read takes less than half of it. */
const TIME_LIMIT_MS = 30_000;

const LONGEST_DETAIL = 200;

export interface ReaderStart {
  readonly path: string;
}

/** What it is asked: for names and groups, or for some rows of a group. */
export type ReaderAsk = 'open' | RowsAsk;

/** `from` and `to` count within the group, from 0. */
export interface RowsAsk {
  readonly group: number;
  readonly columns: readonly number[];
  readonly from: number;
  readonly to: number;
  /** Lists as the service sends them; else with times as texts, and with what is null. */
  readonly asSent?: boolean | undefined;
}

interface ReaderOpened {
  readonly names: readonly string[];
  /** Rows of each group. */
  readonly sizes: readonly number[];
}

export type ReaderAnswer =
  | ReaderOpened
  | { readonly rows: readonly (readonly Cell[])[] }
  | { readonly problems: InputError['problems'] }
  | { readonly detail: string };

/**
 * A Parquet file that is read in a thread of its own: a broken one can keep its reader busy for ever, and a good one
 * is long work.
 */
export class ParquetReading {
  readonly #worker: Worker;
  readonly #signal: AbortSignal;
  readonly #limitMs: number;

  /** @param limitMs for one answer */
  constructor(path: string, signal: AbortSignal, limitMs = TIME_LIMIT_MS) {
    const workerData: ReaderStart = { path };
    // Without the flags of this process, of which some would be meant for it alone, such as a debugger's port.
    this.#worker = new Worker(SCRIPT, { workerData, resourceLimits: LIMITS, execArgv: [] });
    this.#signal = signal;
    this.#limitMs = limitMs;
  }

  async open(): Promise<ReaderOpened> {
    const answer = await this.#ask('open');
    return 'names' in answer ? answer : refused(brokenBy('no answer'));
  }

  async rows(ask: RowsAsk): Promise<readonly (readonly Cell[])[]> {
    const answer = await this.#ask(ask);
    return 'rows' in answer ? answer.rows : refused(brokenBy('no answer'));
  }

  /** Also in the middle of its work. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask(ask: ReaderAsk): Promise<ReaderAnswer> {
    this.#signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ReaderAnswer>();
    const onError = (error: Error): void => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      reject(failure(isMemory ? { kind: 'large-parquet' } : brokenBy(error.message)));
    };
    const onAbort = (): void => reject(this.#signal.reason);
    const timer = setTimeout(() => reject(failure(brokenBy('it takes too long'))), this.#limitMs);
    this.#worker.once('message', resolve).once('error', onError);
    this.#signal.addEventListener('abort', onAbort, { once: true });
    try {
      this.#worker.postMessage(ask);
      const answer = await promise;
      if ('problems' in answer) throw new InputError(answer.problems);
      return 'detail' in answer ? refused(brokenBy(answer.detail)) : answer;
    } finally {
      clearTimeout(timer);
      this.#signal.removeEventListener('abort', onAbort);
      this.#worker.off('message', resolve).off('error', onError);
    }
  }
}

function brokenBy(detail: string): InputProblem {
  return { kind: 'broken-parquet', detail: cutEnd(detail, LONGEST_DETAIL) };
}

function refused(problem: InputProblem): never {
  throw failure(problem);
}
