interface DueCheck {
  readonly index: number;
  /** Not sooner, ms since 1970. */
  readonly due: number;
}

/** Operations of which nobody knows what became of them, by when they may be asked for. */
export class DueChecks {
  /** The soonest first. */
  readonly #checks: DueCheck[] = [];

  get isEmpty(): boolean {
    return this.#checks.length === 0;
  }

  /** When the first one may be made; `Infinity`: there is none. */
  get due(): number {
    return this.#checks[0]?.due ?? Number.POSITIVE_INFINITY;
  }

  add(index: number, due: number): void {
    // Nearly always behind the last one: all have the same time limit.
    let at = this.#checks.length;
    while (at > 0 && (this.#checks[at - 1]?.due ?? 0) > due) at--;
    this.#checks.splice(at, 0, { index, due });
  }

  take(): number | undefined {
    return this.#checks.shift()?.index;
  }
}
