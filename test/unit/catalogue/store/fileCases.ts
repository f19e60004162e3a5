import assert from 'node:assert/strict';
import type { CatalogueStore } from '../../../../src/base/ports.ts';
import { BOT } from '../../base/fakes.ts';

/** Describes how stores keep the entries of workspace files. */
export function describeFiles(current: () => CatalogueStore): void {
  const botEntry = { bot: BOT.key, item: null };
  const tagEntry = { bot: BOT.key, item: 'a "\u8336"' };

  it('keeps the entries of each workspace file, and finds entries that another file also has', () => {
    const store = current();
    assert.deepEqual(store.listedIn('file:///x'), []);
    store.addListed('file:///x', [botEntry, tagEntry, { bot: 'missing', item: 'left out' }]);
    store.addListed('file:///y', [botEntry]);
    const byItem = store.listedIn('file:///x').toSorted(({ item }) => (item === null ? -1 : 1));
    assert.deepEqual(byItem, [botEntry, tagEntry]);
    assert.equal(store.isListedElsewhere(botEntry, 'file:///x'), true);
    assert.equal(store.isListedElsewhere(tagEntry, 'file:///x'), false);
    assert.equal(store.isListedElsewhere(tagEntry, 'file:///y'), true);
    store.removeListed('file:///x', [botEntry]);
    assert.deepEqual(store.listedIn('file:///x'), [tagEntry]);
    assert.equal(store.isListedElsewhere(botEntry, 'file:///y'), false);
  });

  it('returns the files that lock a bot, and emits an event when the lock changes', () => {
    const store = current();
    const lock = { ...botEntry, makesReadOnly: true } as const;
    const events: (readonly unknown[])[] = [];
    const listening = store.onDidChange((changes) => events.push(changes));
    store.addListed('file:///x', [botEntry, tagEntry]);
    assert.deepEqual(store.filesMakingReadOnly(BOT.key), []);
    store.addListed('file:///x', [lock, tagEntry]);
    store.removeListed('file:///x', [tagEntry]);
    assert.deepEqual(store.listedIn('file:///x'), [lock]);
    store.addListed('file:///a', [lock]);
    assert.deepEqual(store.filesMakingReadOnly(BOT.key), ['file:///a', 'file:///x']);
    assert.deepEqual(store.filesMakingReadOnly('missing'), []);
    store.addListed('file:///x', [botEntry]);
    assert.deepEqual(store.filesMakingReadOnly(BOT.key), ['file:///a']);
    const lockChange = [{ bot: BOT.key }];
    assert.deepEqual(events, [lockChange, lockChange, lockChange]);
    listening.dispose();
    store.removeBot(BOT.key);
    store.saveBot(BOT);
    assert.deepEqual(store.filesMakingReadOnly(BOT.key), []);
  });

  it('removes the file entries of a removed bot', () => {
    const store = current();
    store.addListed('file:///x', [botEntry, tagEntry]);
    store.removeBot(BOT.key);
    store.saveBot(BOT);
    assert.deepEqual(store.listedIn('file:///x'), []);
    assert.equal(store.isListedElsewhere(tagEntry, 'file:///y'), false);
  });
}
