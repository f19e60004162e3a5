import assert from 'node:assert/strict';
import type { CatalogueStore } from '../../../../src/base/ports.ts';
import { BOT } from '../../base/fakes.ts';

/** What stores keep of workspace files. */
export function describeFiles(current: () => CatalogueStore): void {
  const bot = { bot: BOT.key, item: null };
  const a = { bot: BOT.key, item: 'a "\u8336"' };

  it('keep what each workspace file lists, and know who else lists it', () => {
    const store = current();
    assert.deepEqual(store.listedIn('file:///x'), []);
    store.addListed('file:///x', [bot, a, { bot: 'nobody', item: 'left out' }]);
    store.addListed('file:///y', [bot]);
    const byItem = store.listedIn('file:///x').toSorted((one) => (one.item === null ? -1 : 1));
    assert.deepEqual(byItem, [bot, a]);
    assert.equal(store.isListedElsewhere(bot, 'file:///x'), true);
    assert.equal(store.isListedElsewhere(a, 'file:///x'), false);
    assert.equal(store.isListedElsewhere(a, 'file:///y'), true);
    store.removeListed('file:///x', [bot]);
    assert.deepEqual(store.listedIn('file:///x'), [a]);
    assert.equal(store.isListedElsewhere(bot, 'file:///y'), false);
  });

  it('know which files lock a bot, and tell of it when that changes', () => {
    const store = current();
    const lock = { ...bot, isLock: true } as const;
    const told: (readonly unknown[])[] = [];
    const listening = store.onDidChange((changes) => told.push(changes));
    store.addListed('file:///x', [bot, a]);
    assert.deepEqual(store.lockedBy(BOT.key), []);
    store.addListed('file:///x', [lock, a]);
    store.removeListed('file:///x', [a]);
    assert.deepEqual(store.listedIn('file:///x'), [lock]);
    store.addListed('file:///a', [lock]);
    assert.deepEqual(store.lockedBy(BOT.key), ['file:///a', 'file:///x']);
    assert.deepEqual(store.lockedBy('nobody'), []);
    store.addListed('file:///x', [bot]);
    assert.deepEqual(store.lockedBy(BOT.key), ['file:///a']);
    const one = [{ bot: BOT.key }];
    assert.deepEqual(told, [one, one, one]);
    listening.dispose();
    store.removeBot(BOT.key);
    store.saveBot(BOT);
    assert.deepEqual(store.lockedBy(BOT.key), []);
  });

  it('forget with a bot what files list of it', () => {
    const store = current();
    store.addListed('file:///x', [bot, a]);
    store.removeBot(BOT.key);
    store.saveBot(BOT);
    assert.deepEqual(store.listedIn('file:///x'), []);
    assert.equal(store.isListedElsewhere(a, 'file:///y'), false);
  });
}
