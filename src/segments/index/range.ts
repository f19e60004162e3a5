import type { Comparison, When } from '../segment.ts';

/** Numbers from `low` to `high`, both included; `isNot`: every other one, and none at all (`NaN`). */
export interface Range {
  readonly low: number;
  readonly high: number;
  readonly isNot: boolean;
}

const HOUR = 3_600_000;
const UNITS = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

export function rangeOf(comparison: Comparison, number: number): Range {
  return between(comparison, number, number);
}

/** Of times in ms. @param now ms */
export function rangeOfWhen({ comparison, than }: When, now: number): Range {
  if (than.kind === 'day') {
    return between(comparison, dayStart(than.day, 0), before(dayStart(than.day, 1)));
  }
  const time = now - than.amount * UNITS[than.unit];
  return between(MIRRORED[comparison], time, time);
}

/** The younger, the later. */
const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

function between(comparison: Comparison, first: number, last: number): Range {
  const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  switch (comparison) {
    case '=':
      return { low: first, high: last, isNot: false };
    case '!=':
      return { low: first, high: last, isNot: true };
    case '<':
      return { low, high: before(first), isNot: false };
    case '<=':
      return { low, high: last, isNot: false };
    case '>':
      return { low: -before(-last), high, isNot: false };
    case '>=':
      return { low: first, high, isNot: false };
  }
}

/** Local midnight of the day that comes so many days later. */
function dayStart(day: string, later: number): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const start = new Date(2000, 0, 1);
  start.setFullYear(year, month - 1, date + later);
  return start.setHours(0, 0, 0, 0);
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/** The next smaller number that there is: times in records may have fractions. */
function before(number: number): number {
  if (!Number.isFinite(number)) return number;
  if (number === 0) return -Number.MIN_VALUE;
  float[0] = number;
  bits[0] = (bits[0] ?? 0n) + (number > 0 ? -1n : 1n);
  return float[0];
}
