import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import type { ExportResult } from './exportRun.ts';
import { median } from './numbers.ts';
import { PAGE_RECORDS } from './pages.ts';
import { resultOf, withServer } from './processes.ts';
import type { Row } from './table.ts';

const goals = { time: 1.25, memoryMB: 200 };

/** Compares an export of `pages` pages as NDJSON with bare slicing of the same bytes (`bound`). */
export async function exportRows(
  dist: string,
  { pages, rounds }: { readonly pages: number; readonly rounds: number },
): Promise<Row[]> {
  const folder = temporaryFolder('bench-export');
  const results = { bound: [] as ExportResult[], ndjson: [] as ExportResult[] };
  const hashes = new Set<string>();
  try {
    await withServer({ pages, latency: 0 }, async (origin) => {
      for (let round = 0; round < rounds; round++) {
        const kinds =
          round % 2 === 0 ? (['bound', 'ndjson'] as const) : (['ndjson', 'bound'] as const);
        for (const kind of kinds) {
          const file = join(folder.path, kind);
          const result = await resultOf<ExportResult>('exportRun', kind, origin, dist, file);
          if (result.records !== pages * PAGE_RECORDS) throw new Error('The export lost records.');
          results[kind].push(result);
          hashes.add(await hashOf(file));
          rmSync(file);
        }
      }
    });
  } finally {
    folder.remove();
  }
  if (hashes.size !== 1) throw new Error('The files differ.');
  return rowsOf(results, pages);
}

function rowsOf(
  { bound, ndjson }: Readonly<Record<'bound' | 'ndjson', readonly ExportResult[]>>,
  pages: number,
): Row[] {
  const time = median(ndjson.map(({ ms }, round) => ms / (bound[round]?.ms ?? Number.NaN)));
  const best = (runs: readonly ExportResult[]): number => Math.min(...runs.map(({ ms }) => ms));
  const rate = (runs: readonly ExportResult[]): string =>
    ((pages * PAGE_RECORDS) / best(runs)).toFixed(0);
  const peak = Math.max(...ndjson.map(({ peakMB }) => peakMB));
  const count = (pages * PAGE_RECORDS).toLocaleString('en');
  return [
    {
      what: `export of ${count} customers as NDJSON: time / bare slicing`,
      measured: `${time.toFixed(2)} (at best ${rate(ndjson)} thousand a second, bare slicing ${rate(bound)})`,
      goal: `<= ${goals.time}`,
      isMet: time <= goals.time,
    },
    {
      what: '  the same: peak memory',
      measured: `${peak.toFixed(0)} MB (bare slicing ${Math.max(...bound.map(({ peakMB }) => peakMB)).toFixed(0)})`,
      goal: `<= ${goals.memoryMB} MB`,
      isMet: peak <= goals.memoryMB,
    },
  ];
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha1');
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest('hex');
}
