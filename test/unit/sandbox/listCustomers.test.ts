import assert from 'node:assert/strict';

import type { CustomerRecord } from '../../../src/base/model.ts';
import type { Sandbox } from '../../../src/sandbox/startSandbox.ts';
import { closeSandboxes, openSandbox, page, send, sendList } from './client.ts';

/** Returns all customers, read in pages of this size. */
async function walk(sandbox: Sandbox, limit: number, from?: number): Promise<CustomerRecord[]> {
  const records: CustomerRecord[] = [];
  let next: string | null | undefined;
  do {
    const currentPage = await page(sandbox, {
      limit,
      ...(from && { from }),
      ...(next && { next }),
    });
    records.push(...currentPage.records);
    next = currentPage.next;
  } while (next);
  return records;
}

describe('Sandbox: customer list', () => {
  afterEach(closeSandboxes);

  it('returns the same customers with any page size', async () => {
    const sandbox = await openSandbox({ customers: 250 });
    const whole = await walk(sandbox, 3086);
    assert.equal(whole.length, 250);
    assert.deepEqual(await walk(sandbox, 17), whole);
    assert.deepEqual(await walk(sandbox, 125), whole);
  });

  it('returns the same bytes from another sandbox at another time', async () => {
    const first = await openSandbox({ customers: 500, clock: { now: () => 1_000_000_000_000 } });
    const second = await openSandbox({ customers: 500, clock: { now: () => 1_900_000_000_000 } });
    const bodies = [await sendList(first, { limit: 500 }), await sendList(second, { limit: 500 })];
    assert.equal(bodies[0]?.text, bodies[1]?.text);
  });

  it('has no "next" on the last page, even if that page is exactly full', async () => {
    const sandbox = await openSandbox({ customers: 20 });
    assert.ok('next' in (await page(sandbox, { limit: 19 })));
    for (const limit of [20, 21]) {
      const last = await page(sandbox, { limit });
      assert.equal(last.records.length, 20);
      assert.ok(!('next' in last));
    }
  });

  it('answers for a bot without customers with an empty last page', async () => {
    const sandbox = await openSandbox({ customers: 0 });
    assert.deepEqual((await sendList(sandbox, { limit: 1 })).json, {
      res: { records: [] },
      status: 200,
    });
  });

  it('accepts a page key repeatedly, also after a restart', async () => {
    const sandbox = await openSandbox({ customers: 100 });
    const { next } = await page(sandbox, { limit: 30 });
    const second = await page(sandbox, { limit: 30, next: next ?? null });
    await page(sandbox, { limit: 30, next: second.next ?? null });
    assert.deepEqual(await page(sandbox, { limit: 30, next: next ?? null }), second);
    const restarted = await openSandbox({ customers: 100 });
    assert.deepEqual(await page(restarted, { limit: 30, next: next ?? null }), second);
  });

  it('rejects a page key that it did not issue', async () => {
    const sandbox = await openSandbox();
    const { next } = await page(sandbox, { limit: 5 });
    assert.ok(next);
    const changed = (next.startsWith('A') ? 'B' : 'A') + next.slice(1);
    const other = await openSandbox({ botId: 'other' });
    assert.equal((await sendList(other, { limit: 5, next })).httpStatus, 400);
    for (const wrong of ['x', '', '0', 'next', changed, `${next}A`, next.slice(1), `${next}=`]) {
      const reply = await sendList(sandbox, { limit: 5, next: wrong });
      assert.deepEqual([wrong, reply.httpStatus], [wrong, 400]);
      assert.match(reply.errorMessage, /next/);
    }
  });

  it('returns only customers who were active strictly after `from`', async () => {
    const sandbox = await openSandbox({ customers: 1500 });
    const records = await walk(sandbox, 3086);
    const times = records.map((record) => record.lastActive).toSorted((a, b) => b - a);
    for (const from of [times[0], times[1], times[700], times[1499]] as number[]) {
      const expected = records.filter((record) => record.lastActive > from);
      assert.deepEqual(await walk(sandbox, 3086, from), expected);
      assert.deepEqual(await walk(sandbox, 333, from), expected);
      assert.deepEqual((await walk(sandbox, 3086, from - 1)).length, expected.length + 1);
    }
  });

  for (const limit of [undefined, '', 0, 3087, -1, 1.5, '1e2', '+5', ' 5', 'ten', '9'.repeat(30)]) {
    it(`rejects the limit ${JSON.stringify(limit)}`, async () => {
      const sandbox = await openSandbox();
      const reply = await sendList(sandbox, { limit });
      assert.deepEqual([reply.httpStatus, reply.errorCode], [400, 400]);
      assert.match(reply.errorMessage, /limit.*1 to 3086/);
    });
  }

  it('accepts the smallest and the largest limit', async () => {
    const sandbox = await openSandbox({ customers: 4000 });
    assert.equal((await page(sandbox, { limit: 1 })).records.length, 1);
    assert.equal((await page(sandbox, { limit: 3086 })).records.length, 3086);
  });

  for (const from of ['', 'now', 179_300_000_000, 17_930_000_000_000, '1.79e12', -1]) {
    it(`rejects the "from" value ${JSON.stringify(from)}`, async () => {
      const sandbox = await openSandbox();
      const reply = await sendList(sandbox, { limit: 1, from });
      assert.equal(reply.httpStatus, 400);
      assert.match(reply.errorMessage, /from/);
    });
  }

  it('rejects another bot, and a missing bot', async () => {
    const sandbox = await openSandbox();
    assert.equal((await sendList(sandbox, { limit: 1, botId: 'other' })).httpStatus, 404);
    assert.equal((await send(sandbox, 'GET /v1/api/bot/customers?limit=1')).httpStatus, 400);
  });
});
