import { number, numberOrNull, Table, text } from './table.ts';

interface KeptScanRow {
  readonly bot: string;
  readonly id: string;
  readonly baseUrl: string;
  readonly from: number | null;
  readonly days: number | null;
  readonly time: number;
  readonly customers: number;
  readonly tags: number;
  readonly blocks: number;
  /** As JSON. */
  readonly totals: string;
}

/** Without `number`, which the database gives. */
export const KEPT_SCANS = new Table<KeptScanRow>('kept_scan', {
  bot: text('bot'),
  id: text('id'),
  baseUrl: text('base_url'),
  from: numberOrNull('since'),
  days: numberOrNull('days'),
  time: number('time'),
  customers: number('customers'),
  tags: number('tags'),
  blocks: number('blocks'),
  totals: text('totals'),
});
