import type { ChosenRows } from './chosenRows.ts';
import type { Narrowing } from './narrowing.ts';

/** Customers of a bot at the time of choosing. Later changes of the panel do not affect them. */
export type CustomerSource = RowSource | ServiceSource;

/** Rows of the Customers panel. */
export interface RowSource {
  readonly kind: 'rows';
  readonly chosen: ChosenRows;
}

/** Customers of the service that match a search. */
export interface ServiceSource {
  readonly kind: 'service';
  readonly narrowing: Narrowing;
  /** Time of the last interaction, ms; `null`: any. */
  readonly from: number | null;
  /** Customers per page; absent: as many as the service gives. */
  readonly limit?: number | undefined;
}
