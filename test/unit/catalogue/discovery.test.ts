import assert from 'node:assert/strict';

import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { Discovery, type ScanRequest } from '../../../src/catalogue/discovery.ts';
import { Cancelled, ServiceError } from '../../../src/base/errors.ts';
import { customerAt, type Bot, type Scan } from '../../../src/base/model.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import { type CatalogueStore } from '../../../src/base/ports.ts';
import { ScanMovedError } from '../../../src/catalogue/recordScanned.ts';
import type { ScanHistory } from '../../../src/catalogue/scanCounts.ts';
import { createCounting } from '../../../src/overview/customerSums.ts';
import { MemoryHistory } from '../../../src/catalogue/store/memoryStores.ts';
import { cleanUp } from '../cleanup.ts';
import { openSandboxClient, SIGNAL } from '../service/client.ts';
import { BOT, FakeClock, fakeService, itemOf, pageOf } from '../base/fakes.ts';
import { openStore } from '../base/stores.ts';
import { putBot, putItem, putScan } from '../base/put.ts';
import { unplaced } from '../base/unplaced.ts';

const CUSTOMERS = 1000;
const hooks = { signal: SIGNAL, onProgress: () => undefined };
/** Returns a request for all customers: pages of 90, and more pages than there are. */
const scanRequest = (change: Partial<ScanRequest> = {}): ScanRequest => ({
  limit: 90,
  from: null,
  days: null,
  budget: 100,
  ...change,
});

/** Returns the number of customers with each tag, counted independently of the scan. */
async function tagsAtService(service: BotService, botId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const { records, problems, ...page } = await service.listCustomers(
    { botId, limit: CUSTOMERS },
    SIGNAL,
  );
  for (const index of records.keys()) {
    for (const { id } of customerAt({ records, problems, ...page }, index)?.tags ?? []) {
      counts.set(id, (counts.get(id) ?? 0) + 1);
    }
  }
  return counts;
}

function catalogueOver(store: CatalogueStore, bot: Bot, clock = new FakeClock()): Catalogue {
  const catalogue = new Catalogue(store, clock);
  putBot(catalogue, bot);
  return catalogue;
}

function discoveryOf(
  catalogue: Catalogue,
  service: BotService,
  history: ScanHistory = new MemoryHistory(catalogue),
): Discovery {
  return new Discovery(catalogue, () => Promise.resolve(service), {
    counting: async () => createCounting(),
    history: async () => history,
    onLost: (error) => assert.ifError(error),
  });
}

/** Returns the catalogue's counts of this scan. */
function countsOfScan(catalogue: Catalogue, scan: Scan): Map<string, number> {
  const items = catalogue.items(scan.bot).filter((item) => item.scan === scan.id);
  return new Map(items.map(({ id, seenOn }) => [id, seenOn]));
}

const sorted = (counts: Map<string, number>) =>
  [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));

