import type { Customer, CustomerPage, Scan } from '../base/model.ts';

/**
 * Choice of a scan's customers, as the user made it. "The last 30 days" begins at another time each day, but is the
 * same choice.
 */
export type CustomerChoice =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'days'; readonly days: number }
  /** Time in ms. */
  | { readonly kind: 'since'; readonly from: number };

/** Sums for one tag over all scanned customers. */
export interface TagAggregate {
  readonly id: string;
  /** Latest name seen on customers; `''` if there was none. */
  readonly name: string;
  /** Number of customers who have the tag. */
  readonly customers: number;
  /** Number of times the tag was applied, over all customers. */
  readonly applications: number;
  /** Time of the latest application, in ms; `null` if unknown. */
  readonly newest: number | null;
}

/** Values and their numbers of customers, the most frequent first. */
export type ValueCounts = readonly (readonly [value: string, customers: number])[];

/** Result of a scan: sums that identify no customer. Stored in the database as JSON, so every field is plain data. */
export interface CustomerAggregate {
  /** End of the scan, in ms. */
  readonly time: number;
  /** Number of customers, each counted once. */
  readonly customers: number;
  /** Number of customers with at least one tag. */
  readonly tagged: number;
  /** Sum of the numbers of different tags per customer. Divided by `customers`, it gives the mean. */
  readonly taggings: number;
  readonly tags: readonly TagAggregate[];
  /** Numbers from the service, as text. */
  readonly status: ValueCounts;
  readonly platform: ValueCounts;
  /** Customers by page of the bot. */
  readonly page: ValueCounts;
  /** Customers by month, as `YYYY-MM` in local time. In chronological order, including months without customers. */
  readonly firstMonths: ValueCounts;
  readonly lastMonths: ValueCounts;
}

/** Stored aggregate of a complete scan. */
export interface KeptScan {
  /** `Scan.id` */
  readonly scan: string;
  /** Key of the bot. */
  readonly bot: string;
  /** Base URL of the bot at the time of the scan. Aggregates of different services are not compared. */
  readonly baseUrl: string;
  readonly choice: CustomerChoice;
  readonly aggregate: CustomerAggregate;
}

/** Stored scan without its tags, for lists. */
export interface KeptScanHead {
  readonly scan: string;
  readonly time: number;
  readonly customers: number;
  readonly tags: number;
  readonly baseUrl: string;
  readonly choice: CustomerChoice;
}

/** Stored scans of each bot, in the database. */
export interface ScanHistory {
  /** Returns the scans of a bot, newest first, at most `MOST_KEPT`. */
  heads(bot: string): readonly KeptScanHead[];
  scan(bot: string, scan: string): KeptScan | undefined;
  /** Saves a scan, and deletes the bot's oldest scans beyond `MOST_KEPT`. */
  keep(scan: KeptScan): void;
  /** Returns the customers of one tag in each scan, oldest first; 0 for scans without the tag. */
  ofTag(
    bot: string,
    tagId: string,
  ): readonly {
    readonly scan: string;
    readonly time: number;
    readonly customers: number;
    readonly of: number;
  }[];
}

/** Maximum number of stored scans per bot. */
export const MOST_KEPT = 24;

/** Choice of customers by their last interaction, as stored in a scan. Times are in ms. */
interface StoredChoice {
  readonly from: number | null;
  readonly days: number | null;
}

export function choiceOf({ from, days }: StoredChoice): CustomerChoice {
  if (from === null) return { kind: 'everybody' };
  return days === null ? { kind: 'since', from } : { kind: 'days', days };
}

/** Whether two choices select the same customers, apart from the time of the scan. */
export function isSameChoice(first: CustomerChoice, second: CustomerChoice): boolean {
  if (first.kind === 'days') return second.kind === 'days' && first.days === second.days;
  if (first.kind === 'since') return second.kind === 'since' && first.from === second.from;
  return second.kind === 'everybody';
}

/** Reason why two scans of a bot cannot show a change. */
type NotComparable = 'same-scan' | 'other-service' | 'other-choice';

/** Returns why two scans of the same bot cannot be compared; `undefined` if they can be. */
export function whyNotComparable(first: Compared, second: Compared): NotComparable | undefined {
  if (first.scan === second.scan) return 'same-scan';
  if (first.baseUrl !== second.baseUrl) return 'other-service';
  return isSameChoice(first.choice, second.choice) ? undefined : 'other-choice';
}

type Compared = Pick<KeptScanHead, 'scan' | 'baseUrl' | 'choice'>;

/** Customers already counted in a scan, and their sums. Kept in the memory of the window that scans. */
export class CountedScan {
  /** Hashes of the counted customers. */
  readonly #customers = new Set<number>();
  #counting: CustomerCounting | undefined;
  #pages = 0;

  /** @param counting absent if no sums are needed */
  constructor(counting?: CustomerCounting) {
    this.#counting = counting;
  }

  has(customer: number): boolean {
    return this.#customers.has(customer);
  }

  /**
   * Counts a page that was written to the database.
   * @param seen hashes of all its customers
   * @param fresh customers not counted before
   */
  add(seen: Iterable<number>, fresh: Iterable<Customer>, { pages, updated }: Scan): void {
    for (const customer of seen) this.#customers.add(customer);
    if (this.#counting !== undefined) {
      for (const customer of fresh) this.#counting.add(customer, updated);
    }
    this.#pages = pages;
  }

  /** Continues from this state of the scan. If pages were read elsewhere, the sums would lack them and are dropped. */
  goOn({ pages }: Scan): void {
    if (pages !== this.#pages) this.#counting = undefined;
  }

  /** Returns the sums of a finished scan; `undefined` if they are incomplete. */
  aggregate({ updated }: Scan): CustomerAggregate | undefined {
    return this.#counting?.aggregate(updated);
  }
}

/** Sums over customers that are added one by one. Stores no identity of a customer. */
export interface CustomerCounting {
  /**
   * Adds a customer. Times before 2000, or more than a day after `now`, are ignored.
   * @param now in ms
   */
  add(customer: Customer, now: number): void;
  /**
   * Returns the sums so far; may be called repeatedly.
   * @param time end of the scan, in ms
   */
  aggregate(time: number): CustomerAggregate;
}

/** Customers that a panel has loaded. */
export interface LoadedPages {
  readonly pages: readonly CustomerPage[];
  /** Changed records as JSON, by row (from 0 across all pages). Their tags differ from those in their page. */
  readonly patched: ReadonlyMap<number, string>;
  /** Time in ms. */
  readonly time: number;
}

/** Counting of customers, loaded as a bundle of its own. */
export interface OverviewTools {
  counting(): CustomerCounting;
  /**
   * Aggregates loaded pages in slices. A customer who was loaded twice is counted once, as first loaded. Throws the
   * signal's reason.
   * @param report receives the number of processed rows
   */
  aggregateOfPages(
    loaded: LoadedPages,
    signal: AbortSignal,
    report?: (rows: number, of: number) => void,
  ): Promise<CustomerAggregate>;
}
