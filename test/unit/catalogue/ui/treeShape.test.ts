import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { BOT, FakeClock, itemOf } from '../../base/fakes.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** Fake of VS Code with the members that a stored shape needs. */
const VSCODE = `
export const commands = { executeCommand: async () => {} };
export const env = { language: 'en' };
export const l10n = {};
export class EventEmitter { fire() {} }
`;

const { TreeFilter, TreeShape } = await withVscode(
  VSCODE,
  '?treeShape',
  () => import('../../../../src/catalogue/ui/treeShape.ts'),
);

/** Returns the shape of a window in which these values are stored. */
function shapeOf(stored: Readonly<Record<string, unknown>>): InstanceType<typeof TreeShape> {
  const state: vscode.Memento = {
    keys: () => Object.keys(stored),
    get: (key: string) => stored[key] as never,
    update: () => Promise.resolve(),
  };
  return new TreeShape(state);
}

describe('TreeShape', () => {
  it('has the stored sort order and filter', () => {
    const sort = { by: 'lastSeen', isDescending: true };
    const filter = { text: 'VIP', sources: ['seen'], gone: false };
    const shape = shapeOf({ 'tree.sort': sort, 'tree.filter': filter });
    assert.deepEqual(shape.sort, sort);
    assert.deepEqual(shape.filter, filter);
  });

  it('sorts by name if the stored order is invalid', () => {
    const byName = { by: 'name', isDescending: false };
    for (const sort of [undefined, null, 'name', [], {}, { by: 'toString' }, { by: ['created'] }]) {
      assert.deepEqual(shapeOf({ 'tree.sort': sort }).sort, byName, JSON.stringify(sort));
    }
    const invalidDirection = { by: 'created', isDescending: 1 };
    assert.deepEqual(shapeOf({ 'tree.sort': invalidDirection }).sort, {
      by: 'created',
      isDescending: false,
    });
  });

  it('leaves invalid conditions of a stored filter out', () => {
    for (const filter of [undefined, null, 'VIP', ['VIP'], { text: 5, sources: 'seen', gone: 1 }]) {
      assert.deepEqual(shapeOf({ 'tree.filter': filter }).filter, {}, JSON.stringify(filter));
    }
    const filter = { text: 'VIP', sources: ['moon', 'seen', 5], gone: null, more: 1 };
    assert.deepEqual(shapeOf({ 'tree.filter': filter }).filter, { text: 'VIP', sources: ['seen'] });
  });
});

/** Catalogue that reports each read of a page of items. */
class ReportingCatalogue extends MemoryCatalogue {
  onRead = (): void => {};

  override itemsAfter(...query: Parameters<MemoryCatalogue['itemsAfter']>) {
    this.onRead();
    return super.itemsAfter(...query);
  }
}

describe('TreeFilter', () => {
  it('reads all items after another filter was tried for a moment', async () => {
    const store = new ReportingCatalogue();
    store.saveBot(BOT);
    for (let number = 0; number < 2500; number++) store.saveItem(itemOf(`tag-${number}`));
    const shape = shapeOf({ 'tree.filter': { text: 'tag' } });
    const treeFilter = new TreeFilter(shape);
    const firstFilter = shape.filter;
    store.onRead = () => {
      store.onRead = () => {};
      for (const filter of [{ text: 'x' }, firstFilter]) {
        shape.previewFilter(filter);
        treeFilter.clearCache();
      }
    };
    const filtered = await treeFilter.open(new Catalogue(store, new FakeClock()));
    assert.deepEqual([filtered?.matchCount, filtered?.totalCount], [2500, 2500]);
    treeFilter.dispose();
  });

  it('stops reading when the tree is closed', async () => {
    const store = new ReportingCatalogue();
    store.saveBot(BOT);
    for (let number = 0; number < 2500; number++) store.saveItem(itemOf(`tag-${number}`));
    const treeFilter = new TreeFilter(shapeOf({ 'tree.filter': { text: 'tag' } }));
    let readCount = 0;
    store.onRead = () => {
      readCount++;
      treeFilter.dispose();
    };
    await treeFilter.open(new Catalogue(store, new FakeClock()));
    assert.equal(readCount, 1);
  });
});
