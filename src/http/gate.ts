/** Lets so many steps run at once; the others wait their turn. */
export class Gate {
  readonly #limit: () => number;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limit: () => number) {
    this.#limit = limit;
  }

  /** Throws the signal's reason when it is aborted while waiting: the step is then never run. */
  async run<T>(signal: AbortSignal, step: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#limit()) await this.#turn(signal);
    else this.#running++;
    try {
      return await step();
    } finally {
      this.#leave();
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>();
    const onAbort = (): void => {
      const place = this.#waiting.indexOf(turn.resolve);
      if (place >= 0) this.#waiting.splice(place, 1);
      turn.reject(signal.reason);
    };
    this.#waiting.push(turn.resolve);
    signal.addEventListener('abort', onAbort);
    try {
      await turn.promise;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** The place goes to the first in line, unless the limit was lowered meanwhile. */
  #leave(): void {
    const next = this.#running <= this.#limit() ? this.#waiting.shift() : undefined;
    if (next === undefined) this.#running--;
    else next();
  }
}
