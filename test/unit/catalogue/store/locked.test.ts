import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';

import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { BusyError, ServiceError } from '../../../../src/base/errors.ts';
import { ItemActions, NotRecordedError } from '../../../../src/catalogue/itemActions.ts';
import { FOLDER, TAG } from '../../../../src/base/model.ts';
import { BotItems } from '../../../../src/runs/botItems.ts';
import { startSandbox } from '../../../../src/sandbox/startSandbox.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { BOT, FakeClock, fakeService, folderOf, itemOf, findsEveryItem } from '../../base/fakes.ts';
import { openClient, SIGNAL } from '../../service/client.ts';
import { newDatabase, openWindow } from './database.ts';
import { putItem } from '../../base/put.ts';

/** ID of the tag VIP, which every sandbox has. */
const SANDBOX_TAG = 'tag--PTfLM4wQ';

/** Opens a window, and a connection of another program to the same database. */
async function opened() {
  const file = newDatabase();
  const { catalogue: store, sandbox } = await openWindow(file);
  store.saveBot(BOT);
  const other = new DatabaseSync(file);
  onCleanup(() => other.close());
  return { catalogue: new Catalogue(store, new FakeClock()), sandbox, other };
}

describe('database that another program has locked', () => {
  afterEach(cleanUp);

  it('blocks the extension host for less than a second, and can be read', async () => {
    const { catalogue, other } = await opened();
    other.exec('BEGIN IMMEDIATE');
    const start = performance.now();
    assert.throws(
      () => putItem(catalogue, itemOf('a')),
      (error) => error instanceof BusyError,
    );
    const blocked = performance.now() - start;
    assert.ok(blocked < 1000, `blocked for ${blocked} ms`);
    assert.deepEqual(catalogue.bots(), [BOT]);
  });

  it('contains a created item as soon as it is unlocked', async () => {
    const { catalogue, other } = await opened();
    const service = fakeService({
      createItem: () => {
        other.exec('BEGIN IMMEDIATE');
        return Promise.resolve('tag-new');
      },
    });
    const actions = new ItemActions(catalogue, () => Promise.resolve(service));
    const creating = actions.create(BOT, { name: 'New', type: TAG }, SIGNAL);
    // The first attempt to write happens right after the response of the service.
    await setImmediate();
    assert.ok(other.isTransaction);
    assert.deepEqual(catalogue.items(BOT.key), []);
    other.exec('COMMIT');
    assert.equal(await creating, 'tag-new');
    assert.equal(catalogue.item(BOT.key, 'tag-new')?.name, 'New');
  });

  it('no longer contains a deleted item as soon as it is unlocked', async () => {
    const { catalogue, other } = await opened();
    for (const item of [folderOf('f'), itemOf('t', { parentId: 'f' })]) putItem(catalogue, item);
    const service = fakeService({
      deleteItem: () => {
        other.exec('BEGIN IMMEDIATE');
        return Promise.resolve(['f', 't']);
      },
      getItem: findsEveryItem(FOLDER),
    });
    const actions = new ItemActions(catalogue, () => Promise.resolve(service));
    const deleting = actions.delete(BOT, { id: 'f' }, SIGNAL);
    await setImmediate();
    assert.equal(catalogue.items(BOT.key).length, 2);
    other.exec('COMMIT');
    assert.deepEqual(await deleting, ['f', 't']);
    assert.deepEqual(catalogue.items(BOT.key), []);
  });

  it('delays the end of a delete until an item that was not deleted is marked with an error', async () => {
    const { catalogue, other } = await opened();
    putItem(catalogue, itemOf('t'));
    let requests = 0;
    const service = fakeService({
      deleteItem: () => Promise.resolve([]),
      getItem: (id, signal) => {
        if (requests++ === 0) return findsEveryItem(TAG)(id, signal);
        other.exec('BEGIN IMMEDIATE');
        return Promise.reject(new ServiceError('getItem', { kind: 'token-missing' }, 'refused'));
      },
    });
    const actions = new ItemActions(catalogue, () => Promise.resolve(service));
    const deleting = actions.delete(BOT, { id: 't' }, SIGNAL);
    await setImmediate();
    assert.ok(other.isTransaction);
    other.exec('COMMIT');
    await deleting;
    assert.equal(catalogue.item(BOT.key, 't')?.state, 'error');
  });

  it('marks no item with an error if only the list could not be written', async () => {
    const { catalogue, other } = await opened();
    putItem(catalogue, itemOf('t'));
    const service = fakeService({
      getItem: (id) => {
        other.exec('BEGIN IMMEDIATE');
        return Promise.resolve({ id, name: 'Renamed', botId: BOT.botId, type: TAG });
      },
    });
    const actions = new ItemActions(catalogue, () => Promise.resolve(service));
    const refreshing = actions.refresh(BOT, ['t'], SIGNAL);
    await setImmediate();
    other.exec('COMMIT');
    assert.deepEqual(await refreshing, {
      checked: 1,
      findings: [{ id: 't', kind: 'renamed' }],
    });
    assert.deepEqual(
      [catalogue.item(BOT.key, 't')?.state, catalogue.items(BOT.key).length],
      ['ok', 1],
    );
  });

  it('delays a request to the sandbox instead of failing it', async () => {
    const { sandbox: state, other } = await opened();
    const sandbox = await startSandbox({ token: 'right', state });
    onCleanup(() => sandbox.close());
    const { service } = openClient(sandbox.baseUrl, { token: 'right' });
    // Before the database is locked, the sandbox answers.
    await service.getItem(SANDBOX_TAG, SIGNAL);
    const triedToWrite = Promise.withResolvers<void>();
    const atomically = state.atomically.bind(state);
    state.atomically = (step) => {
      triedToWrite.resolve();
      return atomically(step);
    };
    other.exec('BEGIN IMMEDIATE');
    const item = { botId: sandbox.botId, name: 'New', type: TAG };
    const creating = service.createItem(item, SIGNAL);
    await triedToWrite.promise;
    other.exec('COMMIT');
    assert.match(await creating, /^tag-/);
  });
});

