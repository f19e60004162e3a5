/** Connection failures in a row that open the circuit. */
const OPENS_AFTER = 5;

/** How long it then stays open, ms. */
const OPEN_FOR = 15_000;

/**
 * Spares a service that cannot be reached: after five connection failures in a row nothing is tried for
 * 15 seconds; then one request is let through, and its outcome decides.
 */
export class Circuit {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = 0;
  #isProbing = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * To be asked before each request. A request that is let through has to end in `reached`, `unreachable`
   * or `abandoned`.
   * @returns for how long nothing is let through, ms; 0: go on
   */
  enter(): number {
    if (this.#failures < OPENS_AFTER) return 0;
    const left = this.#openUntil - this.#now();
    if (left > 0) return left;
    if (this.#isProbing) return OPEN_FOR;
    this.#isProbing = true;
    return 0;
  }

  /** A connection was made, whatever came of it. */
  reached(): void {
    this.#failures = 0;
    this.#isProbing = false;
  }

  unreachable(): void {
    this.#failures++;
    this.#isProbing = false;
    if (this.#failures >= OPENS_AFTER) this.#openUntil = this.#now() + OPEN_FOR;
  }

  /** Given up by the caller before anything was learned. */
  abandoned(): void {
    this.#isProbing = false;
  }
}
