import type { ValueCounts } from '../catalogue/aggregate.ts';

/** Different values that are told apart; of a service that goes on sending others, those are not counted. */
const MOST_VALUES = 1000;
const MOST_CHARACTERS = 100;

/** Customers by a value that many of them have. */
export class ValueSums {
  readonly #counts = new Map<string, number>();

  /** @param value one that is missing, empty or longer than any name of a platform or page is not counted */
  add(value: string | undefined): void {
    if (value === undefined || value === '' || value.length > MOST_CHARACTERS) return;
    const count = this.#counts.get(value);
    if (count === undefined && this.#counts.size >= MOST_VALUES) return;
    this.#counts.set(value, (count ?? 0) + 1);
  }

  /** The commonest first, equals by their text. */
  all(): ValueCounts {
    return [...this.#counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  }
}
