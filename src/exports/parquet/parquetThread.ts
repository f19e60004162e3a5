import { dirname, extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ExportField } from '../../base/exportPlan.ts';
import type { RecordPage } from '../../base/model.ts';

/** Beside this file, and as this one: the source, or the bundle. */
const SCRIPT = join(dirname(import.meta.filename), `parquetWorker${extname(import.meta.filename)}`);

/** Left to itself, the garbage of the columns would take several times what they need; MB. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 };

export interface ParquetStart {
  readonly fields: readonly ExportField[];
}

/** Where each record begins and ends in the body, one after the other: a thousand objects take long to hand over. */
interface AskedPage {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly spans: Uint32Array<ArrayBuffer>;
}

/** What it is asked: to add a page, or to end the file. It answers with the bytes that are ready, in pieces. */
export type ParquetAsk = AskedPage | 'finish';

/**
 * A Parquet file that is made in a thread of its own: a row group takes half a second of nothing but work, in which
 * the extension host would answer nobody.
 */
export class ParquetThread {
  readonly #worker: Worker;
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  #answer = Promise.withResolvers<readonly Uint8Array[]>();

  /** @param write appends to the file */
  constructor(fields: readonly ExportField[], write: (bytes: Uint8Array) => Promise<void>) {
    const workerData: ParquetStart = { fields };
    this.#write = write;
    // Without the flags of this process, of which some would be meant for it alone, such as a debugger's port.
    this.#worker = new Worker(SCRIPT, { workerData, resourceLimits: LIMITS, execArgv: [] });
    this.#worker.on('message', (pieces: readonly Uint8Array[]) => this.#answer.resolve(pieces));
    this.#worker.on('error', (error) => this.#answer.reject(error));
    this.#worker.on('exit', (code) => this.#answer.reject(new Error(`The thread ended: ${code}.`)));
    // It may end while nobody asks; whoever asks next is told.
    this.#answer.promise.catch(() => undefined);
  }

  /** The page stays the caller's. */
  async add({ body, records }: RecordPage): Promise<void> {
    const start = records[0]?.start ?? 0;
    const copy = new Uint8Array(body.subarray(start, records.at(-1)?.end ?? start));
    const spans = new Uint32Array(records.length * 2);
    for (const [index, record] of records.entries()) {
      spans[index * 2] = record.start - start;
      spans[index * 2 + 1] = record.end - start;
    }
    await this.#ask({ body: copy, spans }, [copy.buffer, spans.buffer]);
  }

  finish(): Promise<void> {
    return this.#ask('finish', []);
  }

  /** Also in the middle of its work. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #ask(ask: ParquetAsk, transfer: readonly ArrayBuffer[]): Promise<void> {
    this.#worker.postMessage(ask, transfer);
    const pieces = await this.#answer.promise;
    this.#answer = Promise.withResolvers();
    this.#answer.promise.catch(() => undefined);
    for (const piece of pieces) await this.#write(piece);
  }
}
