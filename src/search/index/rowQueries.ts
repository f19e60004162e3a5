import {
  type Bits,
  hasBit,
  type EntryFilter,
  setAll,
  setMatching,
  setMatchingBoth,
  setRowsIn,
  setRowsOf,
  setValue,
} from './bits.ts';
import type { SegmentField } from '../segment.ts';
import { type Block, BLOCK_WORDS } from './block.ts';
import type { Entries, Groups } from './groups.ts';
import { type LeafQuery, NO_TEXT } from './leaf.ts';

/* The top of groups.ts explains entry, group and code. Rows are stored in blocks (block.ts). */

/** Query that reads blocks. A search for a word reads `RowTexts` instead. */
type BlockQuery = Exclude<LeafQuery, { readonly kind: 'text' }>;

export function findRows(query: BlockQuery, blocks: readonly Block[], bits: Bits): void {
  blocks.forEach((block, index) => {
    findIn(query, block, bitsOfBlock(bits, index));
  });
}

function findIn(query: BlockQuery, block: Block, bits: Bits): void {
  switch (query.kind) {
    case 'tags':
      return findTags(query, block, bits);
    case 'tagCount':
      return setRowsIn(query.range, block.tagCounts, bits);
    case 'time':
      return setRowsIn(query.range, block.times[query.field], bits);
    case 'field':
      for (const code of query.codes)
        setRowsOf({ code, isNot: false }, block.fields[query.field], bits);
      return;
    case 'filled':
      return setRowsOf({ code: NO_TEXT, isNot: true }, block.fields[query.field], bits);
    case 'param':
      return findParams(query, block, bits);
  }
}

function findTags(query: LeafQuery & { kind: 'tags' }, block: Block, bits: Bits): void {
  const { applied, count } = query;
  const { tags } = block;
  for (const code of query.codes) {
    const group = tags.groupOf(code);
    if (group === undefined) continue;
    const entries = tags.entriesOf(group);
    const filters: EntryFilter[] = [];
    if (applied !== undefined) filters.push({ range: applied, numbers: block.applied });
    if (count !== undefined) filters.push({ range: count, numbers: block.counts });
    setEntries(filters, entries, bits);
  }
}

function setEntries([first, second]: readonly EntryFilter[], entries: Entries, bits: Bits): void {
  if (first === undefined) setAll(entries, bits);
  else if (second === undefined) setMatching(first, entries, bits);
  else setMatchingBoth([first, second], entries, bits);
}

function findParams({ name, test }: LeafQuery & { kind: 'param' }, block: Block, bits: Bits): void {
  const group = name === undefined ? undefined : block.params.groupOf(name);
  if (group === undefined) return;
  const entries = block.params.entriesOf(group);
  if (test.kind === 'value') return setValue(test, block.valueCodes, entries, bits);
  const numbers = block.valueNumbers[group];
  if (numbers === undefined) return;
  // Unlike `valueCodes`, `numbers` has only the entries of this group, from index 0. The rows must be cut likewise.
  const { rows, from, to } = entries;
  const groupEntries = { rows: rows.subarray(from, to), from: 0, to: to - from };
  setMatching({ range: test.range, numbers }, groupEntries, bits);
}

/** Bitmap that is only read. Unlike `Bits`, it may be in a shared buffer. */
type RowBits = Uint32Array;

/** For each code, adds to `counts[code]` the number of rows in `countedRows` that have an entry with this code. */
export function countEntries(
  blocks: readonly Block[],
  groupsOf: (block: Block) => Groups,
  countedRows: RowBits,
  counts: Uint32Array,
): void {
  blocks.forEach((block, index) => {
    const groups = groupsOf(block);
    const rows = bitsOfBlock(countedRows, index);
    for (let group = 0; group < groups.count; group++) {
      const code = groups.codeOf(group);
      counts[code] = (counts[code] ?? 0) + countRowsIn(groups, group, rows);
    }
  });
}

/** Counts the rows with an entry in the group. A row counts once, even with several entries, which are adjacent. */
function countRowsIn(groups: Groups, group: number, rowBits: RowBits): number {
  const { rows, from, to } = groups.entriesOf(group);
  let [count, before] = [0, -1];
  for (let entry = from; entry < to; entry++) {
    const row = rows[entry] ?? 0;
    // Adds 1 for a new row whose bit is set. The first operand is 0 or 1, so the other bits of the word have no effect.
    count += Number(row !== before) & ((rowBits[row >>> 5] ?? 0) >>> (row & 31));
    before = row;
  }
  return count;
}

/** For each code, adds to `counts[code]` the number of rows in `countedRows` whose text in the field has this code. */
export function countTexts(
  blocks: readonly Block[],
  field: SegmentField,
  countedRows: RowBits,
  counts: Uint32Array,
): void {
  blocks.forEach((block, index) => {
    const rows = bitsOfBlock(countedRows, index);
    block.fields[field].forEach((code, row) => {
      if (hasBit(rows, row)) counts[code] = (counts[code] ?? 0) + 1;
    });
  });
}

/** Returns the part of a bitmap for the block with this index. A change of the part changes the bitmap. */
export function bitsOfBlock<Buffer extends ArrayBufferLike>(
  bits: Uint32Array<Buffer>,
  index: number,
): Uint32Array<Buffer> {
  return bits.subarray(index * BLOCK_WORDS, (index + 1) * BLOCK_WORDS);
}

/** Maximum number of blocks in which common values are counted. This takes a few milliseconds. */
const MAX_BLOCKS = 4;
const MAX_VALUES = 100;

/** Returns the codes of common values of a parameter. Values of only one row are not useful, and are left out. */
export function commonValues(blocks: readonly Block[], nameCode: number): readonly number[] {
  const counts = new Map<number, number>();
  for (const { params, valueCodes } of blocks.slice(0, MAX_BLOCKS)) {
    const group = params.groupOf(nameCode);
    if (group === undefined) continue;
    const { from, to } = params.entriesOf(group);
    for (const value of valueCodes.subarray(from, to))
      counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_VALUES)
    .map(([value]) => value);
}
