import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';

import * as fc from 'fast-check';

import { ODD_FIELD, oddJson } from '../../../src/sandbox/spoiledData.ts';
import { switchTable } from '../../../src/sandbox/switches.ts';
import type { Page } from './client.ts';
import { closeSandboxes, openSandbox, page, sendList } from './client.ts';

/** Returns the value without the field that unusual spellings add to each object. */
function withoutOddField(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutOddField);
  const entries = Object.entries(value).filter(([key]) => key !== 'x_unknown');
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutOddField(field)]));
}

describe('Sandbox: switches of the customer list', () => {
  afterEach(closeSandboxes);

  it('nextAtEnd sets the form of "next" on the last page', async () => {
    const sandbox = await openSandbox({ switches: { nextAtEnd: 'null' } });
    assert.equal((await page(sandbox, { limit: 20 })).next, null);
    sandbox.switches.nextAtEnd = 'empty';
    assert.equal((await page(sandbox, { limit: 20 })).next, '');
    assert.match((await page(sandbox, { limit: 19 })).next ?? '', /./);
  });

  it('otherLimit accepts a page key with another limit', async () => {
    const sandbox = await openSandbox();
    const { next = null } = await page(sandbox, { limit: 5 });
    const reply = await sendList(sandbox, { limit: 6, next });
    assert.equal(reply.httpStatus, 400);
    assert.match(reply.errorMessage, /limit 5 and not to 6/);
    sandbox.switches.otherLimit = 'ok';
    assert.equal((await page(sandbox, { limit: 6, next })).records.length, 6);
  });

  it('pagingLoop repeats the same "next"', async () => {
    const sandbox = await openSandbox({ customers: 10, switches: { pagingLoop: 'on' } });
    const first = await page(sandbox, { limit: 6 });
    const second = await page(sandbox, { limit: 6, next: first.next ?? null });
    const third = await page(sandbox, { limit: 6, next: second.next ?? null });
    assert.ok(first.next);
    assert.deepEqual([second.next, third.next], [first.next, first.next]);
    assert.deepEqual(
      [first, second].map(({ records }) => records.length),
      [6, 4],
    );
  });

  it('failingFrom fails pages from this customer on', async () => {
    const sandbox = await openSandbox({ customers: 10, switches: { failingFrom: 4 } });
    const first = await page(sandbox, { limit: 4 });
    assert.equal(first.records.length, 4);
    const reply = await sendList(sandbox, { limit: 4, next: first.next ?? null });
    assert.deepEqual([reply.httpStatus, reply.errorCode], [503, 503]);
    sandbox.switches.failingFrom = 0;
    assert.equal((await page(sandbox, { limit: 4, next: first.next ?? null })).records.length, 4);
  });

  it('emptyPages puts empty pages before each full page', async () => {
    const sandbox = await openSandbox({ customers: 10, switches: { emptyPages: 3 } });
    const pages: Page[] = [];
    let next: string | null | undefined = null;
    do {
      const currentPage: Page = await page(sandbox, { limit: 6, next });
      pages.push(currentPage);
      next = currentPage.next;
    } while (next);
    assert.deepEqual(
      pages.map(({ records }) => records.length),
      [0, 0, 0, 6, 0, 0, 0, 4],
    );
    assert.equal(new Set(pages.map((currentPage) => currentPage.next)).size, pages.length);
  });

  it('badRecords replaces every nth record with another value', async () => {
    const sandbox = await openSandbox({ customers: 40 });
    const goodPage = await page(sandbox, { limit: 40 });
    sandbox.switches.badRecords = 4;
    const { records } = await page(sandbox, { limit: 40 });
    const changed = [...records.keys()].filter((index) => {
      return JSON.stringify(records[index]) !== JSON.stringify(goodPage.records[index]);
    });
    assert.deepEqual(changed, [3, 7, 11, 15, 19, 23, 27, 31, 35, 39]);
    const wrong = changed.slice(0, 5).map((index): unknown => records[index]);
    assert.deepEqual(wrong, [null, 'customer', 42, ['customer'], null]);
  });

  it('badFields breaks fields of each record', async () => {
    const sandbox = await openSandbox({ customers: 3 });
    const goodRecords = (await page(sandbox, { limit: 3 })).records;
    const spoiled: Record<string, string[][]> = {};
    for (const badFields of switchTable.badFields.values) {
      sandbox.switches.badFields = badFields;
      const { records } = await page(sandbox, { limit: 3 });
      const names = Object.keys({ ...goodRecords[0], phone: '', gender: '', extId: '' }) as 'id'[];
      spoiled[badFields] = records.map((record, index) =>
        names.filter(
          (name) => JSON.stringify(record[name]) !== JSON.stringify(goodRecords[index]?.[name]),
        ),
      );
    }
    const threeTimes = <T>(value: T) => [value, value, value];
    const { tags, numbers, ...others } = spoiled;
    assert.deepEqual(others, {
      off: threeTimes([]),
      texts: threeTimes(['status', 'created', 'lastActive']),
      nulls: threeTimes(['tags', 'params']),
      ids: [['id'], ['pageId'], ['platform']],
      missing: threeTimes(['name', 'status', 'params']),
    });
    assert.deepEqual(
      numbers?.map((names) => names.toSorted()),
      threeTimes(['extId', 'gender', 'phone']),
    );
    assert.ok(tags?.flat().every((name) => name === 'tags') && tags.flat().length > 0);
  });

  it('numberSpelling writes numbers and texts in unusual forms', async () => {
    const sandbox = await openSandbox();
    const plain = await sendList(sandbox, { limit: 20 });
    sandbox.switches.numberSpelling = 'odd';
    const odd = await sendList(sandbox, { limit: 20 });
    assert.deepEqual(withoutOddField(odd.json), plain.json);
    for (const spelling of [/ 200\.0/, /: 1\.\d+e\+12\b/, /"\\u0046B"/, /\r\n\t/, / ,\t/, /\\\//]) {
      assert.match(odd.text, spelling);
    }
    assert.ok(odd.text.split(ODD_FIELD).length > 21);
    assert.deepEqual(Object.keys(plain.json ?? {}), ['res', 'status']);
    assert.deepEqual(Object.keys(odd.json ?? {}), ['x_unknown', 'status', 'res']);
  });

  it('numberSpelling keeps the meaning of any JSON', () => {
    const noNegativeZero = fc
      .jsonValue()
      .map((value) => JSON.parse(JSON.stringify(value)) as unknown);
    fc.assert(
      fc.property(noNegativeZero, (value) => {
        assert.deepEqual(withoutOddField(JSON.parse(oddJson(value))), withoutOddField(value));
      }),
    );
  });

  it('latencyMs delays answers', async () => {
    const sandbox = await openSandbox({ switches: { latencyMs: 30 } });
    const started = performance.now();
    await page(sandbox, { limit: 1 });
    // A timer can fire a few milliseconds early.
    assert.ok(performance.now() - started >= 25);
  });

  it('latencyMs releases waiting answers when it is lowered', async () => {
    const sandbox = await openSandbox({ switches: { latencyMs: 600_000 } });
    const waiting = page(sandbox, { limit: 1 });
    while (sandbox.requests.listCustomers === 0) await setImmediate();
    sandbox.switches.latencyMs = 0;
    await waiting;
  });
});
