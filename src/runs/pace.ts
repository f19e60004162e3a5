import type { ServiceError } from '../base/errors.ts';
import type { Clock } from '../base/ports.ts';
import type { PauseReason } from '../base/operation.ts';
import { troubleOf } from '../catalogue/verdict.ts';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 60_000;
const LONGEST_ASKED = 24 * 60 * 60_000;

/** Number of responses other than 429 after which one more concurrent request is allowed. */
const RECOVERS_AFTER = 50;

/**
 * Consecutive network failures without a delay. Must cover all concurrent requests, or one short outage would delay
 * all.
 */
const FREE_TROUBLES = 4;
const FIRST_TROUBLE_WAIT = 250;
const LONGEST_TROUBLE_WAIT = 10_000;
const MOST_TROUBLES = 20;
/** Number of consecutive failures that is enough to pause if they have lasted longer than `LASTING` ms. */
const LASTING_TROUBLES = 8;
const LASTING = 60_000;

/** Kind of a request. Kinds are counted separately, because successful reads do not show that writes work. */
export type RequestKind = 'write' | 'read';

interface Row {
  busy: number;
  troubles: number;
  /** Time of the first failure in the row, in ms. */
  since: number;
}

/** Limits how many requests of a run are under way, and when. The whole run slows down when the service requests it. */
export class Pace {
  readonly #clock: Clock;
  readonly #concurrency: number;
  readonly #inRow = { write: emptyRow(), read: emptyRow() };
  #most = Number.POSITIVE_INFINITY;
  #heldUntil = 0;
  #askedUntil = 0;
  #answers = 0;
  /** Incremented when the run slows down. Refused requests from an earlier era provide no new information. */
  #era = 0;

  constructor(clock: Clock, concurrency: number) {
    this.#clock = clock;
    this.#concurrency = concurrency;
  }

  get limit(): number {
    return Math.max(1, Math.min(this.#concurrency, this.#most));
  }

  /** Time before which nothing is sent, in ms. */
  get heldUntil(): number {
    return this.#heldUntil;
  }

  /** Remaining wait that the service requested, in ms. */
  get waitingMs(): number {
    return Math.max(0, this.#askedUntil - this.#clock.now());
  }

  /** Token that a request receives when it is sent, and passes back with its response. */
  get ticket(): number {
    return this.#era;
  }

  answered(kind: RequestKind, ticket: number): void {
    const row = this.#inRow[kind];
    row.troubles = 0;
    if (ticket !== this.#era) return;
    row.busy = 0;
    if (this.#most === Number.POSITIVE_INFINITY) return;
    this.#answers++;
    if (this.#answers < RECOVERS_AFTER) return;
    this.#answers = 0;
    this.#most++;
    if (this.#most >= this.#concurrency) this.#most = Number.POSITIVE_INFINITY;
  }

  busy(kind: RequestKind, ticket: number, error: ServiceError): void {
    const asked = error.retryAfterMs;
    if (ticket !== this.#era) {
      if (asked !== undefined) this.#ask(asked);
      return;
    }
    this.#most = Math.max(1, Math.floor(this.limit / 2));
    this.#answers = 0;
    this.#era++;
    const own = FIRST_WAIT * 2 ** this.#inRow[kind].busy++;
    // A service that requests no wait but refuses again is not trusted: the minimum wait grows.
    this.#ask(asked === undefined ? Math.min(own, LONGEST_WAIT) : Math.max(asked, growth(own)));
  }

  /** Records a network failure. @returns the reason to pause the run, or `undefined` if the run should continue */
  trouble(kind: RequestKind, error: ServiceError): PauseReason | undefined {
    const { problem, retryAfterMs } = error;
    const now = this.#clock.now();
    const row = this.#inRow[kind];
    if (row.troubles++ === 0) row.since = now;
    if (retryAfterMs !== undefined) this.#ask(retryAfterMs);
    if (problem.kind === 'circuit-open') this.#hold(problem.retryInMs);
    const beyond = row.troubles - FREE_TROUBLES;
    if (beyond > 0) {
      this.#hold(Math.min(FIRST_TROUBLE_WAIT * 2 ** (beyond - 1), LONGEST_TROUBLE_WAIT));
    }
    const isLasting = problem.kind === 'connect' && problem.isLasting === true;
    const isLong = row.troubles >= LASTING_TROUBLES && now - row.since > LASTING;
    const isOver = isLasting || isLong || row.troubles >= MOST_TROUBLES;
    return isOver ? troubleOf(error) : undefined;
  }

  #ask(ms: number): void {
    const bounded = Math.min(ms, LONGEST_ASKED);
    this.#hold(bounded);
    this.#askedUntil = Math.max(this.#askedUntil, this.#clock.now() + bounded);
  }

  #hold(ms: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#clock.now() + ms);
  }
}

/** Returns the minimum wait in addition to the requested one, in ms: 0 for the first refusal. */
function growth(own: number): number {
  return own === FIRST_WAIT ? 0 : Math.min(own / 4, LONGEST_WAIT);
}

function emptyRow(): Row {
  return { busy: 0, troubles: 0, since: 0 };
}
