import assert from 'node:assert/strict';

import { addSandboxBot } from '../../../src/catalogue/botChanges.ts';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import { FOLDER, TAG, type CatalogueItem } from '../../../src/base/model.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { BOT, FakeClock, folderOf, itemOf } from '../base/fakes.ts';
import { putBot, putItem } from '../base/put.ts';
import { unplaced } from '../base/unplaced.ts';

const clock = new FakeClock();

function catalogueWith(...items: readonly CatalogueItem[]): Catalogue {
  const store = new MemoryCatalogue();
  store.saveBot(BOT);
  for (const item of items) store.saveItem(item);
  return new Catalogue(store, clock);
}

function itemsOfBot(itemIds: readonly string[]): readonly Pick<CatalogueItem, 'bot' | 'id'>[] {
  return itemIds.map((id) => ({ bot: BOT.key, id }));
}

function ids(items: readonly CatalogueItem[]): readonly string[] {
  return items.map(({ id }) => id);
}

/** Store that returns IDs only up to a NUL character, as SQLite does in Node 22. */
class CuttingStore extends MemoryCatalogue {
  override itemsAfter(bot: string, id: string, limit: number): readonly CatalogueItem[] {
    return super.itemsAfter(bot, id, limit).map((item) => {
      return { ...item, id: item.id.replace(/\0.*/, '') };
    });
  }
}

