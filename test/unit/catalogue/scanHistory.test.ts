import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { Discovery, type ScanRequest } from '../../../src/catalogue/discovery.ts';
import type { CustomerRecord } from '../../../src/base/customerFields.ts';
import type { ScanHistory } from '../../../src/catalogue/scanCounts.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import { createCounting } from '../../../src/overview/customerSums.ts';
import { cleanUp } from '../cleanup.ts';
import { openSandboxClient, SIGNAL } from '../service/client.ts';
import { naiveAggregate } from '../overview/naiveAggregate.ts';
import { newDatabase, openWindow } from './store/database.ts';
import { BOT, FakeClock } from '../base/fakes.ts';
import { putBot } from '../base/put.ts';

/** ID of the tag VIP, which every sandbox has. */
const VIP = 'tag--PTfLM4wQ';
const CUSTOMERS = 600;
const NOW = Date.UTC(2026, 10, 22);
const hooks = { signal: SIGNAL, onProgress: () => undefined };
const ALL_CUSTOMERS: ScanRequest = { limit: 90, from: null, days: null, budget: 100 };

/** Opens a bot of the sandbox, with its catalogue and its scan history in a database. */
async function opened() {
  const { service, sandbox } = await openSandboxClient({}, CUSTOMERS);
  const file = newDatabase();
  const { catalogue: store, history } = await openWindow(file);
  const clock = new FakeClock();
  clock.time = NOW;
  const catalogue = new Catalogue(store, clock);
  const bot = { ...BOT, botId: sandbox.botId };
  putBot(catalogue, bot);
  const discovery = (): Discovery => discoveryOf(catalogue, service, history);
  return { service, sandbox, store, history, catalogue, bot, file, discovery };
}

function discoveryOf(
  catalogue: Catalogue,
  service: BotService,
  history: ScanHistory,
  onLost = (error: unknown): void => assert.ifError(error),
): Discovery {
  return new Discovery(catalogue, async () => service, {
    counting: async () => createCounting(),
    history: async () => history,
    onLost,
  });
}

/** Returns all customer records, parsed from the bytes of one response. */
async function recordsOf(service: BotService, botId: string): Promise<readonly CustomerRecord[]> {
  const { body } = await service.listCustomers({ botId, limit: CUSTOMERS }, SIGNAL);
  const answer = JSON.parse(Buffer.from(body).toString()) as { res: { records: CustomerRecord[] } };
  assert.equal(answer.res.records.length, CUSTOMERS);
  return answer.res.records;
}

