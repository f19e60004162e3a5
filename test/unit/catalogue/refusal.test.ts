import assert from 'node:assert/strict';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import type { Bot } from '../../../src/base/model.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { BOT, FakeClock, itemOf } from '../base/fakes.ts';
import { putBot, putItem } from '../base/put.ts';

/** Store that counts reads of a single item (`lookups`) and of all items (`reads`). */
class CountingStore extends MemoryCatalogue {
  lookups = 0;
  reads = 0;

  override item(bot: string, id: string) {
    this.lookups++;
    return super.item(bot, id);
  }

  override items(bot: string) {
    this.reads++;
    return super.items(bot);
  }
}

describe('Catalogue.refusal', () => {
  /** Opens a catalogue with `BOT`, and with another bot that lists the item `t`. */
  function open(change: Partial<Bot>) {
    const store = new CountingStore();
    const catalogue = new Catalogue(store, new FakeClock());
    putBot(catalogue, BOT);
    putBot(catalogue, { ...BOT, key: 'o', botId: 'bot-2', label: 'Other', ...change });
    putItem(catalogue, itemOf('t', { bot: 'o' }));
    return { store, catalogue };
  }

  it('returns undefined if no other bot is protected', () => {
    const { catalogue } = open({ environment: 'staging' });
    assert.equal(catalogue.refusal(BOT.key, 't'), undefined);
  });

  for (const [other, guard] of [
    [{ isReadOnly: true }, 'read-only'],
    [{ environment: 'Prod' }, 'production'],
  ] as const) {
    it(`names a protected bot of the same service that lists the item: ${guard}`, () => {
      const { catalogue } = open(other);
      const refusal = { kind: 'guarded-elsewhere', id: 't', label: 'Other', guard };
      assert.deepEqual(catalogue.refusal(BOT.key, 't'), refusal);
      assert.equal(catalogue.refusal(BOT.key, 'another'), undefined);
      assert.equal(catalogue.refusal(BOT.key), undefined);
    });
  }

  it('returns undefined if the other bot belongs to another service', () => {
    const { catalogue } = open({ isReadOnly: true, baseUrl: 'https://elsewhere.example' });
    assert.equal(catalogue.refusal(BOT.key, 't'), undefined);
  });

  it('reports first that the bot itself is read-only', () => {
    const { catalogue } = open({ isReadOnly: true });
    putBot(catalogue, { ...BOT, isReadOnly: true });
    assert.deepEqual(catalogue.refusal(BOT.key, 't'), { kind: 'read-only', label: BOT.label });
  });

  it('looks up one item per other bot, however many items there are', () => {
    const { store, catalogue } = open({ isReadOnly: true });
    for (let index = 0; index < 5000; index++) {
      putItem(catalogue, itemOf(`o${index}`, { bot: 'o' }));
    }
    Object.assign(store, { lookups: 0, reads: 0 });
    catalogue.refusal(BOT.key, 't');
    assert.deepEqual([store.lookups, store.reads], [1, 0]);
  });
});
