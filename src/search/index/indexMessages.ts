import type { Column, Sort } from '../../base/customerFields.ts';
import type { Vocabulary } from '../segment.ts';
import type { IndexWords } from './haystack.ts';
import type { RowSearch } from './rowSearch.ts';
import type {
  Counts,
  SegmentValues,
  ValueCount,
  ValueCount as FacetValue,
} from './segmentIndex.ts';

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

/** Rows to be filtered and sorted. */
export interface AddedRows {
  /** The records as they were sent (JSON, UTF-8), and what stands between them. */
  readonly json: Uint8Array;
  /** Where each record begins in `json`, and the byte after it. */
  readonly spans: Uint32Array;
}

/** What the grid tells the worker that filters and sorts. They are worked off in turn. */
export type IndexRequest =
  | { readonly type: 'reset'; readonly words: IndexWords; readonly locale: string }
  | ({ readonly type: 'add'; readonly id: number } & AddedRows)
  | { readonly type: 'patch'; readonly row: number; readonly json: string }
  | { readonly type: 'rows'; readonly search: string; readonly sort: Sort | null }
  | { readonly type: 'facets' }
  /** For segments, from now on. */
  | { readonly type: 'vocabulary'; readonly vocabulary: Vocabulary }
  | StatisticsRequest;

/** Answered column by column, between other requests; the next one of its kind takes its place. */
export interface StatisticsRequest {
  readonly type: 'statistics';
  readonly id: number;
  readonly columns: readonly Column[];
  readonly search: string;
}

/** Bytes in blocks, packed: where each of them ends, and how many bytes they were. */
interface Packed {
  readonly blocks: Uint8Array;
  readonly ends: Uint32Array;
  readonly length: number;
}

/** The answers to `rows` and `facets`, one for each, in the same order. */
export type IndexAnswer =
  | {
      readonly type: 'rows';
      /** How many rows there were. */
      readonly count: number;
      /** `null`: all of them as they were loaded. */
      readonly rows: Uint32Array | null;
    }
  | { readonly type: 'facets'; readonly facets: Facets; readonly segments: SegmentValues }
  /** The bytes of what was added with this ID, in less memory. */
  | { readonly type: 'packed'; readonly id: number; readonly packed: Packed }
  | {
      readonly type: 'statistics';
      /** Of the request. */
      readonly id: number;
      readonly statistics: ColumnStatistics;
    };

/** From `from` (included) to `to` (left out, but for the last one), as numbers or ms. */
interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** What the rows that match have in one column. */
export interface ColumnStatistics {
  readonly column: Column;
  /** Rows that match the filter. */
  readonly rows: number;
  /** Those of them without a value. */
  readonly empty: number;
  /** Different values. */
  readonly distinct: number;
  /**
   * The commonest values, then those that only other loaded rows have (count 0); of columns that hardly ever repeat
   * (names, IDs) nothing. A row may count in several.
   */
  readonly values: readonly ValueCount[];
  /** Values of rows that stand behind those of `values`. */
  readonly others: number;
  /** Of columns of times and numbers, in order, without gaps, as far as any loaded row reaches. */
  readonly bins: readonly Bin[];
}
