import type { Condition, Segment } from '../segment.ts';
import { allBits, inverted, noBits, type Bits } from './bits.ts';
import { BLOCK_ROWS, OpenBlock, type Block } from './block.ts';
import { commonValues } from './commonValues.ts';
import type { ValueDictionary } from './dictionary.ts';
import { findRows } from './findRows.ts';
import { leafOf, type Find, type LeafContext } from './leaf.ts';
import type { Reading } from './readRecord.ts';

/** Answers that are kept: of a million rows each takes 125 KB. */
const MOST_KEPT = 64;

/** Rows that are only ever added to, and which of them a segment is true of. */
export class RowStore {
  readonly #values: ValueDictionary;
  readonly #full: Block[] = [];
  #open = new OpenBlock();
  #packed: Block | undefined;
  /** By the key of a condition, the one that was asked for last at the end. */
  readonly #kept = new Map<string, Bits>();

  constructor(values: ValueDictionary) {
    this.#values = values;
  }

  get rows(): number {
    return this.#full.length * BLOCK_ROWS + this.#open.rows;
  }

  add(reading: Reading): void {
    this.#open.add(reading);
    this.#packed = undefined;
    this.forget();
    if (this.#open.rows < BLOCK_ROWS) return;
    this.#full.push(this.#open.packed(this.#values.numbers));
    this.#open = new OpenBlock();
  }

  /** What names stand for has changed. */
  forget(): void {
    if (this.#kept.size > 0) this.#kept.clear();
  }

  /** Numbers of the values of a parameter, the commonest first. */
  commonValues(name: number): readonly number[] {
    return commonValues(this.#blocks(), name);
  }

  /** @returns not to be written to */
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

  /** Finds rows of which one of these is true. */
  find(finds: readonly Find[]): Bits {
    const bits = noBits(this.rows);
    for (const find of finds) findRows(find, this.#blocks(), bits);
    return bits;
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
    const bits = this.#kept.get(key) ?? this.find([find()]);
    this.#keep(key, bits);
    return isNot ? inverted(bits, this.rows) : bits;
  }

  #keep(key: string, bits: Bits): void {
    this.#kept.delete(key);
    this.#kept.set(key, bits);
    if (this.#kept.size <= MOST_KEPT) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }

  #blocks(): readonly Block[] {
    if (this.#open.rows === 0) return this.#full;
    this.#packed ??= this.#open.packed(this.#values.numbers);
    return [...this.#full, this.#packed];
  }
}
