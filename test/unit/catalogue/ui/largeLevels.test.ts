import assert from 'node:assert/strict';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { BY_NAME } from '../../../../src/catalogue/itemOrder.ts';
import { placeFields } from '../../../../src/catalogue/places.ts';
import { FilteredItems } from '../../../../src/catalogue/filteredItems.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { TreeNode, type TreeGroup } from '../../../../src/catalogue/ui/treeNode.ts';
import { LargeLevels, type TreeState } from '../../../../src/catalogue/ui/largeLevels.ts';
import { BOT, FakeClock, folderOf, itemOf } from '../../base/fakes.ts';

const TAGS = 3500;
const FOLDERS = 2500;

describe('LargeLevels', () => {
  const store = new MemoryCatalogue();
  const catalogue = new Catalogue(store, new FakeClock());
  const treeState: TreeState = { catalogue, filtered: undefined, sort: BY_NAME };
  let levels: LargeLevels;

  before(() => {
    store.saveBot(BOT);
    store.saveItem(folderOf('big'));
    for (let index = 1; index <= TAGS; index++) {
      store.saveItem(itemOf(`t${index}`, { name: `Tag ${index}`, ...placeFields('big') }));
    }
    for (let index = 1; index <= FOLDERS; index++) {
      store.saveItem(folderOf(`f${index}`, { name: `F ${index}`, ...placeFields('big') }));
    }
  });

  beforeEach(() => {
    levels = new LargeLevels();
  });

  const big = new TreeNode(BOT.key, 'big');
  const groupsOf = (state = treeState): readonly TreeGroup[] =>
    levels.children(state, big).filter((position) => typeof position !== 'string');
  const idsIn = (group: TreeGroup, state = treeState): readonly string[] =>
    levels
      .children(state, new TreeNode(BOT.key, group))
      .filter((position) => typeof position === 'string');

  it('puts folders into separate groups, in front', () => {
    const groups = groupsOf();
    assert.deepEqual(
      groups.map((group) => [group.isFolders, idsIn(group).length]),
      [
        ...[1000, 1000, 500].map((count) => [true, count]),
        ...[1000, 1000, 1000, 500].map((count) => [false, count]),
      ],
    );
    // The first and last name of a group are cut to the part that distinguishes them from their neighbors.
    const names = groups.map((group) => levels.shownGroup(treeState, BOT.key, group)?.names);
    assert.deepEqual(names[2], ['F 2001', 'F 25']);
    assert.deepEqual(names[3], ['Tag 1', 'Tag 1000'], 'the neighbor is not a folder');
    const groupedIds = groups.flatMap((group) => idsIn(group));
    assert.equal(new Set(groupedIds).size, TAGS + FOLDERS);
    const ids = groups.map((group) => new TreeNode(BOT.key, group).id);
    assert.equal(new Set(ids).size, groups.length);
  });

  it('finds the group of each item', () => {
    for (const group of groupsOf()) {
      for (const id of idsIn(group)) {
        assert.deepEqual(levels.groupAbove(treeState, BOT.key, 'big', id), group);
      }
      assert.equal(levels.groupAbove(treeState, BOT.key, 'big', group), undefined);
    }
    assert.equal(levels.groupAbove(treeState, BOT.key, 'big', 'missing'), undefined);
  });

  it('returns no items for a group that no longer exists', () => {
    const [group] = groupsOf();
    assert.ok(group);
    const missingGroup = { ...group, start: 5000 };
    assert.deepEqual(idsIn(missingGroup), []);
    assert.equal(levels.shownGroup(treeState, BOT.key, missingGroup), undefined);
  });

  it('shows few filtered items without groups, and many in open groups', () => {
    const filteredBy = (text: string): TreeState => {
      const filtered = new FilteredItems({ text });
      for (const item of store.items(BOT.key)) filtered.set(item);
      levels.clearCache();
      return { ...treeState, filtered };
    };
    const fewMatches = filteredBy('Tag 34');
    assert.deepEqual(groupsOf(fewMatches), []);
    // Names of tags that contain both "Tag" and "34".
    assert.equal(levels.children(fewMatches, big).length, 174);
    const manyMatches = filteredBy('Tag');
    const groups = groupsOf(manyMatches);
    assert.equal(groups.length, 4);
    assert.ok(groups.every((group) => new TreeNode(BOT.key, group).isOpenAtFirst));
    levels.clearCache();
    const [firstGroup] = groupsOf();
    assert.ok(firstGroup);
    assert.equal(new TreeNode(BOT.key, firstGroup).isOpenAtFirst, false);
    assert.notEqual(
      new TreeNode(BOT.key, groups[0] ?? firstGroup).id,
      new TreeNode(BOT.key, firstGroup).id,
    );
  });
});
