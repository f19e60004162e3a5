import { createRequire } from 'node:module';
import { Pool } from 'undici';
import * as z from 'zod';
import { remoteItem } from '../../src/service/wireFormat.ts';
import { DIRECT } from '../../src/base/networkOptions.ts';
import type * as client from '../../src/service/client.ts';
import { customerSchema } from '../support/customerSchema.ts';
import { PAGE_RECORDS } from './pages.ts';

/** Compared clients, each in its own process: one with minimal work, the product's, and one with `fetch` and zod. */
export const KINDS = ['bare', 'product', 'fetch'] as const;
export type Kind = (typeof KINDS)[number];

export interface Client {
  /** Yields the number of records of each page, up to the last page. */
  walk(): AsyncIterable<number>;
  /** Reads one item. The response has about 170 bytes. */
  item(id: string): Promise<unknown>;
}

type GetJson = (path: string) => Promise<unknown>;

interface Page {
  readonly res: {
    readonly records: readonly unknown[];
    readonly next?: string | null | undefined;
  };
}

const TOKEN = 'bench';
const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
const pageSchema = z.looseObject({
  status: z.literal(200),
  res: z.looseObject({ records: z.array(customerSchema), next: z.string().nullish() }),
});
const itemSchema = z.looseObject({ status: z.literal(200), res: remoteItem });

export async function openClient(kind: Kind, origin: string, bundle: string): Promise<Client> {
  if (kind === 'product') return product(origin, bundle);
  // The bare client does only the required minimum: one request at a time, and `JSON.parse`.
  if (kind === 'bare') {
    const bare = bareGet(origin);
    return clientOf(bare, (page) => page as Page, bare);
  }
  const get = fetchGet(origin);
  return clientOf(
    get,
    (page) => pageSchema.parse(page),
    async (path) => itemSchema.parse(await get(path)),
  );
}

function clientOf(get: GetJson, check: (page: unknown) => Page, item: GetJson): Client {
  return {
    async *walk() {
      let next: string | null | undefined;
      do {
        const key: string = next === undefined ? '' : `&next=${next}`;
        const path = `/v1/api/bot/customers?botId=b&limit=${PAGE_RECORDS}${key}`;
        const { res } = check(await get(path));
        yield res.records.length;
        next = res.next;
      } while (typeof next === 'string');
    },
    item: (id) => item(`/v1/api/tag/${id}`),
  };
}

function bareGet(origin: string): GetJson {
  const pool = new Pool(origin);
  return async (path) => {
    const { body } = await pool.request({ method: 'GET', path, headers });
    return JSON.parse(await body.text());
  };
}

/** Sends requests with the global `fetch` of Node.js. */
function fetchGet(origin: string): GetJson {
  return async (path) => (await fetch(origin + path, { headers })).json();
}

/** Returns the packaged client. */
function product(origin: string, bundle: string): Client {
  const { createClient } = createRequire(import.meta.url)(bundle) as typeof client;
  const ignore = (): void => undefined;
  const service = createClient({
    settings: {
      timeoutMs: 30_000,
      retryLimits: { maxTries: 4, maxTotalMs: 60_000 },
      network: DIRECT,
    },
    clock: { now: () => Date.now() },
    log: { info: ignore, warn: ignore, error: ignore },
    // The limit is the maximum concurrency of the benchmark, so that it does not affect the result.
    concurrency: 32,
  }).createService({ baseUrl: async () => origin, token: async () => TOKEN });
  const { signal } = new AbortController();
  return {
    async *walk() {
      const query = { botId: 'b', limit: PAGE_RECORDS };
      for await (const page of service.walkCustomers(query, signal)) {
        if (page.problems.size > 0) throw new Error('A record does not match the contract.');
        yield page.records.length;
      }
    },
    item: (id) => service.getItem(id, signal),
  };
}
