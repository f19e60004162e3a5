import type { Counts, ValueCount as FacetValue } from './segmentIndex.ts';
import type { RowSearch } from './rowSearch.ts';

export type { FacetValue };

export type FacetName = 'status' | 'platform' | 'tag';

/** Values of a field with the number of loaded rows that have them. The key `''` means no value. */
export interface FacetList {
  /** At most `MOST_LISTED`, the commonest first; of a tag `key` is its ID. */
  readonly values: readonly FacetValue[];
  /** How many values are not in `values`, as there are too many. */
  readonly beyond: number;
}

export type Facets = Readonly<Record<FacetName, FacetList>>;

export const MOST_LISTED = 10_000;

export function facetsOf(search: RowSearch): Facets {
  return {
    status: listed(search.counts('status')),
    platform: listed(search.counts('platform')),
    tag: listed(search.counts('tags')),
  };
}

function listed({ values, empty }: Counts): FacetList {
  const all = [...values, { key: '', label: '', count: empty }]
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
  return { values: all.slice(0, MOST_LISTED), beyond: Math.max(0, all.length - MOST_LISTED) };
}
