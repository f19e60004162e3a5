import assert from 'node:assert/strict';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { MAX_LIMIT } from '../../../src/base/model.ts';
import { activeAtMost, lastActiveAt } from '../../../src/sandbox/madeCustomers.ts';
import { writePageKey } from '../../../src/sandbox/listCustomers.ts';
import type { Sandbox } from '../../../src/sandbox/startSandbox.ts';
import { cpuTimeOf } from '../../support/cpuTime.ts';
import { closeSandboxes, openSandbox, page } from './client.ts';

const MILLION = 1_000_000;
/**
 * CPU time limit for a page, in ms: far above what a page takes, and far below what a million
 * records take (over 10 s and over 500 MB).
 */
const PAGE_MS = 1500;
/** Limit for the growth of the heap over several pages. */
const GROWTH_BYTES = 24 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapNow(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Returns the key of the page that starts at this customer. */
function keyAt(sandbox: Sandbox, index: number): string {
  return writePageKey(sandbox.botId, { index, emptyPageCount: 0, limit: MAX_LIMIT });
}

describe('Sandbox: a million customers', () => {
  let sandbox: Sandbox;

  before(async () => {
    sandbox = await openSandbox({ customers: MILLION });
  });
  after(closeSandboxes);

  it('serve the first page and pages in the middle quickly, without heap growth', async () => {
    await page(sandbox, { limit: MAX_LIMIT });
    const before = heapNow();
    for (const index of [0, 250_000, 500_000, 750_000, 990_000]) {
      const cpuMs = await cpuTimeOf(async () => {
        const { records, next } = await page(sandbox, {
          limit: MAX_LIMIT,
          next: keyAt(sandbox, index),
        });
        assert.equal(records.length, MAX_LIMIT);
        assert.equal(next, keyAt(sandbox, index + MAX_LIMIT));
      });
      assert.ok(cpuMs < PAGE_MS, `${cpuMs} ms`);
    }
    assert.ok(heapNow() - before < GROWTH_BYTES);
  });

  it('end with the last customer', async () => {
    const { records, next } = await page(sandbox, {
      limit: MAX_LIMIT,
      next: keyAt(sandbox, 999_990),
    });
    assert.deepEqual([records.length, next], [10, undefined]);
  });

  it('are different on different pages', async () => {
    const ids = new Set<string>();
    for (const index of [0, 3086, 700_000]) {
      const { records } = await page(sandbox, { limit: MAX_LIMIT, next: keyAt(sandbox, index) });
      for (const { id } of records) if (id !== '') ids.add(id);
    }
    // About 1 % of the customers have no ID.
    assert.ok(ids.size > 3 * MAX_LIMIT * 0.98);
  });

  it('are served up to `from`, starting at any page', async () => {
    // The customers are listed from the latest activity to the earliest, so the list ends near customer 400,000.
    const from = lastActiveAt(400_000);
    const cpuMs = await cpuTimeOf(async () => {
      const middle = await page(sandbox, { limit: MAX_LIMIT, from, next: keyAt(sandbox, 398_500) });
      const beyond = await page(sandbox, { limit: MAX_LIMIT, from, next: keyAt(sandbox, 500_000) });
      assert.ok(middle.records.length > 1000 && middle.records.length < 2500);
      assert.equal(middle.next, undefined);
      assert.ok(middle.records.every(({ lastActive }) => lastActive > from));
      assert.deepEqual(beyond.records, []);
    });
    assert.ok(cpuMs < PAGE_MS, `${cpuMs} ms`);
  });

  it('are ordered approximately by last activity', () => {
    const threeHours = 3 * 3_600_000;
    for (let index = 1; index < MILLION; index += 997) {
      assert.ok(activeAtMost(index) < activeAtMost(index - 1));
      const early = activeAtMost(index) - lastActiveAt(index);
      assert.ok(early >= 0 && early < threeHours);
    }
    assert.equal(String(lastActiveAt(MILLION)).length, 13);
  });
});
