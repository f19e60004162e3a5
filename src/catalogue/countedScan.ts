import type { Customer, Scan } from '../base/model.ts';
import type { CustomerAggregate } from './aggregate.ts';
import type { CustomerCounting } from './overviewTools.ts';

/** Who was counted in a scan, and what of them; in the memory of the window that walks. */
export class CountedScan {
  /** By the hash of who they are. */
  readonly #customers = new Set<number>();
  #counting: CustomerCounting | undefined;
  #pages = 0;

  /** @param counting absent: no sums are wanted */
  constructor(counting?: CustomerCounting) {
    this.#counting = counting;
  }

  has(customer: number): boolean {
    return this.#customers.has(customer);
  }

  /**
   * A page is written.
   * @param seen by hash
   * @param fresh who was not counted before
   */
  add(seen: Iterable<number>, fresh: Iterable<Customer>, { pages, updated }: Scan): void {
    for (const customer of seen) this.#customers.add(customer);
    if (this.#counting !== undefined) {
      for (const customer of fresh) this.#counting.add(customer, updated);
    }
    this.#pages = pages;
  }

  /** The walk goes on from here: pages that were read elsewhere are missing in the sums, which tell nothing then. */
  goOn({ pages }: Scan): void {
    if (pages !== this.#pages) this.#counting = undefined;
  }

  /** The sums of a scan that has ended; `undefined`: they are not whole. */
  aggregate({ updated }: Scan): CustomerAggregate | undefined {
    return this.#counting?.aggregate(updated);
  }
}
