import { setImmediate } from 'node:timers/promises';
import type { Span } from '../../base/jsonScan.ts';
import type { RecordPage } from '../../base/model.ts';

/** Turns pages into the bytes of a file. */
export interface PageEncoder {
  /** What the file begins and ends with. */
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
  /** What the bytes of a page with records end with: a line break, or the JSON of the last record. */
  readonly pageEnd: 'line-break' | 'record';
  /**
   * The bytes of one page, good until the next call. It may overwrite the page's body.
   * @param first the number of records in the file so far
   */
  encode(page: RecordPage, first: number): Promise<Uint8Array>;
}

export const NOTHING = new Uint8Array(0);

/** Records at a time: some milliseconds as table rows. */
const SLICE = 256;

/** Does the step with each record, with pauses in which the extension host serves others. */
export async function eachRecord(
  records: readonly Span[],
  step: (record: Span, index: number) => void,
): Promise<void> {
  for (const [index, record] of records.entries()) {
    if (index > 0 && index % SLICE === 0) await setImmediate();
    step(record, index);
  }
}
