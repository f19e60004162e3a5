import { endpoints } from '../base/endpoints.ts';
import { ServiceError } from '../base/errors.ts';

const TIME = '(\\d{2}:\\d{2}:\\d{2})';
const RFC_850 = new RegExp(`^[A-Z][a-z]+day, (\\d{2})-([A-Z][a-z]{2})-(\\d{2}) ${TIME} GMT$`);
const ASCTIME = new RegExp(`^[A-Z][a-z]{2} ([A-Z][a-z]{2}) +(\\d{1,2}) ${TIME} (\\d{4})$`);
const ANY = new RegExp(`^[A-Z][a-z]{2,8},? .*${TIME}`);

/**
 * A date of an HTTP header in any of its three forms (RFC 9110, section 5.6.7), in ms; each is in UTC, also without
 * saying so.
 * @returns `undefined` for anything else
 */
export function httpDate(text: string, now: number): number | undefined {
  const time = Date.parse(plainDate(text.trim(), now));
  return Number.isNaN(time) ? undefined : time;
}

/** As `Date.parse` reads it on every system. */
function plainDate(text: string, now: number): string {
  const [, day, month, year = '', time] = RFC_850.exec(text) ?? [];
  if (time !== undefined) return `${day} ${month} ${fullYear(Number(year), now)} ${time} GMT`;
  const [, inMonth, inDay, atTime, inYear] = ASCTIME.exec(text) ?? [];
  if (inYear !== undefined) return `${inDay} ${inMonth} ${inYear} ${atTime} GMT`;
  if (!ANY.test(text)) return '';
  return /\d$/.test(text) ? `${text} GMT` : text;
}

/** What would be more than 50 years ahead is the last year before now that ends so. */
function fullYear(lastDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + lastDigits;
  return year > thisYear + 50 ? year - 100 : year;
}

export interface RetryLimits {
  /** Tries of one call, the first one included. */
  readonly maxTries: number;
  /** From the first try to the start of the last one, ms. */
  readonly maxTotalMs: number;
}

export interface FailedTry {
  /** Tries so far, from 1. */
  readonly tries: number;
  /** Since the first try began, ms. */
  readonly elapsedMs: number;
  /** What the service asked for, ms. */
  readonly retryAfterMs: number | undefined;
  /** 0 to 1 */
  readonly random: number;
}

const FIRST = 500;
const LONGEST = 10_000;

/**
 * How long to wait before the next try, ms: doubling, with the upper half left to chance, so that many
 * clients do not come back at once; never sooner than the service asked for.
 * @returns `undefined` when there is no next try
 */
export function retryDelay(failed: FailedTry, limits: RetryLimits): number | undefined {
  if (failed.tries >= limits.maxTries) return undefined;
  const full = Math.min(FIRST * 2 ** (failed.tries - 1), LONGEST);
  const backOff = full * (0.5 + failed.random / 2);
  const delay = Math.max(backOff, failed.retryAfterMs ?? 0);
  return failed.elapsedMs + delay > limits.maxTotalMs ? undefined : Math.round(delay);
}

/**
 * The header Retry-After in ms from now: seconds, of which there may be so many that it is `Infinity`, or a date.
 * @returns `undefined` for anything else
 */
export function retryAfterMs(header: string, now: number): number | undefined {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = httpDate(text, now);
  return date === undefined ? undefined : Math.max(0, date - now);
}

const BUSY = new Set([429, 502, 503, 504]);

/**
 * Whether sending it again can do no harm and may help. A write is sent again only when it never left: a
 * second create makes a second item, and the answer to a second delete or detach is another one.
 */
export function mayRetry(error: ServiceError): boolean {
  const { problem, endpoint } = error;
  if (problem.kind === 'connect' && problem.isLasting === true) return false;
  const isConnecting = problem.kind === 'connect' || problem.kind === 'timeout';
  if (isConnecting && error.outcome === 'not-sent') return true;
  if (!endpoints[endpoint].isRead || ServiceError.isUnauthorized(error)) return false;
  switch (problem.kind) {
    case 'lost':
    case 'timeout':
      return true;
    case 'failure':
      return BUSY.has(problem.httpStatus) || BUSY.has(Number(problem.errorCode));
    case 'protocol':
      return BUSY.has(problem.httpStatus);
    default:
      return false;
  }
}
