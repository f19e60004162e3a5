import assert from 'node:assert/strict';

import { CustomerPager, type PagerChange } from '../../../src/customers/customerPager.ts';
import { Cancelled, ServiceError } from '../../../src/base/errors.ts';
import type { CustomerPage, CustomerQuery } from '../../../src/base/model.ts';
import { fakeService, pageOf } from '../base/fakes.ts';

const QUERY = { botId: 'b', limit: 2, from: 1_700_000_000_000 };

type Step = CustomerPage | Error | (() => Promise<CustomerPage>);

interface Walk {
  readonly pager: CustomerPager;
  readonly queries: CustomerQuery[];
  readonly events: string[];
}

/** Creates a pager over a service that returns these results in turn. */
function walkOver(steps: readonly Step[]): Walk {
  const queries: CustomerQuery[] = [];
  const events: string[] = [];
  const service = fakeService({
    listCustomers: async (query) => {
      const step = steps[queries.push(query) - 1];
      if (step === undefined) throw new Error('one request too many');
      if (step instanceof Error) throw step;
      return typeof step === 'function' ? step() : step;
    },
  });
  const pager = new CustomerPager(() => Promise.resolve(service), QUERY);
  const stateText = (): string => `${pager.state} ${pager.rowCount}`;
  pager.onDidChange((change) => events.push(`${textOfChange(change, pager)} ${stateText()}`));
  return { pager, queries, events };
}

function textOfChange(change: PagerChange, { rowCount }: CustomerPager): string {
  return change.kind === 'append' ? `append@${rowCount - change.page.records.length}` : 'status';
}

function problemOf(pager: CustomerPager): string {
  assert.ok(pager.error instanceof ServiceError, String(pager.error));
  return pager.error.problem.kind;
}

