import type { Column } from '../../base/customerFields.ts';
import { fieldOf } from '../../base/recordValues.ts';
import { countBits, hasBit } from './bits.ts';
import type { Counts } from './segmentIndex.ts';
import type { ColumnValues } from './columnValues.ts';
import { isCounted, type RowSearch } from './rowSearch.ts';
import type { ColumnStatistics } from './statistics.ts';
import { binOf, timeEdges } from './timeEdges.ts';
import { ValueCodes } from './valueCodes.ts';

/** More values than that are found by typing, in the filter. */
const MOST_SHOWN = 50;
/** A `Date` knows no time beyond. */
const LAST_TIME = 8.64e15;

interface Rows {
  /** A bit for each row; `undefined`: every row matches. */
  readonly matching: Uint32Array | undefined;
  /** How many are loaded. */
  readonly count: number;
}

type Found = Omit<ColumnStatistics, 'column' | 'rows'>;

/** What the rows that match have in a column, at most a few ms for each 100,000 rows. */
export class StatisticsIndex {
  readonly #columns: ColumnValues;
  readonly #search: RowSearch;
  /** Of the columns that somebody asked for. */
  readonly #texts = new Map<Column, ValueCodes<string>>();
  readonly #times = new Map<Column, ValueCodes<number>>();

  constructor(columns: ColumnValues, search: RowSearch) {
    this.#columns = columns;
    this.#search = search;
  }

  /** A new row, or one that changed. */
  set(row: number, record: unknown): void {
    for (const [column, codes] of this.#texts)
      codes.patch(row, this.#columns.ownTexts(column)[row] ?? '');
    for (const [column, codes] of this.#times) {
      const time = fieldOf(record, column);
      codes.patch(row, typeof time === 'number' ? time : Number.NaN);
    }
  }

  of(column: Column, rows: Rows): ColumnStatistics {
    const { matching, count } = rows;
    return {
      column,
      rows: matching === undefined ? count : countBits(matching),
      ...this.#found(column, rows),
    };
  }

  #found(column: Column, rows: Rows): Found {
    if (isCounted(column)) return commonest(this.#search.counts(column, rows.matching));
    const values = this.#columns.of(column);
    return values instanceof Float64Array
      ? this.#ofTimes(column, values, rows)
      : this.#ofTexts(column, values, rows);
  }

  #ofTexts(column: Column, texts: readonly string[], { matching, count }: Rows): Found {
    const codes = known(this.#texts, column);
    const rows = codes.upTo(texts, count);
    const counts = new Uint32Array(codes.size);
    for (let row = 0; row < count; row++) {
      if (matching !== undefined && !hasBit(matching, row)) continue;
      const code = rows[row] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    const none = codes.numberOf('');
    const empty = counts[none] ?? 0;
    if (none >= 0) counts[none] = 0;
    return { empty, distinct: filled(counts), values: [], others: 0, bins: [] };
  }

  /** The edges are those of all loaded rows: they stay where they are while somebody filters. */
  #ofTimes(column: Column, numbers: Float64Array, { matching, count }: Rows): Found {
    const codes = known(this.#times, column);
    const rows = codes.upTo(numbers, count);
    const has = new Uint8Array(codes.size);
    const [from, to] = rangeOf(numbers, count);
    const edges = Float64Array.from(from > to ? [] : timeEdges(from, to));
    const counts = new Uint32Array(Math.max(0, edges.length - 1));
    let empty = 0;
    for (let row = 0; row < count; row++) {
      if (matching !== undefined && !hasBit(matching, row)) continue;
      const value = numbers[row] ?? Number.NaN;
      if (!isTime(value)) {
        empty++;
        continue;
      }
      has[rows[row] ?? 0] = 1;
      const bin = binOf(edges, value);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    const bins = Array.from(counts, (one, bin) => {
      return { from: edges[bin] ?? 0, to: edges[bin + 1] ?? 0, count: one };
    });
    return { empty, distinct: filled(has), values: [], others: 0, bins };
  }
}

function known<Value extends string | number>(
  all: Map<Column, ValueCodes<Value>>,
  column: Column,
): ValueCodes<Value> {
  const codes = all.get(column) ?? new ValueCodes<Value>();
  all.set(column, codes);
  return codes;
}

/** Those that other loaded rows have come last, with a count of 0: they can be added to what is filtered by. */
function commonest({ values, empty }: Counts): Found {
  const sorted = values.toSorted((one, other) => other.count - one.count);
  const others = sorted.slice(MOST_SHOWN).reduce((sum, { count }) => sum + count, 0);
  const distinct = sorted.filter(({ count }) => count > 0).length;
  return { empty, distinct, values: sorted.slice(0, MOST_SHOWN), others, bins: [] };
}

function rangeOf(numbers: Float64Array, count: number): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < count; row++) {
    const value = numbers[row] ?? Number.NaN;
    if (!isTime(value)) continue;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return [least, most];
}

function isTime(value: number): boolean {
  return Math.abs(value) <= LAST_TIME;
}

function filled(counts: Uint32Array | Uint8Array): number {
  let sum = 0;
  for (const one of counts) if (one > 0) sum++;
  return sum;
}
