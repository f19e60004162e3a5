import { setImmediate } from 'node:timers/promises';
import type { Span } from '../../base/jsonScan.ts';
import type { RecordPage } from '../../base/model.ts';

/** Converts pages to the bytes of a file. */
export interface PageEncoder {
  /** First bytes of the file. */
  readonly head: Uint8Array;
  /** Last bytes of the file. */
  readonly tail: Uint8Array;
  /** Whether the encoded bytes of a page end with a line break, or with the JSON of the last record. */
  readonly pageEnd: 'line-break' | 'record';
  /**
   * Encodes a page. May overwrite the page's body. The returned bytes are valid until the next call.
   * @param recordsBefore number of records in the file so far
   */
  encode(page: RecordPage, recordsBefore: number): Promise<Uint8Array>;
}

export const NO_BYTES = new Uint8Array(0);

/** Number of records between two pauses. Encoding this number of table rows takes a few milliseconds. */
const SLICE = 256;

/** Calls `step` for each record, and pauses regularly so that the extension host stays responsive. */
export async function eachRecord(
  records: readonly Span[],
  step: (record: Span, index: number) => void,
): Promise<void> {
  for (const [index, record] of records.entries()) {
    if (index > 0 && index % SLICE === 0) await setImmediate();
    step(record, index);
  }
}
