export interface Lazy<T> {
  (): Promise<T>;
  /** The value, if it was asked for and is there. */
  readonly current: T | undefined;
}

/** Makes the value at the first call; a failure is not kept, so that the next call tries again. */
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

/**
 * Runs `step` over the items, at most `limit` at a time. The first failure ends it: no further step
 * starts, and it is thrown once the running ones have ended.
 */
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

/** Who waits for an answer: the signal of the question, and the signals of everybody who joined it. */
export interface Caller {
  readonly signal: AbortSignal;
  /** Others join and leave. */
  readonly callers: readonly AbortSignal[];
}

/** The one who asked first is whose signal the request has. */
interface Flight extends Caller {
  readonly callers: AbortSignal[];
  readonly promise: Promise<unknown>;
}

/** Joins identical questions that are under way: one is asked, and its answer is for every caller. */
export class SingleFlight {
  #flights = new Map<string, Flight>();
  #ended = 0;

  /**
   * Each caller may abort on its own. When the one does that asked first, its request ends, and the others ask
   * again.
   * @param key equal for identical reads
   */
  join<T>(key: string, signal: AbortSignal, start: (caller: Caller) => Promise<T>): Promise<T> {
    const flight = this.#flights.get(key);
    if (flight === undefined) return this.#lead(key, signal, start);
    return follow(flight, signal).catch((error: unknown) => {
      if (signal.aborted || !flight.signal.aborted) throw error;
      return this.join(key, signal, start);
    }) as Promise<T>;
  }

  /** Later reads join none that is under way now: what that one tells may be older than a write. */
  renew(): void {
    this.#flights = new Map();
  }

  async #lead<T>(
    key: string,
    signal: AbortSignal,
    start: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    const caller = { signal, callers: [signal] };
    const promise = start(caller);
    const flight = { ...caller, promise };
    this.#flights.set(key, flight);
    try {
      return await promise;
    } finally {
      this.#forget(key, flight);
    }
  }

  #forget(key: string, flight: Flight): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
    this.#ended += 1;
    if (this.#ended % RENEWAL === 0) this.#flights = new Map(this.#flights);
  }
}

/**
 * The tables that a map outgrows point to those that follow. When keys come and go without an end, one that was
 * garbage too late for a quick collection would keep all later ones, and what they hold, until a full one.
 */
const RENEWAL = 1_000;

async function follow({ promise, callers }: Flight, signal: AbortSignal): Promise<unknown> {
  const left = Promise.withResolvers<never>();
  const onAbort = (): void => left.reject(signal.reason);
  signal.throwIfAborted();
  callers.push(signal);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([promise, left.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    callers.splice(callers.indexOf(signal), 1);
  }
}

/** For how long other work is kept waiting at most, ms, when no step takes longer by itself. */
const SLICE = 8;

/** Resolves after the work that waits. */
export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/**
 * For loops that are long: to be called at each step.
 * @returns what to wait for when it is time to let other work in
 */
export function slices(): () => Promise<void> | undefined {
  let started = performance.now();
  const rest = async (): Promise<void> => {
    await letOthersWork();
    started = performance.now();
  };
  return () => (performance.now() - started < SLICE ? undefined : rest());
}

/** Does one step after the other and lets other work in between; stops before the next one when it is aborted. */
export async function inSlices(steps: Iterable<unknown>, signal?: AbortSignal): Promise<void> {
  const due = slices();
  for (const _step of steps) {
    const rest = due();
    if (rest !== undefined) await rest;
    if (signal?.aborted === true) return;
  }
}
