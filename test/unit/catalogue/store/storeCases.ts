import assert from 'node:assert/strict';

import { FOLDER, TAG, type Bot, type CatalogueItem } from '../../../../src/base/model.ts';
import type { CatalogueChange, CatalogueStore } from '../../../../src/base/ports.ts';
import { BOT, folderOf, itemOf } from '../../base/fakes.ts';
import { describeFiles } from './fileCases.ts';
import { describeScans, SCAN } from './scanCases.ts';

/** Records the events of the store. Each change is one line; the lines of one event are sorted. */
export function recordEvents(store: CatalogueStore): string[][] {
  const events: string[][] = [];
  store.onDidChange((changes) => events.push(changes.map(lineOf).sort()));
  return events;
}

function lineOf({ bot, item, childrenOf }: CatalogueChange): string {
  const place = childrenOf === undefined ? '' : ` below ${childrenOf}`;
  return item === undefined ? `bot ${bot}` : `${bot}/${item}${place}`;
}

const byId = (a: CatalogueItem, b: CatalogueItem): number => (a.id < b.id ? -1 : 1);
const OTHER_BOT: Bot = {
  ...BOT,
  key: 'k2',
  label: 'Other',
  kind: 'sandbox',
  baseUrl: '',
  created: 2,
  environment: '正式',
  origin: 'file',
  isConfirmed: false,
};
function sorted(items: readonly CatalogueItem[]): readonly CatalogueItem[] {
  return items.toSorted(byId);
}

/** Describes the behavior that every catalogue store must have. */
export function describeStore(kind: string, open: () => Promise<CatalogueStore>): void {
  describe(`catalogue store: ${kind}`, () => {
    let store: CatalogueStore;

    beforeEach(async () => {
      store = await open();
      store.saveBot(BOT);
    });

    afterEach(() => store.close());

    describeBots(() => store);
    describeItems(() => store);
    describePages(() => store);
    describePlaces(() => store);
    describeEvents(() => store);
    describePlacesInEvents(() => store);
    describeScans(() => store);
    describeFiles(() => store);
  });
}

function describeBots(current: () => CatalogueStore): void {
  it('keeps complete bots in the order in which they were added', () => {
    const store = current();
    store.saveBot(OTHER_BOT);
    store.saveBot({ ...BOT, label: '茶 "Tea" \u0000\n' });
    assert.deepEqual(store.bots(), [{ ...BOT, label: '茶 "Tea" \u0000\n' }, OTHER_BOT]);
  });

  it('removes a bot with all its items, and no other bot', () => {
    const store = current();
    store.saveBot(OTHER_BOT);
    store.saveItem(itemOf('a'));
    store.saveItem(itemOf('a', { bot: 'k2' }));
    store.removeBot(BOT.key);
    assert.deepEqual(store.bots(), [OTHER_BOT]);
    assert.deepEqual(store.items(BOT.key), []);
    store.saveBot(BOT);
    assert.deepEqual(store.items(BOT.key), []);
    assert.equal(store.items('k2').length, 1);
  });

  it('ignores an item of a missing bot, without an event', () => {
    const store = current();
    store.removeBot(BOT.key);
    const events: unknown[] = [];
    store.onDidChange((changes) => events.push(changes));
    store.saveItem(itemOf('a'));
    assert.equal(store.item(BOT.key, 'a'), undefined);
    assert.deepEqual(events, []);
  });
}

