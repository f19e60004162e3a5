import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ExportPlan } from '../../../src/core/exports/exportPlan.ts';
import { createExporter } from '../../../src/export/createExporter.ts';
import { cleanUp } from '../cleanup.ts';
import { openSandboxClient } from '../http/client.ts';
import type { ChildOrder } from './exportChild.ts';
import { jobOf, newFile, runOf, sourceOf } from './exporting.ts';
import { sizeOf } from '../../support/sizes.ts';

const LIMIT = 40;
const CUSTOMERS = 2_003;
const KILLS = sizeOf('exportKills');
const PAGES = Math.ceil(CUSTOMERS / LIMIT);
const child = join(import.meta.dirname, 'exportChild.ts');

/** The same moments in each run of the tests (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Of a file, or of each part of a dataset; its manifest has times. */
function contents(path: string): readonly string[] {
  if (!statSync(path).isDirectory()) return [readFileSync(path, 'base64')];
  const parts = readdirSync(path).filter((name) => name !== 'manifest.json');
  return parts.toSorted().flatMap((name) => [name, ...contents(join(path, name))]);
}

/** Runs an export in a process of its own and kills it after so many lines of progress; whether it got to its end. */
async function runUntil(order: ChildOrder, lines: number): Promise<boolean> {
  const running = spawn(process.execPath, [child, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(running, 'exit');
  let heard = 0;
  let isDone = false;
  for await (const line of createInterface(running.stdout)) {
    if (line.startsWith('{')) isDone = true;
    heard++;
    if (heard === lines) running.kill('SIGKILL');
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
  { format: 'dataset', partSize: 190, masks: { name: 'drop' } },
];

describe('export: killed and resumed', function () {
  this.timeout(120_000);
  afterEach(cleanUp);

  for (const [index, plan] of plans.entries()) {
    it(`loses and doubles nothing as ${JSON.stringify(plan)}`, async () => {
      const { sandbox, service } = await openSandboxClient({}, CUSTOMERS);
      const query = { botId: sandbox.botId, limit: LIMIT };
      const whole = newFile();
      await createExporter().start(
        jobOf(whole, plan, { query }),
        sourceOf(service, query),
        runOf(),
      );

      const file = newFile();
      const order = { baseUrl: sandbox.baseUrl, file, plan, limit: LIMIT };
      const random = seeded(index + 1);
      let kills = 0;
      let isDone = false;
      while (!isDone) {
        const lines = kills < KILLS ? 2 + Math.floor(random() * (PAGES / 2)) : Infinity;
        isDone = await runUntil({ ...order, isResumed: existsSync(`${file}.checkpoint`) }, lines);
        if (!isDone) kills++;
        assert.equal(existsSync(file), isDone, 'only a finished export has its name');
      }
      assert.ok(kills >= 2, `${kills} kills`);
      assert.deepEqual(contents(file), contents(whole));
      assert.equal(readdirSync(dirname(file)).length, 1);
    });
  }
});

describe('export: a dataset, killed while its parts are written', function () {
  this.timeout(120_000);
  afterEach(cleanUp);

  it('keeps the parts that are whole, and has no half dataset at any moment', async () => {
    const { sandbox, service } = await openSandboxClient({}, 400);
    const query = { botId: sandbox.botId, limit: LIMIT };
    const plan = { format: 'dataset', partSize: 90, masks: { name: 'drop' } } as const;
    const whole = newFile('whole');
    const job = jobOf(whole, plan, { query });
    await createExporter().start(job, sourceOf(service, query), runOf());

    const file = newFile('dataset');
    const converting = `${file}.converting`;
    const order = { baseUrl: sandbox.baseUrl, file, plan, limit: LIMIT };
    const moments = [
      // In a part, between two of them, at the end of all, in the manifest, before and after it has its place.
      ['before', 'part-00000.parquet'],
      ['after', 'part-00001.parquet'],
      ['before', 'part-00002.parquet'],
      ['after', 'part-00004.parquet'],
      ['before', 'manifest.json'],
      ['before', 'dataset'],
      ['after', 'dataset'],
    ] as const;
    const kept = new Map<string, number>();
    for (const [when, name] of moments) {
      const isResumed = existsSync(`${file}.checkpoint`);
      const dies = { when, name };
      assert.equal(await runUntil({ ...order, isResumed, dies }, Infinity), false);
      const isPlaced = when === 'after' && name === 'dataset';
      assert.equal(existsSync(file), isPlaced, `${when} ${name}`);
      if (isPlaced) break;
      const wholeParts = readdirSync(converting).filter((one) => one.startsWith('part-'));
      for (const [part, modified] of kept) {
        assert.equal(statSync(join(converting, part)).mtimeMs, modified, 'not written again');
      }
      for (const part of wholeParts) kept.set(part, statSync(join(converting, part)).mtimeMs);
    }
    assert.equal(kept.size, 5);
    assert.deepEqual(contents(file), contents(whole));
    assert.equal(await runUntil({ ...order, isResumed: true }, Infinity), true);
    assert.deepEqual(contents(file), contents(whole));
    assert.deepEqual(readdirSync(dirname(file)), ['dataset']);
  });
});
