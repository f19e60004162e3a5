import type { Comparison, When } from '../segment.ts';
import { DAY_MS } from '../../base/numbers.ts';
import { dayText } from '../../base/text.ts';

const CLOCK_FORMAT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
};
const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/**
 * Returns midnight of `day` (`YYYY-MM-DD`) plus `dayOffset` days, in ms.
 * @param zone such as `Asia/Taipei`; defaults to the zone of this machine, also if this machine does not know the zone
 */
export function dayStart(day: string, dayOffset: number, zone: string | undefined): number {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const format = formatOf(zone);
  // Any date: its year, month and day are replaced. The constructor would read the years 0 to 99 as 1900 to 1999.
  const start = new Date(2000, 0, 1);
  if (format === undefined) {
    start.setFullYear(year, month - 1, date + dayOffset);
    return start.setHours(0, 0, 0, 0);
  }
  start.setUTCFullYear(year, month - 1, date + dayOffset);
  return timeAt(format, start.setUTCHours(0, 0, 0, 0));
}

/** @param time `YYYY-MM-DDThh:mm`, optionally with more digits; `Z` at the end means UTC */
function clockTime(time: string, zone: string | undefined): number {
  const format = formatOf(zone);
  if (format === undefined || time.endsWith('Z')) return Date.parse(time);
  return timeAt(format, Date.parse(`${time}Z`));
}

/** Returns the day as `YYYY-MM-DD`. `time` is in ms, within the range of `Date`. */
export function dayOf(time: number, zone: string | undefined): string {
  const format = formatOf(zone);
  const date = new Date(format === undefined ? time : time + utcOffset(format, time));
  return format === undefined
    ? dayText(date.getFullYear(), date.getMonth() + 1, date.getDate())
    : dayText(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function formatOf(zone: string | undefined): Intl.DateTimeFormat | undefined {
  if (zone === undefined) return undefined;
  if (!formats.has(zone)) formats.set(zone, newFormat(zone));
  return formats.get(zone);
}

function newFormat(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { ...CLOCK_FORMAT, timeZone: zone });
  } catch {
    return undefined;
  }
}

/**
 * Returns the time in ms at which clocks in the zone show `clock`. Like `Date`, returns the first of two such times. If
 * the clocks skip `clock` (start of daylight saving time), uses the UTC offset from before the change.
 * @param clock date and time that clocks show, as ms of the same date and time in UTC
 */
function timeAt(format: Intl.DateTimeFormat, clock: number): number {
  // Time for the UTC offset of a day before, and for that of a day after.
  const byOffsetBefore = clock - utcOffset(format, clock - DAY_MS);
  const byOffsetAfter = clock - utcOffset(format, clock + DAY_MS);
  const isShownAt = (time: number): boolean => time + utcOffset(format, time) === clock;
  return isShownAt(byOffsetBefore) || !isShownAt(byOffsetAfter) ? byOffsetBefore : byOffsetAfter;
}

/** Returns the UTC offset of the zone at a time, in ms. */
function utcOffset(format: Intl.DateTimeFormat, time: number): number {
  const parts = format.formatToParts(time);
  const valueOf = (unit: string) => Number(parts.find(({ type }) => type === unit)?.value);
  // 2000 as in `dayStart`: the date is replaced below.
  const date = new Date(
    Date.UTC(2000, 0, 1, valueOf('hour'), valueOf('minute'), valueOf('second')),
  );
  const clock = date.setUTCFullYear(valueOf('year'), valueOf('month') - 1, valueOf('day'));
  // Clocks are read to the second, so the fraction of the second is removed from the time too.
  return clock - Math.floor(time / 1000) * 1000;
}

/** Range from `low` to `high`, both inclusive. `isNot`: all other numbers, and `NaN`. */
export interface Range {
  readonly low: number;
  readonly high: number;
  readonly isNot: boolean;
}

export interface Moment {
  /** Time in ms from which ages are counted. */
  readonly now: number;
  /** Time zone for days, such as `Asia/Taipei`. Defaults to the zone of this machine. */
  readonly zone?: string | undefined;
}

/** Duration in ms for which a clock shows the same time, by the last unit that it shows. */
const PRECISION_MS = { minute: 60_000, second: 1000, ms: 1 };
const UNITS = { h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS };

export function rangeOf(comparison: Comparison, number: number): Range {
  return between(comparison, number, number);
}

/** Returns the times in ms for which the comparison is true. */
export function rangeOfWhen({ comparison, operand }: When, { now, zone }: Moment): Range {
  if (operand.kind === 'day') {
    return between(
      comparison,
      dayStart(operand.day, 0, zone),
      nextBelow(dayStart(operand.day, 1, zone)),
    );
  }
  if (operand.kind === 'time') {
    const start = clockTime(operand.time, zone);
    return between(comparison, start, nextBelow(start + lengthOf(operand.time)));
  }
  const time = now - operand.amount * UNITS[operand.unit];
  return between(MIRRORED[comparison], time, time);
}

function lengthOf(time: string): number {
  if (time.includes('.')) return PRECISION_MS.ms;
  return time.split(':').length > 2 ? PRECISION_MS.second : PRECISION_MS.minute;
}

/** Comparison of times for each comparison of ages: a lower age is a later time. */
const MIRRORED: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** Returns the numbers that compare in this way with an operand that extends from `first` to `last`, such as a day. */
function between(comparison: Comparison, first: number, last: number): Range {
  const [lowest, highest] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  switch (comparison) {
    case '=':
      return { low: first, high: last, isNot: false };
    case '!=':
      return { low: first, high: last, isNot: true };
    case '<':
      return { low: lowest, high: nextBelow(first), isNot: false };
    case '<=':
      return { low: lowest, high: last, isNot: false };
    case '>':
      // The two minus signs give the next larger number.
      return { low: -nextBelow(-last), high: highest, isNot: false };
    case '>=':
      return { low: first, high: highest, isNot: false };
  }
}

const float = new Float64Array(1);
const bits = new BigInt64Array(float.buffer);

/**
 * Returns the next smaller floating-point number, because times in records may have fractions. Read as integers, the
 * bits of floating-point numbers with the same sign are in the order of their absolute values.
 */
function nextBelow(number: number): number {
  if (!Number.isFinite(number)) return number;
  if (number === 0) return -Number.MIN_VALUE;
  float[0] = number;
  bits[0] = (bits[0] ?? 0n) + (number > 0 ? -1n : 1n);
  return float[0];
}