function describeItems(current: () => CatalogueStore): void {
  it('keeps complete items', () => {
    const store = current();
    const items = [
      itemOf('a', {
        type: 9,
        created: 1_700_000_000_000,
        lastSeen: null,
        reason: '',
        state: 'error',
      }),
      itemOf('b', { name: '', parentId: 'f', source: 'added', lastSeen: 2 ** 53, state: 'gone' }),
      folderOf('f', { name: '會員 "x"; DROP TABLE item' }),
      itemOf('__proto__', { type: -1.5, namedAt: null, firstSeen: null, folderSource: 'no' }),
      itemOf('seen', { source: 'seen', folderSource: 'user', scan: 's', seenOn: 312, namedAt: 7 }),
    ];
    for (const item of items) store.saveItem(item);
    assert.deepEqual(sorted(store.items(BOT.key)), sorted(items));
    for (const item of items) assert.deepEqual(store.item(BOT.key, item.id), item);
    assert.equal(store.item(BOT.key, 'none'), undefined);
    assert.equal(store.item('none', 'a'), undefined);
  });

  it('removes items by ID, and ignores unknown IDs', () => {
    const store = current();
    for (const id of ['a', 'b', 'c']) store.saveItem(itemOf(id));
    store.removeItems(BOT.key, ['a', 'none', 'c']);
    store.removeItems('none', ['b']);
    store.removeItems(BOT.key, []);
    assert.deepEqual(
      store.items(BOT.key).map(({ id }) => id),
      ['b'],
    );
  });

  it('returns the result of an atomic step, also of a nested one', () => {
    const store = current();
    const result = store.atomically(() => {
      store.saveItem(itemOf('a'));
      return store.atomically(() => store.item(BOT.key, 'a')?.id);
    });
    assert.equal(result, 'a');
  });
}

function describeEvents(current: () => CatalogueStore): void {
  it('emits which bots changed', () => {
    const store = current();
    const events = recordEvents(store);
    store.saveBot(OTHER_BOT);
    store.saveBot({ ...BOT, label: 'x' });
    store.removeBot('k2');
    assert.deepEqual(events, [['bot undefined'], ['bot k'], ['bot undefined']]);
  });

  it('emits where items were added, changed, moved and removed', () => {
    const store = current();
    store.saveItem(folderOf('f'));
    const events = recordEvents(store);
    const saved = [
      itemOf('a'),
      itemOf('a', { state: 'error', reason: 'x', lastSeen: 9 }),
      itemOf('a', { name: 'renamed' }),
      itemOf('a', { name: 'renamed', type: 9 }),
      itemOf('a', { name: 'renamed', type: 9, parentId: 'f' }),
    ];
    for (const item of saved) store.saveItem(item);
    store.removeItems(BOT.key, ['a', 'none', 'f']);
    store.removeItems(BOT.key, ['none']);
    assert.deepEqual(events, [
      ['k/a below null'],
      ['k/a'],
      ['k/a below null'],
      ['k/a below null'],
      ['k/a below f', 'k/a below null'],
      ['k/a below f', 'k/f below null'],
    ]);
  });

  it('emits an event when the change is visible', () => {
    const store = current();
    const namesAtEvents: unknown[] = [];
    store.onDidChange(() => namesAtEvents.push(store.item(BOT.key, 'a')?.name));
    store.saveItem(itemOf('a'));
    store.removeItems(BOT.key, ['a']);
    assert.deepEqual(namesAtEvents, ['a', undefined]);
  });

  it('allows a listener to write', () => {
    const store = current();
    const events = recordEvents(store);
    const writeOnce = store.onDidChange(() => {
      writeOnce.dispose();
      store.saveItem(itemOf('b'));
    });
    store.saveItem(itemOf('a'));
    assert.deepEqual(events, [['k/a below null'], ['k/b below null']]);
  });
}

function describePages(current: () => CatalogueStore): void {
  it('returns the items of one bot in pages, sorted by ID', () => {
    const store = current();
    store.saveBot(OTHER_BOT);
    store.saveItem({ ...itemOf('a'), bot: OTHER_BOT.key });
    for (const id of ['c', 'B', 'a', '茶', 'd']) store.saveItem(itemOf(id));
    const page = (after: string): readonly string[] =>
      store.itemsAfter(BOT.key, after, 2).map(({ id }) => id);
    assert.deepEqual(page(''), ['B', 'a']);
    assert.deepEqual(page('a'), ['c', 'd']);
    assert.deepEqual(page('d'), ['茶']);
    assert.deepEqual(page('茶'), []);
    assert.deepEqual(store.itemsAfter('nobody', '', 2), []);
  });

  it('returns the names and folders of the first items by ID', () => {
    const store = current();
    store.saveItem(itemOf('b', { name: 'Tea', parentId: 'f' }));
    store.saveItem(itemOf('c'));
    store.saveItem(itemOf('a', { type: FOLDER, name: '茶' }));
    const names = store
      .namedItems(BOT.key, 2)
      .map(({ id, name, type, parentId }) => [id, name, type, parentId]);
    assert.deepEqual(names, [
      ['a', '茶', FOLDER, null],
      ['b', 'Tea', TAG, 'f'],
    ]);
    assert.deepEqual(store.namedItems('another bot', 2), []);
  });
}

