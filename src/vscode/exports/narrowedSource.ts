import type { RecordSource } from '../../core/exports/exportPlan.ts';
import type { Span } from '../../core/json/jsonScan.ts';
import type { RecordPage } from '../../core/model.ts';
import { narrowedRows, type JsonRows, type Narrowing } from '../plans/sources/narrowing.ts';

/** The records of a source that a filter leaves, as they came. Pages without any are given, too. */
export function narrowedSource(source: RecordSource, narrowing: Narrowing): RecordSource {
  const matching = narrowedRows(narrowing);
  return async function* (start, signal) {
    for await (const page of source(start, signal)) {
      const records: Span[] = [];
      for await (const row of matching(page.records.length, () => rowsOf(page))) {
        const record = page.records[row];
        if (record !== undefined) records.push(record);
      }
      yield { ...page, records };
    }
  };
}

function rowsOf({ body, records }: RecordPage): JsonRows {
  return { json: body, spans: Uint32Array.from(records.flatMap(({ start, end }) => [start, end])) };
}
