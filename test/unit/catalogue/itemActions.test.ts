import assert from 'node:assert/strict';

import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import {
  countFindings,
  ItemActions,
  KnownIdError,
  WrongBotError,
} from '../../../src/catalogue/itemActions.ts';
import { FOLDER, TAG } from '../../../src/base/model.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { cleanUp } from '../cleanup.ts';
import { closedPortUrl } from '../service/rawServer.ts';
import { openClient, SIGNAL } from '../service/client.ts';
import { openTree, treeOver } from '../base/trees.ts';
import { BOT, FakeClock, fakeService, folderOf, itemOf, findsEveryItem } from '../base/fakes.ts';
import { putItem } from '../base/put.ts';

/** ID of the tag VIP, which every sandbox has. */
const SANDBOX_TAG = 'tag--PTfLM4wQ';
const SIXTEEN_IDS = [...'abcdefghijklmnop'];
const ITEMS = ['deep in inner', 'inner in outer', 'other in bot', 'outer in bot', 'tag in outer'];

describe('ItemActions.create and addExisting', () => {
  afterEach(cleanUp);

  it('creates an item in the service and in the catalogue', async () => {
    const { list, catalogue, bot, ids, sandbox } = await openTree();
    assert.deepEqual(list(), ITEMS);
    assert.equal(catalogue.item(bot.key, ids['tag'] ?? '')?.source, 'created');
    assert.equal(sandbox.requests.createItem, 5);
  });

  it('rejects with an ID that is already listed, and changes nothing', async () => {
    const service = fakeService({ createItem: () => Promise.resolve('f') });
    const { actions, catalogue } = treeOver(service, BOT);
    for (const item of [folderOf('f'), folderOf('in f', { parentId: 'f' })])
      putItem(catalogue, item);
    for (const parentId of [undefined, 'f', 'in f']) {
      const creating = actions.create(BOT, { name: 'New', type: TAG, parentId }, SIGNAL);
      await assert.rejects(creating, (error) => error instanceof KnownIdError && error.id === 'f');
      assert.deepEqual(catalogue.item(BOT.key, 'f'), folderOf('f'));
    }
  });

  it('leaves the catalogue unchanged when creating fails', async () => {
    const { actions, bot, list } = await openTree();
    const item = { name: 'x', type: TAG, parentId: 'tag-none' };
    await assert.rejects(actions.create(bot, item, SIGNAL), /there is no tag or folder tag-none/);
    assert.deepEqual(list(), ITEMS);
  });

  it('adds an existing item by its ID', async () => {
    const { actions, bot, catalogue } = await openTree();
    const item = await actions.addExisting(bot, SANDBOX_TAG, SIGNAL);
    assert.deepEqual([item.name, item.source, item.parentId], ['VIP', 'added', null]);
    assert.deepEqual(catalogue.item(bot.key, SANDBOX_TAG), item);
    await assert.rejects(actions.addExisting(bot, 'tag-none', SIGNAL), /no tag or folder/);
  });

  it('refuses to add an item of another bot', async () => {
    const remote = { id: 't', name: 'T', botId: 'bot-2', type: TAG };
    const { actions, list } = treeOver(
      fakeService({ getItem: () => Promise.resolve(remote) }),
      BOT,
    );
    await assert.rejects(actions.addExisting(BOT, 't', SIGNAL), (error) => {
      return error instanceof WrongBotError && error.itemBotId === 'bot-2';
    });
    assert.deepEqual(list(), []);
  });
});

