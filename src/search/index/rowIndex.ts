import { countBits, hasBit } from './bits.ts';
import type { IndexedTexts } from './searchableTexts.ts';
import type { SegmentValues } from './segmentIndex.ts';
import type { Vocabulary } from '../segment.ts';
import type { Column, Sort } from '../../base/customerFields.ts';
import { ColumnValues } from './columnValues.ts';
import { StatisticsIndex } from './columnStatistics.ts';
import { type AddedRows, type ColumnStatistics, type Facets, facetsOf } from './indexMessages.ts';
import { RowSearch } from './rowSearch.ts';
import { sortNumbers, sortTexts, type SortedRows } from './sortRows.ts';

/** Rows that match a search. */
interface SearchResult {
  readonly search: string;
  /** Bitmap of rows, or `undefined` if every row matches. */
  readonly matching: Uint32Array | undefined;
}

const decoder = new TextDecoder();

/** Index that filters and sorts the loaded rows. Contains all data that grows with their number. */
export class RowIndex {
  readonly #collator: Intl.Collator;
  readonly #search: RowSearch;
  readonly #columns: ColumnValues;
  readonly #statistics: StatisticsIndex;
  readonly #sorted = new Map<Column, SortedRows>();
  #count = 0;
  /** Last result, because the shown rows and their statistics need the same result. */
  #lastResult: SearchResult | undefined;

  /**
   * @param now current time in ms for ages in segments; called once per search
   * @param zone time zone for days; defaults to the zone of this machine
   */
  constructor(words: IndexedTexts, locale: string, now: () => number = Date.now, zone?: string) {
    this.#collator = new Intl.Collator(locale);
    this.#search = new RowSearch({ now, zone, words });
    this.#columns = new ColumnValues(this.#search.index);
    this.#statistics = new StatisticsIndex(this.#columns, this.#search);
  }

  /** Vocabulary for names of tags and folders in segments. Until it is set, no name is found in the catalogue. */
  set vocabulary(vocabulary: Vocabulary) {
    this.#search.vocabulary = vocabulary;
    this.#lastResult = undefined;
  }

  get count(): number {
    return this.#count;
  }

  /** Adds rows. Records are parsed one at a time, so that their garbage does not grow the heap. */
  add({ json, spans }: AddedRows): void {
    const start = this.#count;
    const length = spans.length / 2;
    this.#search.add(length, (index) => {
      const bytes = json.subarray(spans[index * 2], spans[index * 2 + 1]);
      const record: unknown = JSON.parse(decoder.decode(bytes));
      this.#setValues(start + index, record);
      return record;
    });
    this.#count += length;
    this.#clearCaches();
  }

  patch(row: number, record: unknown): void {
    this.#setValues(row, record);
    this.#search.set(row, record);
    this.#clearCaches();
  }

  /** Returns the values of loaded rows that users can choose in conditions of segments. */
  segmentValues(): SegmentValues {
    return this.#search.values();
  }

  facets(): Facets {
    return facetsOf(this.#search);
  }

  /** Returns the statistics of the matching rows for a column. */
  statistics(column: Column, search: string): ColumnStatistics {
    if (this.#lastResult?.search !== search)
      this.#lastResult = { search, matching: this.#search.matching(search) };
    return this.#statistics.statisticsOf(column, { ...this.#lastResult, count: this.#count });
  }

  /** Returns the rows to show, in order. `null`: all rows in the order of loading. */
  rows(search: string, sort: Sort | null): Uint32Array | null {
    const matching = this.#search.matching(search);
    this.#lastResult = { search, matching };
    if (sort === null) return matching === undefined ? null : rowsIn(matching, this.#count);
    const order = this.#sortRows(sort);
    return matching === undefined ? order : order.filter((row) => hasBit(matching, row));
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
    const order = new Uint32Array(this.#count);
    order.set(descending ? sorted.toReversed() : sorted);
    if (sorted.length === this.#count) return order;
    const hasValue = new Uint8Array(this.#count);
    for (const row of sorted) hasValue[row] = 1;
    let end = sorted.length;
    for (let row = 0; row < this.#count; row++) if (hasValue[row] === 0) order[end++] = row;
    return order;
  }

  #sortedBy(column: Column): SortedRows {
    const cached = this.#sorted.get(column);
    if (cached !== undefined) return cached;
    const values = this.#columns.valuesOf(column);
    const rows =
      values instanceof Float64Array
        ? sortNumbers(values, this.#count)
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
