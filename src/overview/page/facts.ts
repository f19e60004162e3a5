import type { TagAggregate } from '../../catalogue/scanCounts.ts';
import type { TidyTag } from '../tidyUp.ts';
import type { OverviewData, OverviewHistory, OverviewTag } from '../overviewMessages.ts';

/** All that is known of a tag or folder. */
export interface TagFacts extends OverviewTag, TidyTag {
  readonly applications: number;
}

export const SORTS = ['customers', 'name', 'applied', 'change'] as const;
export type TagSort = (typeof SORTS)[number];

/** The list and the counts together; tags that only customers have come last. */
export function tagFacts({ tags, aggregate }: OverviewData): readonly TagFacts[] {
  const counts = new Map(aggregate?.tags.map((tag) => [tag.id, tag]));
  const listed = tags.map((tag) => factsOf(tag, counts.get(tag.id)));
  const known = new Set(tags.map(({ id }) => id));
  const others = [...counts.values()].filter(({ id }) => !known.has(id));
  return [...listed, ...others.map((count) => factsOf(unlisted(count), count))];
}

function factsOf(tag: OverviewTag, count: TagAggregate | undefined): TagFacts {
  const { customers = 0, applications = 0, newest = null } = count ?? {};
  const named = [tag.name, count?.name ?? ''].find((name) => name.trim() !== '');
  // A name that nobody sees could not be clicked either.
  return { ...tag, name: named ?? tag.id, customers, applications, newest };
}

function unlisted({ id, name }: TagAggregate): OverviewTag {
  const known = { isFolder: false, isListed: false, isGone: false, isPlaced: true };
  return { id, name, path: '', ...known, since: null };
}

/** Tags that are there, or at least on somebody. */
export function shownTags(facts: readonly TagFacts[]): readonly TagFacts[] {
  return facts.filter(({ isFolder, isGone, customers }) => !isFolder && (!isGone || customers > 0));
}

/** On how many customers tags stood in earlier scans. */
export class Past {
  readonly scans: OverviewHistory['scans'];
  readonly #tags: ReadonlyMap<string, readonly number[]>;
  /** Which of the scans the shown one is compared with. */
  readonly #since: number;

  /** @param since the time of that scan, ms; absent, or of none: the scan before the shown one */
  constructor(history: OverviewHistory | null, since?: number) {
    this.scans = history?.scans ?? [];
    this.#tags = new Map(history?.tags);
    const found = this.scans.slice(0, -1).findIndex(({ time }) => time === since);
    this.#since = found < 0 ? this.scans.length - 2 : found;
  }

  /** The scan with which the shown one is compared. */
  get before(): OverviewHistory['scans'][number] | undefined {
    return this.scans[this.#since];
  }

  /** The oldest first; empty without an earlier scan. */
  of(id: string): readonly number[] {
    if (this.scans.length < 2) return [];
    return this.#tags.get(id) ?? this.scans.map(() => 0);
  }

  /** Customers more or less than then; `undefined`: there was no scan. */
  change(id: string): number | undefined {
    const counts = this.of(id);
    const [before, now] = [counts[this.#since], counts.at(-1)];
    return before === undefined || now === undefined ? undefined : now - before;
  }

  /** How many tags are on somebody now that were on nobody then, and the other way round. */
  moved(): { readonly appeared: number; readonly gone: number } {
    const all = [...this.#tags.values()];
    const count = (isSo: (before: number, now: number) => boolean) =>
      all.filter((counts) => isSo(counts[this.#since] ?? 0, counts.at(-1) ?? 0)).length;
    return {
      appeared: count((before, now) => before === 0 && now > 0),
      gone: count((before, now) => before > 0 && now === 0),
    };
  }
}

interface Sorting {
  readonly by: TagSort;
  readonly past: Past;
  readonly compare: (one: string, other: string) => number;
}

/** The most, the newest and the largest change first. */
export function sortTags(
  tags: readonly TagFacts[],
  { by, past, compare }: Sorting,
): readonly TagFacts[] {
  if (by === 'name') return tags.toSorted((one, other) => compare(one.name, other.name));
  const value = (tag: TagFacts): number => {
    if (by === 'applied') return tag.newest ?? -Infinity;
    return by === 'change' ? Math.abs(past.change(tag.id) ?? 0) : tag.customers;
  };
  const values = new Map(tags.map((tag) => [tag, value(tag)]));
  const of = (tag: TagFacts): number => values.get(tag) ?? 0;
  return tags.toSorted((one, other) =>
    // Without names: comparing thousands of them takes longer than all else.
    of(one) === of(other) ? other.customers - one.customers : of(other) - of(one),
  );
}
