import { ServiceError } from '../core/errors.ts';
import type { Clock, Log } from '../core/ports.ts';
import type { RetryWait } from '../core/retryWait.ts';
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
  readonly concurrency?: () => number;
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

/** Who waits for a call: its own signal, and the signals of everybody who joined it. */
export interface Caller {
  readonly signal: AbortSignal;
  readonly callers: () => readonly AbortSignal[];
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
    const { clock, concurrency = () => CONCURRENCY } = this.#options;
    const lane = { circuit: new Circuit(() => clock.now()), gate: new Gate(concurrency) };
    this.#lanes.set(baseUrl, lane);
    return lane;
  }

  /**
   * Tries until it works, until trying again could do harm, or until the limits are reached.
   * @param attempt sets `retryAfterMs` when the service says when to come back
   */
  async retrying<T>(
    { signal, callers }: Caller,
    attempt: (answered: { retryAfterMs?: number | undefined }) => Promise<T>,
  ): Promise<T> {
    const { clock, log, limits = () => LIMITS } = this.#options;
    const { sleep = sleepFor, random = Math.random } = this.#options;
    const started = clock.now();
    for (let tries = 1; ; tries++) {
      const answered: { retryAfterMs?: number } = {};
      try {
        return await attempt(answered);
      } catch (error) {
        if (!ServiceError.is(error) || !mayRetry(error)) throw error;
        const { retryAfterMs } = answered;
        const elapsedMs = clock.now() - started;
        const delayMs = retryDelay({ tries, elapsedMs, retryAfterMs, random: random() }, limits());
        if (delayMs === undefined) throw error;
        log.warn(`${error.endpoint}: try ${tries} failed, the next one in ${delayMs} ms`);
        this.#tell(callers(), error, delayMs);
        await sleep(delayMs, signal);
        this.#tell(callers(), error, 0);
      }
    }
  }

  #tell(callers: readonly AbortSignal[], error: ServiceError, delayMs: number): void {
    const { endpoint, message: reason } = error;
    for (const signal of callers) this.#options.onWait?.({ signal, endpoint, delayMs, reason });
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
