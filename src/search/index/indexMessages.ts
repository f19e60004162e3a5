import type { Column, Sort } from '../../base/customerFields.ts';
import type { Vocabulary } from '../segment.ts';
import type { IndexedTexts } from './searchableTexts.ts';
import type { Counts, SegmentIndex, SegmentValues, ValueCount } from './segmentIndex.ts';

export type FacetName = 'status' | 'platform' | 'tag';

/** Values of a field with the number of loaded rows that have them. The key `''` means no value. */
export interface FacetList {
  /** At most `MAX_FACET_VALUES` values, the most common first. The `key` of a tag is its ID. */
  readonly values: readonly ValueCount[];
  readonly omittedCount: number;
}

export type Facets = Readonly<Record<FacetName, FacetList>>;

export const MAX_FACET_VALUES = 10_000;

export function facetsOf(index: SegmentIndex): Facets {
  return {
    status: toFacetList(index.counts('status')),
    platform: toFacetList(index.counts('platform')),
    tag: toFacetList(index.counts('tags')),
  };
}

function toFacetList({ values, empty }: Counts): FacetList {
  const sorted = [...values, { key: '', label: '', count: empty }]
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  return {
    values: sorted.slice(0, MAX_FACET_VALUES),
    omittedCount: Math.max(0, sorted.length - MAX_FACET_VALUES),
  };
}

export interface AddedRows {
  /** Records as sent (JSON, UTF-8), including the bytes between them. */
  readonly json: Uint8Array;
  /** Start offset of each record in `json`, and the offset after its end. */
  readonly spans: Uint32Array;
}

/** Request of the grid to the worker that filters and sorts. Requests are processed in order. */
export type IndexRequest =
  | { readonly type: 'reset'; readonly words: IndexedTexts; readonly locale: string }
  | ({ readonly type: 'add'; readonly id: number } & AddedRows)
  | { readonly type: 'patch'; readonly row: number; readonly json: string }
  | { readonly type: 'rows'; readonly search: string; readonly sort: Sort | null }
  | { readonly type: 'facets' }
  | { readonly type: 'vocabulary'; readonly vocabulary: Vocabulary }
  | StatisticsRequest;

/** Request that is answered column by column, between other requests. A later request replaces it. */
export interface StatisticsRequest {
  readonly type: 'statistics';
  readonly id: number;
  readonly columns: readonly Column[];
  readonly search: string;
}

/** Compressed blocks of bytes, with the end of each block and the original number of bytes. */
interface Packed {
  readonly blocks: Uint8Array;
  readonly ends: Uint32Array;
  readonly length: number;
}

/** Responses. Each `rows` and `facets` request gets one, in the same order. */
export type IndexAnswer =
  | {
      readonly type: 'rows';
      /** Number of loaded rows. */
      readonly count: number;
      /** `null`: all rows in the order of loading. */
      readonly rows: Uint32Array | null;
    }
  | {
      readonly type: 'facets';
      readonly facets: Facets;
      /** Values of the loaded rows, which the search suggests. */
      readonly segments: SegmentValues;
    }
  /** Bytes of the rows that were added with this ID, in less memory. */
  | { readonly type: 'packed'; readonly id: number; readonly packed: Packed }
  | {
      readonly type: 'statistics';
      readonly id: number;
      readonly statistics: ColumnStatistics;
    };

/** Range of times in ms, from `from` (inclusive) to `to` (exclusive). */
interface Bin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Statistics of the matching rows for one column. */
export interface ColumnStatistics {
  readonly column: Column;
  readonly rows: number;
  /** Number of matching rows without a value. */
  readonly empty: number;
  readonly distinct: number;
  /**
   * Most common values, followed by values that only other loaded rows have (count 0). Empty for
   * columns with almost unique values (names, IDs). A row may count for several values.
   */
  readonly values: readonly ValueCount[];
  /** Total count of the values that are not listed in `values`. */
  readonly others: number;
  /** Bins of a column of times: in order, without gaps, and covering all loaded rows. Empty for other columns. */
  readonly bins: readonly Bin[];
}
