import type { Condition, Segment } from '../segment.ts';
import { allBits, type Bits, inverted, noBits, setAll } from './bits.ts';
import { type Block, BLOCK_ROWS, BLOCK_WORDS, OpenBlock } from './block.ts';
import { commonValues, countEntries, countTexts, findRows } from './rowQueries.ts';
import type { ValueDictionary } from './dictionary.ts';
import type { SearchableTexts } from './searchableTexts.ts';
import { type Find, type LeafContext, leafOf } from './leaf.ts';
import { rangeOf } from './range.ts';
import type { Reading, TextField } from './readRecord.ts';
import { RowTexts } from './rowTexts.ts';
import { setRecent } from '../../base/setRecent.ts';

/** Maximum number of cached results. For a million rows, each takes 125 KB. */
const MAX_CACHED = 24;

/** Data that is stored for a record. */
export interface ReadRow {
  readonly reading: Reading;
  /** Searchable texts. Absent if there is no word search. */
  readonly haystack: SearchableTexts | undefined;
}

/** Append-only store of rows, which finds the rows that match a segment. */
export class RowStore {
  readonly #values: ValueDictionary;
  readonly #texts: RowTexts | undefined;
  readonly #full: Block[] = [];
  #open = new OpenBlock();
  #packed: Block | undefined;
  /** LRU cache of results by the key of the condition, the most recently used last. */
  readonly #cached = new Map<string, Bits>();

  constructor(values: ValueDictionary, isSearched: boolean) {
    this.#values = values;
    this.#texts = isSearched ? new RowTexts() : undefined;
  }

  get rows(): number {
    return this.#full.length * BLOCK_ROWS + this.#open.rows;
  }

  /** @param readAt called once for each new row, in order */
  add(count: number, readAt: (index: number) => ReadRow): void {
    const read = (index: number): SearchableTexts | undefined => {
      const { reading, haystack } = readAt(index);
      this.#add(reading);
      return haystack;
    };
    if (this.#texts !== undefined) this.#texts.add(count, read);
    else for (let index = 0; index < count; index++) read(index);
    this.#packed = undefined;
    this.forget();
  }

  /** Clears the cached results. To be called when the meaning of names has changed. */
  forget(): void {
    if (this.#cached.size > 0) this.#cached.clear();
  }

  /** Returns the codes of a parameter's values, the most common first. */
  commonValues(name: number): readonly number[] {
    return commonValues(this.#blocks(), name);
  }

  /** Adds to the count of each tag how many of these rows have it. */
  countTags(rows: Uint32Array, counts: Uint32Array): void {
    countEntries(this.#blocks(), ({ tags }) => tags, rows, counts);
  }

  /** Adds to the count of each parameter how many of these rows have it. */
  countNames(rows: Uint32Array, counts: Uint32Array): void {
    countEntries(this.#blocks(), ({ params }) => params, rows, counts);
  }

  /** Adds to the count of each text how many of these rows have it in a field. */
  countTexts(field: TextField, rows: Uint32Array, counts: Uint32Array): void {
    countTexts(this.#blocks(), field, rows, counts);
  }

  numbers(field: NumberField): Float64Array<ArrayBuffer> {
    return numbersOf(this.#blocks(), field, this.rows);
  }

  codes(field: TextField): Uint32Array<ArrayBuffer> {
    return codesOf(this.#blocks(), field, this.rows);
  }

  /** Finds the rows with one of these tags. */
  withTags(codes: readonly number[]): Bits {
    return this.#find({ kind: 'tags', codes, applied: undefined, count: undefined });
  }

  withoutTags(): Bits {
    return this.#find({ kind: 'tagCount', range: rangeOf('=', 0) });
  }

  /**
   * Finds the rows with a parameter.
   * @param unnamed code of the empty name, which does not count
   */
  withParams(unnamed: number | undefined): Bits {
    const bits = noBits(this.rows);
    this.#blocks().forEach(({ params }, index) => {
      const words = bits.subarray(index * BLOCK_WORDS, (index + 1) * BLOCK_WORDS);
      for (let group = 0; group < params.count; group++) {
        if (params.codeOf(group) !== unnamed) setAll(params.entriesOf(group), words);
      }
    });
    return bits;
  }

  /**
   * Finds matching rows.
   * @returns read-only bits
   */
  matching(segment: Segment, context: LeafContext): Bits {
    switch (segment.kind) {
      case 'and':
        return this.#all(segment.parts, context);
      case 'or':
        return this.#any(segment.parts, context);
      case 'not':
        return inverted(this.matching(segment.part, context), this.rows);
      default:
        return this.#condition(segment, context);
    }
  }

  #add(reading: Reading): void {
    this.#open.add(reading);
    if (this.#open.rows < BLOCK_ROWS) return;
    this.#full.push(this.#open.packed(this.#values.numbers));
    this.#open = new OpenBlock();
  }

  #all(parts: readonly Segment[], context: LeafContext): Bits {
    const bits = allBits(this.rows);
    for (const part of parts) {
      const others = this.matching(part, context);
      for (let word = 0; word < bits.length; word++) {
        bits[word] = (bits[word] ?? 0) & (others[word] ?? 0);
      }
    }
    return bits;
  }

  #any(parts: readonly Segment[], context: LeafContext): Bits {
    const bits = noBits(this.rows);
    for (const part of parts) {
      const others = this.matching(part, context);
      for (let word = 0; word < bits.length; word++) {
        bits[word] = (bits[word] ?? 0) | (others[word] ?? 0);
      }
    }
    return bits;
  }

  #condition(condition: Condition, context: LeafContext): Bits {
    const { key, isNot, find } = leafOf(condition, context);
    const bits = this.#cached.get(key) ?? this.#find(find());
    setRecent(this.#cached, key, bits, MAX_CACHED);
    return isNot ? inverted(bits, this.rows) : bits;
  }

  #find(find: Find): Bits {
    const bits = noBits(this.rows);
    if (find.kind === 'text') this.#texts?.search(find.word, bits);
    else findRows(find, this.#blocks(), bits);
    return bits;
  }

  #blocks(): readonly Block[] {
    if (this.#open.rows === 0) return this.#full;
    this.#packed ??= this.#open.packed(this.#values.numbers);
    return [...this.#full, this.#packed];
  }
}

/** Columns of numbers: times in ms, and lengths of lists. */
export type NumberField = 'lastActive' | 'created' | 'tags' | 'params';

/** Returns the number of each row; `NaN` for no time. */
function numbersOf(
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
function codesOf(
  blocks: readonly Block[],
  field: TextField,
  rows: number,
): Uint32Array<ArrayBuffer> {
  const codes = new Uint32Array(rows);
  blocks.forEach((block, index) => codes.set(block.fields[field], index * BLOCK_ROWS));
  return codes;
}
