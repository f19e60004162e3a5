import { setTimeout as delay } from 'node:timers/promises';
import { BusyError } from '../base/errors.ts';

/** Default time for which a step is retried, in ms. */
const DEFAULT_PATIENCE = 5000;

/** First pause between two tries, in ms. Each further pause is twice as long, up to `LONGEST_PAUSE`. */
const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 500;

interface Waiting {
  /** Runs the step once, and throws its error. */
  readonly attempt: () => void;
  readonly reject: (error: unknown) => void;
  /** Deadline, in the time of `performance.now`. */
  readonly until: number;
}

/**
 * Queue of write steps, in order of arrival. While another window or program has the database locked, the steps wait
 * and other work continues.
 */
export class WriteTurns {
  readonly #waiting: Waiting[] = [];

  /**
   * Runs a step, immediately if the queue is empty. Throws any error other than `BusyError` without a retry.
   * @param step runs again from its beginning after each try that found the database locked
   * @param patience in ms
   * @throws {BusyError} if the database is still locked after `patience`
   */
  take<T>(step: () => T, patience = DEFAULT_PATIENCE): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const until = performance.now() + patience;
    this.#waiting.push({ attempt: () => resolve(step()), reject, until });
    if (this.#waiting.length === 1) void this.#serve();
    return promise;
  }

  async #serve(): Promise<void> {
    let pause = FIRST_PAUSE;
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (tryStep(first)) {
        this.#waiting.shift();
        pause = FIRST_PAUSE;
        continue;
      }
      this.#rejectExpired();
      await delay(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }

  #rejectExpired(): void {
    const now = performance.now();
    const expired = this.#waiting.filter(({ until }) => until <= now);
    for (const waiting of expired) {
      this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
      waiting.reject(new BusyError());
    }
  }
}

/**
 * Tries a step once.
 * @returns `false` if the database was locked and the step must be retried
 */
function tryStep({ attempt, reject }: Waiting): boolean {
  try {
    attempt();
  } catch (error) {
    if (BusyError.is(error)) return false;
    reject(error);
  }
  return true;
}
