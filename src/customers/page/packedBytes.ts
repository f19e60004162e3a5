import { snappyUncompress } from 'hyparquet/src/snappy.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';

/** Uncompressed bytes per block. Unpacking takes 0.1 ms. The result is a third smaller than with half this size. */
const BLOCK = 32 * 1024;
/** Maximum number of cached blocks. More than the rows of a screen can span in any order. */
const MAX_UNPACKED = 64;

/** Bytes that were compressed in blocks of equal size. */
export interface PackedBytes {
  readonly blocks: Uint8Array;
  /** End offset of each block in `blocks`. */
  readonly ends: Uint32Array;
  /** Number of uncompressed bytes. */
  readonly length: number;
}

/** Compresses bytes. Takes a few ms per MB. */
export function packedBytes(bytes: Uint8Array): PackedBytes {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += BLOCK) {
    parts.push(snappyCompress(bytes.subarray(at, at + BLOCK)));
  }
  const blocks = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  const ends = new Uint32Array(parts.length);
  let end = 0;
  for (const [index, part] of parts.entries()) {
    blocks.set(part, end);
    end += part.length;
    ends[index] = end;
  }
  return { blocks, ends, length: bytes.length };
}

/** Reads compressed bytes. Caches the blocks that were decompressed last. */
export class Unpacker {
  readonly #unpacked = new Map<PackedBytes, Map<number, Uint8Array>>();
  /** Cached blocks, the oldest first. */
  #used: (readonly [PackedBytes, number])[] = [];

  clear(): void {
    this.#unpacked.clear();
    this.#used = [];
  }

  read(packed: PackedBytes, from: number, to: number): Uint8Array {
    const first = Math.floor(from / BLOCK);
    const start = first * BLOCK;
    if (to <= start + BLOCK) return this.#block(packed, first).subarray(from - start, to - start);
    const bytes = new Uint8Array(to - from);
    for (let at = from; at < to;) {
      const index = Math.floor(at / BLOCK);
      const block = this.#block(packed, index);
      const part = block.subarray(at - index * BLOCK, to - index * BLOCK);
      bytes.set(part, at - from);
      at += part.length;
    }
    return bytes;
  }

  #block(packed: PackedBytes, index: number): Uint8Array {
    const blocks = this.#unpacked.get(packed) ?? new Map<number, Uint8Array>();
    const known = blocks.get(index);
    if (known !== undefined) return known;
    const { ends, length } = packed;
    const unpacked = new Uint8Array(Math.min(BLOCK, length - index * BLOCK));
    snappyUncompress(packed.blocks.subarray(ends[index - 1] ?? 0, ends[index]), unpacked);
    this.#unpacked.set(packed, blocks.set(index, unpacked));
    this.#used.push([packed, index]);
    if (this.#used.length > MAX_UNPACKED) this.#evictOldest();
    return unpacked;
  }

  #evictOldest(): void {
    const oldest = this.#used.shift();
    if (oldest === undefined) return;
    const [packed, index] = oldest;
    const blocks = this.#unpacked.get(packed);
    blocks?.delete(index);
    if (blocks?.size === 0) this.#unpacked.delete(packed);
  }
}
