import assert from 'node:assert/strict';
import { Cancelled } from '../../../src/base/errors.ts';
import type { Customer } from '../../../src/base/model.ts';
import { aggregateOfPages } from '../../../src/overview/customerSums.ts';
import { cleanUp } from '../cleanup.ts';
import { pageOf } from '../base/fakes.ts';
import { openSandboxClient, SIGNAL } from '../service/client.ts';
import { naiveAggregate } from './naiveAggregate.ts';

const NOW = Date.UTC(2026, 10, 22);
const loadedPages = (
  pages: readonly ReturnType<typeof pageOf>[],
  patched = new Map<number, string>(),
) => ({
  pages,
  patched,
  time: NOW,
});

describe('aggregateOfPages', () => {
  afterEach(cleanUp);

  it('counts the customers of the sandbox like an independent reader of the bytes', async () => {
    const { service, sandbox } = await openSandboxClient({}, 1500);
    const pages = [];
    const customers: Customer[] = [];
    const query = { botId: sandbox.botId, limit: 400 };
    for await (const page of service.walkCustomers(query, SIGNAL)) {
      const answer = Buffer.from(page.body).toString();
      customers.push(...(JSON.parse(answer) as { res: { records: Customer[] } }).res.records);
      pages.push(page);
    }
    assert.equal(customers.length, 1500);
    assert.deepEqual(
      await aggregateOfPages(loadedPages(pages), SIGNAL),
      naiveAggregate(customers, NOW),
    );
  });

  it('counts a customer with an ID once: the first record, with the tags that its row shows now', async () => {
    const origin = { pageId: 'p', platform: 'LINE' };
    const old = { id: 'old', name: 'Old', timestamp: Date.UTC(2026, 1, 1) };
    const twice = { ...origin, id: 'a', tags: [old] };
    const withoutId = { ...origin, id: '', tags: [old] };
    const pages = [pageOf([twice, 'bad', withoutId], 'key'), pageOf([twice, withoutId])];
    const tags = [{ id: 7, name: 'New' }, { id: 'odd' }, 'odd', null];
    const shown = await aggregateOfPages(
      loadedPages(pages, new Map([[0, JSON.stringify({ ...twice, tags })]])),
      SIGNAL,
    );
    const patchedCustomer = { ...twice, tags: [{ id: '7', name: 'New' }] };
    assert.deepEqual(shown, naiveAggregate([patchedCustomer, withoutId, withoutId], NOW));
  });

  it('reports its progress, yields to other work, and stops when it is aborted', async () => {
    const page = pageOf(Array.from({ length: 1000 }, (_, id) => ({ id: `${id}`, tags: [] })));
    const stop = new AbortController();
    const reported: (readonly [number, number])[] = [];
    const counting = aggregateOfPages(
      loadedPages(Array.from({ length: 400 }, () => page)),
      stop.signal,
      (rows, total) => {
        reported.push([rows, total]);
        if (reported.length === 2) stop.abort(new Cancelled());
      },
    );
    await assert.rejects(counting, Cancelled);
    const [[rows, total] = [0, 0]] = reported;
    assert.ok(reported.length === 2 && rows > 0 && rows < total && total === 400_000);
  });
});
