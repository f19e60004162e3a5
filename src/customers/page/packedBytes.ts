import { snappyUncompress } from 'hyparquet/src/snappy.js';
import { snappyCompress } from 'hyparquet-writer/src/snappy.js';

/** Uncompressed bytes per block. Decompressing takes 0.1 ms. Blocks of half this size would compress a third worse. */
const BLOCK_SIZE = 32 * 1024;
/** Maximum number of cached blocks, together 2 MB: enough even if each row on the screen is in another block. */
const MAX_CACHED_BLOCKS = 64;

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
  const compressedBlocks: Uint8Array[] = [];
  for (let offset = 0; offset < bytes.length; offset += BLOCK_SIZE) {
    compressedBlocks.push(snappyCompress(bytes.subarray(offset, offset + BLOCK_SIZE)));
  }
  const blocks = new Uint8Array(compressedBlocks.reduce((sum, { length }) => sum + length, 0));
  const ends = new Uint32Array(compressedBlocks.length);
  let end = 0;
  for (const [index, part] of compressedBlocks.entries()) {
    blocks.set(part, end);
    end += part.length;
    ends[index] = end;
  }
  return { blocks, ends, length: bytes.length };
}

/** Reads compressed bytes. Caches the blocks that were decompressed last. */
export class Unpacker {
  readonly #cachedBlocks = new Map<PackedBytes, Map<number, Uint8Array>>();
  /** Cached blocks, the oldest first. */
  #cacheOrder: (readonly [PackedBytes, number])[] = [];

  clear(): void {
    this.#cachedBlocks.clear();
    this.#cacheOrder = [];
  }

  /** Returns the uncompressed bytes from `from` (inclusive) to `to` (exclusive). They must not be modified. */
  read(packed: PackedBytes, from: number, to: number): Uint8Array {
    const firstBlock = Math.floor(from / BLOCK_SIZE);
    const start = firstBlock * BLOCK_SIZE;
    if (to <= start + BLOCK_SIZE)
      return this.#block(packed, firstBlock).subarray(from - start, to - start);
    const bytes = new Uint8Array(to - from);
    for (let offset = from; offset < to;) {
      const index = Math.floor(offset / BLOCK_SIZE);
      const block = this.#block(packed, index);
      const part = block.subarray(offset - index * BLOCK_SIZE, to - index * BLOCK_SIZE);
      bytes.set(part, offset - from);
      offset += part.length;
    }
    return bytes;
  }

  #block(packed: PackedBytes, index: number): Uint8Array {
    const blocks = this.#cachedBlocks.get(packed) ?? new Map<number, Uint8Array>();
    const cachedBlock = blocks.get(index);
    if (cachedBlock !== undefined) return cachedBlock;
    const { ends, length } = packed;
    const unpacked = new Uint8Array(Math.min(BLOCK_SIZE, length - index * BLOCK_SIZE));
    snappyUncompress(packed.blocks.subarray(ends[index - 1] ?? 0, ends[index]), unpacked);
    this.#cachedBlocks.set(packed, blocks.set(index, unpacked));
    this.#cacheOrder.push([packed, index]);
    if (this.#cacheOrder.length > MAX_CACHED_BLOCKS) this.#evictOldest();
    return unpacked;
  }

  #evictOldest(): void {
    const oldest = this.#cacheOrder.shift();
    if (oldest === undefined) return;
    const [packed, index] = oldest;
    const blocks = this.#cachedBlocks.get(packed);
    blocks?.delete(index);
    if (blocks?.size === 0) this.#cachedBlocks.delete(packed);
  }
}
