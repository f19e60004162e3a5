import type { Column } from '../../base/customerFields.ts';
import { fieldOf } from '../../base/jsonValues.ts';
import { countBits, hasBit } from './bits.ts';
import type { ColumnValues } from './columnValues.ts';
import { Dictionary } from './dictionary.ts';
import { type Counts, isCounted, type SegmentIndex } from './segmentIndex.ts';
import type { ColumnStatistics } from './indexMessages.ts';
import { DAY_MS, lastAtMost, MAX_TIME } from '../../base/numbers.ts';

/** Codes of the different values of a column, counted from 0. A row gets its code when a result first needs it. */
class ValueCodes<Value extends string | number> {
  readonly #codes = new Dictionary<Value>();
  #rowCodes = new Uint32Array(1024);
  #rowCount = 0;

  get size(): number {
    return this.#codes.size;
  }

  /** @returns -1 for a value that no row has or had */
  knownCodeOf(value: Value): number {
    return this.#codes.codeOf(value) ?? -1;
  }

  /** @param count number of rows; the returned array may be longer */
  codesOfRows(values: ArrayLike<Value>, count: number): Uint32Array {
    if (count > this.#rowCodes.length) {
      const larger = new Uint32Array(Math.max(count, this.#rowCodes.length * 2));
      larger.set(this.#rowCodes);
      this.#rowCodes = larger;
    }
    for (; this.#rowCount < count; this.#rowCount++) {
      const value = values[this.#rowCount];
      if (value !== undefined) this.#rowCodes[this.#rowCount] = this.#codes.add(value);
    }
    return this.#rowCodes;
  }

  patch(row: number, value: Value): void {
    if (row < this.#rowCount) this.#rowCodes[row] = this.#codes.add(value);
  }
}

/** Maximum number of bars that users can distinguish in the narrow chart of a column. */
const MAX_BINS = 32;

interface Unit {
  /** Approximate length in ms. */
  readonly length: number;
  /** Moves the date back to the start of its unit. */
  floor(date: Date): void;
  next(date: Date): void;
}

const months = (count: number): Unit => ({
  length: count * 30.4 * DAY_MS,
  floor: (date) => date.setMonth(date.getMonth() - (date.getMonth() % count), 1),
  next: (date) => date.setMonth(date.getMonth() + count),
});

const years = (count: number): Unit => ({
  length: count * 365.2 * DAY_MS,
  floor: (date) => {
    const year = date.getFullYear();
    date.setFullYear(Math.floor(year / count) * count, 0, 1);
  },
  next: (date) => date.setFullYear(date.getFullYear() + count),
});

const UNITS: readonly Unit[] = [
  { length: DAY_MS, floor: () => undefined, next: (date) => date.setDate(date.getDate() + 1) },
  {
    length: 7 * DAY_MS,
    // Weeks begin on Monday.
    floor: (date) => date.setDate(date.getDate() - ((date.getDay() + 6) % 7)),
    next: (date) => date.setDate(date.getDate() + 7),
  },
  months(1),
  months(3),
  ...[1, 2, 5, 10, 20, 50, 100, 1000, 10_000, 100_000].map(years),
];

/**
 * Returns the starts of days, weeks, months, quarters or years in local time. The first is not
 * after `from`, the last is after `to`.
 */
export function timeEdges(from: number, to: number): readonly number[] {
  // A range touches up to two more units than fit into its length.
  const unit = UNITS.find(({ length }) => (to - from) / length + 2 <= MAX_BINS) ?? years(100_000);
  const date = new Date(from);
  date.setHours(0, 0, 0, 0);
  unit.floor(date);
  const edges: number[] = [Number.isNaN(date.getTime()) ? -MAX_TIME : date.getTime()];
  while ((edges.at(-1) ?? to) <= to) {
    unit.next(date);
    // A day on which midnight is skipped begins at 1:00, and `next` keeps the time of day.
    date.setHours(0, 0, 0, 0);
    const edge = date.getTime();
    edges.push(Number.isNaN(edge) ? MAX_TIME + 1 : edge);
  }
  return edges;
}

/** Maximum number of values that are shown. Users find other values by typing in the filter. */
const MAX_SHOWN = 50;

interface Rows {
  /** Bitmap of rows, or `undefined` if every row matches. */
  readonly matching: Uint32Array | undefined;
  /** Number of loaded rows. */
  readonly count: number;
}

type ColumnSummary = Omit<ColumnStatistics, 'column' | 'rows'>;

/** Computes the statistics of columns, in at most a few ms per 100,000 rows. */
export class StatisticsIndex {
  readonly #columns: ColumnValues;
  readonly #index: SegmentIndex;
  /** Codes of the columns whose statistics were requested. */
  readonly #texts = new Map<Column, ValueCodes<string>>();
  readonly #times = new Map<Column, ValueCodes<number>>();

  constructor(columns: ColumnValues, index: SegmentIndex) {
    this.#columns = columns;
    this.#index = index;
  }

  /** To be called after `ColumnValues.set`, because the texts of the row are read from there. */
  set(row: number, record: unknown): void {
    for (const [column, codes] of this.#texts)
      codes.patch(row, this.#columns.ownTexts(column)[row] ?? '');
    for (const [column, codes] of this.#times) {
      const time = fieldOf(record, column);
      codes.patch(row, typeof time === 'number' ? time : Number.NaN);
    }
  }

  statisticsOf(column: Column, rows: Rows): ColumnStatistics {
    const { matching, count } = rows;
    return {
      column,
      rows: matching === undefined ? count : countBits(matching),
      ...this.#summarize(column, rows),
    };
  }

  #summarize(column: Column, rows: Rows): ColumnSummary {
    if (isCounted(column)) return listMostCommon(this.#index.counts(column, rows.matching));
    const values = this.#columns.valuesOf(column);
    return values instanceof Float64Array
      ? this.#summarizeTimes(column, values, rows)
      : this.#summarizeTexts(column, values, rows);
  }

  #summarizeTexts(
    column: Column,
    texts: readonly string[],
    { matching, count }: Rows,
  ): ColumnSummary {
    const codes = getCodes(this.#texts, column);
    const rowCodes = codes.codesOfRows(texts, count);
    const counts = new Uint32Array(codes.size);
    for (let row = 0; row < count; row++) {
      if (matching !== undefined && !hasBit(matching, row)) continue;
      const code = rowCodes[row] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
    }
    // The code is -1 if no row is empty. The count of this code is then missing, so it is 0.
    const emptyCode = codes.knownCodeOf('');
    const empty = counts[emptyCode] ?? 0;
    if (emptyCode >= 0) counts[emptyCode] = 0;
    // The values themselves are almost unique (names, IDs), so they are not listed.
    return { empty, distinct: countNonZero(counts), values: [], others: 0, bins: [] };
  }

  /** Bin edges are those of all loaded rows, so that they do not move while the user filters. */
  #summarizeTimes(column: Column, numbers: Float64Array, { matching, count }: Rows): ColumnSummary {
    const codes = getCodes(this.#times, column);
    const rowCodes = codes.codesOfRows(numbers, count);
    const usedCodes = new Uint8Array(codes.size);
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
      usedCodes[rowCodes[row] ?? 0] = 1;
      const bin = lastAtMost(edges, value);
      counts[bin] = (counts[bin] ?? 0) + 1;
    }
    const bins = Array.from(counts, (binCount, bin) => {
      return { from: edges[bin] ?? 0, to: edges[bin + 1] ?? 0, count: binCount };
    });
    return { empty, distinct: countNonZero(usedCodes), values: [], others: 0, bins };
  }
}

function getCodes<Value extends string | number>(
  all: Map<Column, ValueCodes<Value>>,
  column: Column,
): ValueCodes<Value> {
  const codes = all.get(column) ?? new ValueCodes<Value>();
  all.set(column, codes);
  return codes;
}

/** Lists the most common values first. Values of other loaded rows have count 0: users can add them to the filter. */
function listMostCommon({ values, empty }: Counts): ColumnSummary {
  const sorted = values.toSorted((a, b) => b.count - a.count);
  const others = sorted.slice(MAX_SHOWN).reduce((sum, { count }) => sum + count, 0);
  const distinct = sorted.filter(({ count }) => count > 0).length;
  return { empty, distinct, values: sorted.slice(0, MAX_SHOWN), others, bins: [] };
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
  return Math.abs(value) <= MAX_TIME;
}

function countNonZero(counts: Uint32Array | Uint8Array): number {
  let sum = 0;
  for (const count of counts) if (count > 0) sum++;
  return sum;
}
