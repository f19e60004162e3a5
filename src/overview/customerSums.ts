import { customerKey, readTag } from '../base/customer.ts';
import { type Customer, customerAt, type CustomerTag } from '../base/model.ts';
import { slices } from '../base/promises.ts';
import type {
  CustomerAggregate,
  CustomerCounting,
  LoadedPages,
  TagAggregate,
  ValueCounts,
} from '../catalogue/scanCounts.ts';

/** Different values that are told apart; of a service that goes on sending others, those are not counted. */
const MOST_VALUES = 1000;
const MOST_CHARACTERS = 100;

/** Customers by a value that many of them have. */
class ValueSums {
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

/** Customers by month in local time. */
class MonthCounts {
  /** By months since the year 0: few, as only times that are believed come here. */
  readonly #counts = new Map<number, number>();

  /** @param time ms, believed */
  add(time: number): void {
    const date = new Date(time);
    const month = date.getFullYear() * 12 + date.getMonth();
    this.#counts.set(month, (this.#counts.get(month) ?? 0) + 1);
  }

  /** In order of time, months in between that have nobody included. */
  all(): ValueCounts {
    const months = [...this.#counts.keys()];
    if (months.length === 0) return [];
    const [first, last] = [Math.min(...months), Math.max(...months)];
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const month = first + index;
      return [textOf(month), this.#counts.get(month) ?? 0];
    });
  }
}

function textOf(month: number): string {
  const year = String(Math.floor(month / 12)).padStart(4, '0');
  return `${year}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** Times before it are wrong: nobody chatted with a bot then. */
const FIRST_TIME = Date.UTC(2000, 0, 1);
const DAY = 24 * 60 * 60 * 1000;

/** What was counted of a tag. */
type TagSums = { -readonly [Field in keyof TagAggregate]: TagAggregate[Field] } & {
  /** When it was applied to whoever showed the name, ms. */
  named: number;
  /** The customer who was counted last, by their number. */
  last: number;
};

/** Takes customers one after another and keeps sums. Of whom they were, nothing is left. */
export class CustomerSums implements CustomerCounting {
  /** By ID, in the order in which they came. */
  readonly #tags = new Map<string, TagSums>();
  readonly #status = new ValueSums();
  readonly #platform = new ValueSums();
  readonly #page = new ValueSums();
  readonly #first = new MonthCounts();
  readonly #last = new MonthCounts();
  #customers = 0;
  #tagged = 0;
  #taggings = 0;

  add(customer: Customer, now: number): void {
    this.#customers++;
    const latest = now + DAY;
    const { status, platform, pageId, created, lastActive } = customer;
    this.#status.add(status === undefined ? undefined : String(status));
    this.#platform.add(platform);
    this.#page.add(pageId);
    if (isBelieved(created, latest)) this.#first.add(created);
    if (isBelieved(lastActive, latest)) this.#last.add(lastActive);
    this.#addTags(customer.tags ?? [], latest);
  }

  aggregate(time: number): CustomerAggregate {
    return {
      time,
      ...{ customers: this.#customers, tagged: this.#tagged, taggings: this.#taggings },
      tags: Array.from(this.#tags.values(), ({ id, name, customers, applications, newest }) => ({
        ...{ id, name, customers, applications, newest },
      })),
      ...{ status: this.#status.all(), platform: this.#platform.all(), page: this.#page.all() },
      ...{ firstMonths: this.#first.all(), lastMonths: this.#last.all() },
    };
  }

  #addTags(tags: readonly CustomerTag[], latest: number): void {
    let own = 0;
    for (const tag of tags) {
      if (tag.id === '') continue;
      const sums = this.#sumsOf(tag);
      if (sums.last !== this.#customers) {
        own++;
        sums.last = this.#customers;
        sums.customers++;
      }
      addTagging(sums, tag, latest);
    }
    if (own > 0) this.#tagged++;
    this.#taggings += own;
  }

  #sumsOf({ id }: CustomerTag): TagSums {
    const known = this.#tags.get(id);
    if (known !== undefined) return known;
    const none = { customers: 0, applications: 0, newest: null };
    const sums = { id, name: '', ...none, named: Number.NEGATIVE_INFINITY, last: 0 };
    this.#tags.set(id, sums);
    return sums;
  }
}

/** One who stands twice in a customer's list was applied as often as both entries say. */
function addTagging(sums: TagSums, { name, timestamp, count }: CustomerTag, latest: number): void {
  const times = Number.isSafeInteger(count) ? Math.max(count ?? 1, 1) : 1;
  sums.applications = Math.min(sums.applications + times, Number.MAX_SAFE_INTEGER);
  const time = isBelieved(timestamp, latest) ? timestamp : undefined;
  if (time !== undefined) sums.newest = Math.max(sums.newest ?? time, time);
  // As everywhere: the name as of the latest time, and one whose time is not known replaces none whose is.
  const named = time ?? Number.NEGATIVE_INFINITY;
  if (name === '' || named < sums.named) return;
  sums.name = name;
  sums.named = named;
}

function isBelieved(time: number | undefined, latest: number): time is number {
  return time !== undefined && time >= FIRST_TIME && time <= latest;
}

/** See `OverviewTools`. */
export async function aggregateOfPages(
  { pages, patched, time }: LoadedPages,
  signal: AbortSignal,
  report: (rows: number, of: number) => void = () => undefined,
): Promise<CustomerAggregate> {
  const sums = new CustomerSums();
  const counted = new Set<number>();
  const of = pages.reduce((rows, { records }) => rows + records.length, 0);
  const due = slices();
  let row = 0;
  for (const page of pages) {
    for (let index = 0; index < page.records.length; index++, row++) {
      const customer = customerAt(page, index);
      if (customer !== undefined && isFirst(customer, counted)) {
        sums.add(shown(customer, patched.get(row)), time);
      }
      const rest = due();
      if (rest === undefined) continue;
      report(row + 1, of);
      await rest;
      signal.throwIfAborted();
    }
  }
  signal.throwIfAborted();
  return sums.aggregate(time);
}

function isFirst(customer: Customer, counted: Set<number>): boolean {
  const key = customerKey(customer);
  if (key === undefined) return true;
  const isNew = !counted.has(key);
  counted.add(key);
  return isNew;
}

/** Only the tags of a row change after it was loaded. */
function shown(customer: Customer, json: string | undefined): Customer {
  if (json === undefined) return customer;
  const { tags } = JSON.parse(json) as { readonly tags?: unknown };
  const read = Array.isArray(tags) ? tags.map(readTag) : [];
  return { ...customer, tags: read.filter((tag): tag is CustomerTag => tag !== undefined) };
}
