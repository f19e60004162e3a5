/** Connection failures in a row that open the circuit. */
const OPENS_AFTER = 5;

/** How long it then stays open, ms. */
const OPEN_FOR = 15_000;

/**
 * Spares a service that cannot be reached: after five connection failures in a row nothing is tried for
 * 15 seconds; then one request is let through, and its outcome decides. Requests that were let through before
 * then and end later say nothing of how the service is now.
 */
export class Circuit {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = 0;
  #isProbing = false;
  /** Of which requests count. */
  #era = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** For how long nothing is let through, ms; 0: `enter`. */
  closedFor(): number {
    if (this.#failures < OPENS_AFTER) return 0;
    const left = this.#openUntil - this.#now();
    if (left > 0) return left;
    return this.#isProbing ? OPEN_FOR : 0;
  }

  /**
   * Lets a request through, which has to end in `reached`, `unreachable` or `abandoned`.
   * @returns its ticket, by which it tells how it ended
   */
  enter(): number {
    if (this.#failures >= OPENS_AFTER) {
      this.#isProbing = true;
      this.#era++;
    }
    return this.#era;
  }

  /** A connection was made, whatever came of it. */
  reached(ticket: number): void {
    if (ticket !== this.#era) return;
    this.#failures = 0;
    this.#isProbing = false;
  }

  unreachable(ticket: number): void {
    if (ticket !== this.#era) return;
    this.#failures++;
    this.#isProbing = false;
    if (this.#failures < OPENS_AFTER) return;
    this.#openUntil = this.#now() + OPEN_FOR;
    this.#era++;
  }

  /** Given up by the caller before anything was learned. */
  abandoned(ticket: number): void {
    if (ticket === this.#era) this.#isProbing = false;
  }
}
