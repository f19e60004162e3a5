import { join } from 'node:path';
import type { ExportFormat } from '../../src/base/exportPlan.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import type { ExportResult } from './exportRun.ts';
import { PAGE_RECORDS } from './pages.ts';
import { resultOf, withServer } from './processes.ts';
import type { Row } from './table.ts';

/**
 * Maximum growth of the peak memory for twice the customers, as a factor. Garbage collection alone changes the factor
 * by some percent.
 */
const MAX_GROWTH = 1.25;

const NAMES = { json: 'JSON', csv: 'CSV', parquet: 'Parquet' } as const;

/** Measures formats that are converted after the last page: memory must not grow with the number of customers. */
export async function convertedRows(dist: string, pages: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const format of ['json', 'csv', 'parquet'] as const) {
    const fewPages = await exportOf(format, dist, Math.ceil(pages / 2));
    const allPages = await exportOf(format, dist, pages);
    const growth = allPages.peakMB / fewPages.peakMB;
    const count = allPages.records.toLocaleString('en');
    const rate = (allPages.records / allPages.ms).toFixed(0);
    rows.push({
      what: `export of ${count} customers as ${NAMES[format]}: peak memory`,
      measured: `${allPages.peakMB.toFixed(0)} MB, ${growth.toFixed(2)} times the peak with half the customers (${rate} thousand a second)`,
      goal: `<= ${MAX_GROWTH} times`,
      isMet: growth <= MAX_GROWTH,
    });
  }
  return rows;
}

async function exportOf(
  format: Exclude<ExportFormat, 'ndjson'>,
  dist: string,
  pages: number,
): Promise<ExportResult> {
  const folder = temporaryFolder('bench-converted');
  try {
    return await withServer({ pages, latency: 0 }, async (origin) => {
      const file = join(folder.path, 'customers');
      const result = await resultOf<ExportResult>('exportRun', format, origin, dist, file);
      if (result.records !== pages * PAGE_RECORDS) throw new Error('The export lost records.');
      return result;
    });
  } finally {
    folder.remove();
  }
}
