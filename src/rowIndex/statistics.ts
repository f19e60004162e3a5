import type { Column } from '../core/customerFields.ts';

/** One value of a column among the rows that match. */
export interface ValueCount {
  /** As the record has it; of a tag its ID, of a parameter its name. */
  readonly key: string;
  /** What a person reads; of a tag its name. */
  readonly label: string;
  readonly count: number;
}

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
  /** Different values, without those that are counted in `beyond`. */
  readonly distinct: number;
  /**
   * The commonest values, then those that only other loaded rows have (count 0); of columns that hardly ever repeat
   * (names, IDs) nothing. A row may count in several.
   */
  readonly values: readonly ValueCount[];
  /** Values of rows that stand behind those of `values`. */
  readonly others: number;
  /** Rows with a value that is not counted by itself, as there are more than 10,000 of them. */
  readonly beyond: number;
  /** Of columns of times and numbers, in order, without gaps, as far as any loaded row reaches. */
  readonly bins: readonly Bin[];
}
