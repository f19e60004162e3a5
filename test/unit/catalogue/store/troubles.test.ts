import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';

import { ServiceError, StorageError } from '../../../../src/base/errors.ts';
import { Database, toStorageError } from '../../../../src/catalogue/store/database.ts';
import { SqlCatalogue } from '../../../../src/catalogue/store/sqlCatalogue.ts';
import { withFailingDatabase } from '../../../support/faults.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { BOT, fakeService, itemOf } from '../../base/fakes.ts';
import { CANARY, openRecorder } from '../../runs/recording.ts';
import { SIGNAL } from '../../service/client.ts';
import { rejectionOf } from '../../service/rejection.ts';
import { newDatabase, openWindow } from './database.ts';

// Result codes of SQLite.
const SQLITE_FULL = 13;
const SQLITE_READONLY = 8;
const SQLITE_IOERR = 10;
/** Largest number of pages that SQLite allows. */
const MAX_PAGES = 4_294_967_294;

/**
 * Writes items until the database is full.
 * @returns the number of written items
 */
function fill(catalogue: SqlCatalogue): number {
  for (let index = 0; ; index++) {
    try {
      catalogue.saveItem({ ...itemOf(`item-${index}`), name: 'x'.repeat(500) });
    } catch (error) {
      assert.ok(error instanceof StorageError, String(error));
      assert.deepEqual([error.trouble, error.detail], ['full', 'database or disk is full']);
      return index;
    }
  }
}

describe('store on a disk that cannot be written', () => {
  afterEach(cleanUp);

  it('keeps the existing data intact, and continues when there is space', async () => {
    const file = newDatabase();
    const sqlite = new DatabaseSync(file);
    const catalogue = new SqlCatalogue(new Database(sqlite));
    onCleanup(() => catalogue.close());
    catalogue.saveBot(BOT);
    const { page_count: pages } = sqlite.prepare('PRAGMA page_count').get() ?? {};
    sqlite.exec(`PRAGMA max_page_count = ${Number(pages) + 10}`);
    const itemCount = fill(catalogue);
    assert.ok(itemCount > 5);
    const ids = catalogue.items(BOT.key).map(({ id }) => id);
    assert.equal(ids.length, itemCount);
    const other = await openWindow(file);
    assert.deepEqual(
      other.catalogue.items(BOT.key).map(({ id }) => id),
      ids,
    );
    assert.equal(sqlite.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
    sqlite.exec(`PRAGMA max_page_count = ${MAX_PAGES}`);
    catalogue.saveItem(itemOf('after'));
    assert.equal(other.catalogue.items(BOT.key).length, itemCount + 1);
  });

  it('writes a change completely or not at all', async () => {
    const { catalogue } = await openWindow(newDatabase());
    catalogue.saveBot(BOT);
    const saveBoth = (): void =>
      catalogue.atomically(() => {
        catalogue.saveItem(itemOf('one'));
        catalogue.saveItem(itemOf('two'));
      });
    await withFailingDatabase(SQLITE_FULL, async () => {
      assert.throws(saveBoth, (error) => error instanceof StorageError);
    });
    assert.deepEqual(catalogue.items(BOT.key), []);
    saveBoth();
    assert.equal(catalogue.items(BOT.key).length, 2);
  });

  it('still returns a level in order if the order cannot be stored', async () => {
    const { catalogue } = await openWindow(newDatabase());
    catalogue.saveBot(BOT);
    for (const id of ['c', 'a', 'b']) catalogue.saveItem(itemOf(id, { name: id }));
    for (const code of [SQLITE_FULL, SQLITE_READONLY, SQLITE_IOERR] as const) {
      await withFailingDatabase(code, async () => {
        assert.deepEqual(catalogue.orderByName(BOT.key, null).ids, ['a', 'b', 'c']);
      });
    }
  });

  for (const [code, trouble] of [
    [SQLITE_FULL, 'full'],
    [SQLITE_READONLY, 'read-only'],
    [SQLITE_IOERR, 'failed'],
  ] as const) {
    it(`sends no write that cannot be recorded, and reports the reason: ${trouble}`, async () => {
      let sentCount = 0;
      const attachTag = async (): Promise<void> => void sentCount++;
      const { service, journal } = await openRecorder(fakeService({ attachTag }));
      await withFailingDatabase(code, async () => {
        const error = await rejectionOf(service.attachTag('tag-a', CANARY, SIGNAL));
        assert.ok(
          error instanceof ServiceError && error.problem.kind === 'not-recorded',
          String(error),
        );
        assert.deepEqual([error.problem.trouble, error.outcome], [trouble, 'not-sent']);
      });
      assert.deepEqual([sentCount, journal.countWrites()], [0, 0]);
      await service.attachTag('tag-a', CANARY, SIGNAL);
      assert.deepEqual([sentCount, journal.countWrites()], [1, 1]);
    });
  }

  it('does not convert other errors, or errors of a moved or damaged file', () => {
    // SQLITE_READONLY_DBMOVED and SQLITE_CORRUPT.
    const movedError = Object.assign(new Error('moved'), { errcode: 1032 });
    const damaged = Object.assign(new Error('malformed'), { errcode: 11 });
    for (const error of [movedError, damaged, new Error('any'), 'text', undefined]) {
      assert.equal(toStorageError(error), error);
    }
  });
});
