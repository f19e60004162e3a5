import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Pool } from 'undici';
import type { RunRecord } from '../../src/catalogue/journal.ts';
import type { Operations } from '../../src/base/operation.ts';
import { steadyClock } from '../../src/base/ports.ts';
import type { RunPorts } from '../../src/runs/ports.ts';
import { Runner } from '../../src/runs/runner.ts';
import { DIRECT } from '../../src/base/networkOptions.ts';
import type * as client from '../../src/service/client.ts';
import type * as store from '../../src/runs/openCatalogue.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

export interface RunResult {
  /** Time for all users after the warm-up, in ms. */
  readonly ms: number;
  /** Growth of the heap from a tenth of the users to the end, after garbage collection, in MB. */
  readonly grownMB: number;
}

const TOKEN = 'bench';
const CONCURRENCY = 4;
const WARM_UP = 1_000;
const COUNTS = { total: 0, done: 0, failed: 0, unknown: 0, skipped: 0, waiting: 0 };

const userOf = (number: number) => ({
  rawUid: `U${String(number).padStart(32, '0')}`,
  pageId: '@477sandbox',
  channel: 1,
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

function heapMB(): number {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** Does the minimal work: it does not check the answer and has no Journal. */
async function bare(origin: string, users: number): Promise<RunResult> {
  const pool = new Pool(origin, { connections: CONCURRENCY });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
  const attach = async (number: number): Promise<void> => {
    const { rawUid, pageId, channel } = userOf(number);
    const tagging = {
      bot_tag_id: 'tag',
      bot_raw_uid: rawUid,
      bot_pid: pageId,
      bot_channel: channel,
    };
    const body = JSON.stringify(tagging);
    const answer = await pool.request({ method: 'POST', path: '/v1/api/user/tag', headers, body });
    JSON.parse(await answer.body.text());
  };
  const runAll = async (count: number): Promise<void> => {
    let sent = 0;
    const worker = async (): Promise<void> => {
      while (sent < count) await attach(sent++);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  };
  await runAll(WARM_UP);
  const started = performance.now();
  await runAll(users);
  return { ms: performance.now() - started, grownMB: 0 };
}

function recordOf(id: string): RunRecord {
  return {
    id,
    bot: 'k',
    botLabel: 'Shop',
    kind: 'attach',
    plan: 'file:///a.jsonc',
    hash: 'ab',
    detail: '{}',
    undoes: null,
    state: 'running',
    reason: null,
    counts: COUNTS,
    started: Date.now(),
    updated: Date.now(),
    owner: null,
  };
}

/** Runs the engine with the packaged client and Journal. */
async function product(
  origin: string,
  dist: string,
  users: number,
  heap: () => number,
): Promise<RunResult> {
  const load = createRequire(import.meta.url);
  const { createClient } = load(join(dist, 'client.cjs')) as typeof client;
  const { openStores } = load(join(dist, 'store.cjs')) as typeof store;
  const ignore = (): void => undefined;
  const service = createClient({
    settings: {
      timeoutMs: 30_000,
      retryLimits: { maxTries: 4, maxTotalMs: 60_000 },
      network: DIRECT,
    },
    clock: { now: () => Date.now() },
    log: { info: ignore, warn: ignore, error: ignore },
    concurrency: 8,
  }).createService({ baseUrl: async () => origin, token: async () => TOKEN });
  const folder = temporaryFolder('bench-run');
  const { journal } = await openStores(join(folder.path, 'catalogue.sqlite'));

  const runAll = async (id: string, count: number): Promise<RunResult> => {
    const record = recordOf(id);
    journal.saveRun(record);
    const operations: Operations = {
      count,
      at: (index) => ({ kind: 'attach', tagId: 'tag', user: userOf(index), line: index + 1 }),
    };
    let heapAtTenth: number | undefined;
    const ports: RunPorts = {
      perform: async (operation, signal) => {
        if (operation.kind === 'attach') {
          await service.attachTag(operation.tagId, operation.user, signal);
        }
      },
      isApplied: async () => true,
      journal: {
        step: async (begun, ended, counts) => {
          journal.step({ ...record, counts, updated: Date.now() }, begun, ended);
          if (counts.done >= count / 10) heapAtTenth ??= heap();
        },
      },
      concurrency: CONCURRENCY,
      timeLimitMs: () => 30_000,
      clock: steadyClock,
    };
    const started = performance.now();
    const end = await new Runner(ports, { operations, states: new Map(), checkFirst: false }).run(
      ignore,
    );
    const ms = performance.now() - started;
    if (end.counts.done !== count) throw new Error(`The run ended so: ${JSON.stringify(end)}`);
    return { ms, grownMB: heap() - (heapAtTenth ?? 0) };
  };
  try {
    await runAll('warm-up', WARM_UP);
    return await runAll('run', users);
  } finally {
    journal.close();
    folder.remove();
  }
}

// Each kind runs in its own process.
if (import.meta.main) {
  const [kind = '', origin = '', dist = '', count = ''] = process.argv.slice(2);
  const users = Number(count);
  // Heap sizes are read only in memory rounds, because collecting garbage takes time.
  const heap = kind === 'memory' ? heapMB : (): number => 0;
  const result = kind === 'bare' ? bare(origin, users) : product(origin, dist, users, heap);
  console.log(JSON.stringify(await result));
  process.exit();
}
