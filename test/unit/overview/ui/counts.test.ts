import assert from 'node:assert/strict';
import type { CustomerPage } from '../../../../src/base/model.ts';
import { lazy } from '../../../../src/base/promises.ts';
import { MemoryHistory } from '../../../../src/catalogue/store/memoryStores.ts';
import { CustomerPager } from '../../../../src/customers/customerPager.ts';
import { aggregateOfPages, createCounting } from '../../../../src/overview/customerSums.ts';
import { BOT, FakeClock, fakeService, pageOf } from '../../base/fakes.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const { Counts } = await withVscodeTexts(() => import('../../../../src/overview/ui/counts.ts'));

/** Opens a Customers panel that gets these pages. `countedRows` receives the number of rows of each count. */
function openPanel(pages: readonly CustomerPage[]) {
  const remaining = [...pages];
  const hooks = {
    /** Called in a load of several pages after the last page was added. */
    afterLastPage: async (): Promise<void> => undefined,
    /** Called at the end of each count. */
    afterCount: async (): Promise<void> => undefined,
  };
  const service = fakeService({
    listCustomers: async () => remaining.shift() ?? assert.fail('one request too many'),
    walkCustomers: async function* () {
      yield* remaining.splice(0);
      await hooks.afterLastPage();
    },
  });
  const panel = {
    bot: BOT,
    query: { limit: 2, from: null as number | null },
    pager: new CustomerPager(async () => service, { botId: BOT.botId, limit: 2 }),
    patched: new Map<number, string>(),
  };
  const countedRows: number[] = [];
  const history = new MemoryHistory({ bots: () => [BOT] });
  const counts = new Counts(
    {
      clock: new FakeClock(),
      history: lazy(async () => history),
      panels: { all: () => [panel] },
      overview: lazy(async () => ({
        createCounting,
        aggregateOfPages: async (loaded, signal, report) => {
          const aggregate = await aggregateOfPages(loaded, signal, report);
          countedRows.push(aggregate.customers);
          await hooks.afterCount();
          return aggregate;
        },
      })),
    },
    BOT.key,
  );
  const read = async () => {
    const { signal } = new AbortController();
    return (await counts.read(BOT, null, signal, () => undefined))?.scope;
  };
  return { panel, counts, countedRows, hooks, read };
}

const RECORDS = [{ id: 'a' }, { id: 'b' }];

describe('Counts', () => {
  it('offers the loaded customers as soon as the panel of the bot has rows', async () => {
    const { panel, counts, read } = openPanel([pageOf(RECORDS)]);
    assert.deepEqual(await counts.sources(BOT), []);
    assert.equal(await read(), undefined);
    await panel.pager.loadMore();
    assert.deepEqual(await counts.sources(BOT), ['loaded']);
    assert.deepEqual(await read(), { source: 'loaded', choice: 'All customers', isWhole: true });
    panel.bot = { ...BOT, key: 'other' };
    assert.deepEqual(await counts.sources(BOT), [], 'rows of another bot');
  });

  it('counts again only after the panel has loaded or changed rows', async () => {
    const { panel, countedRows, read } = openPanel([pageOf(RECORDS, 'k1'), pageOf([{ id: 'c' }])]);
    await panel.pager.loadMore();
    const partial = { source: 'loaded', choice: 'Not all customers', isWhole: false };
    assert.deepEqual([await read(), await read()], [partial, partial]);
    assert.deepEqual(countedRows, [2]);
    await panel.pager.loadMore();
    assert.equal((await read())?.isWhole, true);
    assert.deepEqual(countedRows, [2, 3]);
    panel.patched.set(0, '{"id":"a","tags":[]}');
    await read();
    await read();
    assert.deepEqual(countedRows, [2, 3, 3]);
  });

  it('counts again after a row that had changed before has changed again, also during a count', async () => {
    const { panel, countedRows, hooks, read } = openPanel([pageOf(RECORDS)]);
    await panel.pager.loadMore();
    panel.patched.set(0, '{"id":"a","tags":[{"id":"tag-1"}]}');
    await read();
    panel.patched.set(0, '{"id":"a","tags":[]}');
    hooks.afterCount = async () => void panel.patched.set(1, '{"id":"b","tags":[]}');
    assert.equal((await read())?.isWhole, true);
    assert.deepEqual(countedRows, [2, 2]);
    await read();
    await read();
    assert.deepEqual(countedRows, [2, 2, 2]);
  });

  it('calls a count whole when the load of several pages has ended, without counting again', async () => {
    const { panel, countedRows, hooks, read } = openPanel([pageOf(RECORDS)]);
    hooks.afterLastPage = async () => {
      assert.equal((await read())?.isWhole, false);
    };
    await panel.pager.loadPages(Number.POSITIVE_INFINITY, 10);
    assert.equal(panel.pager.state, 'end');
    assert.equal((await read())?.isWhole, true);
    assert.deepEqual(countedRows, [2]);
  });

  it('does not call a count whole if rows were loaded meanwhile or only active customers are loaded', async () => {
    const { panel, hooks, read } = openPanel([pageOf(RECORDS, 'k1'), pageOf([{ id: 'c' }])]);
    await panel.pager.loadMore();
    hooks.afterCount = () => panel.pager.loadMore();
    assert.equal((await read())?.isWhole, false);
    hooks.afterCount = async () => undefined;
    assert.equal((await read())?.isWhole, true);
    panel.query.from = 1_700_000_000_000;
    panel.patched.set(0, '{"id":"a"}');
    assert.equal((await read())?.isWhole, false);
  });
});
