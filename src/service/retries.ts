import { endpoints } from '../base/endpoints.ts';
import { ServiceError } from '../base/errors.ts';

const ANY_DATE = /^[A-Z][a-z]{2,8},? .*\d{2}:\d{2}:\d{2}/;
/** Two-digit year of the obsolete format `Sunday, 06-Nov-94 08:49:37 GMT`, but no other number after a hyphen. */
const SHORT_YEAR = /(?<=-[A-Z][a-z]{2}-)\d{2}(?= )/;

/** Parses a date of an HTTP header (RFC 9110, section 5.6.7), in UTC even without a time zone, to ms since 1970. */
export function httpDate(text: string, now: number): number | undefined {
  const trimmed = text.trim();
  if (!ANY_DATE.test(trimmed)) return undefined;
  const date = trimmed.replace(SHORT_YEAR, (digits) => String(fullYear(Number(digits), now)));
  const time = Date.parse(/\d$/.test(date) ? `${date} GMT` : date);
  return Number.isNaN(time) ? undefined : time;
}

/** A year more than 50 years ahead becomes the last past year with the same two digits. */
function fullYear(lastDigits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + lastDigits;
  return year > thisYear + 50 ? year - 100 : year;
}

export interface RetryLimits {
  /** Maximum number of tries of one call, including the first one. */
  readonly maxTries: number;
  /** Maximum time from the first try to the start of the last one, in ms. */
  readonly maxTotalMs: number;
}

export interface FailedTry {
  /** Number of tries so far, at least 1. */
  readonly tryCount: number;
  /** Time since the start of the first try, in ms. */
  readonly elapsedMs: number;
  /** Delay that the service requested, in ms. */
  readonly retryAfterMs: number | undefined;
  /** Random number from 0 to 1. */
  readonly random: number;
}

/** Full delay after the first failure, in ms. It doubles with each further failure, up to `MAX_DELAY_MS`. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 10_000;

/**
 * Returns a random delay between half and all of an exponential delay, in ms, so that many clients do not come back at
 * the same time. Returns `undefined` if there is no further try.
 */
export function retryDelay(failed: FailedTry, limits: RetryLimits): number | undefined {
  if (failed.tryCount >= limits.maxTries) return undefined;
  const fullDelay = Math.min(FIRST_DELAY_MS * 2 ** (failed.tryCount - 1), MAX_DELAY_MS);
  const backOff = fullDelay * (0.5 + failed.random / 2);
  const delay = Math.max(backOff, failed.retryAfterMs ?? 0);
  return failed.elapsedMs + delay > limits.maxTotalMs ? undefined : Math.round(delay);
}

/** Parses Retry-After, a date or a number of seconds, to ms from now. A very large number becomes `Infinity`. */
export function retryAfterMs(header: string, now: number): number | undefined {
  const text = header.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = httpDate(text, now);
  return date === undefined ? undefined : Math.max(0, date - now);
}

/** Codes of a service that is busy or down, as HTTP status or as `errorCode`. */
const BUSY_CODES = new Set([429, 502, 503, 504]);

/**
 * Returns whether a retry is harmless and may help. A write is retried only if it was never sent: a
 * second "create" makes a second item, and a second "delete" or "detach" gets a different response.
 */
export function mayRetry(error: ServiceError): boolean {
  const { problem, endpoint } = error;
  if (problem.kind === 'connect' && problem.isLasting === true) return false;
  // Other problems of a request that was not sent, such as a missing token, would occur again.
  const isConnecting = problem.kind === 'connect' || problem.kind === 'timeout';
  if (isConnecting && error.outcome === 'not-sent') return true;
  if (!endpoints[endpoint].isRead) return false;
  // The status and the `errorCode` may differ. A token that was refused will be refused again, even with status 503.
  if (ServiceError.isUnauthorized(error)) return false;
  switch (problem.kind) {
    case 'lost':
    case 'timeout':
      return true;
    case 'failure':
      return BUSY_CODES.has(problem.httpStatus) || BUSY_CODES.has(Number(problem.errorCode));
    case 'protocol':
      return BUSY_CODES.has(problem.httpStatus);
    default:
      return false;
  }
}