describe('ItemActions.delete', () => {
  afterEach(cleanUp);

  it('removes everything that the service lists as deleted, without checking it', async () => {
    const { actions, bot, list, ids, sandbox } = await openTree();
    const deleted = await actions.delete(bot, { id: ids['outer'] ?? '', type: FOLDER }, SIGNAL);
    const names = ['outer', 'inner', 'deep', 'tag'];
    assert.deepEqual([...deleted].sort(), names.map((name) => ids[name] ?? '').sort());
    assert.deepEqual(list(), ['other in bot']);
    assert.equal(sandbox.requests.getItem, 1, 'the only check was before the deletion');
  });

  it('checks items that the service does not list, and removes missing ones', async () => {
    const { actions, bot, list, ids, sandbox } = await openTree({ deleteRes: 'root-only' });
    assert.deepEqual(await actions.delete(bot, { id: ids['outer'] ?? '', type: FOLDER }, SIGNAL), [
      ids['outer'],
    ]);
    assert.deepEqual(list(), ['other in bot']);
    // The folder is checked before the deletion, and the three items below it are checked after the deletion.
    assert.equal(sandbox.requests.getItem, 1 + 3);
  });

  it('checks items that the service does not list, and keeps existing ones visible', async () => {
    const { actions, bot, list, ids, sandbox } = await openTree({ deleteRes: 'keeps-children' });
    await actions.delete(bot, { id: ids['outer'] ?? '', type: FOLDER }, SIGNAL);
    assert.deepEqual(list(), [
      'deep in inner',
      'inner in no known folder',
      'other in bot',
      'tag in no known folder',
    ]);
    // The folder is checked before the deletion, and the three items below it are checked after the deletion.
    assert.equal(sandbox.requests.getItem, 1 + 3);
  });

  it('marks items with an error if they cannot be checked', async () => {
    const { actions, bot, list, ids } = await openTree({
      deleteRes: 'root-only',
      missingItem: '500',
    });
    await actions.delete(bot, { id: ids['outer'] ?? '', type: FOLDER }, SIGNAL);
    const itemsWithErrors = ['inner in no known folder: error', 'tag in no known folder: error'];
    assert.deepEqual(list(), ['deep in inner: error', ...itemsWithErrors, 'other in bot'].sort());
  });

  it('keeps everything that the service does not list, even the item to delete', async () => {
    const remote = { name: 'A', botId: BOT.botId, type: FOLDER };
    const requestedIds: string[] = [];
    const service = fakeService({
      deleteItem: () => Promise.resolve(['b', 'unknown']),
      getItem: async (id) => {
        requestedIds.push(id);
        return { ...remote, id };
      },
    });
    const { actions, catalogue, list } = treeOver(service, BOT);
    catalogue.recordCreated(BOT.key, 'a', { name: 'A', type: FOLDER });
    catalogue.recordCreated(BOT.key, 'b', { name: 'B', type: TAG, parentId: 'a' });
    catalogue.recordCreated(BOT.key, 'c', { name: 'C', type: TAG });
    assert.deepEqual(await actions.delete(BOT, { id: 'a' }, SIGNAL), ['b', 'unknown']);
    assert.deepEqual(
      [list(), requestedIds],
      [
        ['A in bot', 'C in bot'],
        ['a', 'a'],
      ],
    );
  });

  it('removes the listed items even if the others could not be checked', async () => {
    const tree = await openTree({ deleteRes: 'root-only' });
    const { outer = '' } = tree.ids;
    const client = openClient(tree.sandbox.baseUrl).service;
    const unreachable = openClient(await closedPortUrl()).service;
    const service = fakeService({
      deleteItem: (id, signal) => client.deleteItem(id, signal),
      getItem: (id, signal) => (id === outer ? client : unreachable).getItem(id, signal),
    });
    const actions = new ItemActions(tree.catalogue, () => Promise.resolve(service));
    assert.deepEqual(await actions.delete(tree.bot, { id: outer }, SIGNAL), [outer]);
    assert.deepEqual(tree.list(), [
      'deep in inner: error',
      'inner in no known folder: error',
      'other in bot',
      'tag in no known folder: error',
    ]);
  });

  it('changes nothing if the outcome is unknown', async () => {
    const lostDelete = new ServiceError('deleteItem', { kind: 'lost', detail: 'x' }, 'unknown');
    const { actions, catalogue, list } = treeOver(
      fakeService({ deleteItem: () => Promise.reject(lostDelete), getItem: findsEveryItem(TAG) }),
      BOT,
    );
    catalogue.recordCreated(BOT.key, 'a', { name: 'A', type: TAG });
    await assert.rejects(actions.delete(BOT, { id: 'a' }, SIGNAL), (error) => error === lostDelete);
    assert.deepEqual(list(), ['A in bot']);
  });
});

