import type { Bits } from './bits.ts';
import { BLOCK_WORDS, type Block } from './block.ts';
import type { Entries } from './groups.ts';
import type { Find } from './leaf.ts';
import { setAll, setIn, setInBoth, setRowsIn, setRowsOf, setValue, type Part } from './setBits.ts';

type FindInBlock = Exclude<Find, { readonly kind: 'text' }>;

/** Sets the bits of the rows that a condition is true of. */
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

function setEntries([one, other]: readonly Part[], entries: Entries, bits: Bits): void {
  if (one === undefined) setAll(entries, bits);
  else if (other === undefined) setIn(one, entries, bits);
  else setInBoth([one, other], entries, bits);
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
