import type { TagAggregate } from '../../catalogue/scanCounts.ts';
import type { TagFacts } from '../tidyUp.ts';
import type { OverviewData, OverviewHistory, OverviewTag } from '../overviewMessages.ts';

/** Orders of the tags, each by one column. `applied`: time of the last tagging; `change`: since the compared scan. */
export const SORTS = ['customers', 'name', 'applied', 'change'] as const;
export type TagSort = (typeof SORTS)[number];

/** Merges the tags of the catalogue with the counts. Tags that were found only on customers come last. */
export function tagFacts({ tags, aggregate }: OverviewData): readonly TagFacts[] {
  const counts = new Map(aggregate?.tags.map((tag) => [tag.id, tag]));
  const listedFacts = tags.map((tag) => factsOf(tag, counts.get(tag.id)));
  const listedIds = new Set(tags.map(({ id }) => id));
  const unlistedCounts = [...counts.values()].filter(({ id }) => !listedIds.has(id));
  return [...listedFacts, ...unlistedCounts.map((count) => factsOf(unlistedTag(count), count))];
}

function factsOf(tag: OverviewTag, count: TagAggregate | undefined): TagFacts {
  const { customers = 0, newest = null } = count ?? {};
  // A name of only white space would be invisible and could not be clicked.
  const displayName = [tag.name, count?.name ?? ''].find((name) => name.trim() !== '');
  return { ...tag, name: displayName ?? tag.id, customers, newest };
}

/** Creates the entry of a tag that was found only on customers. Its folder is never reported as unknown. */
function unlistedTag({ id, name }: TagAggregate): OverviewTag {
  const flags = { isFolder: false, isListed: false, isGone: false, isPlaced: true };
  return { id, name, path: '', ...flags, since: null };
}

/** Returns the tags that exist or that at least one customer has. */
export function visibleTags(facts: readonly TagFacts[]): readonly TagFacts[] {
  return facts.filter(({ isFolder, isGone, customers }) => !isFolder && (!isGone || customers > 0));
}

export class ComparedScans {
  /** Scans, the oldest first. The shown scan is the last. */
  readonly scans: OverviewHistory['scans'];
  readonly #tags: ReadonlyMap<string, readonly number[]>;
  readonly #comparedIndex: number;

  /** @param comparedTime in ms; if no earlier scan has this time, the previous scan is compared */
  constructor(history: OverviewHistory | null, comparedTime?: number) {
    this.scans = history?.scans ?? [];
    this.#tags = new Map(history?.tags);
    const index = this.scans.slice(0, -1).findIndex(({ time }) => time === comparedTime);
    this.#comparedIndex = index < 0 ? this.scans.length - 2 : index;
  }

  /** Scan that the shown scan is compared with; `undefined`: there is no earlier scan. */
  get comparedScan(): OverviewHistory['scans'][number] | undefined {
    return this.scans[this.#comparedIndex];
  }

  /** Returns the number of customers per scan, the oldest first. Empty if there is no earlier scan. */
  countsOf(id: string): readonly number[] {
    if (this.scans.length < 2) return [];
    return this.#tags.get(id) ?? this.scans.map(() => 0);
  }

  /** Returns the change in customers since the compared scan. `undefined`: there is no earlier scan. */
  changeOf(id: string): number | undefined {
    const counts = this.countsOf(id);
    const [before, now] = [counts[this.#comparedIndex], counts.at(-1)];
    return before === undefined || now === undefined ? undefined : now - before;
  }

  /** Returns how many tags have customers now but had none in the compared scan, and the reverse. */
  countChangedTags(): { readonly appeared: number; readonly gone: number } {
    const countsPerTag = [...this.#tags.values()];
    const count = (predicate: (before: number, now: number) => boolean) =>
      countsPerTag.filter((counts) =>
        predicate(counts[this.#comparedIndex] ?? 0, counts.at(-1) ?? 0),
      ).length;
    return {
      appeared: count((before, now) => before === 0 && now > 0),
      gone: count((before, now) => before > 0 && now === 0),
    };
  }
}

interface Sorting {
  readonly by: TagSort;
  readonly comparedScans: ComparedScans;
  readonly compare: (one: string, other: string) => number;
}

/** Sorts tags: the most customers, the latest time or the largest change first. */
export function sortTags(
  tags: readonly TagFacts[],
  { by, comparedScans, compare }: Sorting,
): readonly TagFacts[] {
  if (by === 'name') return tags.toSorted((one, other) => compare(one.name, other.name));
  const value = (tag: TagFacts): number => {
    if (by === 'applied') return tag.newest ?? -Infinity;
    return by === 'change' ? Math.abs(comparedScans.changeOf(tag.id) ?? 0) : tag.customers;
  };
  const values = new Map(tags.map((tag) => [tag, value(tag)]));
  const sortValue = (tag: TagFacts): number => values.get(tag) ?? 0;
  return tags.toSorted((one, other) =>
    // Ties are not ordered by name: comparing thousands of names takes longer than everything else.
    sortValue(one) === sortValue(other)
      ? other.customers - one.customers
      : sortValue(other) - sortValue(one),
  );
}
