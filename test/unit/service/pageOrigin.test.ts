import assert from 'node:assert/strict';
import { CustomerPager } from '../../../src/customers/customerPager.ts';
import { fakeService, pageOf } from '../base/fakes.ts';

const QUERY = { botId: 'b', limit: 2, from: 1_700_000_000_000 };

describe('CustomerPager.origin', () => {
  /** Creates a pager of four pages, the second empty. Its clock advances with each reading. */
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

  const expectedOrigins = [
    { query: QUERY, time: 100 },
    { query: { ...QUERY, next: 'k2' }, time: 101 },
    { query: { ...QUERY, next: 'k3' }, time: 102 },
    undefined,
  ];
  const origins = (customerPager: CustomerPager) =>
    [0, 1, 2, 3].map((page) => customerPager.origin(page));

  it('returns the query and time of each page, also after an empty page', async () => {
    const customerPager = pager();
    for (let call = 0; call < 3; call++) await customerPager.loadMore();
    assert.deepEqual(origins(customerPager), expectedOrigins);
  });

  it('returns the same if many pages are loaded together', async () => {
    const customerPager = pager();
    await customerPager.loadPages(Number.POSITIVE_INFINITY, 1000);
    assert.deepEqual(origins(customerPager), expectedOrigins);
  });
});
