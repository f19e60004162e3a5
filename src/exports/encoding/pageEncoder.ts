import { Buffer } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { Span } from '../../base/jsonScan.ts';
import type { RecordPage } from '../../base/model.ts';

export interface PageEncoder {
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** Last bytes of each encoded page: a line break, or the JSON of a record. Checked before an export is resumed. */
  readonly pageEnd: 'line-break' | 'record';
  /** The returned bytes are valid until the next call. */
  encode(page: RecordPage, recordsBefore: number): Promise<Uint8Array>;
}

export const NO_BYTES = new Uint8Array(0);

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;

/** Maximum number of records between two pauses. Encoding this number of usual table rows takes a few milliseconds. */
const SLICE_LENGTH = 256;
/** Time in ms after which a pause is due earlier, for slow rows, such as those with a column for each tag. */
const SLICE_MS = 8;

/** Calls `step` for each record, and pauses regularly so that the extension host stays responsive. */
export async function eachRecord(
  records: readonly Span[],
  step: (record: Span, index: number) => void,
): Promise<void> {
  let sliceStart = performance.now();
  for (const [index, record] of records.entries()) {
    const isSliceFull = index > 0 && index % SLICE_LENGTH === 0;
    if (isSliceFull || performance.now() - sliceStart >= SLICE_MS) {
      await setImmediate();
      sliceStart = performance.now();
    }
    step(record, index);
  }
}

/** Collects bytes in a buffer that is reused for each page. */
export class ByteSink {
  #buffer = Buffer.allocUnsafe(1 << 16);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  byte(byte: number): void {
    this.#reserve(1);
    this.#buffer[this.#length++] = byte;
  }

  dropByte(index: number): void {
    this.#buffer.copyWithin(index, index + 1, this.#length--);
  }

  /** Returns a buffer with at least `more` free bytes after `length`. The caller writes there, then calls `advance`. */
  room(more: number): Uint8Array {
    this.#reserve(more);
    return this.#buffer;
  }

  advance(written: number): void {
    this.#length += written;
  }

  bytes(from: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    this.#buffer.set(from.subarray(start, end), this.#length);
    this.#length += end - start;
  }

  text(text: string): void {
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    this.#reserve(text.length * 3);
    this.#length += this.#buffer.write(text, this.#length);
  }

  /** Returns the collected bytes and resets the sink. The bytes are valid until the next call of any method. */
  take(): Uint8Array {
    const collectedBytes = this.#buffer.subarray(0, this.#length);
    this.#length = 0;
    return collectedBytes;
  }

  /** Replaces line breaks in JSON with spaces. In JSON, they occur only between tokens, so the meaning is the same. */
  blankLineBreaks(start: number): void {
    const range = this.#buffer.subarray(start, this.#length);
    for (const lineBreak of [LF, CR]) {
      for (
        let index = range.indexOf(lineBreak);
        index !== -1;
        index = range.indexOf(lineBreak, index + 1)
      ) {
        range[index] = SPACE;
      }
    }
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