describe('ItemActions.refresh', () => {
  afterEach(cleanUp);

  it('distinguishes renamed, missing and failed items', async () => {
    const { actions, bot, catalogue, list, ids, sandbox } = await openTree();
    const outer = catalogue.item(bot.key, ids['outer'] ?? '');
    assert.ok(outer);
    catalogue.recordSeen(
      bot.key,
      { ...outer, botId: bot.botId, name: 'old name', created: 1 },
      'added',
    );
    catalogue.recordCreated(bot.key, 'tag-x', { name: 'x', type: TAG, parentId: outer.id });
    const itemIds = catalogue.items(bot.key).map(({ id }) => id);
    const progress: string[] = [];
    const { checked, findings } = await actions.refresh(bot, itemIds, SIGNAL, (done, of) => {
      progress.push(`${done}/${of}`);
    });
    assert.equal(checked, 6);
    assert.deepEqual(countFindings(findings), { renamed: 1, gone: 1, wrongBot: 0, failed: 0 });
    assert.deepEqual(list(), [...ITEMS, 'x in outer: gone'].sort());
    assert.deepEqual(progress, ['1/6', '2/6', '3/6', '4/6', '5/6', '6/6']);
    assert.match(String(catalogue.item(bot.key, outer.id)?.created), /^\d{13}$/);

    sandbox.switches.outage = 'on';
    const failed = await actions.refresh(bot, [ids['tag'] ?? ''], SIGNAL);
    assert.deepEqual(failed, { checked: 1, findings: [{ id: ids['tag'], kind: 'failed' }] });
    assert.match(catalogue.item(bot.key, ids['tag'] ?? '')?.reason ?? '', /not available/);
    assert.ok(list().includes('tag in outer: error'));
    sandbox.switches.outage = 'off';
    await actions.refresh(bot, [ids['tag'] ?? ''], SIGNAL);
    assert.deepEqual(list(), [...ITEMS, 'x in outer: gone'].sort());
    assert.equal(catalogue.item(bot.key, ids['tag'] ?? '')?.reason, null);
  });

  it('marks an item that belongs to another bot', async () => {
    const remote = { id: 't', name: 'T', botId: 'bot-2', type: TAG };
    const service = fakeService({ getItem: () => Promise.resolve(remote) });
    const { actions, catalogue, list } = treeOver(service, BOT);
    catalogue.recordCreated(BOT.key, 't', { name: 'T', type: TAG });
    const { findings } = await actions.refresh(BOT, ['t'], SIGNAL);
    assert.deepEqual(findings, [{ id: 't', kind: 'wrong-bot', botId: 'bot-2' }]);
    assert.deepEqual(list(), ['T in bot: error']);
  });

  it('stops without marking items when the token is rejected', async () => {
    for (const unauthorized of ['http-401', 'ok-401', 'http-403', 'html'] as const) {
      const { sandbox } = await openTree({ unauthorized });
      const { service } = openClient(sandbox.baseUrl, { token: 'wrong' });
      const { actions, catalogue, list } = treeOver(service, BOT);
      for (const id of SIXTEEN_IDS) catalogue.recordCreated(BOT.key, id, { name: id, type: TAG });
      await assert.rejects(actions.refresh(BOT, SIXTEEN_IDS, SIGNAL), (error) =>
        ServiceError.isUnauthorized(error),
      );
      assert.doesNotMatch(list().join(), /gone|error/);
      // Eight checks run at a time, so no more had begun when the first one was rejected.
      assert.ok(sandbox.requests.getItem <= 8);
    }
  });

  it('stops without marking items when the service cannot be reached or there is no token', async () => {
    const brokenClient = openClient(await closedPortUrl());
    // Five failures open the circuit of a client.
    for (let failure = 0; failure < 5; failure++) {
      await assert.rejects(brokenClient.service.getItem('x', SIGNAL));
    }
    const clients = [
      [openClient(await closedPortUrl()), 'connect'],
      [openClient(await closedPortUrl(), { token: undefined }), 'token-missing'],
      [brokenClient, 'circuit-open'],
    ] as const;
    for (const [{ service }, kind] of clients) {
      const { actions, catalogue, list } = treeOver(service, BOT);
      catalogue.recordCreated(BOT.key, 'a', { name: 'A', type: TAG });
      await assert.rejects(
        actions.refresh(BOT, ['a'], SIGNAL),
        (error) => error instanceof ServiceError && error.problem.kind === kind,
      );
      assert.deepEqual(list(), ['A in bot']);
    }
  });

  it('checks at most eight items at a time, and none after the caller aborts', async () => {
    const stop = new AbortController();
    const abortReason = new Error('enough');
    const eightRunning = Promise.withResolvers<void>();
    let requests = 0;
    const service = fakeService({
      getItem: (_id, signal) => {
        if (++requests === 8) eightRunning.resolve();
        const { promise, reject } = Promise.withResolvers<never>();
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        return promise;
      },
    });
    const { actions, catalogue, list } = treeOver(service, BOT);
    for (const id of SIXTEEN_IDS) catalogue.recordCreated(BOT.key, id, { name: id, type: TAG });
    const refreshing = actions.refresh(BOT, SIXTEEN_IDS, stop.signal);
    await eightRunning.promise;
    stop.abort(abortReason);
    await assert.rejects(refreshing, (error) => error === abortReason);
    assert.equal(requests, 8);
    assert.doesNotMatch(list().join(), /gone|error/);
  });

  it('does not restore an item that another window removed during the check', async () => {
    const store = new MemoryCatalogue();
    store.saveBot(BOT);
    store.saveItem(folderOf('f'));
    store.saveItem(itemOf('t', { parentId: 'f' }));
    const service = fakeService({
      getItem: (id) => {
        store.removeItems(BOT.key, [id]);
        return Promise.resolve({ id, name: id, botId: BOT.botId, type: TAG });
      },
    });
    const catalogue = new Catalogue(store, new FakeClock());
    await new ItemActions(catalogue, () => Promise.resolve(service)).refresh(BOT, ['t'], SIGNAL);
    assert.deepEqual(
      store.items(BOT.key).map(({ id }) => id),
      ['f'],
    );
  });

  it('opens no service when there is nothing to refresh', async () => {
    const catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
    const actions = new ItemActions(catalogue, () => Promise.reject(new Error('not needed')));
    assert.deepEqual(await actions.refresh(BOT, [], SIGNAL), { checked: 0, findings: [] });
  });
});
