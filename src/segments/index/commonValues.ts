import type { Block } from './block.ts';

/** Of a million rows as many are looked at as take some milliseconds. */
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
