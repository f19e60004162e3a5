import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';

import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import type { CatalogueChange } from '../../../../src/base/ports.ts';
import { ChangeLog } from '../../../../src/catalogue/store/changeLog.ts';
import { Database } from '../../../../src/catalogue/store/database.ts';
import { SqlCatalogue } from '../../../../src/catalogue/store/sqlCatalogue.ts';
import { filesWith } from '../../../support/filesWith.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { BOT, folderOf, itemOf } from '../../base/fakes.ts';
import { putBot, putItem } from '../../base/put.ts';
import { newDatabase, nextChanges, openWindow } from './database.ts';
import { recordEvents } from './storeCases.ts';

describe('two windows on one database', () => {
  afterEach(cleanUp);

  it('receive each change of the other once, with its place', async () => {
    const file = newDatabase();
    const [windowA, windowB] = [await openWindow(file), await openWindow(file)];
    const [eventsOfA, eventsOfB] = [
      recordEvents(windowA.catalogue),
      recordEvents(windowB.catalogue),
    ];
    let arrives = nextChanges(windowB.catalogue);
    windowA.catalogue.saveBot(BOT);
    assert.deepEqual(await arrives, [{ bot: undefined }]);
    assert.deepEqual(windowB.catalogue.bots(), [BOT]);

    arrives = nextChanges(windowB.catalogue);
    windowA.catalogue.atomically(() => {
      windowA.catalogue.saveItem(folderOf('f'));
      windowA.catalogue.saveItem(itemOf('a', { parentId: 'f' }));
      windowA.catalogue.saveItem(itemOf('a', { parentId: 'f', state: 'gone' }));
    });
    assert.deepEqual(await arrives, [
      { bot: 'k', item: 'f', childrenOf: null },
      { bot: 'k', item: 'a', childrenOf: 'f' },
      { bot: 'k', item: 'a' },
    ]);
    assert.equal(windowB.catalogue.item('k', 'a')?.state, 'gone');

    const back = nextChanges(windowA.catalogue);
    windowB.catalogue.removeItems('k', ['a']);
    assert.deepEqual(await back, [{ bot: 'k', item: 'a', childrenOf: 'f' }]);
    assert.equal(windowA.catalogue.item('k', 'a'), undefined);
    assert.deepEqual([eventsOfA.length, eventsOfB.length], [3, 3]);
  });

  it('both see an empty list after erasing, and no data stays on disk', async () => {
    const file = newDatabase();
    const [windowA, windowB] = [await openWindow(file), await openWindow(file)];
    windowA.catalogue.saveBot(BOT);
    windowA.sandbox.addItem({ id: 'box', name: 'boxed name', type: 0, parentId: null, created: 1 });
    await nextChanges(windowB.catalogue);
    windowB.catalogue.saveItem(itemOf('a', { name: 'a name of its own' }));
    const arrives = nextChanges(windowB.catalogue);
    windowA.catalogue.eraseAll();
    windowA.catalogue.compact();
    assert.deepEqual(await arrives, [{ bot: undefined }]);
    assert.deepEqual([windowB.catalogue.bots(), windowB.sandbox.items()], [[], []]);
    for (const text of [BOT.label, 'a name of its own', 'boxed name']) {
      assert.deepEqual(await filesWith(dirname(file), text), [], text);
    }
    const back = nextChanges(windowA.catalogue);
    windowB.catalogue.saveBot(BOT);
    assert.deepEqual(await back, [{ bot: undefined }]);
    assert.deepEqual(windowA.catalogue.items(BOT.key), []);
  });

  it('let a listener of a change write after another window has removed the bot', async () => {
    const file = newDatabase();
    const [windowA, windowB] = [await openWindow(file), await openWindow(file)];
    windowA.catalogue.saveBot(BOT);
    let hasRemoved = false;
    windowA.catalogue.onDidChange(() => {
      if (hasRemoved) return;
      hasRemoved = true;
      windowB.catalogue.removeBot(BOT.key);
      windowA.catalogue.saveItem(itemOf('b'));
    });
    windowA.catalogue.saveItem(itemOf('a'));
    assert.deepEqual(windowA.catalogue.items(BOT.key), []);
  });

  it('cannot move two folders into each other', async () => {
    const file = newDatabase();
    const windows = [await openWindow(file), await openWindow(file)];
    const [catalogueA, catalogueB] = windows.map(
      ({ catalogue }) => new Catalogue(catalogue, { now: () => 1 }),
    );
    assert.ok(catalogueA && catalogueB);
    putBot(catalogueA, BOT);
    for (const id of ['a', 'b']) putItem(catalogueA, folderOf(id));
    catalogueA.moveItems('k', ['a'], 'b');
    catalogueB.moveItems('k', ['b'], 'a');
    assert.deepEqual(
      catalogueA.items('k').map(({ id, parentId }) => `${id} in ${parentId}`),
      ['a in b', 'b in null'],
    );
  });

  it('receive no events for changes before they opened', async () => {
    const file = newDatabase();
    const first = await openWindow(file);
    first.catalogue.saveBot(BOT);
    const second = await openWindow(file);
    const arrives = nextChanges(second.catalogue);
    first.catalogue.saveItem(itemOf('a'));
    assert.deepEqual(await arrives, [{ bot: 'k', item: 'a', childrenOf: null }]);
  });

  it('continue to receive events after a failed poll', async () => {
    const file = newDatabase();
    const otherWindow = await openWindow(file);
    const failure = Promise.withResolvers<unknown>();
    const database = new Database(new DatabaseSync(file), failure.resolve);
    onCleanup(() => database.close());
    const firstEvent = Promise.withResolvers<readonly CatalogueChange[]>();
    const log = new ChangeLog(database, firstEvent.resolve);
    onCleanup(() => log.dispose());
    // The timer of the change log does not keep the process alive.
    const alive = setInterval(() => undefined, 1000);
    onCleanup(() => clearInterval(alive));
    const otherConnection = new DatabaseSync(file);
    onCleanup(() => otherConnection.close());
    otherConnection.exec('ALTER TABLE change RENAME TO away');
    assert.match(String(await failure.promise), /no such table: change/);
    otherConnection.exec('ALTER TABLE away RENAME TO change');
    otherWindow.catalogue.saveBot(BOT);
    assert.deepEqual(await firstEvent.promise, [{ bot: undefined }]);
  });

  it('reload everything after missing more changes than are kept', async () => {
    const file = newDatabase();
    const readingWindow = await openWindow(file);
    const database = new Database(new DatabaseSync(file));
    // Synced writes would take too long here, and durability is not tested.
    database.run('PRAGMA synchronous = OFF');
    const writer = { catalogue: new SqlCatalogue(database) };
    onCleanup(() => writer.catalogue.close());
    writer.catalogue.saveBot(BOT);
    const first = nextChanges(readingWindow.catalogue);
    // The reading window cannot poll between these writes, because it shares this thread.
    for (let index = 0; index < 12_000; index++)
      writer.catalogue.saveItem(itemOf('a', { lastSeen: index }));
    assert.deepEqual(await first, [{ bot: undefined }]);
  });

  it('miss no change that is written while they poll', async () => {
    const file = newDatabase();
    const writer = await openWindow(file);
    writer.catalogue.saveBot(BOT);
    const database = new Database(new DatabaseSync(file));
    const reader = new SqlCatalogue(database);
    onCleanup(() => reader.close());
    const readAll = database.all.bind(database);
    let isFirst = true;
    database.all = (sql, ...values) => {
      const rows = readAll(sql, ...values);
      if (isFirst && sql.includes('FROM change')) {
        isFirst = false;
        writer.catalogue.saveItem(itemOf('b'));
      }
      return rows;
    };
    const changedItems: unknown[] = [];
    reader.onDidChange((changes) => changedItems.push(...changes.map(({ item }) => item)));
    let arrives = nextChanges(reader);
    writer.catalogue.saveItem(itemOf('a'));
    await arrives;
    arrives = nextChanges(reader);
    writer.catalogue.saveItem(itemOf('c'));
    await arrives;
    assert.deepEqual(changedItems, ['a', 'b', 'c']);
  });

  it('can all create and open a missing database at the same time', async () => {
    const file = newDatabase();
    const opening = Array.from({ length: 6 }, () => openInWorker(file));
    assert.deepEqual(await Promise.all(opening), Array(6).fill('undefined'));
  });
});

