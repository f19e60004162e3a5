import { closeSync, openSync, writevSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Pool } from 'undici';
import { EXPORT_FIELDS, type ExportFormat } from '../../src/base/exportPlan.ts';
import { DIRECT } from '../../src/base/networkOptions.ts';
import type * as exporting from '../../src/exports/createExporter.ts';
import type * as client from '../../src/service/client.ts';
import { PAGE_RECORDS } from './pages.ts';

export interface ExportResult {
  records: number;
  ms: number;
  peakMB: number;
}

const TOKEN = 'bench';

/** Does the minimal work: cuts the bytes of each page at commas, and writes one page per call. */
async function bound(origin: string, file: string): Promise<number> {
  const pool = new Pool(origin);
  const headers = { authorization: `Bearer ${TOKEN}` };
  const outputFile = openSync(file, 'w');
  let records = 0;
  let next: string | undefined = '';
  while (next !== undefined) {
    const key: string = next === '' ? '' : `&next=${next}`;
    const path = `/v1/api/bot/customers?botId=b&limit=${PAGE_RECORDS}${key}`;
    const { body } = await pool.request({ method: 'GET', path, headers });
    const bytes = Buffer.from(await body.bytes());
    const start = bytes.indexOf(0x5b) + 1;
    const { end, count } = cut(bytes, start);
    writevSync(outputFile, [bytes.subarray(start, end), Buffer.from('\n')]);
    records += count;
    next = /"next":"([^"]+)"/.exec(bytes.subarray(end).toString())?.[1];
  }
  closeSync(outputFile);
  return records;
}

/**
 * Replaces each comma between records with a line break, in place. The byte values are those of `\ " { [ } ] ,` and of
 * a line break.
 * @returns the index of the bracket after the records, and their number
 */
function cut(bytes: Buffer, start: number): { end: number; count: number } {
  let depth = 0;
  let count = 0;
  let isString = false;
  for (let index = start; ; index++) {
    const byte = bytes[index];
    if (isString) {
      if (byte === 0x5c) index++;
      else if (byte === 0x22) isString = false;
    } else if (byte === 0x22) isString = true;
    else if (byte === 0x7b || byte === 0x5b) depth++;
    else if (byte === 0x7d) {
      depth--;
      if (depth === 0) count++;
    } else if (byte === 0x5d) {
      if (depth === 0) return { end: index, count };
      depth--;
    } else if (byte === 0x2c && depth === 0) bytes[index] = 0x0a;
  }
}

/** Exports with the packaged client and exporter. */
async function product(
  format: ExportFormat,
  { origin, file, dist }: { origin: string; file: string; dist: string },
): Promise<number> {
  const require = createRequire(import.meta.url);
  const { createClient } = require(join(dist, 'client.cjs')) as typeof client;
  const { createExporter } = require(join(dist, 'export.cjs')) as typeof exporting;
  const ignore = (): void => undefined;
  const service = createClient({
    settings: {
      timeoutMs: 30_000,
      retryLimits: { maxTries: 4, maxTotalMs: 60_000 },
      network: DIRECT,
    },
    clock: { now: () => Date.now() },
    log: { info: ignore, warn: ignore, error: ignore },
  }).createService({ baseUrl: async () => origin, token: async () => TOKEN });
  const query = { botId: 'b', limit: PAGE_RECORDS };
  const { records } = await createExporter().start(
    {
      file,
      plan: {
        format,
        fields: EXPORT_FIELDS,
        masks: {},
        bom: false,
        lists: 'json',
        escapeFormulas: true,
      },
      bot: 'b',
      query,
      isResumable: true,
      overwrite: true,
    },
    (next, signal) =>
      service.walkRecords({ ...query, ...(next === undefined ? {} : { next }) }, signal),
    { signal: new AbortController().signal, onProgress: ignore },
  );
  return records;
}

if (import.meta.main) {
  const [kind, origin = '', dist = '', file = ''] = process.argv.slice(2);
  const started = performance.now();
  const run =
    kind === 'bound' ? bound(origin, file) : product(kind as ExportFormat, { origin, file, dist });
  const records = await run;
  const ms = performance.now() - started;
  const peakMB = process.resourceUsage().maxRSS / 1024;
  console.log(JSON.stringify({ records, ms, peakMB } satisfies ExportResult));
  process.exit();
}
