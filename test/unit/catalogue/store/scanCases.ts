import assert from 'node:assert/strict';
import type { Scan } from '../../../../src/base/model.ts';
import type { CatalogueStore } from '../../../../src/base/ports.ts';
import { BOT } from '../../base/fakes.ts';

/** Scan with a value other than the default in every field. */
export const SCAN: Scan = {
  bot: BOT.key,
  id: 's',
  limit: 3086,
  from: 1_700_000_000_000,
  days: 30,
  budget: 200,
  next: 'k"\u0000',
  pages: 4,
  customers: 12_300,
  skipped: 5,
  tags: 214,
  newTags: 31,
  state: 'running',
  started: 1_700_000_000_001,
  updated: 1_700_000_000_002,
};

/** Describes how stores keep the last scan of each bot. */
export function describeScans(current: () => CatalogueStore): void {
  it('keeps the last scan of each bot, until the bot is removed', () => {
    const store = current();
    assert.equal(store.scan(BOT.key), undefined);
    store.saveScan(SCAN);
    assert.deepEqual(store.scan(BOT.key), SCAN);
    const next: Scan = { ...SCAN, id: 's2', from: null, days: null, next: null, state: 'done' };
    store.saveScan(next);
    assert.deepEqual([store.scan(BOT.key), store.scan('k2')], [next, undefined]);
    store.saveScan({ ...SCAN, bot: 'none' });
    assert.equal(store.scan('none'), undefined);
    store.removeBot(BOT.key);
    store.saveBot(BOT);
    assert.equal(store.scan(BOT.key), undefined);
  });
}