for (const [kind, open] of Object.entries(openStore)) {
  describe(`Discovery (${kind})`, () => {
    afterEach(cleanUp);

    it('finds every tag, counts each customer once, and emits one event per page', async () => {
      const { service, sandbox } = await openSandboxClient({}, CUSTOMERS);
      const bot = { ...BOT, botId: sandbox.botId };
      const catalogue = catalogueOver(await open(), bot);
      // Customers of the sandbox have this tag. It is already in the list, so the scan does not count it as new.
      putItem(catalogue, itemOf('tag--PTfLM4wQ', { name: 'VIP' }));
      const receivedChanges: unknown[] = [];
      catalogue.onDidChange((changes) => receivedChanges.push(...changes));
      const progress: number[] = [];
      const scan = await discoveryOf(catalogue, service).start(bot, scanRequest(), {
        signal: SIGNAL,
        onProgress: ({ customers }) => progress.push(customers),
      });
      const expected = await tagsAtService(service, bot.botId);
      assert.deepEqual(sorted(countsOfScan(catalogue, scan)), sorted(expected));
      assert.deepEqual([scan.state, scan.next], ['done', null]);
      assert.deepEqual(
        [scan.customers, scan.tags, scan.newTags, scan.skipped],
        [CUSTOMERS, expected.size, expected.size - 1, 0],
      );
      assert.deepEqual(progress.slice(0, 2).concat(progress.slice(-1)), [90, 180, CUSTOMERS]);
      assert.equal(scan.pages, progress.length);
      assert.deepEqual(
        receivedChanges,
        // Events: at the start, for each page, and when the sums are stored.
        Array.from({ length: scan.pages + 2 }, () => ({ bot: bot.key })),
      );
      // `tagsAtService` sent one more request.
      assert.equal(sandbox.requests.listCustomers, scan.pages + 1, 'each page was requested once');
      const tags = unplaced(catalogue, bot.key);
      assert.equal(tags.length, expected.size - 1, 'the tag whose place is known keeps this place');
      assert.ok(
        tags.every(({ source, firstSeen, type }) => source === 'seen' && firstSeen && !type),
      );
      assert.deepEqual(catalogue.scan(bot.key), scan);
    });

    it('resumes after a failure at the same page, also in another window', async () => {
      const { service, sandbox } = await openSandboxClient({ failingFrom: 400 }, CUSTOMERS);
      const bot = { ...BOT, botId: sandbox.botId };
      const catalogue = catalogueOver(await open(), bot);
      const discovery = discoveryOf(catalogue, service);
      assert.equal(discovery.resumable(bot), undefined);
      await assert.rejects(discovery.start(bot, scanRequest(), hooks), /not available/);
      const failed = discovery.resumable(bot) ?? assert.fail();
      assert.deepEqual([failed.state, failed.customers, failed.pages], ['failed', 450, 5]);
      sandbox.switches.failingFrom = 0;
      const requests = sandbox.requests.listCustomers;
      const scan = await discoveryOf(catalogue, service).resume(bot, failed, 100, hooks);
      // Seven pages of 90 for the remaining 550 customers.
      assert.equal(sandbox.requests.listCustomers - requests, 7);
      const expected = await tagsAtService(service, bot.botId);
      assert.deepEqual(sorted(countsOfScan(catalogue, scan)), sorted(expected));
      assert.deepEqual([scan.state, scan.customers, scan.id], ['done', CUSTOMERS, failed.id]);
    });

    it('pauses on cancel and when its budget is used up, and resumes from there', async () => {
      const { service, sandbox } = await openSandboxClient({}, CUSTOMERS);
      const bot = { ...BOT, botId: sandbox.botId };
      const catalogue = catalogueOver(await open(), bot);
      const discovery = discoveryOf(catalogue, service);
      const stop = new AbortController();
      const cancelled = await discovery.start(bot, scanRequest(), {
        signal: stop.signal,
        onProgress: ({ pages }) => pages === 3 && stop.abort(new Cancelled()),
      });
      assert.deepEqual([cancelled.state, cancelled.customers], ['paused', 270]);
      const requests = sandbox.requests.listCustomers;
      const paused = await discovery.resume(bot, cancelled, 2, hooks);
      assert.deepEqual([paused.state, paused.customers, paused.pages], ['paused', 450, 5]);
      assert.equal(sandbox.requests.listCustomers - requests, 2, 'the budget is a number of pages');
      const resumable = discovery.resumable(bot) ?? assert.fail();
      const scan = await discovery.resume(bot, resumable, 99, hooks);
      const expected = await tagsAtService(service, bot.botId);
      assert.deepEqual(sorted(countsOfScan(catalogue, scan)), sorted(expected));
      assert.deepEqual([scan.customers, discovery.resumable(bot)], [CUSTOMERS, undefined]);
    });

    it('counts the tags of customers with unexpected data like those of other customers', async () => {
      const plainClient = await openSandboxClient({}, CUSTOMERS);
      const bot = { ...BOT, botId: plainClient.sandbox.botId };
      const expected = sorted(await tagsAtService(plainClient.service, bot.botId));
      for (const badFields of ['numbers', 'texts', 'tags', 'ids', 'missing'] as const) {
        const { service } = await openSandboxClient({ badFields }, CUSTOMERS);
        const catalogue = catalogueOver(await open(), bot);
        const scan = await discoveryOf(catalogue, service).start(bot, scanRequest(), hooks);
        assert.deepEqual([scan.customers, scan.skipped], [CUSTOMERS, 0], badFields);
        assert.deepEqual(sorted(countsOfScan(catalogue, scan)), expected, badFields);
        const names = catalogue.items(bot.key).map(({ name }) => name);
        assert.ok(names.includes('VIP'), badFields);
      }
    });

    it('skips and counts records that are not objects, and leaves out customers inactive since `from`', async () => {
      const { service, sandbox } = await openSandboxClient({ badRecords: 10 }, CUSTOMERS);
      const bot = { ...BOT, botId: sandbox.botId };
      const catalogue = catalogueOver(await open(), bot);
      const scan = await discoveryOf(catalogue, service).start(bot, scanRequest(), hooks);
      assert.deepEqual([scan.customers, scan.skipped], [900, 100]);
      const expected = await tagsAtService(service, bot.botId);
      assert.deepEqual(sorted(countsOfScan(catalogue, scan)), sorted(expected));
      const allCustomers = await service.listCustomers(
        { botId: bot.botId, limit: CUSTOMERS },
        SIGNAL,
      );
      const from = customerAt(allCustomers, 500)?.lastActive ?? assert.fail();
      const latePage = await service.listCustomers(
        { botId: bot.botId, limit: CUSTOMERS, from },
        SIGNAL,
      );
      const recent = await discoveryOf(catalogue, service).start(bot, scanRequest({ from }), hooks);
      assert.equal(recent.customers + recent.skipped, latePage.records.length);
      assert.ok(recent.customers < 900);
    });

    it('resets the counts and keeps the tags when it starts again', async () => {
      const { service, sandbox } = await openSandboxClient({}, CUSTOMERS);
      const bot = { ...BOT, botId: sandbox.botId };
      const catalogue = catalogueOver(await open(), bot);
      const discovery = discoveryOf(catalogue, service);
      const first = await discovery.start(bot, scanRequest(), hooks);
      const rescan = await discovery.start(bot, scanRequest({ budget: 1 }), hooks);
      assert.notEqual(rescan.id, first.id);
      assert.deepEqual([rescan.customers, rescan.newTags, rescan.state], [90, 0, 'paused']);
      assert.equal(catalogue.items(bot.key).length, first.tags);
      assert.ok([...countsOfScan(catalogue, rescan).values()].every((seenOn) => seenOn <= 90));
    });
  });
}