describe('CustomerPager', () => {
  it('sends bot, limit and from with every paging key, up to the last page', async () => {
    const { pager, queries, events } = walkOver([
      pageOf(['a', 'bad'], 'k1'),
      pageOf(['c', 'd'], 'k2'),
      pageOf(['e']),
    ]);
    for (let call = 0; call < 4; call++) await pager.loadMore();
    assert.deepEqual(queries, [QUERY, { ...QUERY, next: 'k1' }, { ...QUERY, next: 'k2' }]);
    assert.deepEqual(events, [
      'status loading 0',
      'append@0 idle 2',
      'status loading 2',
      'append@2 idle 4',
      'status loading 4',
      'append@4 end 5',
    ]);
    assert.deepEqual([pager.pages.length, pager.rowCount, pager.invalidCount], [3, 5, 1]);
  });

  it('ends with a single empty page', async () => {
    const { pager, events } = walkOver([pageOf([])]);
    await pager.loadMore();
    assert.deepEqual(events, ['status loading 0', 'append@0 end 0']);
  });

  it('joins a call to the load in progress', async () => {
    const { promise, resolve } = Promise.withResolvers<CustomerPage>();
    const { pager, queries } = walkOver([() => promise]);
    const calls = [pager.loadMore(), pager.loadMore()];
    assert.equal(pager.state, 'loading');
    resolve(pageOf(['a'], 'k'));
    await Promise.all(calls);
    assert.equal(queries.length, 1);
    assert.equal(pager.rowCount, 1);
  });

  it('keeps the loaded rows when a page fails, and requests the same page again', async () => {
    const failure = new ServiceError('listCustomers', { kind: 'lost', detail: 'x' }, 'refused');
    const { pager, queries, events } = walkOver([pageOf(['a'], 'k1'), failure, pageOf(['b'])]);
    await pager.loadMore();
    await pager.loadMore();
    assert.deepEqual([pager.state, pager.error, pager.rowCount], ['error', failure, 1]);
    assert.equal(events.at(-1), 'status error 1');
    await pager.loadMore();
    assert.deepEqual([pager.state, pager.error, pager.rowCount], ['end', undefined, 2]);
    assert.deepEqual(queries.slice(1), [
      { ...QUERY, next: 'k1' },
      { ...QUERY, next: 'k1' },
    ]);
  });

  it('reports a service that cannot be created', async () => {
    const failure = new Error('no backend');
    const pager = new CustomerPager(() => Promise.reject(failure), QUERY);
    await pager.loadMore();
    assert.deepEqual([pager.state, pager.error], ['error', failure]);
  });

  it('stops at a repeated key, keeps the page, and sends no more requests', async () => {
    const { pager, queries } = walkOver([
      pageOf(['a'], 'k1'),
      pageOf(['b'], 'k2'),
      pageOf(['c'], 'k1'),
    ]);
    for (let call = 0; call < 3; call++) await pager.loadMore();
    assert.deepEqual([pager.state, pager.rowCount], ['error', 3]);
    assert.equal(problemOf(pager), 'paging-loop');
    await pager.loadMore();
    assert.deepEqual([pager.state, pager.rowCount, queries.length], ['error', 3, 3]);
    assert.equal(problemOf(pager), 'paging-loop');
  });

  it('stops immediately when an empty page repeats a key', async () => {
    const { pager, queries } = walkOver([pageOf(['a'], 'k1'), pageOf([], 'k1'), pageOf(['never'])]);
    await pager.loadMore();
    await pager.loadMore();
    assert.deepEqual([pager.state, pager.rowCount, queries.length], ['error', 1, 2]);
    assert.equal(problemOf(pager), 'paging-loop');
    await pager.loadMore();
    assert.equal(queries.length, 2);
  });

  it('continues over 20 empty pages in a row', async () => {
    const empty = Array.from({ length: 20 }, (_, index) => pageOf([], `e${index}`));
    const { pager, queries, events } = walkOver([...empty, pageOf(['a'], 'k')]);
    await pager.loadMore();
    assert.deepEqual([pager.state, pager.rowCount, queries.length], ['idle', 1, 21]);
    assert.deepEqual(events, ['status loading 0', 'append@0 idle 1']);
  });

  it('stops after 21 empty pages, and continues from there on the next call', async () => {
    const empty = Array.from({ length: 21 }, (_, index) => pageOf([], `e${index}`));
    const { pager, queries } = walkOver([...empty, pageOf(['a'])]);
    await pager.loadMore();
    assert.equal(problemOf(pager), 'too-many-empty-pages');
    assert.equal(queries.length, 21);
    await pager.loadMore();
    assert.deepEqual([pager.state, pager.rowCount], ['end', 1]);
    assert.equal(queries.at(-1)?.next, 'e20');
  });

  it('leaves everything unchanged when it is stopped', async () => {
    const started = Promise.withResolvers<AbortSignal>();
    const service = fakeService({
      listCustomers: (_query, signal) => {
        started.resolve(signal);
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        return promise;
      },
    });
    const events: string[] = [];
    const pager = new CustomerPager(() => Promise.resolve(service), QUERY);
    pager.onDidChange(({ kind }) => events.push(kind));
    const loading = pager.loadMore();
    const signal = await started.promise;
    pager.stop();
    await loading;
    assert.ok(Cancelled.is(signal.reason));
    assert.deepEqual([pager.state, pager.error, pager.rowCount], ['idle', undefined, 0]);
    assert.deepEqual(events, ['status']);
  });

  it('ignores a page that arrives after it was stopped', async () => {
    const started = Promise.withResolvers<void>();
    const { promise, resolve } = Promise.withResolvers<CustomerPage>();
    const { pager, events } = walkOver([
      () => {
        started.resolve();
        return promise;
      },
    ]);
    const loading = pager.loadMore();
    await started.promise;
    pager.stop();
    resolve(pageOf(['late']));
    await loading;
    assert.deepEqual([pager.rowCount, events], [0, ['status loading 0']]);
  });

  it('does not stay in the loading state after a listener throws', async () => {
    const { pager } = walkOver([pageOf(['a'], 'k1'), pageOf(['b'])]);
    const throwingListener = pager.onDidChange(() => {
      throw new Error('a broken listener');
    });
    await assert.rejects(pager.loadMore(), /a broken listener/);
    assert.equal(pager.state, 'error');
    throwingListener.dispose();
    await pager.loadMore();
    assert.deepEqual([pager.state, pager.rowCount], ['idle', 1]);
  });
});

