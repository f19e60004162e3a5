import assert from 'node:assert/strict';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { LiveItems } from '../../../src/catalogue/liveItems.ts';
import { TagIndex } from '../../../src/catalogue/tagIndex.ts';
import { TagSearch } from '../../../src/catalogue/tagSearch.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { BOT, FakeClock, folderOf, itemOf } from '../base/fakes.ts';

describe('LiveItems', () => {
  const open = () => {
    const store = new MemoryCatalogue();
    store.saveBot(BOT);
    const live = new LiveItems(new Catalogue(store, new FakeClock()), () => new TagIndex());
    const names = async (query: string): Promise<readonly string[]> => {
      const { matches } = new TagSearch(await live.open()).findNow(query, 99);
      return matches.map(({ item, path }) => [...path, item.name].join('/'));
    };
    return { store, live, names };
  };

  it('contains all items of all bots, and every change after it was opened', async () => {
    const { store, live, names } = open();
    for (let number = 0; number < 2500; number++)
      store.saveItem(itemOf(`tag-${number}`, { name: `tea ${number}` }));
    store.saveBot({ ...BOT, key: 'k2' });
    store.saveItem({ ...itemOf('x', { name: 'of another' }), bot: 'k2' });
    assert.deepEqual(await names('another'), ['of another']);
    const index = await live.open();
    assert.equal(index.size, 2501);
    store.saveItem(folderOf('f', { name: 'Drinks' }));
    store.saveItem(itemOf('tag-7', { name: 'coffee', parentId: 'f' }));
    store.removeItems(BOT.key, ['tag-8']);
    assert.deepEqual(await names('coffee'), ['Drinks/coffee']);
    assert.deepEqual(await names('tea 2499'), ['tea 2499']);
    assert.equal((await live.open()).size, 2501);
    assert.equal(await live.open(), index, 'the index is reused');
    live.dispose();
  });

  it('reads a whole bot again when the event names only the bot', async () => {
    const { store, live, names } = open();
    for (const id of ['a', 'b', 'c']) store.saveItem(itemOf(id, { name: `tea ${id}` }));
    const index = await live.open();
    store.atomically(() => {
      store.saveBot({ ...BOT, label: 'another' });
      store.removeItems(BOT.key, ['a']);
      store.saveItem(itemOf('b', { name: 'coffee' }));
      store.saveItem(itemOf('d', { name: 'tea d' }));
    });
    assert.deepEqual(await names('tea'), ['tea c', 'tea d']);
    assert.equal(await live.open(), index);
    const { version } = index;
    store.saveBot(BOT);
    await live.open();
    assert.equal(index.version, version, 'cached search results stay valid if no item changed');
    live.dispose();
  });

  it('is rebuilt when the list of bots changes', async () => {
    const { store, live, names } = open();
    store.saveItem(itemOf('t', { name: 'tea' }));
    assert.deepEqual(await names('tea'), ['tea']);
    store.removeBot(BOT.key);
    assert.deepEqual(await names('tea'), []);
    live.dispose();
  });

  it('includes changes made while it is being built', async () => {
    const { store, live } = open();
    for (let index = 0; index < 30_000; index++) store.saveItem(itemOf(`tag-${index}`));
    const [first, second] = [live.open(), live.open()];
    store.saveItem(itemOf('tag-0', { name: 'changed' }));
    store.saveBot({ ...BOT, key: 'k2' });
    store.saveItem({ ...itemOf('x', { name: 'late' }), bot: 'k2' });
    assert.equal(await first, await second);
    const search = new TagSearch(await first);
    for (const name of ['changed', 'late']) {
      assert.equal(search.findNow(name, 1).matches[0]?.item.name, name);
    }
    live.dispose();
  });

  it('stops reading when it is disposed', async () => {
    const { store, live } = open();
    for (let index = 0; index < 30_000; index++) store.saveItem(itemOf(`tag-${index}`));
    const opening = live.open();
    live.dispose();
    assert.ok((await opening).size < 30_000);
  });
});
