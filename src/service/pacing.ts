import type { Caller } from '../base/singleFlight.ts';
import { ServiceError } from '../base/errors.ts';
import type { Clock, Log } from '../base/ports.ts';
import type { RetryWait } from '../base/retryWait.ts';
import { Circuit } from './circuit.ts';
import { Gate } from './gate.ts';
import { mayRetry } from './mayRetry.ts';
import { retryDelay, type RetryLimits } from './retryTiming.ts';

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