describe('CustomerPager.loadPages', () => {
  /** Creates a pager over a service with these pages of two rows. */
  function pagerOver(pages: readonly (CustomerPage | Error)[]) {
    /** Index of the first page and page limit of the walk, once for each page that is read. */
    const queries: (string | undefined)[] = [];
    const service = fakeService({
      async *walkCustomers(query, signal, count = Infinity) {
        const start = query.next === undefined ? 0 : Number(query.next.slice(1));
        for (const page of pages.slice(start, start + count)) {
          queries.push(`${start} ${count}`);
          await Promise.resolve();
          signal.throwIfAborted();
          if (page instanceof Error) throw page;
          yield page;
        }
      },
    });
    return { pager: new CustomerPager(() => Promise.resolve(service), QUERY), queries };
  }

  /** Returns pages with two rows each, all of which have a next page. */
  const pagesWithNext = (count: number) =>
    Array.from({ length: count }, (_, page) => pageOf(['a', 'b'], `k${page + 1}`));

  it('loads the requested number of pages, or all pages', async () => {
    const { pager } = pagerOver([...pagesWithNext(5), pageOf(['z'])]);
    const progressSteps: unknown[] = [];
    pager.onDidChange(() =>
      progressSteps.push([pager.state, pager.progress?.pages, pager.progress?.totalPages]),
    );
    await pager.loadPages(2, 100);
    assert.deepEqual([pager.rowCount, pager.state, pager.pages.length], [4, 'idle', 2]);
    assert.deepEqual(progressSteps, [
      ['loading', 0, 2],
      ['loading', 1, 2],
      ['loading', 2, 2],
      ['idle', undefined, undefined],
    ]);
    await pager.loadPages(Infinity, 100);
    assert.deepEqual([pager.rowCount, pager.state, pager.isAtRowLimit], [11, 'end', false]);
  });

  it('stops before a page that could exceed the limit, and requests no later page', async () => {
    const { pager, queries } = pagerOver(pagesWithNext(9));
    await pager.loadPages(Infinity, 7);
    assert.deepEqual([pager.rowCount, pager.state, pager.isAtRowLimit], [6, 'idle', true]);
    assert.deepEqual(queries, ['0 3', '0 3', '0 3']);
    await pager.loadPages(1, 8);
    assert.deepEqual([pager.rowCount, pager.isAtRowLimit], [8, false]);
  });

  it('joins a load in progress, and keeps the loaded rows when the load is canceled', async () => {
    const { pager } = pagerOver(pagesWithNext(9));
    const allPages = pager.loadPages(Infinity, 100);
    assert.equal(pager.loadMore(), allPages);
    const listening = pager.onDidChange(() => {
      if (pager.rowCount === 4) pager.cancelLoad();
    });
    await allPages;
    listening.dispose();
    assert.deepEqual([pager.rowCount, pager.state], [4, 'idle']);
    const reason = new Error('because');
    const joinedLoad = pager.loadPages(3, 100);
    pager.cancelLoad(reason);
    await joinedLoad;
    assert.deepEqual([pager.rowCount, pager.state, pager.error], [4, 'error', reason]);
    await pager.loadPages(1, 100);
    assert.deepEqual([pager.rowCount, pager.state], [6, 'idle']);
  });

  it('stops at a repeated key or a failed page, and keeps the loaded rows', async () => {
    const circle = pagerOver([...pagesWithNext(2), pageOf(['x', 'y'], 'k1'), ...pagesWithNext(3)]);
    await circle.pager.loadPages(Infinity, 100);
    assert.equal(circle.pager.rowCount, 6);
    assert.equal(problemOf(circle.pager), 'paging-loop');
    const failing = pagerOver([...pagesWithNext(2), new Error('no')]);
    await failing.pager.loadPages(5, 100);
    assert.deepEqual([failing.pager.rowCount, failing.pager.state], [4, 'error']);
  });

  it('stops after too many empty pages', async () => {
    const pages = Array.from({ length: 30 }, (_, page) => pageOf([], `k${page + 1}`));
    const { pager } = pagerOver(pages);
    await pager.loadPages(1, 2);
    assert.equal(problemOf(pager), 'too-many-empty-pages');
  });
});
