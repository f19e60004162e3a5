import type { Bits } from './bits.ts';
import { BLOCK_ROWS, type Block, type Codes, type Numbers } from './block.ts';
import type { Find } from './leaf.ts';
import { isIn, type Range } from './range.ts';

const BLOCK_WORDS = BLOCK_ROWS / 32;

/** Sets the bits of the rows that a condition is true of. */
export function findRows(find: Find, blocks: readonly Block[], bits: Bits): void {
  blocks.forEach((block, index) => {
    const words = bits.subarray(index * BLOCK_WORDS, (index + 1) * BLOCK_WORDS);
    findIn(find, block, words);
  });
}

function findIn(find: Find, block: Block, bits: Bits): void {
  switch (find.kind) {
    case 'tags':
      return findTags(find, block, bits);
    case 'tagCount':
      return findNumbers(find.range, block.tagCounts, bits);
    case 'time':
      return findNumbers(find.range, block.times[find.field], bits);
    case 'field':
      for (const code of find.codes) findCode(code, block.fields[find.field], bits);
      return;
    case 'filled':
      return findFilled(block.fields[find.field], bits);
    case 'param':
      return find.name === undefined ? undefined : findParams(find.name, find.test, block, bits);
  }
}

function findTags(find: Find & { kind: 'tags' }, block: Block, bits: Bits): void {
  const { rows } = block.tags;
  const { applied, count } = find;
  for (const code of find.codes) {
    const [from, to] = block.tags.spanOf(code);
    for (let entry = from; entry < to; entry++) {
      if (applied !== undefined && !isIn(applied, block.applied[entry] ?? 0)) continue;
      if (count !== undefined && !isIn(count, block.counts[entry] ?? 0)) continue;
      const row = rows[entry] ?? 0;
      bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
    }
  }
}

function findParams(
  name: number,
  test: (value: number) => boolean,
  { params, values }: Block,
  bits: Bits,
): void {
  const [from, to] = params.spanOf(name);
  for (let entry = from; entry < to; entry++) {
    if (!test(values[entry] ?? 0)) continue;
    const row = params.rows[entry] ?? 0;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
  }
}

function findNumbers(range: Range, numbers: Numbers, bits: Bits): void {
  const { low, high, isNot } = range;
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row] ?? 0;
    if ((number >= low && number <= high) === isNot) continue;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
  }
}

function findCode(wanted: number, codes: Codes, bits: Bits): void {
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] !== wanted) continue;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
  }
}

function findFilled(codes: Codes, bits: Bits): void {
  for (let row = 0; row < codes.length; row++) {
    if (codes[row] === 0) continue;
    bits[row >>> 5] = (bits[row >>> 5] ?? 0) | (1 << (row & 31));
  }
}
