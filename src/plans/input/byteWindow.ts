import { Buffer } from 'node:buffer';
import { NO_BYTES } from './table.ts';

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
