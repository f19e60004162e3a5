import { join } from 'node:path';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import type { ExportResult } from './exportRun.ts';
import { median } from './numbers.ts';
import { PAGE_RECORDS } from './pages.ts';
import { resultOf, withServer } from './processes.ts';
import type { Row } from './table.ts';

const PAGES = 60;
const COUNT = PAGES * PAGE_RECORDS;
/** Maximum time as a multiple of DuckDB's for CSV, and minimum speed for Parquet in thousand customers a second. */
const goals = { csvTime: 2, parquetRate: 20 };

interface Pair {
  readonly ours: ExportResult;
  readonly duckdb: ExportResult;
}

/**
 * Compares whole exports, from the service to the file, with DuckDB on one thread, which converts
 * lines that are already on disk. The two take turns.
 */
export async function duckdbRows(dist: string, rounds: number): Promise<Row[]> {
  const folder = temporaryFolder('bench-duckdb');
  const pairs: Record<'csv' | 'parquet', Pair[]> = { csv: [], parquet: [] };
  const path = (name: string): string => join(folder.path, name);
  try {
    await withServer({ pages: PAGES, latency: 0 }, async (origin) => {
      const ours = (format: string) =>
        resultOf<ExportResult>('exportRun', format, origin, dist, path(format));
      const duckdb = (format: string) =>
        resultOf<ExportResult>('duckdbRun', format, path('ndjson'), path(`duckdb.${format}`));
      await ours('ndjson');
      for (let round = 0; round < rounds; round++) {
        for (const format of ['csv', 'parquet'] as const) {
          const pair = { duckdb: await duckdb(format), ours: await ours(format) };
          if (Object.values(pair).some(({ records }) => records !== COUNT)) {
            throw new Error('An export lost records.');
          }
          pairs[format].push(pair);
        }
      }
    });
  } finally {
    folder.remove();
  }
  return [csvRow(pairs.csv), parquetRow(pairs.parquet)];
}

function csvRow(pairs: readonly Pair[]): Row {
  const time = ratioOf(pairs);
  return {
    what: `export of ${COUNT.toLocaleString('en')} customers as CSV: time / DuckDB, one thread`,
    measured: `${time.toFixed(2)} (${ratesOf(pairs)})`,
    goal: `<= ${goals.csvTime}`,
    isMet: time <= goals.csvTime,
  };
}

function parquetRow(pairs: readonly Pair[]): Row {
  // Customers per ms are thousand customers a second.
  const rate = COUNT / median(pairs.map(({ ours }) => ours.ms));
  return {
    what: '  the same as Parquet: thousand a second',
    measured: `${rate.toFixed(1)} (time / DuckDB ${ratioOf(pairs).toFixed(2)}; ${ratesOf(pairs)})`,
    goal: `>= ${goals.parquetRate}`,
    isMet: rate >= goals.parquetRate,
  };
}

function ratioOf(pairs: readonly Pair[]): number {
  return median(pairs.map(({ ours, duckdb }) => ours.ms / duckdb.ms));
}

function ratesOf(pairs: readonly Pair[]): string {
  const best = (kind: keyof Pair): string =>
    (COUNT / Math.min(...pairs.map((pair) => pair[kind].ms))).toFixed(0);
  const peak = (kind: keyof Pair): string =>
    Math.max(...pairs.map((pair) => pair[kind].peakMB)).toFixed(0);
  return `at best ${best('ours')} thousand a second (DuckDB: ${best('duckdb')}), ${peak('ours')} MB (DuckDB: ${peak('duckdb')})`;
}
