import type { Comparison, When } from '../segment.ts';
import { clockTime, dayStart } from './dayZone.ts';

/** Numbers from `low` to `high`, both included; `isNot`: every other one, and none at all (`NaN`). */
export interface Range {
  readonly low: number;
  readonly high: number;
  readonly isNot: boolean;
}

/** When, and where: what ages and days are meant by. */
export interface Moment {
  /** ms; ages are counted from it. */
  readonly now: number;
  /** Whose days they are, such as `Asia/Taipei`; absent: those of this machine's clock. */
  readonly zone?: string | undefined;
}

const HOUR = 3_600_000;
/** How long a time lasts, ms, by how much of it is said. */
const LENGTHS = { minute: 60_000, second: 1000, ms: 1 };
const UNITS = { h: HOUR, d: 24 * HOUR, w: 7 * 24 * HOUR };

export function rangeOf(comparison: Comparison, number: number): Range {
  return between(comparison, number, number);
}

/** Of times in ms. */
export function rangeOfWhen({ comparison, than }: When, { now, zone }: Moment): Range {
  if (than.kind === 'day') {
    return between(comparison, dayStart(than.day, 0, zone), before(dayStart(than.day, 1, zone)));
  }
  if (than.kind === 'time') {
    const start = clockTime(than.time, zone);
    return between(comparison, start, before(start + lengthOf(than.time)));
  }
  const time = now - than.amount * UNITS[than.unit];
  return between(MIRRORED[comparison], time, time);
}

function lengthOf(time: string): number {
  if (time.includes('.')) return LENGTHS.ms;
  return time.split(':').length > 2 ? LENGTHS.second : LENGTHS.minute;
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
