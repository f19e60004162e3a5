import type { Column, Sort } from '../../base/customerFields.ts';
import { NO_VOCABULARY, type Vocabulary } from '../segment.ts';
import { countBits, hasBit } from './bits.ts';
import { StatisticsIndex } from './columnStatistics.ts';
import { ColumnValues } from './columnValues.ts';
import { type AddedRows, type ColumnStatistics, type Facets, facetsOf } from './indexMessages.ts';
import { matchingBits, SegmentIndex, type SegmentValues } from './segmentIndex.ts';
import type { IndexedTexts } from './searchableTexts.ts';

/** Row numbers in ascending order of the rows' values. Rows without a value are left out. */
type SortedRows = Uint32Array;

interface SearchResult {
  readonly search: string;
  /** Bitmap of rows, or `undefined` if every row matches. */
  readonly matching: Uint32Array | undefined;
}

const decoder = new TextDecoder();

/** Index that filters and sorts the loaded rows. Contains all data that grows with their number. */
export class RowIndex {
  readonly #collator: Intl.Collator;
  readonly #now: () => number;
  readonly #index: SegmentIndex;
  readonly #columns: ColumnValues;
  readonly #statistics: StatisticsIndex;
  readonly #sorted = new Map<Column, SortedRows>();
  #vocabulary = NO_VOCABULARY;
  /** Last result, because the shown rows and their statistics need the same result. */
  #lastResult: SearchResult | undefined;

  constructor(words: IndexedTexts, locale: string, now: () => number = Date.now) {
    this.#collator = new Intl.Collator(locale);
    this.#now = now;
    this.#index = new SegmentIndex({ words });
    this.#columns = new ColumnValues(this.#index);
    this.#statistics = new StatisticsIndex(this.#columns, this.#index);
  }

  /** Vocabulary for names of tags and folders in segments. Until it is set, no name is found in the catalogue. */
  set vocabulary(vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    this.#lastResult = undefined;
  }

  get count(): number {
    return this.#index.rowCount;
  }

  /** Adds rows. Records are parsed one at a time, so that their garbage does not grow the heap. */
  add({ json, spans }: AddedRows): void {
    const start = this.count;
    const length = spans.length / 2;
    this.#index.add(length, (index) => {
      const bytes = json.subarray(spans[index * 2], spans[index * 2 + 1]);
      const record: unknown = JSON.parse(decoder.decode(bytes));
      this.#setValues(start + index, record);
      return record;
    });
    this.#clearCaches();
  }

  patch(row: number, record: unknown): void {
    this.#setValues(row, record);
    this.#index.set(row, record);
    this.#clearCaches();
  }

  segmentValues(): SegmentValues {
    return this.#index.values();
  }

  facets(): Facets {
    return facetsOf(this.#index);
  }

  statistics(column: Column, search: string): ColumnStatistics {
    if (this.#lastResult?.search !== search)
      this.#lastResult = { search, matching: this.#matching(search) };
    return this.#statistics.statisticsOf(column, { ...this.#lastResult, count: this.count });
  }

  /** Returns the rows to show, in order. `null`: all rows in the order of loading. */
  rows(search: string, sort: Sort | null): Uint32Array | null {
    const matching = this.#matching(search);
    this.#lastResult = { search, matching };
    if (sort === null) return matching === undefined ? null : rowsIn(matching, this.count);
    const order = this.#sortRows(sort);
    return matching === undefined ? order : order.filter((row) => hasBit(matching, row));
  }

  #matching(search: string): Uint32Array | undefined {
    return matchingBits(this.#index, search, { vocabulary: this.#vocabulary, now: this.#now() });
  }

  #setValues(row: number, record: unknown): void {
    this.#columns.set(row, record);
    this.#statistics.set(row, record);
  }

  #clearCaches(): void {
    this.#sorted.clear();
    this.#columns.clearCache();
    this.#lastResult = undefined;
  }

  /** Returns the sorted rows. Rows without a value come last in both directions. */
  #sortRows({ column, descending }: Sort): Uint32Array {
    const sorted = this.#sortedBy(column);
    const { count } = this;
    const order = new Uint32Array(count);
    order.set(descending ? sorted.toReversed() : sorted);
    if (sorted.length === count) return order;
    const hasValue = new Uint8Array(count);
    for (const row of sorted) hasValue[row] = 1;
    let end = sorted.length;
    for (let row = 0; row < count; row++) if (hasValue[row] === 0) order[end++] = row;
    return order;
  }

  #sortedBy(column: Column): SortedRows {
    const cached = this.#sorted.get(column);
    if (cached !== undefined) return cached;
    const values = this.#columns.valuesOf(column);
    const rows =
      values instanceof Float64Array
        ? sortNumbers(values, this.count)
        : sortTexts(values, this.#collator);
    this.#sorted.set(column, rows);
    return rows;
  }
}

function rowsIn(matching: Uint32Array, count: number): Uint32Array {
  const rows = new Uint32Array(countBits(matching));
  let end = 0;
  for (let row = 0; row < count; row++) if (hasBit(matching, row)) rows[end++] = row;
  return rows;
}

