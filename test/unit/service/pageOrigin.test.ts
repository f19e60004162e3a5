import assert from 'node:assert/strict';
import { CustomerPager } from '../../../src/customers/customerPager.ts';
import { fakeService, pageOf } from '../base/fakes.ts';

const QUERY = { botId: 'b', limit: 2, from: 1_700_000_000_000 };

describe('core: how a loaded page came', () => {
  /** Four pages, of which the second is empty, at a clock that goes on with each look. */
  function pager(): CustomerPager {
    const pages = [pageOf(['a'], 'k1'), pageOf([], 'k2'), pageOf(['c'], 'k3'), pageOf(['d'])];
    const service = fakeService({
      listCustomers: async () => pages.shift() ?? assert.fail(),
      walkCustomers: async function* () {
        for (const page of pages.splice(0)) yield page;
      },
    });
    let now = 100;
    return new CustomerPager(() => Promise.resolve(service), QUERY, { now: () => now++ });
  }

  const wanted = [
    { query: QUERY, time: 100 },
    { query: { ...QUERY, next: 'k2' }, time: 101 },
    { query: { ...QUERY, next: 'k3' }, time: 102 },
    undefined,
  ];
  const origins = (of: CustomerPager) => [0, 1, 2, 3].map((page) => of.origin(page));

  it('is its own query and time, behind an empty page too', async () => {
    const one = pager();
    for (let call = 0; call < 3; call++) await one.loadMore();
    assert.deepEqual(origins(one), wanted);
  });

  it('is the same when many are loaded at once', async () => {
    const one = pager();
    await one.loadPages(Number.POSITIVE_INFINITY, 1000);
    assert.deepEqual(origins(one), wanted);
  });
});
