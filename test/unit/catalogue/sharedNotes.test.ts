import assert from 'node:assert/strict';

import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { lazy } from '../../../src/base/promises.ts';
import { SharedNotes } from '../../../src/catalogue/sharedNotes.ts';
import { cleanUp } from '../cleanup.ts';
import { newDatabase, openWindow } from './store/database.ts';
import { FakeClock } from '../base/fakes.ts';

/** Returns the `globalState` that an earlier version left, with two invalid entries: `3` and `bad`. */
function formerState() {
  const values = new Map<string, unknown>([
    ['unfinishedExports', ['/a.csv', '/b.csv', 3]],
    ['exportedCustomers', { k: 312, bad: 'x' }],
    ['botTags.storedTokens', ['k', 'k2']],
  ]);
  return {
    values,
    get: (key: string) => values.get(key),
    update: (key: string) => Promise.resolve(void values.delete(key)),
  };
}

describe('SharedNotes', () => {
  afterEach(cleanUp);

  /** Opens the notes of a window. The catalogue is opened on the first access. */
  function window(file: string, former: ReturnType<typeof formerState>) {
    const opened = { times: 0 };
    const catalogue = lazy(async () => {
      opened.times++;
      return new Catalogue((await openWindow(file)).catalogue, new FakeClock());
    });
    return { notes: new SharedNotes(catalogue, former), opened };
  }

  it('opens the catalogue on the first access', async () => {
    const { notes, opened } = window(newDatabase(), formerState());
    assert.equal(opened.times, 0);
    await notes.valuesOf('storedToken');
    assert.equal(opened.times, 1);
  });

  it('migrates the notes of an earlier version once, and deletes the originals when it is safe', async () => {
    const [file, former] = [newDatabase(), formerState()];
    const first = window(file, former).notes;
    assert.deepEqual([...(await first.valuesOf('unfinishedExport')).keys()], ['/a.csv', '/b.csv']);
    assert.deepEqual([...(await first.valuesOf('exportedCustomers'))], [['k', 312]]);
    assert.deepEqual([...(await first.valuesOf('storedToken')).keys()], ['k', 'k2']);
    assert.equal(
      former.values.size,
      3,
      'the originals are kept, because a database in memory would lose the notes',
    );
    await first.remove('unfinishedExport', '/a.csv');
    await first.set('exportedCustomers', 'k', 400);

    const second = window(file, former).notes;
    assert.deepEqual([...(await second.valuesOf('unfinishedExport')).keys()], ['/b.csv']);
    assert.deepEqual([...(await second.valuesOf('exportedCustomers'))], [['k', 400]]);
    assert.equal(former.values.size, 0);
  });

  it('migrates nothing if there is nothing, and shares notes between windows', async () => {
    const file = newDatabase();
    const empty = { ...formerState(), get: () => undefined };
    const [notesA, notesB] = [window(file, empty).notes, window(file, empty).notes];
    assert.deepEqual(await notesA.valuesOf('storedToken'), new Map());
    await Promise.all([notesA.set('storedToken', 'k'), notesB.set('storedToken', 'k2')]);
    for (const notes of [notesA, notesB]) {
      assert.deepEqual([...(await notes.valuesOf('storedToken')).keys()], ['k', 'k2']);
    }
  });
});