/** Bits for the index of a row in the 64-bit integers that `sortByKey` sorts, enough for a million rows. */
const ROW_BITS = 20;
const KEY_BITS = 64 - ROW_BITS;
/** Number of values of the low part of a key, which shares a 32-bit word with the index of the row. */
const LOW_KEY_RANGE = 2 ** (32 - ROW_BITS);
const MAX_KEY = 2 ** KEY_BITS;
/** Maximum number of characters that are compared by rank. The collator compares the rest. */
const MAX_CHARACTERS = 24;

/**
 * Sorts rows in the order of the collator. Sorting 100,000 rows with the collator alone takes 1.7 million calls, which
 * is too slow. The rows are therefore sorted first by the ranks of their characters, which are plain numbers. The
 * collator then sorts the nearly sorted rows with about one call per row, so it decides the final order.
 */
export function sortTexts(values: readonly string[], collator: Intl.Collator): SortedRows {
  const rows: number[] = [];
  for (let row = 0; row < values.length; row++) if (values[row] !== '') rows.push(row);
  const order = Uint32Array.from(rows);
  const ranks = rankCharacters(values, collator);
  // `+ 1`: at least one bit, even if there are no characters.
  refine(order, { values, ranks, bits: 32 - Math.clz32(ranks.size + 1) }, 0);
  const { compare } = collator;
  // The collator may treat different texts as equal. They keep the order in which they were loaded.
  const sorted = Array.from(order).sort(
    (a, b) => compare(values[a] ?? '', values[b] ?? '') || a - b,
  );
  return Uint32Array.from(sorted);
}

/** @param values `NaN` for no value; only the first `count` values are sorted */
export function sortNumbers(values: Float64Array, count: number): SortedRows {
  const rows: number[] = [];
  let isPackable = true;
  for (let row = 0; row < count; row++) {
    const value = values[row] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    rows.push(row);
    isPackable &&= Number.isInteger(value) && value >= 0 && value < MAX_KEY;
  }
  const order = Uint32Array.from(rows);
  if (!isPackable) return order.sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  sortByKey(order, (row) => values[row] ?? 0);
  return order;
}

interface Ranking {
  readonly values: readonly string[];
  readonly ranks: ReadonlyMap<number, number>;
  /** Number of bits that a rank needs. */
  readonly bits: number;
}

/** Sorts rows whose first `from` characters have the same ranks by the ranks of the characters after them. */
function refine(rows: Uint32Array, ranking: Ranking, from: number): void {
  if (rows.length < 2 || from >= MAX_CHARACTERS) return;
  const characterCount = Math.max(1, Math.floor(KEY_BITS / ranking.bits));
  const keyOf = (row: number): number => {
    const value = ranking.values[row] ?? '';
    let key = 0;
    for (let position = from; position < from + characterCount; position++) {
      const rank =
        position < value.length ? (ranking.ranks.get(value.charCodeAt(position)) ?? 0) : 0;
      key = key * 2 ** ranking.bits + rank;
    }
    return key;
  };
  const keys = sortByKey(rows, keyOf);
  let start = 0;
  for (let end = 1; end <= rows.length; end++) {
    if (end < rows.length && keys[end] === keys[start]) continue;
    // Key 0 means that the texts have no ranked character from here on.
    if (end - start > 1 && keys[start] !== 0) {
      refine(rows.subarray(start, end), ranking, from + characterCount);
    }
    start = end;
  }
}

/** @returns the keys in ascending order */
function sortByKey(rows: Uint32Array, keyOf: (row: number) => number): Float64Array {
  const packed = new BigUint64Array(rows.length);
  // Each element is the key, followed by the index of the row in its low bits. It is written as two 32-bit words, the
  // lower one first, without creating a BigInt. The grid runs only on little-endian machines.
  const words = new Uint32Array(packed.buffer);
  rows.forEach((row, index) => {
    const key = keyOf(row);
    words[index * 2] = ((key % LOW_KEY_RANGE) << ROW_BITS) | index;
    words[index * 2 + 1] = Math.floor(key / LOW_KEY_RANGE);
  });
  packed.sort();
  const unsorted = rows.slice();
  const keys = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const low = words[index * 2] ?? 0;
    rows[index] = unsorted[low & (2 ** ROW_BITS - 1)] ?? 0;
    keys[index] = (words[index * 2 + 1] ?? 0) * LOW_KEY_RANGE + (low >>> ROW_BITS);
  }
  return keys;
}

/** Returns ranks from 1, in collator order. Characters that differ only in case or accent have the same rank. */
function rankCharacters(
  values: readonly string[],
  collator: Intl.Collator,
): ReadonlyMap<number, number> {
  const codes = new Set<number>();
  for (const value of values) {
    const length = Math.min(value.length, MAX_CHARACTERS);
    for (let position = 0; position < length; position++) codes.add(value.charCodeAt(position));
  }
  const characters = Array.from(codes, (code) => String.fromCharCode(code)).sort(collator.compare);
  const { locale } = collator.resolvedOptions();
  const base = new Intl.Collator(locale, { sensitivity: 'base' });
  const ranks = new Map<number, number>();
  let rank = 1;
  characters.forEach((character, index) => {
    const previous = characters[index - 1];
    if (previous !== undefined && base.compare(previous, character) !== 0) rank++;
    ranks.set(character.charCodeAt(0), rank);
  });
  return ranks;
}
