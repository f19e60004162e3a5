import { BusyError } from './errors.ts';

export interface Lazy<T> {
  (): Promise<T>;
  /** The value, or `undefined` as long as no call has created it. */
  readonly current: T | undefined;
}

/** Returns a function that creates the value at its first call. A failure is not cached: the next call tries again. */
export function lazy<T>(make: () => Promise<T>): Lazy<T> {
  let promise: Promise<T> | undefined;
  let current: T | undefined;
  const get = async (): Promise<T> => {
    try {
      promise ??= make();
      current = await promise;
      return current;
    } catch (error) {
      promise = undefined;
      throw error;
    }
  };
  return Object.defineProperty(get, 'current', { get: () => current }) as Lazy<T>;
}

/** After the first failure no further step starts, and the failure is thrown when the running steps have ended. */
export async function mapLimited<T>(
  items: Iterable<T>,
  limit: number,
  step: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]();
  const failures: unknown[] = [];
  const worker = async (): Promise<void> => {
    while (failures.length === 0) {
      const { done, value } = queue.next();
      if (done === true) return;
      try {
        await step(value);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  if (failures.length > 0) throw failures[0];
}

/** Signals of a shared request: the signal that ends the request, and those of all callers that wait for it. */
export interface SharedRequest {
  readonly signal: AbortSignal;
  /** Signals of the current callers. The list changes when callers join and leave. */
  readonly callerSignals: readonly AbortSignal[];
}

/** Request in flight. `signal` is that of the first caller. */
interface Flight extends SharedRequest {
  readonly callerSignals: AbortSignal[];
  readonly promise: Promise<unknown>;
}

/**
 * Number of ended requests after which the map is copied. When a map grows, its old internal table points to the new
 * one. If keys are added and removed continuously, an old table that survives a minor garbage collection would keep all
 * later tables and their content alive until a full collection.
 */
const FLIGHTS_PER_COPY = 1_000;

/** Deduplicates identical requests in flight: one request is made, and every caller gets its result. */
export class SingleFlight {
  #flights = new Map<string, Flight>();
  #endedCount = 0;

  /** Each caller can abort on its own. If the first one does, the request ends, and the others start a new one. */
  join<T>(
    key: string,
    signal: AbortSignal,
    start: (request: SharedRequest) => Promise<T>,
  ): Promise<T> {
    const flight = this.#flights.get(key);
    if (flight === undefined) return this.#startFlight(key, signal, start);
    return waitForFlight(flight, signal).catch((error: unknown) => {
      if (signal.aborted || !flight.signal.aborted) throw error;
      return this.join(key, signal, start);
    }) as Promise<T>;
  }

  /** Makes later reads start a new request instead of joining one in flight, whose result may be older than a write. */
  renew(): void {
    this.#flights = new Map();
  }

  async #startFlight<T>(
    key: string,
    signal: AbortSignal,
    start: (request: SharedRequest) => Promise<T>,
  ): Promise<T> {
    const request = { signal, callerSignals: [signal] };
    const promise = start(request);
    const flight = { ...request, promise };
    this.#flights.set(key, flight);
    try {
      return await promise;
    } finally {
      this.#removeFlight(key, flight);
    }
  }

  #removeFlight(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
    this.#endedCount += 1;
    if (this.#endedCount % FLIGHTS_PER_COPY === 0) this.#flights = new Map(this.#flights);
  }
}

async function waitForFlight(
  { promise, callerSignals }: Flight,
  signal: AbortSignal,
): Promise<unknown> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.throwIfAborted();
  callerSignals.push(signal);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    callerSignals.splice(callerSignals.indexOf(signal), 1);
  }
}

/** Resolves after `ms` milliseconds. Rejects with the reason of the signal if it is aborted first. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const sleepEnd = Promise.withResolvers<void>();
  const onAbort = (): void => sleepEnd.reject(signal.reason);
  const timer = setTimeout(sleepEnd.resolve, ms);
  signal.addEventListener('abort', onAbort);
  try {
    await sleepEnd.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Maximum time for which a loop blocks the event loop, in ms, if no single step takes longer. */
const SLICE_MS = 8;

/** The returned function is called at each step of a long loop. It returns a promise if the loop must pause. */
export function createTimeSlicer(): () => Promise<void> | undefined {
  let sliceStart = performance.now();
  const pause = async (): Promise<void> => {
    await yieldToEventLoop();
    sliceStart = performance.now();
  };
  return () => (performance.now() - sliceStart < SLICE_MS ? undefined : pause());
}

/** Runs the steps in sequence and yields to the event loop in between. Stops before the next step when aborted. */
export async function runInSlices(steps: Iterable<unknown>, signal?: AbortSignal): Promise<void> {
  const pauseIfDue = createTimeSlicer();
  for (const _step of steps) {
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
    if (signal?.aborted === true) return;
  }
}

const DEFAULT_MAX_WAIT_MS = 5000;

/** First pause between two attempts, in ms. Each further pause is twice as long, up to `MAX_PAUSE_MS`. */
const FIRST_PAUSE_MS = 25;
const MAX_PAUSE_MS = 500;

interface WaitingStep {
  /** Runs the step once. Resolves the caller's promise, or throws the error of the step. */
  readonly attempt: () => void;
  readonly reject: (error: unknown) => void;
  /** Deadline in ms, as `performance.now` returns it. */
  readonly deadline: number;
}

/** Queue of write steps, which wait while another window or program has the database locked. Other work continues. */
export class WriteTurns {
  readonly #queue: WaitingStep[] = [];

  /**
   * Runs a step, immediately if the queue is empty. After a `BusyError`, the step runs again from its beginning.
   * @throws {BusyError} if the database is still locked after `maxWaitMs`
   */
  take<T>(step: () => T, maxWaitMs = DEFAULT_MAX_WAIT_MS): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const deadline = performance.now() + maxWaitMs;
    this.#queue.push({ attempt: () => resolve(step()), reject, deadline });
    if (this.#queue.length === 1) void this.#serve();
    return promise;
  }

  async #serve(): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (let [oldestStep] = this.#queue; oldestStep !== undefined; [oldestStep] = this.#queue) {
      if (tryStep(oldestStep)) {
        this.#queue.shift();
        pause = FIRST_PAUSE_MS;
        continue;
      }
      this.#rejectExpired();
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(2 * pause, MAX_PAUSE_MS);
    }
  }

  #rejectExpired(): void {
    const now = performance.now();
    const expiredSteps = this.#queue.filter(({ deadline }) => deadline <= now);
    for (const step of expiredSteps) {
      this.#queue.splice(this.#queue.indexOf(step), 1);
      step.reject(new BusyError());
    }
  }
}

/** Tries a step once. Returns `false` if the database was locked; otherwise, the caller's promise is settled. */
function tryStep({ attempt, reject }: WaitingStep): boolean {
  try {
    attempt();
  } catch (error) {
    if (BusyError.is(error)) return false;
    reject(error);
  }
  return true;
}
