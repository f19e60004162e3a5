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
