import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { LiveItems } from '../../src/catalogue/liveItems.ts';
import { TagIndex } from '../../src/catalogue/tagIndex.ts';
import { MemoryCatalogue } from '../../src/catalogue/store/memoryStores.ts';
import { askUserTags } from '../../src/tags/ui/listUserTags.ts';
import { BOT, FakeClock, folderOf, itemOf } from '../unit/base/fakes.ts';
import { putBot, putItem } from '../unit/base/put.ts';
import { until } from './product.ts';

const OTHER_TAGS = 100_000;
const { createQuickPick } = vscode.window;

/** Uses the real quick pick of VS Code. */
describe('askUserTags with 100,000 tags', function () {
  this.timeout(120_000);
  const position = { title: 'Tags of Jason', step: 1, totalSteps: 1, canGoBack: false };
  const customerTags = [
    { id: 'id-tea', name: '烏龍茶', timestamp: 1_700_000_000_000 },
    { id: 'id-elsewhere', name: 'Not in the list' },
  ];
  let index: LiveItems<TagIndex>;
  let pick: vscode.QuickPick<vscode.QuickPickItem>;

  before(() => {
    index = new LiveItems(catalogueOfMany(), () => new TagIndex());
    Object.assign(vscode.window, { createQuickPick: () => (pick = createQuickPick()) });
  });

  after(() => {
    Object.assign(vscode.window, { createQuickPick });
    index.dispose();
  });

  const labels = (): readonly string[] => pick.items.map(({ label }) => label);
  const ticked = (): readonly string[] => pick.selectedItems.map(({ label }) => label);
  const command = (id: string) => vscode.commands.executeCommand(`workbench.action.${id}`);

  async function type(text: string, isFound: () => boolean): Promise<void> {
    pick.value = text;
    await until(`"${text}" is found`, () => !pick.busy && isFound());
  }

  it("shows the customer's tags first, even one that is not in the list, and finds other tags by name", async () => {
    const answer = askUserTags(index, BOT, { tags: customerTags, ticked: customerTags }, position);
    await until(
      'all tags are counted',
      () => pick.placeholder?.startsWith('Search 100,002') === true,
    );
    assert.deepEqual(labels().slice(0, 2), ['烏龍茶', 'Not in the list']);
    assert.deepEqual(ticked(), ['烏龍茶', 'Not in the list']);
    assert.match(pick.items[0]?.detail ?? '', /^飲品 Drinks · Attached: /);
    // At most 200 results are shown, besides the two tags of the customer.
    assert.ok(pick.items.length <= 202, `${pick.items.length} entries`);
    await type('drinks', () => labels()[0] === '烏龍茶');
    await type('id-elsewhere', () => labels()[0] === 'Not in the list');
    await type('number 99999', () => labels()[0] === 'number 99999');
    // The found tag comes first, then the separator "Selected", then the ticked tags that the search does not find.
    assert.deepEqual(labels().slice(2), ['烏龍茶', 'Not in the list'], 'tags below "Selected"');
    pick.activeItems = pick.items.slice(0, 1);
    await until('the tag is ticked', async () => {
      if (!ticked().includes('number 99999')) await command('quickPickManyToggle');
      return ticked().includes('number 99999');
    });
    // The separator and the three ticked tags.
    await type('nothing is called that', () => labels().length === 4);
    await type('', () => labels()[0] === '烏龍茶');
    assert.deepEqual(ticked().toSorted(), ['Not in the list', 'number 99999', '烏龍茶'].toSorted());
    await command('acceptSelectedQuickOpenItem');
    const { ticked: tickedTags } = (await answer) as { ticked: readonly { id: string }[] };
    assert.deepEqual(
      tickedTags.map(({ id }) => id),
      ['id-tea', 'id-elsewhere', 'id-99999'],
    );
  });

  it('is busy until the service has listed the tags, and ignores OK before', async () => {
    const { promise, resolve } = Promise.withResolvers<{ tags: []; ticked: [] }>();
    const answer = askUserTags(index, BOT, promise, position);
    assert.equal(pick.placeholder, 'Checking with the service…');
    await command('acceptSelectedQuickOpenItem');
    resolve({ tags: [], ticked: [] });
    await until(
      'all tags are counted',
      () => pick.placeholder?.startsWith('Search 100,001') === true,
    );
    await command('acceptSelectedQuickOpenItem');
    assert.deepEqual(await answer, { tags: [], ticked: [] });
  });
});

function catalogueOfMany(): Catalogue {
  const catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
  putBot(catalogue, BOT);
  for (let index = 0; index < OTHER_TAGS; index++)
    putItem(catalogue, itemOf(`id-${index}`, { name: `number ${index}` }));
  putItem(catalogue, folderOf('folder', { name: '飲品 Drinks' }));
  putItem(catalogue, itemOf('id-tea', { name: '烏龍茶', parentId: 'folder' }));
  return catalogue;
}
