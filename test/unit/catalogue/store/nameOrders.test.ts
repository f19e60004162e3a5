import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { itemOrder, type ItemSort } from '../../../../src/catalogue/itemOrder.ts';
import { placeFields } from '../../../../src/catalogue/places.ts';
import { FOLDER, TAG, type CatalogueItem, SORT_KEYS } from '../../../../src/base/model.ts';
import {
  UNPLACED,
  type CatalogueStore,
  type Level,
  type Place,
} from '../../../../src/base/ports.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { cleanUp } from '../../cleanup.ts';
import { BOT, FakeClock, itemOf, scanOf } from '../../base/fakes.ts';
import { newDatabase, openWindow } from './database.ts';
import { sizeOf } from '../../../support/sizes.ts';

const { DatabaseSync } = await import('node:sqlite');

const SCAN = scanOf({ id: 'now', pages: 1, customers: 9, state: 'done' });
const LEVELS: readonly Level[] = [null, 'folder'];
const PLACES: readonly Place[] = [...LEVELS, UNPLACED];
const SORTS: readonly ItemSort[] = SORT_KEYS.flatMap((by) =>
  [false, true].map((isDescending) => ({ by, isDescending })),
);

const name = fc.oneof(
  fc.constantFrom(
    'a',
    'A',
    'ä',
    'Z',
    'z10',
    'z9',
    'z 9',
    '茶',
    '金卡',
    '',
    ' ',
    '_',
    '10',
    '9',
    'é',
    'e\u0301',
  ),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
);
const someNumber = fc.option(fc.integer({ min: 0, max: 3 }));
const anyChange = fc.record({
  id: fc.constantFrom('b', 'c', 'd', '\u{1F600}', '\uFFFD', 'tag-1', 'tag-10', 'X'),
  name,
  type: fc.constantFrom(TAG, FOLDER, 7),
  place: fc.constantFrom(...PLACES),
  created: someNumber,
  lastSeen: someNumber,
  scan: fc.constantFrom(null, 'now', 'old'),
  seenOn: fc.integer({ min: 0, max: 3 }),
  isRemoved: fc.boolean(),
});
type Change = typeof anyChange extends fc.Arbitrary<infer T> ? T : never;

function apply(store: CatalogueStore, { isRemoved, place, ...fields }: Change): void {
  if (isRemoved) store.removeItems(BOT.key, [fields.id]);
  else store.saveItem(itemOf(fields.id, { ...fields, ...placeFields(place) }));
}

/** Returns the order that comparing all names gives. */
function sortedByComparing(
  store: CatalogueStore,
  level: Level,
  sort: ItemSort,
): readonly CatalogueItem[] {
  return store.children(BOT.key, level).toSorted(itemOrder(sort, SCAN.id));
}

function assertOrdered(store: CatalogueStore): void {
  const catalogue = new Catalogue(store, new FakeClock());
  for (const level of LEVELS) {
    for (const sort of SORTS) {
      const expected = sortedByComparing(store, level, sort);
      const { ids, folderCount } = catalogue.order(BOT.key, level, sort);
      assert.deepEqual(
        ids,
        expected.map(({ id }) => id),
        JSON.stringify(sort),
      );
      assert.equal(folderCount, expected.filter(({ type }) => type === FOLDER).length);
    }
  }
}

describe('stored order of names', () => {
  afterEach(cleanUp);

  async function newStore(): Promise<{ readonly store: CatalogueStore; readonly file: string }> {
    const file = newDatabase();
    const store = (await openWindow(file)).catalogue;
    addFolder(store);
    return { store, file };
  }

  function addFolder(store: CatalogueStore): void {
    store.saveBot(BOT);
    store.saveScan(SCAN);
    store.saveItem(itemOf('folder', { type: FOLDER }));
  }

  it('equals the order of compared names after any changes', async () => {
    const { store } = await newStore();
    fc.assert(
      fc.property(fc.array(fc.array(anyChange, { maxLength: 6 }), { maxLength: 5 }), (rounds) => {
        for (const changes of rounds) {
          for (const change of changes) apply(store, change);
          assertOrdered(store);
        }
      }),
      { numRuns: sizeOf('orderRuns') },
    );
  });

  it('is the same without a database', () => {
    const store = new MemoryCatalogue();
    addFolder(store);
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 12 }), (changes) => {
        for (const change of changes) apply(store, change);
        assertOrdered(store);
      }),
      { numRuns: 50 },
    );
  });

  it('follows changes of another window, and changes of thousands of items', async () => {
    const { store, file } = await newStore();
    const other = (await openWindow(file)).catalogue;
    const save = (store: CatalogueStore, index: number): void =>
      store.saveItem(itemOf(`t${index}`, { name: `Tag ${(index * 7919) % 5000}` }));
    store.atomically(() => Array.from({ length: 3000 }, (_, index) => save(store, index)));
    assertOrdered(store);
    save(other, 3001);
    other.removeItems(BOT.key, ['t5', 't2999']);
    assertOrdered(store);
    assertOrdered(other);
    other.atomically(() => Array.from({ length: 1000 }, (_, index) => save(other, 4000 + index)));
    assertOrdered(store);
    assertOrdered(other);
  });

  it('is read without comparing names, and is rebuilt for another collation', async () => {
    const { store, file } = await newStore();
    store.saveItem(itemOf('a'));
    store.saveItem(itemOf('b'));
    assert.deepEqual(store.orderByName(BOT.key, null).ids, ['folder', 'a', 'b']);
    const sqlite = new DatabaseSync(file);
    // The edited row simulates another collation.
    sqlite.exec(`UPDATE name_order SET ids = '["folder","b","a"]'`);
    assert.deepEqual(store.orderByName(BOT.key, null).ids, ['folder', 'b', 'a'], 'stored order');
    sqlite.exec(`UPDATE name_order SET collation = 'of an older version'`);
    sqlite.close();
    assert.deepEqual(store.orderByName(BOT.key, null).ids, ['folder', 'a', 'b']);
  });

  it('is removed with its bot, and tracks no changes of places that were never sorted', async () => {
    const { store, file } = await newStore();
    store.orderByName(BOT.key, null);
    store.saveItem(itemOf('a'));
    store.saveItem(itemOf('in', { ...placeFields('folder') }));
    const sqlite = new DatabaseSync(file);
    const count = (table: string): unknown =>
      sqlite.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count'];
    assert.deepEqual([count('name_order'), count('unsorted')], [1, 1]);
    store.removeBot(BOT.key);
    assert.deepEqual([count('name_order'), count('unsorted')], [0, 0]);
    sqlite.close();
  });
});
