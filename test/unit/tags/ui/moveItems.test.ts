import assert from 'node:assert/strict';
import { UNPLACED } from '../../../../src/base/ports.ts';
import { lazy } from '../../../../src/base/promises.ts';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { placeFields } from '../../../../src/catalogue/places.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { BOT, FakeClock, itemOf } from '../../base/fakes.ts';
import { putBot, putItem } from '../../base/put.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** Replacement of the `vscode` module. The texts of the status bar are added to `fakeTexts`. */
const VSCODE = `
const fill = (text, values) => text.replaceAll(/\\{(\\d)\\}/g, (all, at) => String(values[at] ?? all));
export const l10n = { t: (text, ...values) => fill(text, values) };
export const env = { language: 'en' };
export class ThemeIcon {}
export const StatusBarAlignment = {};
const statusBarItem = { show() { globalThis.fakeTexts.push(this.text); }, dispose() {} };
export const window = { createStatusBarItem: () => statusBarItem };
`;

const { moveItems } = await withVscode(
  VSCODE,
  '?move',
  () => import('../../../../src/tags/ui/moveItems.ts'),
);

describe('moveItems', () => {
  let texts: string[];

  beforeEach(() => {
    texts = [];
    Object.assign(globalThis, { fakeTexts: texts });
  });

  after(() => {
    Reflect.deleteProperty(globalThis, 'fakeTexts');
  });

  it('moves a tag with an unknown folder to "No Folder", but no tag that is in no folder', async () => {
    const catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
    putBot(catalogue, BOT);
    putItem(catalogue, itemOf('unknown', placeFields(UNPLACED)));
    putItem(catalogue, itemOf('top'));
    const tree = { reveal: async () => false } as never;
    const move = () =>
      moveItems({ catalogue: lazy(async () => catalogue), tree }, catalogue.items(BOT.key), {
        place: null,
        focus: undefined,
      });
    await move();
    const sourceOf = (id: string) => catalogue.item(BOT.key, id)?.folderSource;
    assert.deepEqual([sourceOf('unknown'), sourceOf('top')], ['user', 'service']);
    await move();
    assert.match(texts[0] ?? '', /Moved "unknown" to "No Folder" in the list only\./);
    assert.match(texts[1] ?? '', /Nothing was moved, because all items are already/);
  });
});
