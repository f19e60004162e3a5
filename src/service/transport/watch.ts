/** What is under way for a caller. */
export interface Watched {
  /** Belongs to the watch. */
  place: number;
  /** On the clock of `performance.now()`, ms. */
  readonly deadline: number;
  onAbort(reason: unknown): void;
  onLate(): void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/** The one watch of this signal. */
export function watchOf(signal: AbortSignal): Watch {
  const known = watches.get(signal);
  if (known !== undefined) return known;
  const watch = new Watch(signal);
  watches.set(signal, watch);
  return watch;
}

/**
 * One listener and one timer for all that is under way for a signal, as long as anything is: a pair for each
 * request takes a tenth of the time of a small one.
 */
export class Watch {
  readonly #signal: AbortSignal;
  readonly #all: Watched[] = [];
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Until it is removed, it hears of the abort and of its deadline. */
  add(one: Watched): void {
    one.place = this.#all.push(one) - 1;
    if (one.place === 0) this.#signal.addEventListener('abort', this);
    if (one.deadline < this.#firesAt) this.#setTimer(one.deadline);
  }

  /** Once for each that was added. */
  remove({ place }: Watched): void {
    const last = this.#all.pop();
    if (last !== undefined && last.place !== place) {
      last.place = place;
      this.#all[place] = last;
    }
    if (this.#all.length > 0) return;
    this.#signal.removeEventListener('abort', this);
    clearTimeout(this.#timer);
    this.#firesAt = Number.POSITIVE_INFINITY;
  }

  handleEvent(): void {
    for (const one of this.#all.slice()) one.onAbort(this.#signal.reason);
  }

  #setTimer(deadline: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = deadline;
    // Less than 1 is what Node warns of.
    const delay = Math.max(1, deadline - performance.now());
    this.#timer = setTimeout(() => this.#onTimer(), delay);
  }

  #onTimer(): void {
    this.#firesAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    const late = this.#all.filter(({ deadline }) => deadline <= now);
    // A busy process may find several late at once.
    for (const one of late.toSorted((a, b) => a.deadline - b.deadline)) one.onLate();
    if (this.#all.length > 0) this.#setTimer(Math.min(...this.#all.map((one) => one.deadline)));
  }
}
