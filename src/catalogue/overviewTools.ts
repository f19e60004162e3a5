import type { Customer, CustomerPage } from '../base/model.ts';
import type { CustomerAggregate } from './aggregate.ts';

/** Sums over customers who are given one after another. Nothing is kept of whom they were. */
export interface CustomerCounting {
  /** @param now ms: times more than a day after it are not believed, nor those before 2000 */
  add(customer: Customer, now: number): void;
  /** May be asked for in between. @param time when the walk ended, ms */
  aggregate(time: number): CustomerAggregate;
}

/** Customers as they are loaded. */
export interface LoadedPages {
  readonly pages: readonly CustomerPage[];
  /** Rows, from 0 over all pages, that show other tags than their page has, with the record as JSON. */
  readonly patched: ReadonlyMap<number, string>;
  /** ms */
  readonly time: number;
}

/** What counts customers, as a bundle of its own. */
export interface OverviewTools {
  counting(): CustomerCounting;
  /**
   * In slices. Whoever is loaded twice is counted once, as they came first. Throws the signal's reason.
   * @param report hears how many of the rows are through
   */
  aggregateOfPages(
    loaded: LoadedPages,
    signal: AbortSignal,
    report?: (rows: number, of: number) => void,
  ): Promise<CustomerAggregate>;
}
