import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { FOLDER, type CatalogueItem } from '../../../src/base/model.ts';
import { NO_FOLDER } from '../../../src/base/ports.ts';
import {
  FilteredItems,
  isFiltering,
  type ItemFilter,
} from '../../../src/catalogue/filteredItems.ts';
import { BOT, folderOf, itemOf } from '../base/fakes.ts';

function filtered(filter: ItemFilter, items: readonly CatalogueItem[]): FilteredItems {
  const filteredItems = new FilteredItems(filter);
  for (const item of items) filteredItems.set(item);
  return filteredItems;
}

/** Returns the IDs of the shown items, in one text. */
function shownIds(filteredItems: FilteredItems, items: readonly CatalogueItem[]): string {
  return items
    .map(({ id }) => id)
    .filter((id) => filteredItems.isShown(BOT.key, id))
    .join(' ');
}

const tree = [
  folderOf('f', { name: '飲品' }),
  folderOf('g', { name: 'Hot', parentId: 'f' }),
  itemOf('t1', { name: '烏龍茶', parentId: 'g', source: 'seen' }),
  itemOf('t2', { name: 'Ｔea 茶', parentId: 'f', source: 'added', state: 'gone' }),
  itemOf('t3', { name: 'VIP', source: 'sandbox' }),
  itemOf('t4', { name: 'loose', folderSource: 'no', source: 'seen' }),
];

describe('FilteredItems', () => {
  const cases: readonly [filter: ItemFilter, shownIds: string, matchCount: number][] = [
    [{ text: '茶' }, 'f g t1 t2', 2],
    [{ text: 'tea 茶' }, 'f t2', 1],
    [{ text: 'ｖｉｐ' }, 't3', 1],
    [{ text: 'T4' }, 't4', 1],
    [{ text: '飲品' }, 'f', 1],
    [{ text: 'tea t2' }, '', 0],
    [{ sources: ['seen'] }, 'f g t1 t4', 2],
    [{ sources: ['seen', 'sandbox'] }, 'f g t1 t3 t4', 3],
    [{ gone: true }, 'f t2', 1],
    [{ gone: false, text: '茶' }, 'f g t1', 1],
    [{ sources: [], text: '  ' }, 'f g t1 t2 t3 t4', 6],
  ];
  for (const [filter, expected, matchCount] of cases) {
    it(`shows ${expected === '' ? 'nothing' : expected} for ${JSON.stringify(filter)}`, () => {
      const filteredItems = filtered(filter, tree);
      assert.equal(shownIds(filteredItems, tree), expected);
      assert.deepEqual(
        [filteredItems.matchCount, filteredItems.totalCount],
        [matchCount, tree.length],
      );
    });
  }

  it('counts the matches in each folder, in all folders, and without a folder', () => {
    const filteredItems = filtered({ sources: ['seen', 'added'] }, tree);
    const countsBelow = ([null, 'f', 'g', NO_FOLDER] as const).map((group) =>
      filteredItems.matchesBelow(BOT.key, group),
    );
    assert.deepEqual(countsBelow, [2, 2, 1, 1]);
  });

  it('terminates if folders contain each other', () => {
    const circle = [folderOf('a', { parentId: 'b' }), folderOf('b', { parentId: 'a' })];
    const filteredItems = filtered({ text: 'a' }, [
      ...circle,
      itemOf('t', { name: 'a', parentId: 'b' }),
    ]);
    assert.deepEqual([filteredItems.matchCount, filteredItems.totalCount], [2, 3]);
    assert.equal(shownIds(filteredItems, circle), 'a b');
  });

  it('counts correctly after two folders were swapped, in either order of the changes', () => {
    const before = [
      folderOf('a'),
      folderOf('b', { parentId: 'a' }),
      itemOf('t', { name: '茶', parentId: 'b' }),
    ];
    const [a, b] = [folderOf('a', { parentId: 'b' }), folderOf('b')];
    for (const changes of [
      [a, b],
      [b, a],
    ]) {
      const filteredItems = filtered({ text: '茶' }, [...before, ...changes]);
      const counts = [null, 'a', 'b'].map((level) => filteredItems.matchesBelow(BOT.key, level));
      assert.deepEqual(counts, [1, 0, 1]);
      assert.equal(shownIds(filteredItems, before), 'b t');
    }
  });

  it('returns the item IDs of each bot', () => {
    const filteredItems = filtered({ text: '茶' }, tree);
    assert.deepEqual([...filteredItems.idsOf(BOT.key)], ['f', 'g', 't1', 't2', 't3', 't4']);
    assert.deepEqual([...filteredItems.idsOf('other bot')], []);
  });

  it('recognizes a filter that has no effect', () => {
    for (const filter of [{}, { text: ' ' }, { sources: [] }]) assert.ok(!isFiltering(filter));
    for (const filter of [{ text: 'a' }, { sources: ['seen' as const] }, { gone: false }]) {
      assert.ok(isFiltering(filter));
    }
  });

  it('equals a newly built filter after any changes in any order', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const change = fc.record({
      id: ids,
      // Ignored below unless it is an earlier letter, so folders never contain each other.
      parent: fc.option(ids),
      name: fc.constantFrom('tea', 'x'),
      isUnplaced: fc.boolean(),
      isRemoved: fc.boolean(),
    });
    const property = fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const filteredItems = new FilteredItems({ text: 'tea' });
      const present = new Map<string, CatalogueItem>();
      for (const { id, parent, name, isUnplaced, isRemoved } of changes) {
        const parentId = parent !== null && parent < id && !isUnplaced ? parent : null;
        const folderSource = isUnplaced ? 'no' : 'service';
        const item = itemOf(id, { type: FOLDER, name, parentId, folderSource });
        if (isRemoved) {
          present.delete(id);
          filteredItems.delete(BOT.key, id);
        } else {
          present.set(id, item);
          filteredItems.set(item);
        }
      }
      const items = [...present.values()];
      const rebuilt = filtered({ text: 'tea' }, items);
      assert.equal(shownIds(filteredItems, items), shownIds(rebuilt, items));
      assert.deepEqual(
        [filteredItems.matchCount, filteredItems.totalCount],
        [rebuilt.matchCount, rebuilt.totalCount],
      );
      for (const group of [null, NO_FOLDER, ...present.keys()] as const) {
        assert.equal(
          filteredItems.matchesBelow(BOT.key, group),
          rebuilt.matchesBelow(BOT.key, group),
        );
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});
