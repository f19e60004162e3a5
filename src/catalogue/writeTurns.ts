import { BusyError } from '../base/errors.ts';

/** For how long a step is tried again on which nothing else depends, ms. */
const PATIENCE = 5000;

/** From one try to the next, ms; twice as long each time. */
const FIRST_PAUSE = 25;
const LONGEST_PAUSE = 500;

interface Waiting {
  /** Throws what the step throws. */
  readonly attempt: () => void;
  readonly reject: (error: unknown) => void;
  /** When its patience is over, as `performance.now` counts. */
  readonly until: number;
}

/**
 * Steps that write, in the order in which they came. While another window or program has the database locked they
 * wait for their turn, and other work goes on.
 */
export class WriteTurns {
  readonly #waiting: Waiting[] = [];

  /**
   * The first try is made at once when nothing else waits. Throws `BusyError` when the database is still locked after
   * the patience, and at once whatever else the step throws.
   * @param step runs again, from its beginning, after each try that found the database locked
   * @param patience ms
   */
  take<T>(step: () => T, patience = PATIENCE): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const until = performance.now() + patience;
    this.#waiting.push({ attempt: () => resolve(step()), reject, until });
    if (this.#waiting.length === 1) void this.#serve();
    return promise;
  }

  async #serve(): Promise<void> {
    let pause = FIRST_PAUSE;
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (tried(first)) {
        this.#waiting.shift();
        pause = FIRST_PAUSE;
        continue;
      }
      this.#dropLate();
      await new Promise((resolve) => setTimeout(resolve, pause));
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }

  #dropLate(): void {
    const now = performance.now();
    const late = this.#waiting.filter(({ until }) => until <= now);
    for (const one of late) {
      this.#waiting.splice(this.#waiting.indexOf(one), 1);
      one.reject(new BusyError());
    }
  }
}

/** @returns `false`: it has to be tried again */
function tried({ attempt, reject }: Waiting): boolean {
  try {
    attempt();
  } catch (error) {
    if (BusyError.is(error)) return false;
    reject(error);
  }
  return true;
}
