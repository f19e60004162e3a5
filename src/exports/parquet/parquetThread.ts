import { dirname, extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ExportField } from '../../base/exportPlan.ts';
import type { RecordPage } from '../../base/model.ts';

/** Worker script: next to this file and with its extension, so that it is found from the source and from the bundle. */
const SCRIPT = join(dirname(import.meta.filename), `parquetWorker${extname(import.meta.filename)}`);

/** Memory limits, in MB. Without limits, garbage of the columns would take several times the memory that they need. */
const LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 48 };

interface PageRequest {
  readonly body: Uint8Array<ArrayBuffer>;
  /** Start and end of each record in the body. An array of numbers transfers much faster than a thousand objects. */
  readonly spans: Uint32Array<ArrayBuffer>;
}

/** Request to add a page or to finish the file. The worker replies with the bytes that are ready, in chunks. */
export type ParquetRequest = PageRequest | 'finish';

/** Uses a thread, because a row group takes half a second of CPU time. The extension host would not respond. */
export class ParquetThread {
  readonly #worker: Worker;
  readonly #write: (bytes: Uint8Array) => Promise<void>;
  #reply = Promise.withResolvers<readonly Uint8Array[]>();

  constructor(fields: readonly ExportField[], write: (bytes: Uint8Array) => Promise<void>) {
    this.#write = write;
    // The worker does not inherit the flags of this process, because some, such as a debugger's port, are meant for
    // this process only.
    this.#worker = new Worker(SCRIPT, {
      workerData: fields,
      resourceLimits: LIMITS,
      execArgv: [],
    });
    this.#worker.on('message', (chunks: readonly Uint8Array[]) => this.#reply.resolve(chunks));
    this.#worker.on('error', (error) => this.#reply.reject(error));
    this.#worker.on('exit', (code) => this.#reply.reject(new Error(`The thread ended: ${code}.`)));
    // The worker may exit between requests. The next request rejects then; this handler avoids an unhandled rejection.
    this.#reply.promise.catch(() => undefined);
  }

  /** The worker gets a copy, so the caller still owns the page. Call `add` and `finish` one at a time. */
  async add({ body, records }: RecordPage): Promise<void> {
    const start = records[0]?.start ?? 0;
    const copy = new Uint8Array(body.subarray(start, records.at(-1)?.end ?? start));
    const spans = new Uint32Array(records.length * 2);
    for (const [index, record] of records.entries()) {
      spans[index * 2] = record.start - start;
      spans[index * 2 + 1] = record.end - start;
    }
    await this.#send({ body: copy, spans }, [copy.buffer, spans.buffer]);
  }

  finish(): Promise<void> {
    return this.#send('finish', []);
  }

  /** Terminates the worker, even during its work. */
  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  async #send(request: ParquetRequest, transfer: readonly ArrayBuffer[]): Promise<void> {
    this.#worker.postMessage(request, transfer);
    const chunks = await this.#reply.promise;
    this.#reply = Promise.withResolvers();
    this.#reply.promise.catch(() => undefined);
    for (const chunk of chunks) await this.#write(chunk);
  }
}
