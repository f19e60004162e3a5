import { Buffer } from 'node:buffer';
import { NO_BYTES } from './table.ts';

/** A part of a stream of bytes that moves on, so that a record which begins in one chunk can end in another. */
export class ByteWindow {
  /** What was given of it stays as it is: moving on makes a new one. */
  bytes: Buffer = NO_BYTES;
  /** Nothing comes behind these bytes. */
  isLast = false;
  readonly #chunks: AsyncIterator<Uint8Array>;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /**
   * Leaves out what is before `from`, and adds at least as much as is left: whoever looks again at a record that has no
   * end looks at each byte twice at most.
   */
  async more(from: number): Promise<void> {
    const parts: Uint8Array[] = [this.bytes.subarray(from)];
    let gained = -1;
    while (gained < this.bytes.length - from) {
      const { done, value } = await this.#chunks.next();
      if (done === true) {
        this.isLast = true;
        break;
      }
      parts.push(value);
      gained = Math.max(gained, 0) + value.length;
    }
    this.bytes = Buffer.concat(parts);
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }
}
