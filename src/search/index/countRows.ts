import { hasBit } from './bits.ts';
import { BLOCK_WORDS, type Block } from './block.ts';
import type { Groups } from './groups.ts';
import type { TextField } from './readRecord.ts';

/** Rows to count: one bit for each row. */
type Rows = Uint32Array;

/** Adds to the count of each code how many of the rows have an entry with it. */
export function countEntries(
  blocks: readonly Block[],
  groupsOf: (block: Block) => Groups,
  all: Rows,
  counts: Uint32Array,
): void {
  blocks.forEach((block, index) => {
    const groups = groupsOf(block);
    const rows = rowsOf(all, index);
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
  all: Rows,
  counts: Uint32Array,
): void {
  blocks.forEach((block, index) => {
    const rows = rowsOf(all, index);
    block.fields[field].forEach((code, row) => {
      if (hasBit(rows, row)) counts[code] = (counts[code] ?? 0) + 1;
    });
  });
}

function rowsOf(all: Rows, block: number): Rows {
  return all.subarray(block * BLOCK_WORDS, (block + 1) * BLOCK_WORDS);
}

/** Blocks that are looked at for common values: so many take some milliseconds. */
const MOST_BLOCKS = 4;
const MOST_VALUES = 100;

/** The numbers of the commonest values of a parameter; a value that one row alone has is nothing to choose. */
export function commonValues(blocks: readonly Block[], name: number): readonly number[] {
  const counts = new Map<number, number>();
  for (const { params, values } of blocks.slice(0, MOST_BLOCKS)) {
    const group = params.groupOf(name);
    if (group === undefined) continue;
    const { from, to } = params.entriesOf(group);
    for (const value of values.subarray(from, to)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > 1)
    .sort(([, one], [, other]) => other - one)
    .slice(0, MOST_VALUES)
    .map(([value]) => value);
}
