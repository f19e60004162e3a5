import {
  type Bits,
  hasBit,
  type Part,
  setAll,
  setIn,
  setInBoth,
  setRowsIn,
  setRowsOf,
  setValue,
} from './bits.ts';
import { type Block, BLOCK_WORDS } from './block.ts';
import type { Entries, Groups } from './groups.ts';
import type { Find } from './leaf.ts';
import type { TextField } from './readRecord.ts';

type FindInBlock = Exclude<Find, { readonly kind: 'text' }>;

/** Sets the bits of the rows that match a condition. */
export function findRows(find: FindInBlock, blocks: readonly Block[], bits: Bits): void {
  blocks.forEach((block, index) => {
    const words = bits.subarray(index * BLOCK_WORDS, (index + 1) * BLOCK_WORDS);
    findIn(find, block, words);
  });
}

function findIn(find: FindInBlock, block: Block, bits: Bits): void {
  switch (find.kind) {
    case 'tags':
      return findTags(find, block, bits);
    case 'tagCount':
      return setRowsIn(find.range, block.tagCounts, bits);
    case 'time':
      return setRowsIn(find.range, block.times[find.field], bits);
    case 'field':
      for (const code of find.codes) setRowsOf(code, false, block.fields[find.field], bits);
      return;
    case 'filled':
      return setRowsOf(0, true, block.fields[find.field], bits);
    case 'param':
      return findParams(find, block, bits);
  }
}

function findTags(find: Find & { kind: 'tags' }, block: Block, bits: Bits): void {
  const { applied, count } = find;
  const { tags } = block;
  for (const code of find.codes) {
    const group = tags.groupOf(code);
    if (group === undefined) continue;
    const entries = tags.entriesOf(group);
    const parts: Part[] = [];
    if (applied !== undefined) parts.push({ range: applied, numbers: block.applied });
    if (count !== undefined) parts.push({ range: count, numbers: block.counts });
    setEntries(parts, entries, bits);
  }
}

function setEntries([first, second]: readonly Part[], entries: Entries, bits: Bits): void {
  if (first === undefined) setAll(entries, bits);
  else if (second === undefined) setIn(first, entries, bits);
  else setInBoth([first, second], entries, bits);
}

function findParams({ name, test }: Find & { kind: 'param' }, block: Block, bits: Bits): void {
  const group = name === undefined ? undefined : block.params.groupOf(name);
  if (group === undefined) return;
  const entries = block.params.entriesOf(group);
  if (test.kind === 'value') return setValue(test, block.values, entries, bits);
  const numbers = block.numbers[group];
  if (numbers === undefined) return;
  const { rows, from, to } = entries;
  const own = { rows: rows.subarray(from, to), from: 0, to: to - from };
  setIn({ range: test.range, numbers }, own, bits);
}

/** Rows to count, one bit per row. */
type Rows = Uint32Array;

/** Adds to the count of each code how many of the rows have an entry with it. */
export function countEntries(
  blocks: readonly Block[],
  groupsOf: (block: Block) => Groups,
  allRows: Rows,
  counts: Uint32Array,
): void {
  blocks.forEach((block, index) => {
    const groups = groupsOf(block);
    const rows = rowsOf(allRows, index);
    for (let group = 0; group < groups.count; group++) {
      const code = groups.codeOf(group);
      counts[code] = (counts[code] ?? 0) + rowsIn(groups, group, rows);
    }
  });
}

/** Counts rows, each once: the entries of a row in a group are adjacent. */
function rowsIn(groups: Groups, group: number, wanted: Rows): number {
  const { rows, from, to } = groups.entriesOf(group);
  let [count, before] = [0, -1];
  for (let entry = from; entry < to; entry++) {
    const row = rows[entry] ?? 0;
    count += Number(row !== before) & ((wanted[row >>> 5] ?? 0) >>> (row & 31));
    before = row;
  }
  return count;
}

/** Adds to the count of each text how many of the rows have it in a field. */
export function countTexts(
  blocks: readonly Block[],
  field: TextField,
  allRows: Rows,
  counts: Uint32Array,
): void {
  blocks.forEach((block, index) => {
    const rows = rowsOf(allRows, index);
    block.fields[field].forEach((code, row) => {
      if (hasBit(rows, row)) counts[code] = (counts[code] ?? 0) + 1;
    });
  });
}

function rowsOf(allRows: Rows, block: number): Rows {
  return allRows.subarray(block * BLOCK_WORDS, (block + 1) * BLOCK_WORDS);
}

/** Maximum number of blocks to search for common values, which takes a few milliseconds. */
const MAX_BLOCKS = 4;
const MAX_VALUES = 100;

/**
 * Returns the codes of a parameter's most common values. Values of a single row are left out,
 * because choosing them is not useful.
 */
export function commonValues(blocks: readonly Block[], name: number): readonly number[] {
  const counts = new Map<number, number>();
  for (const { params, values } of blocks.slice(0, MAX_BLOCKS)) {
    const group = params.groupOf(name);
    if (group === undefined) continue;
    const { from, to } = params.entriesOf(group);
    for (const value of values.subarray(from, to)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_VALUES)
    .map(([value]) => value);
}
