import type { Column, Sort } from '../../base/customerFields.ts';
import type { SegmentValues } from './segmentIndex.ts';
import type { Vocabulary } from '../segment.ts';
import type { Facets } from './facets.ts';
import type { IndexWords } from './haystack.ts';
import type { ColumnStatistics } from './statistics.ts';

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
