import assert from 'node:assert/strict';
import { join } from 'node:path';

import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { openStores } from '../../../../src/runs/openCatalogue.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { BOT, itemOf } from '../../base/fakes.ts';
import { newDatabase, openWindow } from './database.ts';
import { assertErasing } from './assertErasing.ts';
import { describeStore } from './storeCases.ts';

describe('catalogue stores', () => {
  afterEach(cleanUp);

  const inMemory = () => Promise.resolve(new MemoryCatalogue());
  const onDisk = async () => {
    const folder = temporaryFolder('store');
    onCleanup(() => folder.remove());
    const { store: catalogue, problem } = await openStores(
      join(folder.path, 'a/b/catalogue.sqlite'),
    );
    assert.equal(problem, undefined);
    return catalogue;
  };

  for (const [kind, open] of [
    ['MemoryCatalogue', inMemory],
    ['SqlCatalogue', onDisk],
  ] as const) {
    describeStore(kind, open);

    it(`erases everything in one step, and can be used again: ${kind}`, async () => {
      assertErasing(await open());
    });
  }

  it('drops cached items of a transaction that was rolled back', async () => {
    const { catalogue } = await openWindow(newDatabase());
    catalogue.saveBot(BOT);
    catalogue.saveItem(itemOf('a', { parentId: 'f' }));
    const step = (): void => {
      catalogue.saveItem(itemOf('a', { parentId: 'g' }));
      assert.equal(catalogue.item(BOT.key, 'a')?.parentId, 'g');
      throw new Error('rolled back');
    };
    assert.throws(() => catalogue.atomically(step), /rolled back/);
    const changedPlaces: unknown[] = [];
    catalogue.onDidChange((changes) =>
      changedPlaces.push(...changes.map(({ childrenOf }) => childrenOf)),
    );
    catalogue.saveItem(itemOf('a', { parentId: 'g' }));
    // The old place `f` shows that the item was read again, not taken from the cache.
    assert.deepEqual(new Set(changedPlaces), new Set(['f', 'g']));
  });
});
