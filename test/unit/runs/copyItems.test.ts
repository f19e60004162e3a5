import assert from 'node:assert/strict';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import {
  type CopyItem,
  foldersAbove,
  copyCandidates,
  MAX_COPY_ITEMS,
  readCopy,
  selectItems,
  writeCopy,
} from '../../../src/runs/copyItems.ts';
import type { CatalogueItem } from '../../../src/base/model.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { BOT, FakeClock, folderOf, itemOf } from '../base/fakes.ts';
import { putBot, putItem } from '../base/put.ts';

const FROM = { ...BOT, key: 'from', botId: 'bot-from' };
const TO = { ...BOT, key: 'to', botId: 'bot-to' };

/** Returns a catalogue in which the bots `FROM` and `TO` have these items. */
function catalogueWith(from: readonly CatalogueItem[], to: readonly CatalogueItem[]): Catalogue {
  const catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
  for (const bot of [FROM, TO]) putBot(catalogue, bot);
  for (const item of from) putItem(catalogue, { ...item, bot: FROM.key });
  for (const item of to) putItem(catalogue, { ...item, bot: TO.key });
  return catalogue;
}

/** Returns each item's path, followed by the ID of the existing item if there is one. */
function describeItems(items: readonly CopyItem[]): readonly string[] {
  return items.map(({ name, targetId }, index) => {
    const path = [...foldersAbove(items, index), name].join('/');
    return targetId === null ? path : `${path} is ${targetId}`;
  });
}

const SOURCE = [
  folderOf('f1', { name: 'Campaigns' }),
  folderOf('f2', { name: 'Spring', parentId: 'f1' }),
  itemOf('t1', { name: 'Sale', parentId: 'f2' }),
  itemOf('t2', { name: 'VIP' }),
  itemOf('t3', { name: 'Old', state: 'gone' }),
  itemOf('t4', { name: 'Seen', folderSource: 'no' }),
  itemOf('odd', { name: 'Odd', type: 7 }),
];

