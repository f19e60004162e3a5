import type { RetryWait } from '../base/endpoints.ts';
import { ServiceError } from '../base/errors.ts';
import type { NetworkOptions } from '../base/networkOptions.ts';
import type { Emitter, Log, SteadyClock } from '../base/ports.ts';
import type { SharedRequest } from '../base/promises.ts';
import { mayRetry, retryDelay, type RetryLimits } from './retries.ts';
import { DEFAULT_CONCURRENCY } from './transport/transport.ts';

const FAILURES_TO_OPEN = 5;

const OPEN_MS = 15_000;

/**
 * Circuit breaker for a service that cannot be reached. After five consecutive connection failures, no request is sent
 * for 15 seconds. Then one request is let through as a probe, and its outcome decides. Earlier requests that end after
 * the start of the probe are ignored, because they do not show the current state of the service.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = 0;
  #isProbing = false;
  /** Generation of the requests whose results count. */
  #generation = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Returns the time in ms until a request may be sent. If it is 0, the caller calls `enter`. */
  remainingOpenMs(): number {
    if (this.#failures < FAILURES_TO_OPEN) return 0;
    const remainingMs = this.#openUntil - this.#now();
    if (remainingMs > 0) return remainingMs;
    // While the probe runs, no other request is sent.
    return this.#isProbing ? OPEN_MS : 0;
  }

  /** Returns a ticket. The caller has to pass the ticket to `reached`, `unreachable` or `abandoned`. */
  enter(): number {
    if (this.#failures >= FAILURES_TO_OPEN) {
      this.#isProbing = true;
      this.#generation++;
    }
    return this.#generation;
  }

  /** Records that a connection was made, whatever the response was. */
  reached(ticket: number): void {
    if (ticket !== this.#generation) return;
    this.#failures = 0;
    this.#isProbing = false;
  }

  unreachable(ticket: number): void {
    if (ticket !== this.#generation) return;
    this.#failures++;
    this.#isProbing = false;
    if (this.#failures < FAILURES_TO_OPEN) return;
    this.#openUntil = this.#now() + OPEN_MS;
    this.#generation++;
  }

  /** Records that the request ended without showing whether the service is reachable, for example canceled or refused. */
  abandoned(ticket: number): void {
    if (ticket === this.#generation) this.#isProbing = false;
  }
}

export class ConcurrencyLimit {
  readonly #limit: number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Enters if there is room. The caller then has to call `leave`. */
  enter(): boolean {
    if (this.#running >= this.#limit) return false;
    this.#running++;
    return true;
  }

  /** @throws the signal's reason if the signal is aborted first; the caller has then not entered */
  async wait(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const onAbort = (): void => {
      const index = this.#waiting.indexOf(turn.resolve);
      if (index >= 0) this.#waiting.splice(index, 1);
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
    // The next caller that waits takes over the place, so the number of running callers stays the same.
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next();
  }
}

export interface PacingOptions {
  readonly settings: Pick<ClientSettings, 'retryLimits'>;
  readonly clock: SteadyClock;
  readonly log: Log;
  /** Maximum number of concurrent requests to each base URL. Defaults to 8. */
  readonly concurrency?: number | undefined;
  /** Fires at the start of each wait, and with a `delayMs` of 0 at its end. */
  readonly waits?: Emitter<RetryWait> | undefined;
}

/** Circuit breaker and semaphore that the requests to one base URL share. */
export interface Lane {
  readonly circuit: CircuitBreaker;
  readonly gate: ConcurrencyLimit;
}

/** Decides when requests are sent and retried. */
export class Pacing {
  readonly #options: PacingOptions;
  readonly #random: () => number;
  readonly #lanes = new Map<string, Lane>();

  /** @param random called for each delay; returns a number from 0 to 1 */
  constructor(options: PacingOptions, random = Math.random) {
    this.#options = options;
    this.#random = random;
  }

  lane(baseUrl: string): Lane {
    const existing = this.#lanes.get(baseUrl);
    if (existing !== undefined) return existing;
    const { clock, concurrency = DEFAULT_CONCURRENCY } = this.#options;
    const lane = {
      circuit: new CircuitBreaker(() => clock.now()),
      gate: new ConcurrencyLimit(concurrency),
    };
    this.#lanes.set(baseUrl, lane);
    return lane;
  }

  /** Returns the tries of one call. Its first try begins now. */
  tries(sharedRequest: SharedRequest): Tries {
    const { clock, log, settings } = this.#options;
    const started = clock.now();
    let tryCount = 0;
    return {
      wait: async (error, retryAfterMs) => {
        if (!(error instanceof ServiceError) || !mayRetry(error)) throw error;
        tryCount++;
        const elapsedMs = clock.now() - started;
        const failed = { tryCount, elapsedMs, retryAfterMs, random: this.#random() };
        const delayMs = retryDelay(failed, settings.retryLimits);
        if (delayMs === undefined) throw error;
        log.warn(`${error.endpoint}: try ${tryCount} failed, the next one in ${delayMs} ms`);
        this.#notify(sharedRequest, error, delayMs);
        try {
          await clock.sleep(delayMs, sharedRequest.signal);
        } finally {
          // Reports the end of the wait, even if the caller that sent the request has canceled: the
          // other callers of the same read send it again immediately.
          this.#notify(sharedRequest, error, 0);
        }
      },
    };
  }

  #notify({ callerSignals }: SharedRequest, error: ServiceError, delayMs: number): void {
    const { endpoint, message: reason } = error;
    for (const signal of callerSignals) {
      if (signal.aborted) continue;
      this.#options.waits?.fire({ signal, endpoint, delayMs, reason });
    }
  }
}

/** Tries of one call, until the call succeeds, a retry could do harm, or the retry limits are reached. */
interface Tries {
  /** @throws `error` if there is no further try, and the signal's reason if the signal is aborted */
  wait(error: unknown, retryAfterMs: number | undefined): Promise<void>;
}

/** Current values of the settings. They may change at any time, so each request reads them again. */
export interface ClientSettings {
  /** Time limit of a call, in ms. */
  readonly timeoutMs: number;
  readonly retryLimits: RetryLimits;
  readonly network: NetworkOptions;
}