function sorted<T extends { readonly tags: readonly { readonly id: string }[] }>(sums: T) {
  return { ...sums, tags: sums.tags.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

describe('result of a scan in ScanHistory', () => {
  afterEach(cleanUp);

  it('equals independently calculated sums of all scanned customers', async () => {
    const { service, bot, history, discovery } = await opened();
    const { id } = await discovery().start(bot, ALL_CUSTOMERS, hooks);
    const { aggregate, ...storedScan } = history.scan(bot.key, id) ?? assert.fail();
    const allCustomers = { kind: 'everybody' };
    assert.deepEqual(storedScan, {
      scan: id,
      bot: bot.key,
      baseUrl: bot.baseUrl,
      choice: allCustomers,
    });
    const naive = naiveAggregate(await recordsOf(service, bot.botId), NOW);
    assert.deepEqual(sorted(aggregate), sorted(naive));
    const [vip] = history.countsOfTag(bot.key, VIP);
    const expected = naive.tags.find((tag) => tag.id === VIP)?.customers;
    assert.deepEqual([vip?.customers, vip?.totalCustomers], [expected, CUSTOMERS]);
  });

  it('is correct after a page could not be written and the scan was resumed', async () => {
    const { service, store, bot, history, discovery } = await opened();
    const save = store.saveScan.bind(store);
    let writes = 0;
    store.saveScan = (scan) => {
      // The scan is written at its start and after each page, so the third page fails.
      if (++writes === 4) throw new Error('disk full');
      save(scan);
    };
    const scanner = discovery();
    await assert.rejects(scanner.start(bot, ALL_CUSTOMERS, hooks), /disk full/);
    assert.deepEqual(history.heads(bot.key), []);
    const { id } = await scanner.resume(bot, scanner.resumable(bot) ?? assert.fail(), 100, hooks);
    const { aggregate } = history.scan(bot.key, id) ?? assert.fail();
    const naive = naiveAggregate(await recordsOf(service, bot.botId), NOW);
    assert.deepEqual(sorted(aggregate), sorted(naive));
  });

  it('is lost if it cannot be written, while the scan itself completes', async () => {
    const { service, catalogue, bot, history } = await opened();
    const lostErrors: unknown[] = [];
    const fullHistory = Object.assign(Object.create(history) as ScanHistory, {
      save: () => {
        throw new Error('database or disk is full');
      },
    });
    const scanner = discoveryOf(catalogue, service, fullHistory, (error) => lostErrors.push(error));
    const scan = await scanner.start(bot, ALL_CUSTOMERS, hooks);
    assert.deepEqual([scan.state, scan.customers], ['done', CUSTOMERS]);
    assert.equal(catalogue.scan(bot.key)?.state, 'done');
    assert.match(String(lostErrors), /disk is full/);
    assert.equal(scanner.hasLostSums(scan), true);
    const savingScanner = discoveryOf(catalogue, service, history);
    assert.equal(
      savingScanner.hasLostSums(await savingScanner.start(bot, ALL_CUSTOMERS, hooks)),
      false,
    );
  });

  it('keeps the choice of customers, also after a pause', async () => {
    const { bot, history, discovery } = await opened();
    const scanner = discovery();
    const lastThirtyDays = { ...ALL_CUSTOMERS, from: NOW - 30 * 86_400_000, days: 30, budget: 1 };
    const paused = await scanner.start(bot, { ...lastThirtyDays, limit: 5 }, hooks);
    assert.equal(paused.state, 'paused');
    const done = await scanner.resume(bot, paused, 1000, hooks);
    assert.equal(done.state, 'done');
    const [head] = history.heads(bot.key);
    assert.deepEqual([head?.choice, head?.customers], [{ kind: 'days', days: 30 }, done.customers]);
    const since = await scanner.start(bot, { ...lastThirtyDays, days: null, budget: 1000 }, hooks);
    assert.deepEqual(history.scan(bot.key, since.id)?.choice, {
      kind: 'since',
      from: lastThirtyDays.from,
    });
  });

  it('is not stored if another window read some of the pages', async () => {
    const { bot, history, discovery } = await opened();
    const [scannerA, scannerB] = [discovery(), discovery()];
    const first = await scannerA.start(bot, { ...ALL_CUSTOMERS, budget: 2 }, hooks);
    const second = await scannerB.resume(bot, first, 2, hooks);
    const last = await scannerA.resume(bot, second, 100, hooks);
    assert.deepEqual([last.state, last.customers > 0], ['done', true]);
    assert.deepEqual(history.heads(bot.key), []);
    const begunScan = await scannerA.start(bot, { ...ALL_CUSTOMERS, budget: 2 }, hooks);
    assert.equal((await scannerB.resume(bot, begunScan, 100, hooks)).state, 'done');
    assert.deepEqual(history.heads(bot.key), []);
  });

  it('causes an event in other windows', async () => {
    const { bot, file, discovery } = await opened();
    const { catalogue, history } = await openWindow(file);
    const { promise, resolve } = Promise.withResolvers<void>();
    catalogue.onDidChange(() => {
      if (history.heads(bot.key).length > 0) resolve();
    });
    await discovery().start(bot, ALL_CUSTOMERS, hooks);
    const keepAlive = setInterval(() => undefined, 1000);
    await promise;
    clearInterval(keepAlive);
  });

  it('leaves no personal value of a customer in the files of the database', async () => {
    const { service, bot, file, catalogue, history, discovery } = await opened();
    const records = await recordsOf(service, bot.botId);
    await discovery().start(bot, ALL_CUSTOMERS, hooks);
    await discovery().start(
      bot,
      { ...ALL_CUSTOMERS, from: NOW - 86_400_000 * 90, days: 90 },
      hooks,
    );
    assert.equal(history.heads(bot.key).length, 2);
    const bytes = Buffer.concat(['', '-wal'].map((suffix) => readFileSync(file + suffix)));
    const values = records.flatMap(({ id, name, email, phone, extId, birthday, pic, params }) => [
      ...[id, name, email, phone, extId, birthday, pic],
      ...params.map(({ value }) => value),
    ]);
    // Values of up to four characters are skipped, because any file contains them by chance.
    const personal = new Set(values.filter((value) => (value ?? '').length > 4));
    assert.ok(personal.size > 2000, `${personal.size}`);
    const tagNames = catalogue.items(bot.key).map((item) => item.name);
    // A favorite drink can equal the name of a tag, which is stored.
    const isTag = (value: string) => tagNames.some((name) => name.includes(value));
    const foundValues = [...personal].filter((value) => bytes.includes(value ?? ''));
    const foundPersonal = foundValues.filter((value) => !isTag(value ?? ''));
    assert.deepEqual(foundPersonal, []);
    assert.ok(
      tagNames.every((name) => bytes.includes(name)),
      'the searched bytes contain the names of all tags',
    );
  });
});
