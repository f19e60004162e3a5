import type { Column } from '../../base/customerFields.ts';
import type { ValueCount } from './segmentIndex.ts';

/** From `from` (included) to `to` (left out, but for the last one), as numbers or ms. */
export interface Bin {
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
