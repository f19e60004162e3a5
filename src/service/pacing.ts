import type { RetryWait } from '../base/endpoints.ts';
import { ServiceError } from '../base/errors.ts';
import type { Clock, Log } from '../base/ports.ts';
import type { Caller } from '../base/promises.ts';
import { mayRetry, retryDelay, type RetryLimits } from './retries.ts';

/** Connection failures in a row that open the circuit. */
const OPENS_AFTER = 5;

/** How long it then stays open, ms. */
const OPEN_FOR = 15_000;

/**
 * Spares a service that cannot be reached: after five connection failures in a row nothing is tried for
 * 15 seconds; then one request is let through, and its outcome decides. Requests that were let through before
 * then and end later say nothing of how the service is now.
 */
export class Circuit {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = 0;
  #isProbing = false;
  /** Of which requests count. */
  #era = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** For how long nothing is let through, ms; 0: `enter`. */
  closedFor(): number {
    if (this.#failures < OPENS_AFTER) return 0;
    const left = this.#openUntil - this.#now();
    if (left > 0) return left;
    return this.#isProbing ? OPEN_FOR : 0;
  }

  /**
   * Lets a request through, which has to end in `reached`, `unreachable` or `abandoned`.
   * @returns its ticket, by which it tells how it ended
   */
  enter(): number {
    if (this.#failures >= OPENS_AFTER) {
      this.#isProbing = true;
      this.#era++;
    }
    return this.#era;
  }

  /** A connection was made, whatever came of it. */
  reached(ticket: number): void {
    if (ticket !== this.#era) return;
    this.#failures = 0;
    this.#isProbing = false;
  }

  unreachable(ticket: number): void {
    if (ticket !== this.#era) return;
    this.#failures++;
    this.#isProbing = false;
    if (this.#failures < OPENS_AFTER) return;
    this.#openUntil = this.#now() + OPEN_FOR;
    this.#era++;
  }

  /** Given up by the caller before anything was learned. */
  abandoned(ticket: number): void {
    if (ticket === this.#era) this.#isProbing = false;
  }
}

/** Lets so many in at once; the others wait their turn. */
export class Gate {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Is there room? Then the caller is in, and has to `leave`. */
  enter(): boolean {
    if (this.#running >= this.#limit) return false;
    this.#running++;
    return true;
  }

  /** Waits to be in. Throws the signal's reason when it is aborted first: the caller is then not in. */
  async wait(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const onAbort = (): void => {
      const place = this.#waiting.indexOf(turn.resolve);
      if (place >= 0) this.#waiting.splice(place, 1);
      turn.reject(signal.reason);
    };
    this.#waiting.push(turn.resolve);
    signal.addEventListener('abort', onAbort);
    try {
      await turn.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}

const LIMITS: RetryLimits = { maxTries: 4, maxTotalMs: 60_000 };
const CONCURRENCY = 8;

export interface PacingOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** 4 tries in 60 s when not given. */
  readonly limits?: () => RetryLimits;
  /** Requests under way at once, for each base URL; 8 when not given. */
  readonly concurrency?: number;
  readonly onWait?: (wait: RetryWait) => void;
  /** Resolves after so many ms; throws the signal's reason when it is aborted first. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1 */
  readonly random?: () => number;
}

/** What the requests to one base URL share. */
export interface Lane {
  readonly circuit: Circuit;
  readonly gate: Gate;
}

/** When requests are sent, and sent again. */
export class Pacing {
  readonly #options: PacingOptions;
  readonly #lanes = new Map<string, Lane>();

  constructor(options: PacingOptions) {
    this.#options = options;
  }

  lane(baseUrl: string): Lane {
    const known = this.#lanes.get(baseUrl);
    if (known !== undefined) return known;
    const { clock, concurrency = CONCURRENCY } = this.#options;
    const lane = { circuit: new Circuit(() => clock.now()), gate: new Gate(concurrency) };
    this.#lanes.set(baseUrl, lane);
    return lane;
  }

  /** Those of one call; its first try begins now. */
  tries(caller: Caller): Tries {
    return new Tries(this.#options, caller);
  }
}

/** A call is tried until it works, until trying again could do harm, or until the limits are reached. */
export class Tries {
  readonly #options: PacingOptions;
  readonly #caller: Caller;
  readonly #started: number;
  #tries = 0;

  constructor(options: PacingOptions, caller: Caller) {
    this.#options = options;
    this.#caller = caller;
    this.#started = options.clock.now();
  }

  /**
   * Waits until it is time for the next try. Throws the error when there is none, and the signal's reason.
   * @param retryAfterMs when the service says to come back
   */
  async wait(error: unknown, retryAfterMs: number | undefined): Promise<void> {
    if (!ServiceError.is(error) || !mayRetry(error)) throw error;
    const { clock, log, limits = () => LIMITS } = this.#options;
    const { sleep = sleepFor, random = Math.random } = this.#options;
    const tries = (this.#tries += 1);
    const elapsedMs = clock.now() - this.#started;
    const delayMs = retryDelay({ tries, elapsedMs, retryAfterMs, random: random() }, limits());
    if (delayMs === undefined) throw error;
    log.warn(`${error.endpoint}: try ${tries} failed, the next one in ${delayMs} ms`);
    this.#tell(error, delayMs);
    try {
      await sleep(delayMs, this.#caller.signal);
    } finally {
      // Also when whose request it is has left: the others ask again at once.
      this.#tell(error, 0);
    }
  }

  #tell({ endpoint, message: reason }: ServiceError, delayMs: number): void {
    for (const signal of this.#caller.callers) {
      if (signal.aborted) continue;
      this.#options.onWait?.({ signal, endpoint, delayMs, reason });
    }
  }
}

async function sleepFor(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const done = Promise.withResolvers<void>();
  const onAbort = (): void => done.reject(signal.reason);
  const timer = setTimeout(done.resolve, ms);
  signal.addEventListener('abort', onAbort);
  try {
    await done.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}
