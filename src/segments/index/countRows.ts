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
