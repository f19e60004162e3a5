import assert from 'node:assert/strict';
import fc from 'fast-check';
import { packedBytes, Unpacker } from '../../../../src/customers/page/packedBytes.ts';
import { RowStore } from '../../../../src/customers/page/rows.ts';
import { pageRows, rows } from './sample.ts';

/** Returns bytes that resemble records: some words repeat, others do not. */
function textOf(length: number): Uint8Array {
  const words = Array.from(
    { length: length / 8 },
    (_, index) => `{"${(index * 7919) % 997}":"王"}`,
  );
  return new TextEncoder().encode(words.join('')).slice(0, length);
}

describe('packed bytes', () => {
  it('are smaller, and are read unchanged within blocks and across blocks', () => {
    const bytes = textOf(300_000);
    const packed = packedBytes(bytes);
    assert.ok(packed.blocks.length < bytes.length / 2, String(packed.blocks.length));
    const unpacker = new Unpacker();
    const offset = fc.integer({ min: 0, max: bytes.length });
    fc.assert(
      fc.property(offset, offset, (offsetA, offsetB) => {
        const [from, to] = [Math.min(offsetA, offsetB), Math.max(offsetA, offsetB)];
        assert.deepEqual(unpacker.read(packed, from, to), bytes.slice(from, to));
      }),
    );
  });

  it('can be few or none', () => {
    const unpacker = new Unpacker();
    for (const length of [0, 1, 32 * 1024, 32 * 1024 + 1]) {
      const bytes = textOf(length + 8).slice(0, length);
      assert.deepEqual(unpacker.read(packedBytes(bytes), 0, length), bytes);
    }
  });

  it('are read repeatedly from more pages than the cache holds', () => {
    const unpacker = new Unpacker();
    const pages = Array.from({ length: 70 }, (_, page) => new Uint8Array(40_000).fill(page));
    const packed = pages.map((page) => packedBytes(page));
    for (let round = 0; round < 3; round++) {
      for (const [page, packedPage] of packed.entries()) {
        assert.deepEqual(
          unpacker.read(packedPage, 32_000, 33_000),
          new Uint8Array(1000).fill(page),
        );
      }
    }
  });

  it('replace the bytes of their own page, and of no other page', () => {
    const store = new RowStore([]);
    const [first, second] = [pageRows(rows(0, 50)), pageRows(rows(50, 50))];
    store.add(first);
    store.add(second);
    const before = Array.from({ length: 100 }, (_, row) => store.json(row));
    store.pack(second.json, packedBytes(second.json));
    store.pack(first.json, packedBytes(first.json));
    store.patch(3, '{"id":"now"}');
    before[3] = '{"id":"now"}';
    assert.deepEqual(
      Array.from({ length: 100 }, (_, row) => store.json(row)),
      before,
    );
    store.clear();
    store.add(second);
    store.pack(first.json, packedBytes(first.json));
    assert.equal(store.json(0), before[50]);
  });
});
