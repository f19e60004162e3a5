import type { ChosenRows } from './chosenRows.ts';
import type { Narrowing } from './narrowing.ts';

/** Customers of a bot, as they were chosen: what the panel loads or shows later changes nothing. */
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
