import type { Caller } from './pacing.ts';

interface Flight {
  readonly promise: Promise<unknown>;
  readonly controller: AbortController;
  readonly callers: AbortSignal[];
}

/** Joins identical reads that are under way: one request, and its answer for every caller. */
export class SingleFlight {
  readonly #flights = new Map<string, Flight>();

  /**
   * Each caller may abort on its own; the request ends when the last one has.
   * @param key equal for identical reads
   */
  async join<T>(
    key: string,
    signal: AbortSignal,
    start: (caller: Caller) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const flight = this.#flights.get(key) ?? this.#start(key, start);
    const left = Promise.withResolvers<never>();
    const onAbort = (): void => left.reject(signal.reason);
    flight.callers.push(signal);
    signal.addEventListener('abort', onAbort);
    try {
      return (await Promise.race([flight.promise, left.promise])) as T;
    } finally {
      signal.removeEventListener('abort', onAbort);
      flight.callers.splice(flight.callers.indexOf(signal), 1);
      if (flight.callers.length === 0) this.#end(key, flight, signal.reason);
    }
  }

  #start(key: string, start: (caller: Caller) => Promise<unknown>): Flight {
    const controller = new AbortController();
    const callers: AbortSignal[] = [];
    const promise = start({ signal: controller.signal, callers: () => [...callers] });
    const flight = { promise, controller, callers };
    this.#flights.set(key, flight);
    const forget = (): void => {
      if (this.#flights.get(key) === flight) this.#flights.delete(key);
    };
    promise.then(forget, forget);
    return flight;
  }

  /** A new caller must not join a request that is being given up; one that has ended was forgotten. */
  #end(key: string, flight: Flight, reason: unknown): void {
    if (this.#flights.get(key) !== flight) return;
    this.#flights.delete(key);
    flight.controller.abort(reason);
  }
}
