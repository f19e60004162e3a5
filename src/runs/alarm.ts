import type { RunPorts } from './ports.ts';

/** A clock may be set, and a wait for the service is to be seen growing shorter. */
const LONGEST = 1_000;

/** Wakes a run when there may be something to do; it may be too early, and is to be asked again then. */
export class Alarm {
  readonly #ports: Pick<RunPorts, 'clock' | 'sleep'>;
  readonly #wake: () => void;
  #at = Number.POSITIVE_INFINITY;
  #sleep: AbortController | undefined;

  constructor(ports: Pick<RunPorts, 'clock' | 'sleep'>, wake: () => void) {
    this.#ports = ports;
    this.#wake = wake;
  }

  /** @param at ms since 1970 */
  set(at: number): void {
    const now = this.#ports.clock.now();
    const sooner = Math.min(at, now + LONGEST);
    if (sooner >= this.#at) return;
    this.clear();
    const sleep = new AbortController();
    this.#sleep = sleep;
    this.#at = sooner;
    const wake = (): void => {
      if (this.#sleep !== sleep) return;
      this.#forget();
      this.#wake();
    };
    this.#ports.sleep(Math.max(0, sooner - now), sleep.signal).then(wake, wake);
  }

  clear(): void {
    const sleep = this.#sleep;
    this.#forget();
    sleep?.abort();
  }

  #forget(): void {
    this.#sleep = undefined;
    this.#at = Number.POSITIVE_INFINITY;
  }
}
