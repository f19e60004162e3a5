import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { cleanUp, onCleanup } from '../../cleanup.ts';
import { openStore } from '../../base/stores.ts';
import { newDatabase, openWindow } from './database.ts';

const COUNT = 120;

/**
 * Starts noteProcess.ts: a window that takes over the note `/former.csv` of an earlier version, adds `COUNT` notes of
 * each of two kinds, and removes every third `unfinishedExport`.
 * @returns the exit code of its process
 */
async function noteInProcess(file: string, name: string): Promise<unknown> {
  const script = join(import.meta.dirname, 'noteProcess.ts');
  const child = spawn(process.execPath, [script, file, name, String(COUNT)], { stdio: 'inherit' });
  onCleanup(() => void child.kill('SIGKILL'));
  const [code] = (await once(child, 'close')) as unknown[];
  return code;
}

describe('notes shared by windows', () => {
  afterEach(cleanUp);

  for (const [kind, open] of Object.entries(openStore)) {
    it(`are stored by kind and key, without an event (${kind})`, async () => {
      const store = await open();
      const events: unknown[] = [];
      store.onDidChange((changes) => events.push(changes));
      store.setNote('exportedCustomers', 'k', 312);
      store.setNote('exportedCustomers', 'k "茶"\n', -1.5);
      store.setNote('unfinishedExport', '/a b.csv', 1);
      store.setNote('exportedCustomers', 'k', 313);
      const notes = (): unknown => [...store.notesOf('exportedCustomers')];
      assert.deepEqual(notes(), [
        ['k', 313],
        ['k "茶"\n', -1.5],
      ]);
      store.removeNote('exportedCustomers', 'k');
      store.removeNote('exportedCustomers', 'none');
      store.removeNote('storedToken', 'k');
      assert.deepEqual(notes(), [['k "茶"\n', -1.5]]);
      assert.deepEqual([...store.notesOf('unfinishedExport')], [['/a b.csv', 1]]);
      assert.deepEqual(store.notesOf('storedToken'), new Map());
      assert.deepEqual(events, []);
    });
  }

  it('are not overwritten by another window', async () => {
    const file = newDatabase();
    const [windowA, windowB] = [await openWindow(file), await openWindow(file)];
    windowA.catalogue.setNote('unfinishedExport', '/one', 1);
    windowB.catalogue.setNote('unfinishedExport', '/two', 1);
    windowA.catalogue.setNote('unfinishedExport', '/three', 1);
    windowB.catalogue.removeNote('unfinishedExport', '/one');
    for (const { catalogue } of [windowA, windowB]) {
      assert.deepEqual([...catalogue.notesOf('unfinishedExport').keys()], ['/three', '/two']);
    }
  });

  it('are complete after processes added and removed them at the same time', async () => {
    const file = newDatabase();
    const names = ['a', 'b', 'c'];
    const codes = await Promise.all(names.map((name) => noteInProcess(file, name)));
    assert.deepEqual(codes, [0, 0, 0]);
    const { catalogue } = await openWindow(file);
    const numbers = Array.from({ length: COUNT }, (_, index) => index);
    const files = names.flatMap((name) =>
      numbers.filter((index) => index % 3 !== 0).map((index) => `/${name}-${index}.csv`),
    );
    const noteKeys = [...catalogue.notesOf('unfinishedExport').keys()];
    assert.deepEqual(noteKeys.toSorted(), ['/former.csv', ...files].toSorted());
    const counts = catalogue.notesOf('exportedCustomers');
    assert.equal(counts.size, names.length * COUNT);
    for (const name of names) {
      for (const index of numbers) assert.equal(counts.get(`${name}-${index}`), index);
    }
  }).timeout(60_000);
});
