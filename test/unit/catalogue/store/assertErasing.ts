import assert from 'node:assert/strict';

import type { CatalogueStore } from '../../../../src/base/ports.ts';
import { BOT, itemOf } from '../../base/fakes.ts';

/** Asserts that erasing a filled store empties it, emits one event, and allows new data. */
export function assertErasing(store: CatalogueStore): void {
  store.saveBot(BOT);
  store.saveItem(itemOf('a'));
  store.setNote('unfinishedExport', '/a.csv', 1);
  store.addListed('file:///a', [{ bot: BOT.key, item: 'a' }]);
  const receivedChanges: unknown[] = [];
  store.onDidChange((changes) => receivedChanges.push(...changes));
  store.eraseAll();
  store.compact();
  assert.deepEqual(receivedChanges, [{ bot: undefined }]);
  assert.deepEqual([store.bots(), store.items(BOT.key)], [[], []]);
  assert.equal(store.notesOf('unfinishedExport').size, 0);
  store.saveBot(BOT);
  assert.deepEqual([store.items(BOT.key), store.count(BOT.key, null)], [[], 0]);
  assert.deepEqual(store.listedIn('file:///a'), []);
  store.close();
}
