import assert from 'node:assert/strict';
import { CustomerPager } from '../../../src/customers/customerPager.ts';
import type { CustomerQuery } from '../../../src/base/model.ts';
import { fakeService, pageOf } from '../base/fakes.ts';

const QUERY = { botId: 'b', limit: 2, from: 1_700_000_000_000 };

describe('CustomerPager.locate', () => {
  it('finds every row in pages of any length, and none outside', async () => {
    const lengths = [1, 3, 2, 1, 5, 1, 1, 4, 0];
    const steps = lengths.map((length, index) => {
      const ids = Array.from({ length }, (_, rowIndex) => `${index}-${rowIndex}`);
      return pageOf(ids, index + 1 < lengths.length ? `k${index}` : undefined);
    });
    const service = fakeService({ listCustomers: async () => steps.shift() ?? assert.fail() });
    const pager = new CustomerPager(() => Promise.resolve(service), QUERY);
    for (const _ of lengths) await pager.loadMore();
    const expected = lengths.flatMap((length, page) =>
      Array.from({ length }, (_, index) => [pager.pages[page], page + 1, index]),
    );
    const locations = expected.map((_, row) => pager.locate(row) ?? assert.fail());
    assert.deepEqual(
      locations.map(({ page, pageNumber, index }) => [page, pageNumber, index]),
      expected,
    );
    for (const row of [-1, pager.rowCount, Infinity, NaN])
      assert.equal(pager.locate(row), undefined);
  });

  /** Creates a pager of four pages, the second without rows. Its clock advances with each reading. */
  function createPager() {
    const pages = [pageOf(['a'], 'k1'), pageOf([], 'k2'), pageOf(['c'], 'k3'), pageOf(['d'])];
    const queries: CustomerQuery[] = [];
    const service = fakeService({
      listCustomers: async (query) => {
        queries.push(query);
        return pages.shift() ?? assert.fail();
      },
      walkCustomers: async function* () {
        for (const page of pages.splice(0)) yield page;
      },
    });
    let now = 100;
    const clock = { now: () => now++ };
    return { pager: new CustomerPager(() => Promise.resolve(service), QUERY, clock), queries };
  }

  const timesOfRows = (pager: CustomerPager) => [0, 1, 2, 3].map((row) => pager.locate(row)?.time);

  it('returns for each row the time of its page, also after an empty page', async () => {
    const { pager, queries } = createPager();
    for (let call = 0; call < 3; call++) await pager.loadMore();
    assert.deepEqual(timesOfRows(pager), [100, 101, 102, undefined]);
    const nextQueries = ['k1', 'k2', 'k3'].map((next) => ({ ...QUERY, next }));
    assert.deepEqual(queries, [QUERY, ...nextQueries]);
  });

  it('returns the same times if many pages are loaded together', async () => {
    const { pager } = createPager();
    await pager.loadPages(Number.POSITIVE_INFINITY, 1000);
    assert.deepEqual(timesOfRows(pager), [100, 101, 102, undefined]);
  });
});
