import type { Condition, Segment, SegmentField } from '../segment.ts';
import { allBits, type Bits, inverted, noBits, setAll } from './bits.ts';
import { type Block, BLOCK_ROWS, OpenBlock } from './block.ts';
import { bitsOfBlock, findRows } from './rowQueries.ts';
import type { ValueDictionary } from './dictionary.ts';
import type { SearchableTexts } from './searchableTexts.ts';
import { type LeafQuery, type LeafContext, leafOf } from './leaf.ts';
import { rangeOf } from './range.ts';
import type { IndexedRecord } from './readRecord.ts';
import { RowTexts } from './rowTexts.ts';
import { setRecent } from '../../base/userCollections.ts';

/** Maximum number of cached results. For a million rows, each takes 125 KB. */
const MAX_CACHED = 24;

export interface ReadRow {
  readonly record: IndexedRecord;
  /** Searchable texts. Absent if the store was created without texts. */
  readonly texts: SearchableTexts | undefined;
}

/** Append-only store of rows, which finds the rows that match a segment. */
export class RowStore {
  readonly #values: ValueDictionary;
  readonly #texts: RowTexts | undefined;
  readonly #fullBlocks: Block[] = [];
  #openBlock = new OpenBlock();
  #packedOpenBlock: Block | undefined;
  /** LRU cache of results by the key of the condition, the most recently used last. */
  readonly #cached = new Map<string, Bits>();

  constructor(values: ValueDictionary, hasTexts: boolean) {
    this.#values = values;
    this.#texts = hasTexts ? new RowTexts() : undefined;
  }

  get rowCount(): number {
    return this.#fullBlocks.length * BLOCK_ROWS + this.#openBlock.rowCount;
  }

  /** @param rowAt called once for each new row, in order */
  add(count: number, rowAt: (index: number) => ReadRow): void {
    const addRow = (index: number): SearchableTexts | undefined => {
      const { record, texts } = rowAt(index);
      this.#add(record);
      return texts;
    };
    if (this.#texts !== undefined) this.#texts.add(count, addRow);
    else for (let index = 0; index < count; index++) addRow(index);
    this.#packedOpenBlock = undefined;
    this.clearCache();
  }

  /** To be called when the `Vocabulary` has changed: a name in a condition may then mean other tags. */
  clearCache(): void {
    if (this.#cached.size > 0) this.#cached.clear();
  }

  /** Returns the blocks with all rows. Packs the open block if rows were added since the last call. */
  blocks(): readonly Block[] {
    if (this.#openBlock.rowCount === 0) return this.#fullBlocks;
    this.#packedOpenBlock ??= this.#openBlock.pack(this.#values.numbers);
    return [...this.#fullBlocks, this.#packedOpenBlock];
  }

  /** Returns the value of the field for each row; `NaN` for no time. */
  numbers(field: NumberField): Float64Array<ArrayBuffer> {
    const numbers = new Float64Array(this.rowCount);
    this.blocks().forEach((block, index) => {
      const part = numbers.subarray(index * BLOCK_ROWS);
      if (field === 'params') countParams(block, part);
      else if (field === 'tags') part.set(block.tagCounts);
      else part.set(field === 'created' ? block.times.first : block.times.active);
    });
    return numbers;
  }

  /** Returns the code of the field's text for each row: its number in `Dictionaries`. */
  codes(field: SegmentField): Uint32Array<ArrayBuffer> {
    const codes = new Uint32Array(this.rowCount);
    this.blocks().forEach(({ fields }, index) => codes.set(fields[field], index * BLOCK_ROWS));
    return codes;
  }

  withTags(codes: readonly number[]): Bits {
    return this.#runQuery({ kind: 'tags', codes, applied: undefined, count: undefined });
  }

  withoutTags(): Bits {
    return this.#runQuery({ kind: 'tagCount', range: rangeOf('=', 0) });
  }

  /** @param unnamedCode code of the empty name, which does not count as a parameter */
  withNamedParams(unnamedCode: number | undefined): Bits {
    const bits = noBits(this.rowCount);
    this.blocks().forEach(({ params }, index) => {
      const blockBits = bitsOfBlock(bits, index);
      for (let group = 0; group < params.count; group++) {
        if (params.codeOf(group) !== unnamedCode) setAll(params.entriesOf(group), blockBits);
      }
    });
    return bits;
  }

  /** @returns read-only bits */
  matching(segment: Segment, context: LeafContext): Bits {
    switch (segment.kind) {
      case 'and':
        return this.#matchAll(segment.parts, context);
      case 'or':
        return this.#matchAny(segment.parts, context);
      case 'not':
        return inverted(this.matching(segment.part, context), this.rowCount);
      default:
        return this.#matchCondition(segment, context);
    }
  }

  #add(record: IndexedRecord): void {
    this.#openBlock.add(record);
    if (this.#openBlock.rowCount < BLOCK_ROWS) return;
    this.#fullBlocks.push(this.#openBlock.pack(this.#values.numbers));
    this.#openBlock = new OpenBlock();
  }

  #matchAll(parts: readonly Segment[], context: LeafContext): Bits {
    const bits = allBits(this.rowCount);
    for (const part of parts) {
      const partBits = this.matching(part, context);
      for (let word = 0; word < bits.length; word++) {
        bits[word] = (bits[word] ?? 0) & (partBits[word] ?? 0);
      }
    }
    return bits;
  }

  #matchAny(parts: readonly Segment[], context: LeafContext): Bits {
    const bits = noBits(this.rowCount);
    for (const part of parts) {
      const partBits = this.matching(part, context);
      for (let word = 0; word < bits.length; word++) {
        bits[word] = (bits[word] ?? 0) | (partBits[word] ?? 0);
      }
    }
    return bits;
  }

  #matchCondition(condition: Condition, context: LeafContext): Bits {
    const { key, isNot, createQuery } = leafOf(condition, context);
    const bits = this.#cached.get(key) ?? this.#runQuery(createQuery());
    setRecent(this.#cached, key, bits, MAX_CACHED);
    return isNot ? inverted(bits, this.rowCount) : bits;
  }

  #runQuery(query: LeafQuery): Bits {
    const bits = noBits(this.rowCount);
    if (query.kind === 'text') this.#texts?.search(query.word, bits);
    else findRows(query, this.blocks(), bits);
    return bits;
  }
}

/** Columns of numbers: times in ms, and lengths of lists. */
export type NumberField = 'lastActive' | 'created' | 'tags' | 'params';

function countParams({ params }: Block, counts: Float64Array): void {
  for (let group = 0; group < params.count; group++) {
    const { rows, from, to } = params.entriesOf(group);
    for (const row of rows.subarray(from, to)) counts[row] = (counts[row] ?? 0) + 1;
  }
}
