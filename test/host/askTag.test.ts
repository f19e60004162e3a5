import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Catalogue } from '../../src/catalogue/catalogue.ts';
import { TaggingMemory } from '../../src/service/userMemory.ts';
import { LiveItems } from '../../src/catalogue/liveItems.ts';
import { TagIndex } from '../../src/catalogue/tagIndex.ts';
import { MemoryCatalogue } from '../../src/catalogue/store/memoryStores.ts';
import { askTag, type TagChoice } from '../../src/catalogue/ui/askTag.ts';
import { BACK, type Back } from '../../src/base/ui/steps.ts';
import { MAX_SHOWN } from '../../src/catalogue/ui/pickFromSearch.ts';
import { BOT, FakeClock, folderOf, itemOf } from '../unit/base/fakes.ts';
import { putBot, putItem } from '../unit/base/put.ts';
import { until } from './product.ts';

const NUMBERED_TAGS = 20_000;
/** Formatted number of tags: the numbered tags, 烏龍茶, and an item of an unknown type. */
const TAG_COUNT_TEXT = '20,002';
const ENTER_ID = 'Enter an ID…';
const { createQuickPick, createInputBox } = vscode.window;

/** Uses the real quick pick, in which the test types and picks as a user does. */
describe('askTag with 20,002 tags', () => {
  const index = new LiveItems(catalogueOfMany(), () => new TagIndex());
  const position = { title: 'Attach', step: 2, totalSteps: 2, canGoBack: true };
  let pick: vscode.QuickPick<vscode.QuickPickItem>;
  let box: vscode.InputBox;
  let boxCount = 0;
  let memory: TaggingMemory;
  let answer: Promise<TagChoice | Back>;

  before(() => {
    Object.assign(vscode.window, {
      createQuickPick: () => (pick = createQuickPick()),
      createInputBox: () => {
        boxCount++;
        return (box = createInputBox());
      },
    });
  });

  beforeEach(async () => {
    memory = new TaggingMemory();
    memory.noteTag(BOT.key, 'id-tea');
    answer = askTag(index, BOT, memory, position);
    await until(
      'all tags are counted',
      () => pick.placeholder === `Search ${TAG_COUNT_TEXT} tags by name, ID, or folder`,
    );
  });

  after(() => {
    Object.assign(vscode.window, { createQuickPick, createInputBox });
    index.dispose();
  });

  const labels = (): readonly string[] => pick.items.map(({ label }) => label);
  const accept = () =>
    vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');

  /**
   * Types a text and waits for the results.
   * @param title pattern for the title of the quick pick, which names a number of results that is too large to show
   * @param first label of the expected first entry
   * @param count expected number of entries, if the expected first entry is already shown before typing
   */
  async function type(
    text: string,
    title: RegExp,
    first = ENTER_ID,
    count?: number,
  ): Promise<void> {
    pick.value = text;
    const isFound = (): boolean =>
      title.test(pick.title ?? '') &&
      !pick.busy &&
      labels()[0] === first &&
      (count === undefined || pick.items.length === count);
    await until(`"${text}" finds ${first}`, isFound);
    assert.ok(pick.items.length <= MAX_SHOWN + 1, `${pick.items.length} entries`);
  }

  it('finds tags by name, folder and ID, and passes only a few of them to VS Code', async () => {
    assert.equal(pick.items.length, MAX_SHOWN + 1);
    await type('number 19', / First 200 of \d,\d{3}$/, 'number 19');
    assert.equal(labels().at(-1), ENTER_ID);
    await type('id-04711', /^Attach$/, 'number 4711');
    assert.deepEqual(labels(), ['number 4711', ENTER_ID]);
    await type('飲品 茶', /^Attach$/, '烏龍茶', 2);
    assert.deepEqual(labels(), ['烏龍茶', ENTER_ID]);
    assert.equal(pick.items[0]?.detail, '飲品 Drinks');
    assert.equal(pick.items[0]?.description, 'id-tea');
    await type('number 19999', /^Attach$/, 'number 19999');
    await accept();
    const { id, name } = (await answer) as TagChoice;
    assert.deepEqual({ id, name }, { id: 'id-19999', name: 'number 19999' });
  });

  it('offers the most recently used tag first while nothing is typed', async () => {
    const [first, second] = pick.items;
    assert.deepEqual(
      [first?.label, first?.description, first?.detail],
      ['烏龍茶', 'id-tea · recent', '飲品 Drinks'],
    );
    assert.equal(second?.label, 'number 0');
    assert.equal(labels().filter((label) => label === '烏龍茶').length, 1);
    await type('number 7', / First 200 of \d,\d{3}$/, 'number 7');
    pick.value = '';
    await until('nothing is typed', () => labels()[0] === '烏龍茶');
    await accept();
    assert.equal(((await answer) as TagChoice).id, 'id-tea');
  });

  it('offers neither folders nor the tags of another bot', async () => {
    await type('drinks', /^Attach$/, '烏龍茶', 2);
    assert.deepEqual(labels(), ['烏龍茶', ENTER_ID]);
    await type('elsewhere', /^Attach$/);
    assert.deepEqual(labels(), [ENTER_ID]);
    pick.hide();
    await assert.rejects(answer, { name: 'Cancelled' });
  });

  it('prompts for an ID when nothing is found, and goes back from there to the search', async () => {
    await enterId();
    await vscode.commands.executeCommand('workbench.action.quickInputBack');
    await until(
      'the search is open again',
      () => pick.placeholder === `Search ${TAG_COUNT_TEXT} tags by name, ID, or folder`,
    );
    await enterId();
    box.value = 'id-else';
    await vscode.commands.executeCommand('workbench.action.quickInputBack');
    await enterId();
    assert.equal(box.value, 'id-else', 'the typed text is kept');
    box.value = 'id-elsewhere-2';
    await accept();
    assert.deepEqual(await answer, { id: 'id-elsewhere-2', name: 'id-elsewhere-2' });
  });

  it('offers an ID again that was typed but not confirmed', async () => {
    // `test/e2e/tagUser.test.ts` tests real typing. An input box fires no event for a value that code sets.
    memory.noteTypedTag(BOT.key, 'id-half');
    await enterId();
    assert.equal(box.value, 'id-half');
    box.hide();
    await assert.rejects(answer, { name: 'Cancelled' });
  });

  it('goes back to the previous step', async () => {
    await vscode.commands.executeCommand('workbench.action.quickInputBack');
    assert.equal(await answer, BACK);
  });

  async function enterId(): Promise<void> {
    const boxesBefore = boxCount;
    await type('none of them', /^Attach$/);
    await accept();
    await until('the input box for the ID is open', () => boxCount > boxesBefore);
    assert.equal(box.prompt, 'ID of the tag');
  }
});

function catalogueOfMany(): Catalogue {
  const catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
  const otherBot = { ...BOT, key: 'other', botId: 'bot-2' };
  for (const bot of [BOT, otherBot]) putBot(catalogue, bot);
  for (let index = 0; index < NUMBERED_TAGS; index++) {
    putItem(catalogue, itemOf(`id-${String(index).padStart(5, '0')}`, { name: `number ${index}` }));
  }
  putItem(catalogue, folderOf('folder', { name: '飲品 Drinks' }));
  putItem(catalogue, itemOf('id-tea', { name: '烏龍茶', parentId: 'folder' }));
  putItem(catalogue, itemOf('id-odd', { name: 'odd', type: 7 }));
  putItem(catalogue, itemOf('id-elsewhere', { bot: otherBot.key, name: 'elsewhere' }));
  return catalogue;
}
