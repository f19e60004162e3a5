import assert from 'node:assert/strict';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import type { Bot } from '../../../src/base/model.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { BOT, FakeClock, itemOf } from '../base/fakes.ts';
import { putBot, putItem } from '../base/put.ts';

/** Counts what is looked up. */
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

describe('core: what keeps a write from being sent', () => {
  function open(other: Partial<Bot>) {
    const store = new CountingStore();
    const catalogue = new Catalogue(store, new FakeClock());
    putBot(catalogue, BOT);
    putBot(catalogue, { ...BOT, key: 'o', botId: 'bot-2', label: 'Other', ...other });
    putItem(catalogue, itemOf('t', { bot: 'o' }));
    return { store, catalogue };
  }

  it('is nothing where no other bot is guarded', () => {
    const { catalogue } = open({ environment: 'staging' });
    assert.equal(catalogue.refusal(BOT.key, 't'), undefined);
  });

  for (const [other, guard] of [
    [{ isReadOnly: true }, 'read-only'],
    [{ environment: 'Prod' }, 'production'],
  ] as const) {
    it(`is that a guarded bot of the same service lists the item: ${guard}`, () => {
      const { catalogue } = open(other);
      const refusal = { kind: 'guarded-elsewhere', id: 't', label: 'Other', guard };
      assert.deepEqual(catalogue.refusal(BOT.key, 't'), refusal);
      assert.equal(catalogue.refusal(BOT.key, 'another'), undefined);
      assert.equal(catalogue.refusal(BOT.key), undefined);
    });
  }

  it('is nothing where the other bot is at another service', () => {
    const { catalogue } = open({ isReadOnly: true, baseUrl: 'https://elsewhere.example' });
    assert.equal(catalogue.refusal(BOT.key, 't'), undefined);
  });

  it('is first that the bot itself is read-only', () => {
    const { catalogue } = open({ isReadOnly: true });
    putBot(catalogue, { ...BOT, isReadOnly: true });
    assert.deepEqual(catalogue.refusal(BOT.key, 't'), { kind: 'read-only', label: BOT.label });
  });

  it('is found by one lookup for each other bot, however many items there are', () => {
    const { store, catalogue } = open({ isReadOnly: true });
    for (let index = 0; index < 5000; index++) {
      putItem(catalogue, itemOf(`o${index}`, { bot: 'o' }));
    }
    Object.assign(store, { lookups: 0, reads: 0 });
    catalogue.refusal(BOT.key, 't');
    assert.deepEqual([store.lookups, store.reads], [1, 0]);
  });
});
