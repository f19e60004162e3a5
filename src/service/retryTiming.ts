import { httpDate } from './httpDate.ts';

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
