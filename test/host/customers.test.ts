import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CustomerPager } from '../../src/customers/customerPager.ts';
import type { CustomerRecord } from '../../src/base/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { gridStatusOf } from '../../src/customers/ui/loading.ts';
import { bodyOf } from '../support/ownClient.ts';
import { exportRecords } from './exported.ts';
import {
  addBot,
  addBotAgain,
  closeEditors,
  failure,
  run,
  set,
  startServer,
  tabsNamed,
  until,
} from './product.ts';

/** ID of a tag in the sandbox. */
const BUSINESS = 'tag-lEe73xtwq';

describe('Customers panel', () => {
  let service: Sandbox;
  let bot: string;

  beforeEach(async () => {
    service = await startSandbox({ token: 'pages', botId: 'bot-pages', customers: 250 });
    bot = await addBot(service);
  });

  afterEach(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await closeEditors();
    await service.close();
  });

  const loadMore = () => run('botTags.loadMore', { bot });
  const open = (query: { limit?: number; from?: number }) =>
    run('botTags.openCustomers', { bot, ...query });

  async function customersAtService(query: string): Promise<CustomerRecord[]> {
    const path = `/v1/api/bot/customers?botId=bot-pages&${query}`;
    const body = await bodyOf(service, 'GET', path);
    return (JSON.parse(body) as { res: { records: CustomerRecord[] } }).res.records;
  }

  it('opens only once, and loads page by page to the end', async () => {
    await open({ limit: 100 });
    assert.equal(tabsNamed('Customers: Tea House').length, 1);
    assert.equal(service.requests.listCustomers, 1, 'the first page needs one request');
    assert.deepEqual(await loadMore(), { loaded: 200, hasMore: true });
    assert.deepEqual(await loadMore(), { loaded: 250, hasMore: false });
    assert.deepEqual(await loadMore(), { loaded: 250, hasMore: false });
    assert.equal(service.requests.listCustomers, 3, 'no request is sent after the last page');
    await open({});
    assert.equal(service.requests.listCustomers, 3, 'an open panel is not loaded again');
    assert.equal(tabsNamed('Customers: Tea House').length, 1);
    await open({ limit: 3 });
    assert.deepEqual(await loadMore(), { loaded: 6, hasMore: true });
    assert.equal(tabsNamed('Customers: Tea House').length, 1);
  });

  it('loads all customers, up to the limit in the settings', async () => {
    await open({ limit: 20 });
    // Six pages of 20 customers fit, and a seventh would not.
    await set('customers.maxRows', 125);
    try {
      assert.deepEqual(await run('botTags.loadAll', { bot }), { loaded: 120, hasMore: true });
    } finally {
      await set('customers.maxRows', undefined);
    }
    assert.deepEqual(await run('botTags.loadAll', { bot }), { loaded: 250, hasMore: false });
    const ids = (await customersAtService('limit=250')).map(({ id }) => id);
    const rows = [0, 1, 200, 249];
    const expectedIds = rows.map((row) => ids[row]).filter((id) => id !== '');
    assert.deepEqual(await run('botTags.copyUserIds', { bot, rows }), expectedIds);
    assert.match(
      await failure(run('botTags.copyUserIds', { bot })),
      /no valid user ID/,
      'the command fails without a selection',
    );
  });

  it('reports that loading stopped at the limit in the settings', () => {
    const pager = {
      isAtRowLimit: true,
      state: 'idle',
      rowCount: 50_000,
      pages: [],
      invalidCount: 0,
    };
    const note = gridStatusOf(pager as unknown as CustomerPager, undefined).note ?? '';
    const maxRows = vscode.workspace.getConfiguration('botTags.customers').get<number>('maxRows');
    const limit = maxRows?.toLocaleString('en') ?? assert.fail();
    assert.ok(
      note.startsWith(
        `Loading stopped at the limit of ${limit} rows (setting "botTags.customers.maxRows").`,
      ),
      note,
    );
  });

  it('shows the customers with a tag in the panel that is open', async () => {
    const records = await customersAtService('limit=250');
    const tagId = records.flatMap(({ tags }) => tags)[0]?.id ?? assert.fail();
    const tagged = records.filter(({ tags }) => tags.some(({ id }) => id === tagId));
    assert.ok(tagged.length > 0 && tagged.length < 250);
    await open({ limit: 250 });
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({}));
    const isInFront = () => tabsNamed('Customers: Tea House').some(({ isActive }) => isActive);
    await until('another tab is in front', () => !isInFront());
    await run('botTags.showTagCustomers', { bot, tagId, limit: 250 });
    await until('the panel is in front', isInFront);
    assert.equal(tabsNamed('Customers: Tea House').length, 1);
    assert.equal(service.requests.listCustomers, 2, 'filtering needs no request');
    const folder = mkdtempSync(join(tmpdir(), 'bot-tags-'));
    try {
      const file = join(folder, 'tagged.ndjson');
      // The page reports the rows that it shows only after it has received the filter.
      await until('the page is filtered', async () => {
        const plan = { bot, file, scope: 'matching', overwrite: true } as const;
        return (await exportRecords(plan)).records === tagged.length;
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('loads customers active after `from`, with the page size of the settings by default', async () => {
    const customers = await customersAtService('limit=3086');
    assert.equal(customers.length, 250);
    const times = customers.map(({ lastActive }) => lastActive).toSorted((a, b) => a - b);
    const from = times[120] ?? assert.fail();
    const expectedCustomers = customers.filter(({ lastActive }) => lastActive > from);
    await open({ from });
    assert.deepEqual(await loadMore(), { loaded: expectedCustomers.length, hasMore: false });
    const ids = [0, 100, expectedCustomers.length - 1].map((row) => [
      row,
      expectedCustomers[row]?.id ?? '',
    ]);
    for (const [row, id] of ids as [number, string][]) {
      if (id !== '') assert.equal(await run('botTags.copyUserId', { bot, row }), id);
    }
  });

  it('throws the error of the service, keeps the rows, and then loads more', async () => {
    await open({ limit: 100 });
    await run('botTags.replaceToken', { bot, token: 'wrong' });
    assert.equal(
      await failure(loadMore()),
      'listCustomers: the token is not valid (errorCode 401)',
    );
    assert.match(await failure(open({ limit: 50 })), /the token is not valid/);
    await run('botTags.replaceToken', { bot, token: 'pages' });
    assert.deepEqual(await loadMore(), { loaded: 50, hasMore: true });
    await service.close();
    assert.match(
      await failure(loadMore()),
      /^listCustomers: (no connection|the connection was lost)/,
    );
    assert.match(await run('botTags.copyUserId', { bot, row: 1 }), /./, 'rows are still loaded');
  });

  it('stops when the paging keys form a circle', async () => {
    service.switches.pagingLoop = 'on';
    await open({ limit: 100 });
    assert.match(await failure(loadMore()), /paging key that it had returned before/);
    const requestsBefore = service.requests.listCustomers;
    assert.match(await failure(loadMore()), /paging key/);
    assert.equal(service.requests.listCustomers, requestsBefore);
  });

  it('refuses commands on rows before the panel is open', async () => {
    const steps = [
      loadMore(),
      run('botTags.exportPage', { bot, row: 0 }),
      run('botTags.openRecord', { bot, row: 0 }),
      run('botTags.copyUserId', { bot, row: 0 }),
    ];
    for (const message of await Promise.all(steps.map(failure))) {
      assert.equal(
        message,
        'Use "Show Customers" to open the customers of the bot, then try again.',
      );
    }
    await open({ limit: 10 });
    for (const id of ['botTags.exportPage', 'botTags.openRecord'] as const) {
      const message = await failure(run(id, { bot, row: 10 }));
      assert.equal(message, 'This row is not loaded. Load more customers first.');
    }
    assert.match(await failure(run('botTags.copyUserId', { bot, row: 10 })), /no valid user ID/);
  });

  it('copies the ID of a row, and reports if the service sent none', async () => {
    const records = await customersAtService('limit=250');
    const [rowWithId, rowWithoutId] = [
      records.findIndex(({ id }) => id !== ''),
      records.findIndex(({ id }) => id === ''),
    ];
    await open({ limit: 250 });
    const id = await run('botTags.copyUserId', { bot, row: rowWithId });
    assert.equal(id, records[rowWithId]?.id);
    assert.equal(await vscode.env.clipboard.readText(), id);
    assert.ok(rowWithoutId >= 0, 'the sandbox has a customer without ID');
    const message = await failure(run('botTags.copyUserId', { bot, row: rowWithoutId }));
    assert.equal(
      message,
      'Nothing was copied, because the service sent no valid user ID for the selected customers. Select other customers.',
    );
    assert.equal(await vscode.env.clipboard.readText(), id);
  });

  it('reads the tags of a shown user again when one is attached, but only while the panel is open', async () => {
    const [first] = await customersAtService('limit=1');
    const { id, pageId, platform } = first ?? assert.fail();
    const channel = platform === 'LINE' ? 'line' : 'facebook';
    const user = { rawUid: id, pageId, channel } as const;
    const attach = () => run('botTags.attachTag', { bot, tagId: BUSINESS, user });
    await open({ limit: 10 });
    await attach();
    await until('the tags were read', () => service.requests.listUserTags === 1);
    await vscode.window.tabGroups.close(tabsNamed('Customers: Tea House'));
    assert.equal(
      await failure(loadMore()),
      'Use "Show Customers" to open the customers of the bot, then try again.',
    );
    await attach();
    await run('botTags.listUserTags', { bot, user });
    assert.equal(service.requests.listUserTags, 2, 'the test itself sent the second request');
  });

  it('cancels the request in flight when the panel is closed', async () => {
    const arrived = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    let requests = 0;
    const silent = await startServer((request) => {
      requests++;
      arrived.resolve();
      request.socket.once('close', ended.resolve);
    });
    const settings = { baseUrl: silent.baseUrl, botId: 'bot-silent', token: 'any', check: false };
    const silentBot = await run('botTags.addBot', { ...settings, label: 'Silent' });
    try {
      const opening = run('botTags.openCustomers', { bot: silentBot });
      await arrived.promise;
      await vscode.window.tabGroups.close(tabsNamed('Customers: Silent'));
      await ended.promise;
      await opening;
      assert.equal(requests, 1);
    } finally {
      await run('botTags.removeBot', { bot: silentBot, confirmed: true });
      await silent.close();
    }
  });

  it('closes when its bot is removed', async () => {
    await open({ limit: 10 });
    const other = await addBotAgain(service, 'Other');
    await run('botTags.openCustomers', { bot: other });
    await run('botTags.removeBot', { bot: other, confirmed: true });
    await until('the tab is closed', () => tabsNamed('Customers: Other').length === 0);
    assert.equal(tabsNamed('Customers: Tea House').length, 1);
  });
});
