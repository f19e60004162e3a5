import type { Clock } from '../../../src/base/ports.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that goes on, as soon as nothing else happens, to the next moment that somebody sleeps until. */
export class FakeTime implements Clock {
  time = 1_700_000_000_000;
  readonly #sleepers = new Set<Sleeper>();

  now(): number {
    return this.time;
  }

  readonly sleep = (ms: number, signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    if (signal.aborted) {
      reject(signal.reason as Error);
      return promise;
    }
    const sleeper: Sleeper = { until: this.time + ms, wake: resolve };
    this.#sleepers.add(sleeper);
    signal.addEventListener('abort', () => {
      this.#sleepers.delete(sleeper);
      reject(signal.reason as Error);
    });
    return promise;
  };

  /** Until it is settled; fails when it waits for nothing. */
  async until<T>(settling: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    settling.then(settle, settle);
    for (;;) {
      await new Promise(setImmediate);
      if (isSettled) return await settling;
      this.#goOn();
    }
  }

  #goOn(): void {
    const [next] = [...this.#sleepers].sort((one, other) => one.until - other.until);
    if (next === undefined) throw new Error('nobody sleeps, and nothing happens');
    this.#sleepers.delete(next);
    this.time = Math.max(this.time, next.until);
    next.wake();
  }
}
