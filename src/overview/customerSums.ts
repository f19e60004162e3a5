import { customerKey, withCurrentTags } from '../base/customer.ts';
import { type Customer, customerAt, type CustomerTag } from '../base/model.ts';
import { createTimeSlicer } from '../base/promises.ts';
import type {
  CustomerAggregate,
  CustomerCounting,
  LoadedPages,
  TagAggregate,
  ValueCounts,
} from '../catalogue/scanCounts.ts';
import { DAY_MS } from '../base/numbers.ts';

/** Further distinct values are not counted, so that a misbehaving service cannot exhaust the memory. */
const MAX_VALUES = 1000;
const MAX_VALUE_LENGTH = 100;

/** Numbers of customers per value, for values that many customers share. */
class ValueSums {
  readonly #counts = new Map<string, number>();

  /** Counts a value, unless it is missing, empty, or longer than any platform name or page ID. */
  add(value: string | undefined): void {
    if (value === undefined || value === '' || value.length > MAX_VALUE_LENGTH) return;
    const count = this.#counts.get(value);
    if (count === undefined && this.#counts.size >= MAX_VALUES) return;
    this.#counts.set(value, (count ?? 0) + 1);
  }

  /** Returns the counts, the most frequent value first. Values with equal counts are in alphabetical order. */
  sorted(): ValueCounts {
    return [...this.#counts].toSorted(
      ([value, count], [otherValue, otherCount]) =>
        otherCount - count || (value < otherValue ? -1 : 1),
    );
  }
}

/** Numbers of customers per month in local time. */
class MonthCounts {
  /** Counts by the number of months since year 0. The map stays small, because only plausible times are added. */
  readonly #counts = new Map<number, number>();

  /** @param time plausible time, in ms */
  add(time: number): void {
    const date = new Date(time);
    const month = date.getFullYear() * 12 + date.getMonth();
    this.#counts.set(month, (this.#counts.get(month) ?? 0) + 1);
  }

  /** Returns the counts in order of time, including the months in between that have no customers. */
  sorted(): ValueCounts {
    const months = [...this.#counts.keys()];
    if (months.length === 0) return [];
    const [first, last] = [Math.min(...months), Math.max(...months)];
    return Array.from({ length: last - first + 1 }, (_, index) => {
      const month = first + index;
      return [monthText(month), this.#counts.get(month) ?? 0];
    });
  }
}

function monthText(month: number): string {
  return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
}

/** Earliest plausible time, in ms. Chat bots did not exist before the year 2000. */
const EARLIEST_TIME = Date.UTC(2000, 0, 1);

type TagSums = { -readonly [Field in keyof TagAggregate]: TagAggregate[Field] } & {
  /** Time of the tagging that the current name comes from, in ms. */
  nameTime: number;
  /** Sequence number of the last counted customer who has the tag. */
  lastCustomer: number;
};

/** Counts customers one by one. Keeps only sums, and nothing that identifies a customer. */
export class CustomerAggregator implements CustomerCounting {
  /** Counts by tag ID, in the order of first appearance. */
  readonly #tags = new Map<string, TagSums>();
  readonly #status = new ValueSums();
  readonly #platform = new ValueSums();
  readonly #page = new ValueSums();
  readonly #firstMonths = new MonthCounts();
  readonly #lastMonths = new MonthCounts();
  #customerCount = 0;
  /** Number of customers with at least one tag. */
  #taggedCount = 0;
  /** Number of pairs of a customer and a tag. */
  #taggingCount = 0;

  /** @param now current time in ms, to recognize times in the future */
  add(customer: Customer, now: number): void {
    this.#customerCount++;
    // A day of tolerance, because the clock of the service may be ahead.
    const latestTime = now + DAY_MS;
    const { status, platform, pageId, created, lastActive } = customer;
    this.#status.add(status === undefined ? undefined : String(status));
    this.#platform.add(platform);
    this.#page.add(pageId);
    if (isPlausible(created, latestTime)) this.#firstMonths.add(created);
    if (isPlausible(lastActive, latestTime)) this.#lastMonths.add(lastActive);
    this.#addTags(customer.tags ?? [], latestTime);
  }

  /** @param time time of the count, in ms */
  aggregate(time: number): CustomerAggregate {
    return {
      time,
      customers: this.#customerCount,
      tagged: this.#taggedCount,
      taggings: this.#taggingCount,
      tags: Array.from(this.#tags.values(), ({ id, name, customers, applications, newest }) => ({
        id,
        name,
        customers,
        applications,
        newest,
      })),
      status: this.#status.sorted(),
      platform: this.#platform.sorted(),
      page: this.#page.sorted(),
      firstMonths: this.#firstMonths.sorted(),
      lastMonths: this.#lastMonths.sorted(),
    };
  }

