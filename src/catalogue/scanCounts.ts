import type { Customer, CustomerPage, Scan } from '../base/model.ts';

/**
 * How the customers of a scan were chosen, as the person chose them: "the last 30 days" begins at another time each day,
 * and is the same choice.
 */
export type CustomerChoice =
  | { readonly kind: 'everybody' }
  | { readonly kind: 'days'; readonly days: number }
  /** ms */
  | { readonly kind: 'since'; readonly from: number };

/** One tag among the customers of a walk. */
export interface TagAggregate {
  readonly id: string;
  /** As the customers showed it last; `''`: they told none. */
  readonly name: string;
  /** Who have it. */
  readonly customers: number;
  /** How many times it was applied, all customers together. */
  readonly applications: number;
  /** When it was applied last, ms; `null`: nobody told. */
  readonly newest: number | null;
}

/** A value and on how many customers it stands, the commonest first. */
export type ValueCounts = readonly (readonly [value: string, customers: number])[];

/**
 * What is left of a walk over customers: sums, and nothing by which one of them could be told. Written to the database as
 * JSON, so every field is plain data.
 */
export interface CustomerAggregate {
  /** When the walk ended, ms. */
  readonly time: number;
  /** Each counted once. */
  readonly customers: number;
  /** Those with at least one tag. */
  readonly tagged: number;
  /** Different tags on customers, all customers together: the mean is this by `customers`. */
  readonly taggings: number;
  readonly tags: readonly TagAggregate[];
  /** The service's numbers as text. */
  readonly status: ValueCounts;
  readonly platform: ValueCounts;
  /** Pages are the bot's. */
  readonly page: ValueCounts;
  /** `YYYY-MM` in local time, in order of time, months in between that have nobody included. */
  readonly firstMonths: ValueCounts;
  readonly lastMonths: ValueCounts;
}

/** An aggregate as it is kept of a scan that was walked to its end. */
export interface KeptScan {
  /** `Scan.id` */
  readonly scan: string;
  /** Key of the bot. */
  readonly bot: string;
  /** As the bot had it then; aggregates of another service are not compared. */
  readonly baseUrl: string;
  readonly choice: CustomerChoice;
  readonly aggregate: CustomerAggregate;
}

/** A kept scan without its tags, for lists. */
export interface KeptScanHead {
  readonly scan: string;
  readonly time: number;
  readonly customers: number;
  readonly tags: number;
  readonly baseUrl: string;
  readonly choice: CustomerChoice;
}

/** The scans that are kept of each bot, in the database. */
export interface ScanHistory {
  /** The newest first, at most `MOST_KEPT`. */
  heads(bot: string): readonly KeptScanHead[];
  scan(bot: string, scan: string): KeptScan | undefined;
  /** Drops the oldest of the bot beyond `MOST_KEPT`. */
  keep(scan: KeptScan): void;
  /** Of one tag, the oldest first: on how many customers of which scan; scans without it have 0. */
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

/** Of one bot. */
export const MOST_KEPT = 24;

/** How customers are chosen by their last interaction, as a scan keeps it; times in ms. */
interface Chosen {
  readonly from: number | null;
  readonly days: number | null;
}

export function choiceOf({ from, days }: Chosen): CustomerChoice {
  if (from === null) return { kind: 'everybody' };
  return days === null ? { kind: 'since', from } : { kind: 'days', days };
}

/** Whether sums of both tell of the same customers, at two times. */
export function isSameChoice(one: CustomerChoice, other: CustomerChoice): boolean {
  if (one.kind === 'days') return other.kind === 'days' && one.days === other.days;
  if (one.kind === 'since') return other.kind === 'since' && one.from === other.from;
  return other.kind === 'everybody';
}

/** Why two scans of a bot say nothing of what has changed: they are the same one, or of others. */
type NotComparable = 'same-scan' | 'other-service' | 'other-choice';

/** `undefined`: they can be compared. Both are scans of the same bot. */
export function whyNotComparable(one: Compared, other: Compared): NotComparable | undefined {
  if (one.scan === other.scan) return 'same-scan';
  if (one.baseUrl !== other.baseUrl) return 'other-service';
  return isSameChoice(one.choice, other.choice) ? undefined : 'other-choice';
}

type Compared = Pick<KeptScanHead, 'scan' | 'baseUrl' | 'choice'>;

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
