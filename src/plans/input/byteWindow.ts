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
   * Drops the bytes before `from`, and appends at least as many bytes as remain. Because the window at least doubles, a
   * scan that restarts at an incomplete record reads each byte at most twice (amortized).
   */
  async more(from: number): Promise<void> {
    const chunks: Uint8Array[] = [this.bytes.subarray(from)];
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
