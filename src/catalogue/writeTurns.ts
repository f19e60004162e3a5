import { setTimeout as delay } from 'node:timers/promises';
import { BusyError } from '../base/errors.ts';

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
      await delay(pause);
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
