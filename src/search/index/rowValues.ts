import { BLOCK_ROWS, type Block } from './block.ts';
import type { TextField } from './readRecord.ts';

/** Columns of numbers: times in ms, and lengths of lists. */
export type NumberField = 'lastActive' | 'created' | 'tags' | 'params';

/** Returns the number of each row; `NaN` for no time. */
export function numbersOf(
  blocks: readonly Block[],
  field: NumberField,
  rows: number,
): Float64Array<ArrayBuffer> {
  const numbers = new Float64Array(rows);
  blocks.forEach((block, index) => {
    const part = numbers.subarray(index * BLOCK_ROWS);
    if (field === 'params') countParams(block, part);
    else if (field === 'tags') part.set(block.tagCounts);
    else part.set(field === 'created' ? block.times.first : block.times.active);
  });
  return numbers;
}

function countParams({ params }: Block, counts: Float64Array): void {
  for (let group = 0; group < params.count; group++) {
    const { rows, from, to } = params.entriesOf(group);
    for (const row of rows.subarray(from, to)) counts[row] = (counts[row] ?? 0) + 1;
  }
}

/** Returns the code of each row's text. */
export function codesOf(
  blocks: readonly Block[],
  field: TextField,
  rows: number,
): Uint32Array<ArrayBuffer> {
  const codes = new Uint32Array(rows);
  blocks.forEach((block, index) => codes.set(block.fields[field], index * BLOCK_ROWS));
  return codes;
}