function describePlaces(current: () => CatalogueStore): void {
  it('finds children by their parent', () => {
    const store = current();
    for (const item of [folderOf('f'), itemOf('a', { parentId: 'f' }), itemOf('b')]) {
      store.saveItem(item);
    }
    const ids = (parentId: string | null): readonly string[] =>
      sorted(store.children(BOT.key, parentId)).map(({ id }) => id);
    assert.deepEqual([ids(null), ids('f'), ids('a'), ids('')], [['b', 'f'], ['a'], [], []]);
    store.saveItem(itemOf('a', { name: 'moved' }));
    assert.deepEqual([ids(null), ids('f')], [['a', 'b', 'f'], []]);
  });

  it('counts children and folders, including those with an unknown folder', () => {
    const store = current();
    const unplaced = { folderSource: 'no', source: 'seen' } as const;
    for (const item of [
      ...[folderOf('f'), itemOf('a', { parentId: 'f', folderSource: 'user' }), itemOf('b')],
      ...[itemOf('u', unplaced), folderOf('g', unplaced), itemOf('c', { parentId: 'f' })],
    ]) {
      store.saveItem(item);
    }
    for (const [place, expected] of [
      [null, ['b', 'f', 'g', 'u']],
      ['f', ['a', 'c']],
      ['g', []],
    ] as const) {
      const children = sorted(store.children(BOT.key, place)).map(({ id }) => id);
      assert.deepEqual(children, expected);
      assert.equal(store.count(BOT.key, place), expected.length);
    }
    assert.equal(store.topFolderCount(BOT.key), 2);
    assert.deepEqual(
      [store.count('k2', null), store.topFolderCount('k2'), store.children('k2', null)],
      [0, 0, []],
    );
    store.saveItem(itemOf('u', { parentId: 'f' }));
    store.removeItems(BOT.key, ['g']);
    assert.deepEqual([store.count(BOT.key, null), store.count(BOT.key, 'f')], [2, 3]);
    assert.equal(store.topFolderCount(BOT.key), 1);
  });
}

function describePlacesInEvents(current: () => CatalogueStore): void {
  it('reports an item, but not its parent, if only the knowledge about its place changes', () => {
    const store = current();
    store.saveItem(itemOf('a', { folderSource: 'no' }));
    const events = recordEvents(store);
    store.saveItem(itemOf('a', { folderSource: 'no', seenOn: 2 }));
    store.saveItem(itemOf('a', { folderSource: 'user' }));
    store.saveItem(itemOf('b', { folderSource: 'no' }));
    store.removeItems(BOT.key, ['b']);
    assert.deepEqual(events, [['k/a'], ['k/a'], ['k/b below null'], ['k/b below null']]);
  });

  it('emits one event per step: reports each place once, and the whole bot instead of many items', () => {
    const store = current();
    store.saveBot(OTHER_BOT);
    const events = recordEvents(store);
    store.atomically(() => {
      for (const seenOn of [1, 2, 3]) store.saveItem(itemOf('a', { seenOn }));
      store.saveItem(itemOf('b', { bot: 'k2' }));
    });
    store.atomically(() => {
      for (let index = 0; index < 500; index++) store.saveItem(itemOf(`many-${index}`));
      store.saveItem(itemOf('c', { bot: 'k2' }));
    });
    store.atomically(() => {
      store.saveItem(itemOf('d'));
      store.saveScan(SCAN);
    });
    assert.deepEqual(events, [
      ['k/a', 'k/a below null', 'k2/b below null'],
      ['bot k', 'k2/c below null'],
      ['bot k'],
    ]);
  });
}