describe('Discovery on a full disk', () => {
  afterEach(cleanUp);

  it('loses no page and counts none twice', async () => {
    const { service, sandbox } = await openSandboxClient({}, CUSTOMERS);
    const bot = { ...BOT, botId: sandbox.botId };
    const store = (await openStore['database']?.()) ?? assert.fail();
    const catalogue = catalogueOver(store, bot);
    const discovery = discoveryOf(catalogue, service);
    const save = store.saveScan.bind(store);
    let writes = 0;
    store.saveScan = (scan) => {
      // The scan is written at its start and after each page, so the third page fails.
      if (++writes === 4) throw new Error('disk full');
      save(scan);
    };
    await assert.rejects(discovery.start(bot, scanRequest(), hooks), /disk full/);
    const failed = discovery.resumable(bot) ?? assert.fail();
    assert.deepEqual([failed.pages, failed.customers], [2, 180]);
    const scan = await discovery.resume(bot, failed, 100, hooks);
    const expected = await tagsAtService(service, bot.botId);
    assert.deepEqual(sorted(countsOfScan(catalogue, scan)), sorted(expected));
    assert.equal(scan.customers, CUSTOMERS);
  });
});

describe('Discovery of pages from a fake service', () => {
  const record = (id: string, tags: readonly string[], pageId = 'p') => ({
    id,
    pageId,
    platform: 'LINE',
    tags: tags.map((tag) => ({ id: tag, name: tag, timestamp: 5 })),
  });
  const walkOf = (...pages: readonly ReturnType<typeof pageOf>[]) =>
    fakeService({
      walkCustomers: async function* () {
        yield* pages;
      },
    });

  it('counts a repeated customer once, and a tag that a customer has twice once', async () => {
    const catalogue = catalogueOver((await openStore['memory']?.()) ?? assert.fail(), BOT);
    const service = walkOf(
      pageOf([record('a', ['t', 't']), record('b', ['t']), record('a', ['u']), 'bad'], 'next'),
      pageOf([record('b', ['t', 'v']), record('a', ['t'], 'other page')]),
    );
    const scan = await discoveryOf(catalogue, service).start(BOT, scanRequest(), hooks);
    assert.deepEqual([scan.customers, scan.skipped], [3, 1]);
    // Tags of a repeated customer record are listed, but not counted.
    assert.deepEqual(sorted(countsOfScan(catalogue, scan)), [
      ['t', 3],
      ['u', 0],
      ['v', 0],
    ]);
  });

  it('counts every customer without an ID', async () => {
    const catalogue = catalogueOver((await openStore['memory']?.()) ?? assert.fail(), BOT);
    const service = walkOf(pageOf([record('', ['t']), record('', ['t'])]));
    const scan = await discoveryOf(catalogue, service).start(BOT, scanRequest(), hooks);
    assert.deepEqual([scan.customers, countsOfScan(catalogue, scan).get('t')], [2, 2]);
  });

  it('stops if another window continued the scan, or if the bot was removed', async () => {
    const store = (await openStore['memory']?.()) ?? assert.fail();
    const catalogue = catalogueOver(store, BOT);
    const service = fakeService({
      walkCustomers: async function* () {
        yield pageOf([record('a', ['t'])], 'one');
        const scan = catalogue.scan(BOT.key) ?? assert.fail();
        putScan(catalogue, { ...scan, next: 'two', pages: scan.pages + 1 });
        yield pageOf([record('b', ['t'])], 'two');
      },
    });
    const scanning = discoveryOf(catalogue, service).start(BOT, scanRequest(), hooks);
    await assert.rejects(scanning, ScanMovedError);
    const { customers, pages, state } = catalogue.scan(BOT.key) ?? assert.fail();
    assert.deepEqual([customers, pages, state], [1, 2, 'running']);
    catalogue.removeBot(BOT.key);
    const ofRemovedBot = discoveryOf(catalogue, service).start(BOT, scanRequest(), hooks);
    await assert.rejects(ofRemovedBot, ScanMovedError);
    assert.deepEqual(catalogue.items(BOT.key), []);
  });

  it('offers no resume after the service returned a paging key again, even if paused at that moment', async () => {
    const stop = new AbortController();
    const catalogue = catalogueOver((await openStore['memory']?.()) ?? assert.fail(), BOT);
    catalogue.onDidChange(() => catalogue.scan(BOT.key)?.state === 'failed' && stop.abort());
    const service = fakeService({
      walkCustomers: async function* () {
        yield pageOf([record('a', ['t'])], 'one');
        throw new ServiceError('listCustomers', { kind: 'paging-loop' }, 'refused');
      },
    });
    const discovery = discoveryOf(catalogue, service);
    const scanning = discovery.start(BOT, scanRequest(), { ...hooks, signal: stop.signal });
    await assert.rejects(scanning, /returned before/);
    assert.deepEqual(
      [catalogue.scan(BOT.key)?.state, discovery.resumable(BOT), stop.signal.aborted],
      ['failed', undefined, true],
    );
  });
});