describe('database on a full disk', () => {
  afterEach(cleanUp);

  /** Opens a window whose database has the item `known` and refuses to add or delete items. The service allows both. */
  async function openedFull() {
    const { catalogue, other } = await opened();
    putItem(catalogue, itemOf('known'));
    for (const change of ['INSERT', 'DELETE']) {
      other.exec(
        `CREATE TRIGGER full_${change} BEFORE ${change} ON item BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END`,
      );
    }
    const service = fakeService({
      createItem: () => Promise.resolve('tag-new'),
      deleteItem: (id) => Promise.resolve([id]),
      getItem: findsEveryItem(TAG),
    });
    return { catalogue, actions: new ItemActions(catalogue, () => Promise.resolve(service)) };
  }

  it('does not stop a run, whose changes were carried out', async () => {
    const { catalogue, actions } = await openedFull();
    const items = new BotItems(catalogue, actions, BOT);
    assert.equal(await items.create({ name: 'New', type: TAG }), 'tag-new');
    await items.delete({ id: 'known', type: TAG });
    assert.deepEqual(
      catalogue.items(BOT.key).map(({ id }) => id),
      ['known'],
      'neither change is in the list',
    );
  });

  it('makes the error name the item that was not recorded', async () => {
    const { actions } = await openedFull();
    const isNotRecorded = (change: string, id: string) => (error: unknown) =>
      error instanceof NotRecordedError &&
      error.done === change &&
      error.id === id &&
      error.message.includes(id) &&
      /the disk is full/.test(error.message);
    const creating = actions.create(BOT, { name: 'New', type: TAG }, SIGNAL);
    await assert.rejects(creating, isNotRecorded('created', 'tag-new'));
    await assert.rejects(
      actions.delete(BOT, { id: 'known' }, SIGNAL),
      isNotRecorded('deleted', 'known'),
    );
  });
});
