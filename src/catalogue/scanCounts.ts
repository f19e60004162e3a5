import type { Customer, CustomerPage, Scan } from '../base/model.ts';

/** Customers to scan. "The last 30 days" is the same choice on different days, although `Scan.from` differs. */
export type CustomerChoice =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'days'; readonly days: number }
  /** Customers whose last interaction is after the time `from`, in ms. */
  | { readonly kind: 'since'; readonly from: number };

/** Sums for one tag over all scanned customers. */
export interface TagAggregate {
  readonly id: string;
  /** Latest name seen on customers; `''` if there was none. */
  readonly name: string;
  readonly customers: number;
  /** Number of times the tag was attached, over all customers. */
  readonly applications: number;
  /** Time when the tag was last attached, in ms; `null` if unknown. */
  readonly newest: number | null;
}

/** Values and their numbers of customers, the most frequent value first. */
export type ValueCounts = readonly (readonly [value: string, customers: number])[];

/** Result of a scan: sums that identify no customer. Stored in the database as JSON, so every field is plain data. */
export interface CustomerAggregate {
  /** End of the scan, in ms. */
  readonly time: number;
  /** Number of all customers, each counted once. */
  readonly customers: number;
  /** Number of customers with a tag. */
  readonly tagged: number;
  /** Number of pairs of a customer and a tag. Divided by `customers`, it gives the mean number of tags. */
  readonly taggings: number;
  readonly tags: readonly TagAggregate[];
  /** Customers by status code of the service. */
  readonly status: ValueCounts;
  readonly platform: ValueCounts;
  /** Customers by `pageId`: ID of the bot's account, for example on LINE or Facebook, to which they write. */
  readonly page: ValueCounts;
  /** Customers by month of their creation, as `YYYY-MM` in local time. In order, including months without customers. */
  readonly firstMonths: ValueCounts;
  /** Customers by month of their last interaction, in the same form as `firstMonths`. */
  readonly lastMonths: ValueCounts;
}

/** Stored aggregate of a complete scan. */
export interface StoredScan {
  /** `Scan.id` */
  readonly scan: string;
  readonly bot: string;
  /** Base URL of the bot at the time of the scan. Aggregates of different services are not compared. */
  readonly baseUrl: string;
  readonly choice: CustomerChoice;
  readonly aggregate: CustomerAggregate;
}

/** Fields that decide whether two scans can be compared. */
export type ComparedScan = Pick<StoredScan, 'scan' | 'baseUrl' | 'choice'>;

/** Summary of a stored scan. */
export interface StoredScanHead extends ComparedScan {
  /** End of the scan, in ms. */
  readonly time: number;
  readonly customers: number;
  readonly tags: number;
}

export interface ScanHistory {
  /** Returns the scans of a bot, newest first, at most `MAX_STORED_SCANS`. */
  heads(bot: string): readonly StoredScanHead[];
  scan(bot: string, scanId: string): StoredScan | undefined;
  /** Saves a scan, and deletes the bot's oldest scans beyond `MAX_STORED_SCANS`. */
  save(scan: StoredScan): void;
  /** Returns the number of customers with a tag in each scan, oldest scan first; 0 for scans without the tag. */
  countsOfTag(
    bot: string,
    tagId: string,
  ): readonly {
    readonly scan: string;
    readonly time: number;
    readonly customers: number;
    readonly totalCustomers: number;
  }[];
}

export const MAX_STORED_SCANS = 24;

export function customerChoiceOf({ from, days }: Pick<Scan, 'from' | 'days'>): CustomerChoice {
  if (from === null) return { kind: 'everybody' };
  return days === null ? { kind: 'since', from } : { kind: 'days', days };
}

function isSameChoice(first: CustomerChoice, second: CustomerChoice): boolean {
  if (first.kind === 'days') return second.kind === 'days' && first.days === second.days;
  if (first.kind === 'since') return second.kind === 'since' && first.from === second.from;
  return second.kind === 'everybody';
}

/** Checks whether two different scans are of the same service and of the same choice of customers. */
export function isComparable(first: ComparedScan, second: ComparedScan): boolean {
  return (
    first.scan !== second.scan &&
    first.baseUrl === second.baseUrl &&
    isSameChoice(first.choice, second.choice)
  );
}

/** Customers already counted in a scan, and their sums. Held only in the memory of the window that runs the scan. */
export class CountedScan {
  readonly #hashes = new Set<number>();
  #counting: CustomerCounting | undefined;
  /** Value of `Scan.pages` after the last page that this window counted. */
  #pages = 0;

  /** @param counting absent if no sums are needed */
  constructor(counting?: CustomerCounting) {
    this.#counting = counting;
  }

  has(hash: number): boolean {
    return this.#hashes.has(hash);
  }

  /** Counts a page that was written to the database. `newCustomers` are those that were not counted before. */
  add(hashes: Iterable<number>, newCustomers: Iterable<Customer>, { pages, updated }: Scan): void {
    for (const hash of hashes) this.#hashes.add(hash);
    if (this.#counting !== undefined) {
      for (const customer of newCustomers) this.#counting.add(customer, updated);
    }
    this.#pages = pages;
  }

  /** Resumes a scan. If another window has read pages, the sums lack them and are dropped. */
  resume({ pages }: Scan): void {
    if (pages !== this.#pages) this.#counting = undefined;
  }

  /** Returns the sums of a finished scan; `undefined` if they are incomplete. */
  aggregate({ updated }: Scan): CustomerAggregate | undefined {
    return this.#counting?.aggregate(updated);
  }
}

/** Sums over customers that are added one by one. Stores no identity of a customer. */
export interface CustomerCounting {
  /** Adds a customer. Times before 2000, or more than a day after `now` (ms), are ignored. */
  add(customer: Customer, now: number): void;
  /** Returns the sums so far; may be called repeatedly. `time` is the end of the scan, in ms. */
  aggregate(time: number): CustomerAggregate;
}

/** Customers that a panel has loaded. */
export interface LoadedPages {
  readonly pages: readonly CustomerPage[];
  /** Records whose tags were changed after their page was loaded: JSON by row number, from 0 across all pages. */
  readonly patched: ReadonlyMap<number, string>;
  /** Time of the aggregation, in ms. */
  readonly time: number;
}

/** Counters of customers. Only an interface, because the bundle with their code is loaded lazily. */
export interface OverviewTools {
  createCounting(): CustomerCounting;
  /**
   * Aggregates loaded pages in slices. A customer who was loaded twice is counted once, with the first record.
   * @throws {unknown} reason of the signal if it aborted
   */
  aggregateOfPages(
    loaded: LoadedPages,
    signal: AbortSignal,
    report?: (rows: number, totalRows: number) => void,
  ): Promise<CustomerAggregate>;
}
