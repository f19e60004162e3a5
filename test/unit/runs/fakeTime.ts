import type { SteadyClock } from '../../../src/base/ports.ts';

interface Sleeper {
  readonly until: number;
  readonly wake: () => void;
}

/** Clock that advances to the next wake-up time as soon as nothing else happens. */
export class FakeTime implements SteadyClock {
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

  /**
   * Advances the clock until the promise is settled.
   * @throws {Error} if nothing is waiting for the clock
   */
  async until<T>(settling: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = (): void => {
      isSettled = true;
    };
    settling.then(settle, settle);
    for (;;) {
      await new Promise(setImmediate);
      if (isSettled) return await settling;
      this.#advance();
    }
  }

  #advance(): void {
    const [next] = [...this.#sleepers].sort((a, b) => a.until - b.until);
    if (next === undefined)
      throw new Error('nothing waits for the clock, and the promise is not settled');
    this.#sleepers.delete(next);
    this.time = Math.max(this.time, next.until);
    next.wake();
  }
}