  #addTags(tags: readonly CustomerTag[], latestTime: number): void {
    let distinctTagCount = 0;
    for (const tag of tags) {
      if (tag.id === '') continue;
      const sums = this.#sumsOf(tag);
      if (sums.lastCustomer !== this.#customerCount) {
        distinctTagCount++;
        sums.lastCustomer = this.#customerCount;
        sums.customers++;
      }
      addTagEntry(sums, tag, latestTime);
    }
    if (distinctTagCount > 0) this.#taggedCount++;
    this.#taggingCount += distinctTagCount;
  }

  #sumsOf({ id }: CustomerTag): TagSums {
    const existingSums = this.#tags.get(id);
    if (existingSums !== undefined) return existingSums;
    const sums: TagSums = {
      id,
      name: '',
      customers: 0,
      applications: 0,
      newest: null,
      nameTime: Number.NEGATIVE_INFINITY,
      lastCustomer: 0,
    };
    this.#tags.set(id, sums);
    return sums;
  }
}

/** Adds one entry of a customer's tag list. If a tag is listed twice, the counts of both entries are added. */
function addTagEntry(
  sums: TagSums,
  { name, timestamp, count }: CustomerTag,
  latestTime: number,
): void {
  const timesApplied = Number.isSafeInteger(count) ? Math.max(count ?? 1, 1) : 1;
  sums.applications = Math.min(sums.applications + timesApplied, Number.MAX_SAFE_INTEGER);
  const time = isPlausible(timestamp, latestTime) ? timestamp : undefined;
  if (time !== undefined) sums.newest = Math.max(sums.newest ?? time, time);
  // The name of the latest tagging wins, as everywhere. A name without a time never replaces a name with a time.
  const nameTime = time ?? Number.NEGATIVE_INFINITY;
  if (name === '' || nameTime < sums.nameTime) return;
  sums.name = name;
  sums.nameTime = nameTime;
}

function isPlausible(time: number | undefined, latestTime: number): time is number {
  return time !== undefined && time >= EARLIEST_TIME && time <= latestTime;
}

export function createCounting(): CustomerCounting {
  return new CustomerAggregator();
}

export async function aggregateOfPages(
  { pages, patched, time }: LoadedPages,
  signal: AbortSignal,
  report: (rows: number, total: number) => void = () => undefined,
): Promise<CustomerAggregate> {
  const sums = new CustomerAggregator();
  const countedKeys = new Set<number>();
  const total = pages.reduce((rows, { records }) => rows + records.length, 0);
  const pauseIfDue = createTimeSlicer();
  let row = 0;
  for (const page of pages) {
    for (let index = 0; index < page.records.length; index++, row++) {
      const customer = customerAt(page, index);
      if (customer !== undefined && isFirstOccurrence(customer, countedKeys)) {
        sums.add(withCurrentTags(customer, patched.get(row)), time);
      }
      const pause = pauseIfDue();
      if (pause === undefined) continue;
      report(row + 1, total);
      await pause;
      signal.throwIfAborted();
    }
  }
  signal.throwIfAborted();
  return sums.aggregate(time);
}

/** Adds the customer to `countedKeys`. Records without a key always count. */
function isFirstOccurrence(customer: Customer, countedKeys: Set<number>): boolean {
  const key = customerKey(customer);
  if (key === undefined) return true;
  const isNew = !countedKeys.has(key);
  countedKeys.add(key);
  return isNew;
}
