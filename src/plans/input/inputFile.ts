import { Buffer } from 'node:buffer';
import { open, stat, type FileHandle } from 'node:fs/promises';
import { failure } from './problems.ts';

/** Bytes at a time: a few milliseconds of work between two turns of the event loop. */
const CHUNK = 256 << 10;

/** A file of this machine that is read several times and must be the same each time. */
export class InputFile {
  readonly path: string;
  readonly size: number;
  readonly #modified: number;

  private constructor(path: string, size: number, modified: number) {
    this.path = path;
    this.size = size;
    this.#modified = modified;
  }

  static async open(path: string): Promise<InputFile> {
    const found = await readable(() => stat(path));
    if (found.isDirectory()) throw failure({ kind: 'unreadable', code: 'EISDIR' });
    // A pipe or a device has no end, or can be read only once.
    if (!found.isFile()) throw failure({ kind: 'unreadable', code: 'EINVAL' });
    return new InputFile(path, found.size, found.mtimeMs);
  }

  /** The bytes from `start` on, each chunk in memory of its own. */
  async *chunks(signal: AbortSignal, start = 0): AsyncGenerator<Buffer, void, undefined> {
    const handle = await this.#handle();
    try {
      for (let at = start; ;) {
        signal.throwIfAborted();
        const chunk = Buffer.allocUnsafeSlow(Math.min(CHUNK, Math.max(this.size - at, 1)));
        const { bytesRead } = await readable(() => handle.read(chunk, 0, chunk.length, at));
        if (bytesRead === 0) break;
        yield chunk.subarray(0, bytesRead);
        at += bytesRead;
      }
    } finally {
      await handle.close();
    }
  }

  /** Fewer bytes at the end of the file. */
  async slice(start: number, end: number): Promise<Buffer<ArrayBuffer>> {
    const handle = await this.#handle();
    try {
      const bytes = Buffer.allocUnsafeSlow(Math.max(0, Math.min(end, this.size) - start));
      let length = 0;
      while (length < bytes.length) {
        const { bytesRead } = await readable(() =>
          handle.read(bytes, length, bytes.length - length, start + length),
        );
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      return bytes.subarray(0, length);
    } finally {
      await handle.close();
    }
  }

  async #handle(): Promise<FileHandle> {
    const handle = await readable(() => open(this.path, 'r'));
    const now = await handle.stat();
    if (now.size === this.size && now.mtimeMs === this.#modified) return handle;
    await handle.close();
    throw failure({ kind: 'changed' });
  }
}

async function readable<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'EIO';
    throw failure({ kind: 'unreadable', code });
  }
}
