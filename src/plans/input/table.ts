import { Buffer } from 'node:buffer';
import type { PositionedKind } from '../../base/inputProblems.ts';
import type { InputFormat } from './inputColumns.ts';
import type { FindingCollector } from './problems.ts';

export interface NonTextCell {
  /** `number` for a JSON number; `other` for a list, an object, `true` or `false`. */
  readonly kind: 'number' | 'other';
  /** JSON text of the value. */
  readonly source: string;
}

/** Value of a cell; `undefined` if the cell is empty or missing. */
export type Cell = string | NonTextCell | undefined;

export interface TableRecord {
  /** Ordinal number of the record, from 1. */
  readonly row: number;
  /** Position for messages: line number of the start of the record, or the record number, as `Table.unit` says. */
  readonly position: number;
  /** Cells of the requested columns, in the requested order. */
  readonly cells: readonly Cell[];
  /** Source bytes of the record, to save it in a new file. Valid until the next batch. Empty without `requestedRows`. */
  readonly bytes: Uint8Array;
}

export interface ReadRequest {
  readonly columns: readonly number[];
  /** Rows (`TableRecord.row`) to read. Absent to read all records. */
  readonly requestedRows?: { has(row: number): boolean } | undefined;
  readonly signal: AbortSignal;
  /** Collects problems of single records. Reading continues after such a problem. */
  readonly problems: FindingCollector<PositionedKind>;
}

export interface Table {
  readonly format: InputFormat;
  readonly columns: readonly string[];
  readonly unit: 'line' | 'record';
  /** Bytes to write before, between (`separator`) and after (`tail`) records that are saved as a new file. */
  readonly head: Uint8Array;
  readonly separator: Uint8Array;
  readonly tail: Uint8Array;
  /** Reads the records in order, in batches. Throws an `InputError` at a problem after which nothing can be read. */
  batches(request: ReadRequest): AsyncIterable<readonly TableRecord[]>;
}

export const NO_BYTES = Buffer.alloc(0);

export function cellText(cell: Cell): string {
  return typeof cell === 'object' ? cell.source : (cell ?? '');
}

/** Sliding window over a stream of bytes, for records that start in one chunk and end in another. */
export class ByteWindow {
  /** Bytes in the window. Moving the window creates a new buffer, so earlier views stay valid. */
  bytes: Buffer = NO_BYTES;
  /** Whether the stream ends with these bytes. */
  isLast = false;
  readonly #chunks: AsyncIterator<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * Drops the bytes before `from`, and appends at least as many bytes as remain, if the stream has them. Because the
   * window at least doubles, a scan that restarts at an incomplete record reads each byte at most twice (amortized).
   */
  async readMore(from: number): Promise<void> {
    const chunks: Uint8Array[] = [this.bytes.subarray(from)];
    // Initially negative, so that at least one chunk is read if no bytes remain.
    let added = -1;
    while (added < this.bytes.length - from) {
      const { done, value } = await this.#chunks.next();
      if (done === true) {
        this.isLast = true;
        break;
      }
      chunks.push(value);
      added = Math.max(added, 0) + value.length;
    }
    this.bytes = Buffer.concat(chunks);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
