import type { ServiceError } from '../base/errors.ts';
import type { Clock } from '../base/ports.ts';
import type { PauseReason } from '../base/operation.ts';
import { pauseReasonOf } from '../catalogue/failureResult.ts';
import { clamp } from '../base/numbers.ts';

/** First wait after a 429 response without a requested wait. Doubled each time, up to `MAX_WAIT_MS`. */
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 60_000;
const MAX_REQUESTED_WAIT_MS = 24 * 60 * 60_000;

/** Number of responses other than 429 after which one more concurrent request is allowed. */
const RECOVERY_RESPONSES = 50;

/**
 * Number of consecutive network failures before requests are delayed. Must cover all concurrent requests: one short
 * outage makes all of them fail.
 */
const FAILURES_WITHOUT_DELAY = 4;
/** First wait after network failures. Doubled each time, up to `MAX_FAILURE_WAIT_MS`. */
const FIRST_FAILURE_WAIT_MS = 250;
const MAX_FAILURE_WAIT_MS = 10_000;
/** Number of consecutive network failures after which the run pauses. */
const MAX_FAILURES = 20;
/** Number of consecutive failures after which the run pauses if they have lasted longer than `LONG_MS`. */
const MIN_LONG_FAILURES = 8;
const LONG_MS = 60_000;

/** Kind of a request. Kinds are counted separately, because successful reads do not show that writes work. */
export type RequestKind = 'write' | 'read';

interface FailureStreak {
  busyCount: number;
  failureCount: number;
  failingSince: number;
}

/** Limits how many requests of a run are under way, and when. The whole run slows down when the service requests it. */
export class Pace {
  readonly #clock: Clock;
  readonly #concurrency: number;
  readonly #streaks = { write: emptyStreak(), read: emptyStreak() };
  /** Limit while the run is slowed down; otherwise `Infinity`. */
  #maxConcurrent = Number.POSITIVE_INFINITY;
  #heldUntil = 0;
  /** End of the wait that the service requested, in ms. */
  #requestedUntil = 0;
  /** Number of responses since the last change of `#maxConcurrent`. */
  #responseCount = 0;
  /** Incremented when the run slows down. Refused requests from an earlier era provide no new information. */
  #era = 0;

  constructor(clock: Clock, concurrency: number) {
    this.#clock = clock;
    this.#concurrency = concurrency;
  }

  get limit(): number {
    return clamp(this.#concurrency, 1, this.#maxConcurrent);
  }

  /** Time before which nothing is sent, in ms. */
  get heldUntil(): number {
    return this.#heldUntil;
  }

  /** Remaining wait that the service requested, in ms. */
  get waitingMs(): number {
    return Math.max(0, this.#requestedUntil - this.#clock.now());
  }

  /** Token that a request receives when it is sent, and passes back with its response. */
  get ticket(): number {
    return this.#era;
  }

  /** Records a response other than 429. After enough of them, one more concurrent request is allowed. */
  recordResponse(kind: RequestKind, ticket: number): void {
    const streak = this.#streaks[kind];
    streak.failureCount = 0;
    if (ticket !== this.#era) return;
    streak.busyCount = 0;
    if (this.#maxConcurrent === Number.POSITIVE_INFINITY) return;
    this.#responseCount++;
    if (this.#responseCount < RECOVERY_RESPONSES) return;
    this.#responseCount = 0;
    this.#maxConcurrent++;
    if (this.#maxConcurrent >= this.#concurrency) this.#maxConcurrent = Number.POSITIVE_INFINITY;
  }

  /** Records a 429 response: halves the number of concurrent requests, and waits. */
  recordBusy(kind: RequestKind, ticket: number, error: ServiceError): void {
    const requestedMs = error.retryAfterMs;
    if (ticket !== this.#era) {
      if (requestedMs !== undefined) this.#waitAsRequested(requestedMs);
      return;
    }
    this.#maxConcurrent = Math.max(1, Math.floor(this.limit / 2));
    this.#responseCount = 0;
    this.#era++;
    const backoffMs = FIRST_WAIT_MS * 2 ** this.#streaks[kind].busyCount++;
    // A service may request too short a wait and refuse again. So the requested wait has a lower limit, which grows.
    this.#waitAsRequested(
      requestedMs === undefined
        ? Math.min(backoffMs, MAX_WAIT_MS)
        : Math.max(requestedMs, minimumWait(backoffMs)),
    );
  }

  /** Records a network failure. Returns the reason to pause the run; `undefined` if the run should continue. */
  recordFailure(kind: RequestKind, error: ServiceError): PauseReason | undefined {
    const { problem, retryAfterMs } = error;
    const now = this.#clock.now();
    const streak = this.#streaks[kind];
    if (streak.failureCount++ === 0) streak.failingSince = now;
    if (retryAfterMs !== undefined) this.#waitAsRequested(retryAfterMs);
    if (problem.kind === 'circuit-open') this.#hold(problem.retryInMs);
    const delayedFailures = streak.failureCount - FAILURES_WITHOUT_DELAY;
    if (delayedFailures > 0) {
      this.#hold(Math.min(FIRST_FAILURE_WAIT_MS * 2 ** (delayedFailures - 1), MAX_FAILURE_WAIT_MS));
    }
    const isLasting = problem.kind === 'connect' && problem.isLasting === true;
    const isLong = streak.failureCount >= MIN_LONG_FAILURES && now - streak.failingSince > LONG_MS;
    const mustPause = isLasting || isLong || streak.failureCount >= MAX_FAILURES;
    return mustPause ? pauseReasonOf(error) : undefined;
  }

  #waitAsRequested(ms: number): void {
    const limitedMs = Math.min(ms, MAX_REQUESTED_WAIT_MS);
    this.#hold(limitedMs);
    this.#requestedUntil = Math.max(this.#requestedUntil, this.#clock.now() + limitedMs);
  }

  #hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + ms);
  }
}

/** Returns the lower limit of a requested wait, in ms: 0 for the first refusal. */
function minimumWait(backoffMs: number): number {
  return backoffMs === FIRST_WAIT_MS ? 0 : Math.min(backoffMs / 4, MAX_WAIT_MS);
}

function emptyStreak(): FailureStreak {
  return { busyCount: 0, failureCount: 0, failingSince: 0 };
}