/**
 * Opens the database in another thread.
 * @returns its `problem` as text
 */
async function openInWorker(file: string): Promise<string> {
  const source = new URL('../../../../src/runs/openCatalogue.ts', import.meta.url);
  const code = `
    const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.source).then(async ({ openStores }) => {
      const { store: catalogue, problem } = await openStores(workerData.file);
      catalogue.close();
      parentPort.postMessage(String(problem));
    });`;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const workerData = { source: source.href, file };
  new Worker(code, { eval: true, workerData }).on('message', resolve).on('error', reject);
  return promise;
}

describe('transactions', () => {
  afterEach(cleanUp);

  it('roll back everything after a failure, without an event', async () => {
    const { catalogue } = await openWindow(newDatabase());
    catalogue.saveBot(BOT);
    const events = recordEvents(catalogue);
    const failing = (): void =>
      catalogue.atomically(() => {
        catalogue.saveItem(itemOf('a'));
        catalogue.atomically(() => catalogue.saveBot({ ...BOT, key: 'k2' }));
        throw new Error('no');
      });
    assert.throws(failing, /no/);
    assert.deepEqual([catalogue.items('k'), catalogue.bots(), events], [[], [BOT], []]);
    catalogue.saveItem(itemOf('b'));
    assert.deepEqual(events, [['k/b below null']]);
  });

  it('report why a write failed that SQLite rolled back itself, and continue', async () => {
    const file = newDatabase();
    const { catalogue } = await openWindow(file);
    catalogue.saveBot(BOT);
    const sqlite = new DatabaseSync(file);
    onCleanup(() => sqlite.close());
    sqlite.exec(
      "CREATE TRIGGER full BEFORE INSERT ON item BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END",
    );
    assert.throws(() => catalogue.saveItem(itemOf('a')), /the disk is full/);
    sqlite.exec('DROP TRIGGER full');
    catalogue.saveItem(itemOf('a'));
    assert.deepEqual(
      catalogue.items(BOT.key).map(({ id }) => id),
      ['a'],
    );
  });

  it('emit one event for all changes, after the commit', async () => {
    const { catalogue } = await openWindow(newDatabase());
    const events = recordEvents(catalogue);
    catalogue.atomically(() => {
      catalogue.saveBot(BOT);
      catalogue.saveItem(itemOf('a'));
      assert.deepEqual(events, []);
    });
    assert.deepEqual(events, [['bot undefined', 'k/a below null']]);
  });
});
