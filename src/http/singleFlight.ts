import type { Caller } from './pacing.ts';

interface Flight {
  readonly promise: Promise<unknown>;
  /** Of who asked first, and so of the request. */
  readonly signal: AbortSignal;
  readonly callers: AbortSignal[];
}

/** Joins identical reads that are under way: one request, and its answer for every caller. */
export class SingleFlight {
  readonly #flights = new Map<string, Flight>();

  /**
   * Each caller may abort on its own. When the one does that asked first, its request ends, and the others ask
   * again.
   * @param key equal for identical reads
   */
  join<T>(key: string, signal: AbortSignal, start: (caller: Caller) => Promise<T>): Promise<T> {
    const flight = this.#flights.get(key);
    if (flight === undefined) return this.#start(key, signal, start);
    return follow(flight, signal).catch((error: unknown) => {
      if (signal.aborted || !flight.signal.aborted) throw error;
      return this.join(key, signal, start);
    }) as Promise<T>;
  }

  #start<T>(key: string, signal: AbortSignal, start: (caller: Caller) => Promise<T>): Promise<T> {
    const callers = [signal];
    const promise = start({ signal, callers: () => callers });
    this.#flights.set(key, { promise, signal, callers });
    const forget = (): void => void this.#flights.delete(key);
    promise.then(forget, forget);
    return promise;
  }
}

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
