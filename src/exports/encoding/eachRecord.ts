import { setImmediate } from 'node:timers/promises';
import type { Span } from '../../base/jsonScan.ts';

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