describe('Catalogue', () => {
  it('ends reading items in pages even if the store cuts off an ID', () => {
    const store = new CuttingStore();
    store.saveBot(BOT);
    for (const id of ['tag-a', 'tag-b\0c']) store.saveItem(itemOf(id));
    const ids: string[] = [];
    for (const page of new Catalogue(store, new FakeClock()).pagesOfItems(BOT.key)) {
      ids.push(...page.map(({ id }) => id));
      assert.ok(ids.length < 10, 'the pages do not end');
    }
    assert.deepEqual(ids, ['tag-a', 'tag-b']);
  });

  it('finds bots by key first, then by ID', () => {
    const catalogue = catalogueWith();
    putBot(catalogue, { ...BOT, key: 'k2', botId: 'k' });
    putBot(catalogue, { ...BOT, key: 'k3' });
    const keys = (reference: string): readonly string[] =>
      catalogue.botsByReference(reference).map(({ key }) => key);
    assert.deepEqual(keys('k'), ['k']);
    assert.deepEqual(keys('bot-1'), ['k', 'k3']);
    assert.deepEqual(keys('none'), []);
    catalogue.removeBot('k');
    assert.deepEqual(keys('k'), ['k2']);
  });

  it('sorts children: folders first, then by name in natural order, then by ID', () => {
    const catalogue = catalogueWith(
      itemOf('b', { name: 'Tag 10' }),
      itemOf('a', { name: 'Tag 2' }),
      itemOf('d', { name: 'Tag 2' }),
      folderOf('f', { name: 'Zoo' }),
      itemOf('o', { name: 'A', type: 9 }),
      itemOf('x', { parentId: 'f' }),
    );
    assert.deepEqual(ids(catalogue.children(BOT.key, null)), ['f', 'o', 'a', 'd', 'b']);
    assert.deepEqual(ids(catalogue.children(BOT.key, 'f')), ['x']);
    assert.deepEqual(catalogue.children('other', null), []);
  });

  it('finds descendants and ancestors, even if folders contain each other', () => {
    const catalogue = catalogueWith(
      folderOf('a', { parentId: 'c' }),
      folderOf('b', { parentId: 'a' }),
      folderOf('c', { parentId: 'b' }),
      itemOf('t', { parentId: 'b' }),
    );
    assert.deepEqual([...ids(catalogue.below(BOT.key, 'a'))].sort(), ['b', 'c', 't']);
    assert.deepEqual(catalogue.below(BOT.key, 't'), []);
    const tag = catalogue.item(BOT.key, 't');
    assert.ok(tag);
    assert.deepEqual(ids(catalogue.ancestors(tag)), ['c', 'a', 'b']);
    assert.deepEqual(catalogue.ancestors(itemOf('x', { parentId: 'unknown' })), []);
  });

  it('records a created item', () => {
    const catalogue = catalogueWith();
    clock.time = 77;
    catalogue.recordCreated(BOT.key, 'f', { name: 'F', type: FOLDER });
    catalogue.recordCreated(BOT.key, 't', { name: 'T', type: TAG, parentId: 'f' });
    const times = { namedAt: 77, firstSeen: 77, lastSeen: 77 };
    const expected = itemOf('t', { name: 'T', parentId: 'f', ...times });
    assert.deepEqual(catalogue.item(BOT.key, 't'), expected);
    assert.equal(catalogue.item(BOT.key, 'f')?.parentId, null);
  });

  it('lists an item created in an unknown folder among the items without a place', () => {
    const catalogue = catalogueWith();
    catalogue.recordCreated(BOT.key, 't', { name: 'T', type: TAG, parentId: 'elsewhere' });
    assert.deepEqual(ids(unplaced(catalogue, BOT.key)), ['t']);
    assert.equal(catalogue.item(BOT.key, 't')?.parentId, null);
  });

  it('keeps the counts of a scan that found the item before its creation was recorded', () => {
    const seenItem = itemOf('t', { folderSource: 'no', source: 'seen', scan: 's', seenOn: 3 });
    const catalogue = catalogueWith(seenItem, folderOf('f'));
    const item = { name: 'T', type: TAG, parentId: 'f' };
    assert.equal(catalogue.recordCreated(BOT.key, 't', item, seenItem.firstSeen ?? 0), undefined);
    const { scan, seenOn, parentId, folderSource, source } =
      catalogue.item(BOT.key, 't') ?? assert.fail();
    assert.deepEqual(
      [scan, seenOn, parentId, folderSource, source],
      ['s', 3, 'f', 'service', 'created'],
    );
  });

  it('keeps the existing item if a creation returns its ID, and returns that item', () => {
    for (const existingItem of [
      itemOf('t', { name: 'Old', parentId: 'f' }),
      itemOf('t', { source: 'seen', folderSource: 'no' }),
      itemOf('t', { source: 'seen', firstSeen: null }),
    ]) {
      const catalogue = catalogueWith(existingItem, folderOf('f'), folderOf('g'));
      const item = { name: 'New', type: FOLDER, parentId: 'g' };
      // The request was sent after time 5, which `itemOf` sets as `firstSeen`.
      const requestTime = 6;
      assert.deepEqual(catalogue.recordCreated(BOT.key, 't', item, requestTime), existingItem);
      assert.deepEqual(catalogue.item(BOT.key, 't'), existingItem);
    }
  });

  it('restores removed items at their places, with their contents', () => {
    const itemsBefore = [
      folderOf('f', { name: 'F' }),
      folderOf('g', { parentId: 'f' }),
      itemOf('gone', { parentId: 'g', state: 'gone', seenOn: 3, scan: 's' }),
      itemOf('stays', { parentId: 'g', folderSource: 'user' }),
    ];
    const catalogue = catalogueWith(...itemsBefore);
    const removal = catalogue.removeItems(itemsOfBot(['gone', 'g', 'f', 'unknown']));
    assert.deepEqual(ids(catalogue.items(BOT.key)), ['stays']);
    assert.deepEqual(ids(unplaced(catalogue, BOT.key)), ['stays']);
    catalogue.restore(removal);
    const byId = (a: CatalogueItem, b: CatalogueItem): number => (a.id < b.id ? -1 : 1);
    assert.deepEqual(catalogue.items(BOT.key).toSorted(byId), itemsBefore.toSorted(byId));
  });

  it('restores nothing over newer items, and nothing into a missing folder', () => {
    const catalogue = catalogueWith(
      folderOf('f'),
      itemOf('again', { parentId: 'f', name: 'Old' }),
      itemOf('back', { parentId: 'f' }),
      folderOf('g'),
      itemOf('moved', { parentId: 'g' }),
    );
    const removal = catalogue.removeItems(itemsOfBot(['again', 'back', 'g']));
    const createdAgain = itemOf('again', { name: 'New' });
    putItem(catalogue, createdAgain);
    catalogue.moveItems(BOT.key, ['moved'], 'f');
    catalogue.removeItems(itemsOfBot(['f']));
    catalogue.moveItems(BOT.key, ['moved'], null);
    catalogue.restore(removal);
    assert.deepEqual(catalogue.item(BOT.key, 'again'), createdAgain);
    assert.deepEqual(ids(unplaced(catalogue, BOT.key)), ['back']);
    assert.deepEqual(ids(catalogue.children(BOT.key, null)), ['g', 'back', 'moved', 'again']);
  });

  it('never moves a folder into itself or its descendants', () => {
    const catalogue = catalogueWith(
      folderOf('a'),
      folderOf('b', { parentId: 'a' }),
      folderOf('c', { parentId: 'b' }),
      folderOf('d'),
      itemOf('t'),
    );
    const places = (): readonly string[] =>
      catalogue.items(BOT.key).map(({ id, parentId }) => `${id} in ${parentId}`);
    const placesBefore = places();
    assert.equal(catalogue.moveItems(BOT.key, ['a'], 'c'), 'in-itself');
    assert.equal(catalogue.moveItems(BOT.key, ['b'], 'b'), 'in-itself');
    for (const id of ['t', 'none']) {
      assert.equal(catalogue.moveItems(BOT.key, ['d'], id), 'no-folder');
    }
    assert.equal(catalogue.moveItems(BOT.key, ['d', 'a'], 'c'), 'in-itself');
    assert.deepEqual(places(), placesBefore);
    assert.equal(catalogue.moveItems(BOT.key, ['d', 'none'], 'c'), undefined);
    assert.deepEqual(places().toSorted(), ['a in null', 'b in a', 'c in b', 'd in c', 't in null']);
  });

  it('lists a folder without a place if the service reports it as created in itself or below itself', () => {
    const seenFolder = folderOf('f', { folderSource: 'no', source: 'seen', firstSeen: 9 });
    const catalogue = catalogueWith(seenFolder, folderOf('in f', { parentId: 'f' }));
    for (const parentId of ['f', 'in f']) {
      catalogue.recordCreated(BOT.key, 'f', { name: 'F', type: FOLDER, parentId }, 9);
      assert.deepEqual(ids(unplaced(catalogue, BOT.key)), ['f']);
      putItem(catalogue, seenFolder);
    }
    const sandboxed = (id: string, parentId: string) => {
      return { id, name: id, type: FOLDER, parentId, created: 1 };
    };
    const items = [sandboxed('x', 'y'), sandboxed('y', 'x'), sandboxed('z', 'z')];
    addSandboxBot(catalogue, BOT, items);
    assert.deepEqual(ids(unplaced(catalogue, BOT.key)), ['f', 'x', 'z']);
    assert.deepEqual(ids(catalogue.children(BOT.key, 'x')), ['y']);
  });

  it('lists the contents of a folder without a place if the service reports the folder as a tag', () => {
    const catalogue = catalogueWith(folderOf('f'), itemOf('t', { parentId: 'f' }));
    const remote = { id: 'f', name: 'F', botId: BOT.botId, type: TAG };
    catalogue.recordSeen(BOT.key, remote, 'added');
    assert.deepEqual(ids(unplaced(catalogue, BOT.key)), ['t']);
  });

  it('takes over the name of the service, and keeps folder, source and creation time', () => {
    const markedItem = itemOf('t', { parentId: 'f', created: 11, state: 'error', reason: 'x' });
    const catalogue = catalogueWith(markedItem);
    clock.time = 99;
    const remote = { id: 't', name: 'New', botId: BOT.botId, type: 0 };
    const recorded = catalogue.recordSeen(BOT.key, remote, 'added');
    const fromService = { name: 'New', namedAt: 99, lastSeen: 99, state: 'ok', reason: null };
    const expected = { ...markedItem, ...fromService };
    assert.deepEqual(recorded, expected);
    assert.deepEqual(catalogue.item(BOT.key, 't'), expected);
    const added = catalogue.recordSeen(BOT.key, { ...remote, id: 'n', created: 5 }, 'added');
    assert.deepEqual([added.source, added.folderSource, added.created], ['added', 'no', 5]);
  });

  it('marks existing items, and creates none', () => {
    const catalogue = catalogueWith(itemOf('t', { parentId: 'f' }));
    catalogue.mark(BOT.key, 't', 'error', 'why');
    catalogue.mark(BOT.key, 'none', 'gone', null);
    assert.deepEqual(
      catalogue.items(BOT.key).map(({ id, state, reason }) => [id, state, reason]),
      [['t', 'error', 'why']],
    );
  });

  it('lists the remaining contents of removed folders without a place', () => {
    const catalogue = catalogueWith(
      folderOf('a'),
      folderOf('b', { parentId: 'a' }),
      itemOf('inB', { parentId: 'b' }),
      itemOf('gone', { parentId: 'a' }),
      folderOf('kept', { parentId: 'a' }),
      itemOf('inKept', { parentId: 'kept' }),
    );
    catalogue.removeItems(itemsOfBot(['a', 'b', 'gone', 'unknown']));
    const places = catalogue.items(BOT.key).map(({ id, parentId }) => `${id} in ${parentId}`);
    assert.deepEqual(places.sort(), ['inB in null', 'inKept in kept', 'kept in null']);
    assert.deepEqual(ids(unplaced(catalogue, BOT.key)), ['kept', 'inB']);
  });

  it('passes on the change events of its store', () => {
    const catalogue = catalogueWith();
    const receivedChanges: unknown[] = [];
    catalogue.onDidChange((changes) => receivedChanges.push(...changes));
    catalogue.recordCreated(BOT.key, 't', { name: 'T', type: TAG });
    assert.deepEqual(receivedChanges, [{ bot: BOT.key, item: 't', childrenOf: null }]);
  });
});
