import type { Customer, CustomerTag } from '../base/model.ts';
import type { CustomerAggregate, TagAggregate } from '../catalogue/aggregate.ts';
import type { CustomerCounting } from '../catalogue/overviewTools.ts';
import { MonthCounts } from './monthCounts.ts';
import { ValueSums } from './valueSums.ts';

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
