import assert from 'node:assert/strict';
import type { CatalogueStore } from '../../../../src/base/ports.ts';
import { BOT } from '../../base/fakes.ts';

/** Describes how stores keep the entries of workspace files. */
export function describeFiles(current: () => CatalogueStore): void {
  const bot = { bot: BOT.key, item: null };
  const a = { bot: BOT.key, item: 'a "\u8336"' };

  it('keep the entries of each workspace file, and know the other files with the same entry', () => {
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

  it('return the files that lock a bot, and emit an event when the lock changes', () => {
    const store = current();
    const lock = { ...bot, makesReadOnly: true } as const;
    const events: (readonly unknown[])[] = [];
    const listening = store.onDidChange((changes) => events.push(changes));
    store.addListed('file:///x', [bot, a]);
    assert.deepEqual(store.filesMakingReadOnly(BOT.key), []);
    store.addListed('file:///x', [lock, a]);
    store.removeListed('file:///x', [a]);
    assert.deepEqual(store.listedIn('file:///x'), [lock]);
    store.addListed('file:///a', [lock]);
    assert.deepEqual(store.filesMakingReadOnly(BOT.key), ['file:///a', 'file:///x']);
    assert.deepEqual(store.filesMakingReadOnly('nobody'), []);
    store.addListed('file:///x', [bot]);
    assert.deepEqual(store.filesMakingReadOnly(BOT.key), ['file:///a']);
    const one = [{ bot: BOT.key }];
    assert.deepEqual(events, [one, one, one]);
    listening.dispose();
    store.removeBot(BOT.key);
    store.saveBot(BOT);
    assert.deepEqual(store.filesMakingReadOnly(BOT.key), []);
  });

  it('remove the file entries of a removed bot', () => {
    const store = current();
    store.addListed('file:///x', [bot, a]);
    store.removeBot(BOT.key);
    store.saveBot(BOT);
    assert.deepEqual(store.listedIn('file:///x'), []);
    assert.equal(store.isListedElsewhere(a, 'file:///y'), false);
  });
}