describe('copyCandidates', () => {
  const copyItemsTo = (
    to: readonly CatalogueItem[],
    ids?: readonly string[],
  ): readonly CopyItem[] => copyCandidates(catalogueWith(SOURCE, to), { from: FROM, to: TO }, ids);

  it('lists each tag and folder after its parent folder, without deleted items', () => {
    assert.deepEqual(describeItems(copyItemsTo([])).toSorted(), [
      ...['Campaigns', 'Campaigns/Spring', 'Campaigns/Spring/Sale', 'Seen', 'VIP'],
    ]);
    for (const [index, { parent }] of copyItemsTo([]).entries()) assert.ok((parent ?? -1) < index);
  });

  it('includes the folders of a selected tag, and everything below a selected folder', () => {
    const path = ['Campaigns', 'Campaigns/Spring', 'Campaigns/Spring/Sale'];
    assert.deepEqual(describeItems(copyItemsTo([], ['t1'])), path);
    assert.deepEqual(describeItems(copyItemsTo([], ['f1', 't1'])), path);
    assert.deepEqual(describeItems(copyItemsTo([], ['t3', 'nowhere', 'odd'])), []);
  });

  it('leaves out no item if tags are selected together with their folder', () => {
    const ids = Array.from({ length: MAX_COPY_ITEMS - 1 }, (_, index) => `tag-${index}`);
    const tags = ids.map((id) => itemOf(id, { parentId: 'f1' }));
    const catalogue = catalogueWith([folderOf('f1'), ...tags], []);
    const items = copyCandidates(catalogue, { from: FROM, to: TO }, [...ids.slice(0, 9), 'f1']);
    assert.equal(items.length, MAX_COPY_ITEMS);
  });

  it('finds an existing item with the same name in the same folder', () => {
    const to = [
      folderOf('F1', { name: 'Campaigns' }),
      itemOf('T1', { name: 'Sale', parentId: 'F1' }),
      itemOf('T2', { name: 'VIP', parentId: 'F1' }),
      itemOf('T3', { name: 'Spring', parentId: 'F1' }),
    ];
    assert.deepEqual(describeItems(copyItemsTo(to)).toSorted(), [
      ...['Campaigns is F1', 'Campaigns/Spring', 'Campaigns/Spring/Sale', 'Seen', 'VIP'],
    ]);
    const existingItems = [...to, folderOf('F2', { name: 'Spring', parentId: 'F1' })];
    const complete = [...existingItems, itemOf('T5', { name: 'Sale', parentId: 'F2' })];
    assert.ok(describeItems(copyItemsTo(complete)).includes('Campaigns/Spring/Sale is T5'));
  });

  it('finds an existing item with the same name if the folder of either is unknown', () => {
    const to = [
      itemOf('T1', { name: 'Sale', folderSource: 'no' }),
      folderOf('F', { name: 'Anywhere' }),
      itemOf('T2', { name: 'Seen', parentId: 'F' }),
      itemOf('T3', { name: 'VIP', folderSource: 'no', state: 'gone' }),
    ];
    assert.deepEqual(describeItems(copyItemsTo(to)).toSorted(), [
      ...['Campaigns', 'Campaigns/Spring', 'Campaigns/Spring/Sale is T1', 'Seen is T2', 'VIP'],
    ]);
  });

  it('can be reduced by `selectItems` to the chosen items, their folders, and the items that exist already', () => {
    const items = copyItemsTo([itemOf('T2', { name: 'VIP' })]);
    const indexOf = (name: string): number => items.findIndex((item) => item.name === name);
    assert.deepEqual(describeItems(selectItems(items, new Set([indexOf('Sale')]))).toSorted(), [
      ...['Campaigns', 'Campaigns/Spring', 'Campaigns/Spring/Sale', 'VIP is T2'],
    ]);
    assert.deepEqual(describeItems(selectItems(items, new Set([indexOf('VIP')]))), ['VIP']);
  });

  it('returns items that `readCopy` reads as written, whereas any other text is rejected', () => {
    const items = copyItemsTo([]);
    const { label, botId, baseUrl } = BOT;
    const botAddress = { label, botId, baseUrl };
    const state = { from: botAddress, to: botAddress, items, isUndo: true };
    assert.deepEqual(readCopy(writeCopy(state)), state);
    for (const name of ['', 'n'.repeat(2000)]) {
      const oddState = { ...state, items: items.map((item) => ({ ...item, name })) };
      assert.deepEqual(readCopy(writeCopy(oddState)), oddState, 'names may be empty or long');
    }
    assert.match(writeCopy(state), /"there":/, 'the member has the name from former versions');
    const stored = JSON.parse(writeCopy(state)) as { readonly items: readonly object[] };
    const [first] = stored.items;
    const [firstItem] = items;
    assert.deepEqual(readCopy(JSON.stringify({ ...stored, items: [first] }))?.items, [firstItem]);
    assert.equal(readCopy(JSON.stringify({ ...stored, isUndo: 1 }))?.isUndo, false);
    for (const invalidText of [
      ...['', '[]', 'null', '{}', '{"items":[]}'],
      JSON.stringify({ ...stored, items: [] }),
      JSON.stringify({ ...stored, items: [{ ...first, parent: 0 }] }),
      JSON.stringify({ ...stored, items: [{ ...first, type: 2 }] }),
      JSON.stringify({ ...stored, items: [{ ...first, name: 5 }] }),
      JSON.stringify({ ...stored, items: [first, { ...first, name: 5 }] }),
      JSON.stringify({ ...stored, items: [{ ...first, id: '' }] }),
      JSON.stringify({ ...stored, items: [{ ...first, parent: -1 }] }),
      JSON.stringify({ ...stored, items: [first, { ...first, parent: 0.5 }] }),
      JSON.stringify({ ...stored, items: [{ ...first, there: '' }] }),
      JSON.stringify({ ...stored, items: [{ ...first, there: undefined }] }),
      JSON.stringify({ ...stored, to: { label } }),
      JSON.stringify({ ...stored, from: { ...botAddress, label: '' } }),
      JSON.stringify({ ...stored, from: { ...botAddress, botId: 5 } }),
      JSON.stringify({ ...stored, from: { ...botAddress, baseUrl: null } }),
      JSON.stringify({ ...stored, from: { ...botAddress, label: '😀'.repeat(501) } }),
    ]) {
      assert.equal(readCopy(invalidText), undefined, invalidText);
    }
  });
});
