const DAY = 86_400_000;
/** The latest time that a `Date` can hold. */
const LAST = 8.64e15;
/** As many bars as can be told apart in a column. */
const MOST_BINS = 32;

interface Unit {
  /** About, ms. */
  readonly length: number;
  /** Goes back to the beginning of the unit that it is in. */
  floor(date: Date): void;
  next(date: Date): void;
}

const months = (count: number): Unit => ({
  length: count * 30.4 * DAY,
  floor: (date) => date.setMonth(date.getMonth() - (date.getMonth() % count), 1),
  next: (date) => date.setMonth(date.getMonth() + count),
});

const years = (count: number): Unit => ({
  length: count * 365.2 * DAY,
  floor: (date) => {
    const year = date.getFullYear();
    date.setFullYear(Math.floor(year / count) * count, 0, 1);
  },
  next: (date) => date.setFullYear(date.getFullYear() + count),
});

const UNITS: readonly Unit[] = [
  { length: DAY, floor: () => undefined, next: (date) => date.setDate(date.getDate() + 1) },
  {
    length: 7 * DAY,
    // Weeks begin on Monday.
    floor: (date) => date.setDate(date.getDate() - ((date.getDay() + 6) % 7)),
    next: (date) => date.setDate(date.getDate() + 7),
  },
  ...[months(1), months(3)],
  ...[1, 2, 5, 10, 20, 50, 100, 1000, 10_000, 100_000].map(years),
];

/** Where days, weeks, months, quarters or years begin in local time: the first not after `from`, the last after `to`. */
export function timeEdges(from: number, to: number): readonly number[] {
  const unit = UNITS.find(({ length }) => (to - from) / length + 2 <= MOST_BINS) ?? years(100_000);
  const date = new Date(from);
  date.setHours(0, 0, 0, 0);
  unit.floor(date);
  const edges: number[] = [Number.isNaN(date.getTime()) ? -LAST : date.getTime()];
  while ((edges.at(-1) ?? to) <= to) {
    unit.next(date);
    const edge = date.getTime();
    edges.push(Number.isNaN(edge) ? LAST + 1 : edge);
  }
  return edges;
}

/** The number of the bin that a value between the first and the last edge is in. */
export function binOf(edges: Float64Array, value: number): number {
  let [low, high] = [0, edges.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
