import { createRequire } from 'node:module';
import { Pool } from 'undici';
import type * as backend from '../../src/backend.ts';
import { PAGE_RECORDS } from './pages.ts';

export interface WalkResult {
  pages: number;
  records: number;
  ms: number;
  cpuMs: number;
  peakMB: number;
}

/** Gives the number of records of a page and the key of the following one. */
type ReadPage = (next: string | undefined) => Promise<{ count: number; next: string | undefined }>;

const TOKEN = 'bench';

/** What no client can do without: one request at a time, and `JSON.parse`. */
function bare(origin: string): ReadPage {
  const pool = new Pool(origin);
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
  return async (next) => {
    const key = next === undefined ? '' : `&next=${next}`;
    const path = `/customers?botId=b&limit=${PAGE_RECORDS}${key}`;
    const { body } = await pool.request({ method: 'GET', path, headers });
    const { res } = JSON.parse(await body.text()) as {
      res: { records: unknown[]; next: string | null };
    };
    return { count: res.records.length, next: res.next ?? undefined };
  };
}

/** The client as it ships. */
function product(origin: string, bundle: string): ReadPage {
  const { createBackend } = createRequire(import.meta.url)(bundle) as typeof backend;
  const ignore = (): void => undefined;
  const log = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore };
  const service = createBackend({
    timeoutMs: () => 30_000,
    clock: { now: () => Date.now() },
    log,
  }).createService({ baseUrl: async () => origin, token: async () => TOKEN });
  const { signal } = new AbortController();
  return async (next) => {
    const page = await service.listCustomers({ botId: 'b', limit: PAGE_RECORDS, next }, signal);
    if (page.problems.size > 0) throw new Error('A record does not match the contract.');
    return { count: page.records.length, next: page.next };
  };
}

/** Walks to the last page and keeps nothing. */
async function walk(read: ReadPage): Promise<WalkResult> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  let pages = 0;
  let records = 0;
  let next: string | undefined;
  do {
    const page = await read(next);
    pages += 1;
    records += page.count;
    next = page.next;
  } while (next !== undefined);
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - started;
  const peakMB = process.resourceUsage().maxRSS / 1024;
  return { pages, records, ms, cpuMs: (user + system) / 1000, peakMB };
}

const [origin = '', bundle] = process.argv.slice(2);
const result = await walk(bundle === undefined ? bare(origin) : product(origin, bundle));
console.log(JSON.stringify(result));
// Open sockets would keep the process.
process.exit();
