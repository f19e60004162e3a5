import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ExportPlan } from '../../../src/base/exportPlan.ts';
import { createExporter } from '../../../src/exports/createExporter.ts';
import { cleanUp } from '../cleanup.ts';
import { openSandboxClient } from '../service/client.ts';
import type { ChildOrder } from './exportChild.ts';
import { jobOf, newFile, runOf, sourceOf } from './exporting.ts';
import { sizeOf } from '../../support/sizes.ts';

const LIMIT = 40;
const CUSTOMER_COUNT = 2_003;
const KILL_COUNT = sizeOf('exportKills');
const PAGE_COUNT = Math.ceil(CUSTOMER_COUNT / LIMIT);
const child = join(import.meta.dirname, 'exportChild.ts');

/** Returns a mulberry32 generator, so that each run of the tests has the same kill points. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Runs an export in another process and kills it after `lines` lines.
 * @returns whether the export ended before
 */
async function runUntil(order: ChildOrder, lines: number): Promise<boolean> {
  const running = spawn(process.execPath, [child, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(running, 'exit');
  let lineCount = 0;
  let isDone = false;
  for await (const line of createInterface(running.stdout)) {
    if (line.startsWith('{')) isDone = true;
    lineCount++;
    if (lineCount === lines) running.kill('SIGKILL');
  }
  const [code] = (await exited) as [number | null];
  assert.ok(code === null || code === 0, `the child ended with ${code}`);
  return isDone;
}

const plans: readonly Partial<ExportPlan>[] = [
  { format: 'ndjson' },
  { format: 'json', masks: { name: 'drop' } },
  { format: 'csv' },
  { format: 'csv', lists: 'columns' },
  { format: 'parquet' },
];

describe('export that is killed and resumed', function () {
  this.timeout(120_000);
  afterEach(cleanUp);

  for (const [index, plan] of plans.entries()) {
    it(`loses no record and writes none twice as ${JSON.stringify(plan)}`, async () => {
      const { sandbox, service } = await openSandboxClient({}, CUSTOMER_COUNT);
      const query = { botId: sandbox.botId, limit: LIMIT };
      const wholeFile = newFile();
      await createExporter().start(
        jobOf(wholeFile, plan, { query }),
        sourceOf(service, query),
        runOf(),
      );

      const file = newFile();
      const order = { baseUrl: sandbox.baseUrl, file, plan, limit: LIMIT };
      const random = seeded(index + 1);
      let kills = 0;
      let isDone = false;
      while (!isDone) {
        const lines = kills < KILL_COUNT ? 2 + Math.floor(random() * (PAGE_COUNT / 2)) : Infinity;
        isDone = await runUntil({ ...order, isResumed: existsSync(`${file}.checkpoint`) }, lines);
        if (!isDone) kills++;
        assert.equal(existsSync(file), isDone, 'only a finished export has the final file name');
      }
      assert.ok(kills >= 2, `${kills} kills`);
      assert.deepEqual(readFileSync(file), readFileSync(wholeFile));
      assert.equal(readdirSync(dirname(file)).length, 1);
    });
  }
});
