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
  const made = new FilteredItems(filter);
  for (const item of items) made.set(item);
  return made;
}

function shown(made: FilteredItems, items: readonly CatalogueItem[]): string {
  return items
    .map(({ id }) => id)
    .filter((id) => made.isShown(BOT.key, id))
    .join(' ');
}

const tree = [
  folderOf('f', { name: '飲品' }),
  folderOf('g', { name: 'Hot', parentId: 'f' }),
  itemOf('t1', { name: '烏龍茶', parentId: 'g', source: 'seen' }),
  itemOf('t2', { name: 'Ｔea 茶', parentId: 'f', source: 'added', state: 'gone' }),
  itemOf('t3', { name: 'VIP', source: 'sandbox' }),
  itemOf('t4', { name: 'loose', folderKnown: 'no', source: 'seen' }),
];

describe('core: FilteredItems', () => {
  const cases: readonly [ItemFilter, string, number][] = [
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
  for (const [filter, expected, matches] of cases) {
    it(`shows ${expected === '' ? 'nothing' : expected} for ${JSON.stringify(filter)}`, () => {
      const made = filtered(filter, tree);
      assert.equal(shown(made, tree), expected);
      assert.deepEqual([made.matches, made.total], [matches, 6]);
    });
  }

  it('counts what matches in each folder, in all folders, and in none', () => {
    const made = filtered({ sources: ['seen', 'added'] }, tree);
    const below = ([null, 'f', 'g', NO_FOLDER] as const).map((group) =>
      made.matchesBelow(BOT.key, group),
    );
    assert.deepEqual(below, [2, 2, 1, 1]);
  });

  it('ends where folders stand in each other', () => {
    const circle = [folderOf('a', { parentId: 'b' }), folderOf('b', { parentId: 'a' })];
    const made = filtered({ text: 'a' }, [...circle, itemOf('t', { name: 'a', parentId: 'b' })]);
    assert.deepEqual([made.matches, made.total], [2, 3]);
    assert.equal(shown(made, circle), 'a b');
  });

  it('names the items of each bot', () => {
    const made = filtered({ text: '茶' }, tree);
    assert.deepEqual([...made.idsOf(BOT.key)], ['f', 'g', 't1', 't2', 't3', 't4']);
    assert.deepEqual([...made.idsOf('nobody')], []);
  });

  it('knows a filter that filters nothing', () => {
    for (const filter of [{}, { text: ' ' }, { sources: [] }]) assert.ok(!isFiltering(filter));
    for (const filter of [{ text: 'a' }, { sources: ['seen' as const] }, { gone: false }]) {
      assert.ok(isFiltering(filter));
    }
  });

  it('is after any changes as if made anew, whatever the order', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const change = fc.record({
      id: ids,
      // Later letters stand in earlier ones: folders never stand in each other.
      parent: fc.option(ids),
      name: fc.constantFrom('tea', 'x'),
      isUnplaced: fc.boolean(),
      isRemoved: fc.boolean(),
    });
    const property = fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
      const made = new FilteredItems({ text: 'tea' });
      const present = new Map<string, CatalogueItem>();
      for (const { id, parent, name, isUnplaced, isRemoved } of changes) {
        const parentId = parent !== null && parent < id && !isUnplaced ? parent : null;
        const folderKnown = isUnplaced ? 'no' : 'service';
        const item = itemOf(id, { type: FOLDER, name, parentId, folderKnown });
        if (isRemoved) {
          present.delete(id);
          made.delete(BOT.key, id);
        } else {
          present.set(id, item);
          made.set(item);
        }
      }
      const items = [...present.values()];
      const anew = filtered({ text: 'tea' }, items);
      assert.equal(shown(made, items), shown(anew, items));
      assert.deepEqual([made.matches, made.total], [anew.matches, anew.total]);
      for (const group of [null, NO_FOLDER, ...present.keys()] as const) {
        assert.equal(made.matchesBelow(BOT.key, group), anew.matchesBelow(BOT.key, group));
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});
