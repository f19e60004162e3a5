import type { Clock } from '../base/ports.ts';
import type { RunCounts } from '../base/operation.ts';
import type { RunProgress } from './ports.ts';

/** Between two, ms. */
const EVERY = 200;
/** The rate is that of so many ms. */
const RATE_OVER = 5_000;

interface Sample {
  readonly time: number;
  readonly through: number;
}

/** Tells how far a run is, at most five times a second, and at once when the service asks to wait. */
export class Progress {
  readonly #clock: Clock;
  readonly #listener: (progress: RunProgress) => void;
  readonly #samples: Sample[] = [];
  #isWaiting = false;

  constructor(clock: Clock, listener: (progress: RunProgress) => void) {
    this.#clock = clock;
    this.#listener = listener;
  }

  isDue(waitingMs: number): boolean {
    if (waitingMs > 0 !== this.#isWaiting) return true;
    const last = this.#samples.at(-1);
    if (last === undefined) return true;
    const since = this.#clock.now() - last.time;
    return since >= EVERY || since < 0;
  }

  tell(counts: RunCounts, waitingMs: number): void {
    this.#isWaiting = waitingMs > 0;
    const time = this.#clock.now();
    const through = counts.total - counts.waiting;
    this.#samples.push({ time, through });
    while (this.#samples.length > 2 && time - (this.#samples[0]?.time ?? 0) > RATE_OVER) {
      this.#samples.shift();
    }
    this.#listener({ counts, rate: this.#rate({ time, through }), waitingMs });
  }

  #rate({ time, through }: Sample): number {
    const first = this.#samples[0];
    if (first === undefined || time <= first.time) return 0;
    return Math.max(0, (through - first.through) * 1_000) / (time - first.time);
  }
}
