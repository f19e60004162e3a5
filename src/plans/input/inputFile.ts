import { Buffer } from 'node:buffer';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { inputError } from './problems.ts';
import { codeOf } from '../../base/errors.ts';

/** Chunk size in bytes. A chunk takes a few milliseconds of work, so the event loop is not blocked. */
const CHUNK_SIZE = 256 << 10;

/** Local file that is read several times and must not change between the reads. */
export class InputFile {
  readonly path: string;
  /** Size in bytes. */
  readonly size: number;
  readonly #modified: number;

  private constructor(path: string, size: number, modified: number) {
    this.path = path;
    this.size = size;
    this.#modified = modified;
  }

  /** @throws {InputError} if the path is not a readable file */
  static async open(path: string): Promise<InputFile> {
    const stats = await withReadErrors(() => stat(path));
    if (stats.isDirectory()) throw inputError({ kind: 'unreadable', code: 'EISDIR' });
    // A pipe or a device is endless, or can be read only once.
    if (!stats.isFile()) throw inputError({ kind: 'unreadable', code: 'EINVAL' });
    return new InputFile(path, stats.size, stats.mtimeMs);
  }

  /** Reads the bytes from `start` on, each chunk in its own buffer. Throws `InputError` if the file has changed. */
  async *chunks(signal: AbortSignal, start = 0): AsyncGenerator<Buffer, void, undefined> {
    const handle = await this.#openUnchanged();
    try {
      for (let offset = start; ;) {
        signal.throwIfAborted();
        // A read at the end of the file needs a buffer of at least one byte. It returns 0 bytes.
        const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK_SIZE, Math.max(this.size - offset, 1)));
        const { bytesRead } = await withReadErrors(() =>
          handle.read(chunk, 0, chunk.length, offset),
        );
        if (bytesRead === 0) break;
        yield chunk.subarray(0, bytesRead);
        offset += bytesRead;
      }
    } finally {
      await handle.close();
    }
  }

  /** Reads the first bytes, at most `maxLength`. Throws `InputError` if the file has changed. */
  async head(maxLength: number): Promise<Buffer> {
    const handle = await this.#openUnchanged();
    try {
      const bytes = Buffer.allocUnsafeSlow(Math.min(maxLength, this.size));
      let length = 0;
      while (length < bytes.length) {
        const { bytesRead } = await withReadErrors(() =>
          handle.read(bytes, length, bytes.length - length, length),
        );
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return bytes.subarray(0, length);
    } finally {
      await handle.close();
    }
  }

  async #openUnchanged(): Promise<FileHandle> {
    const handle = await withReadErrors(() => open(this.path, 'r'));
    const current = await handle.stat();
    if (current.size === this.size && current.mtimeMs === this.#modified) return handle;
    await handle.close();
    throw inputError({ kind: 'changed' });
  }
}

async function withReadErrors<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    throw inputError({ kind: 'unreadable', code: codeOf(error) || 'EIO' });
  }
}
