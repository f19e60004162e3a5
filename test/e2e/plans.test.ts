import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { FileDialog } from '../support/fileDialog.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';

const COUNT = 250;
const LENS = /Run Plan… \(/;

interface Wire {
  readonly id: string;
  readonly name: string;
  readonly pageId: string;
  readonly platform: string;
  readonly tags: readonly { readonly id: string; readonly name: string }[];
}

/** Plans in the packaged product: from the rows of the grid to the question before a run. */
describe('plans', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  let files: FileDialog;
  let customers: readonly Wire[];

  before(async () => {
    folder = temporaryFolder('e2e-plans');
    service = await startSandbox({ token: 'plans', customers: COUNT });
    customers = await atService();
    opened = await openProduct({ workspace: folder.path });
    ({ workbench } = opened);
    files = new FileDialog(workbench.quickInput);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Tea House');
    await workbench.expand(/^Folder not known/);
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Show Customers');
    await (await panel()).getByText('100 loaded, more available').waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder?.remove();
  });

  afterEach(async () => {
    await workbench.clearNotifications();
  });

  const panel = () => workbench.webviewFrame('Customers: Tea House');
  const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);
  const at = (name: string): string => join(folder.path, `${name}.bot-tags-plan.jsonc`);
  const linesIn = (name: string): readonly string[] =>
    readFileSync(at(name), 'utf8').match(/^ {4}\{"(?:do|skip)":.*$/gm) ?? [];
  const writes = (): number => {
    const { createItem, deleteItem, attachTag, detachTag } = service.requests;
    return createItem + deleteItem + attachTag + detachTag;
  };
  const lens = (text: string | RegExp) =>
    workbench.page.locator('.codelens-decoration a').filter({ hasText: text }).first();
  const titleButton = () =>
    workbench.page.locator('.editor-actions').getByRole('button', { name: 'Run Plan…' });

  async function atService(): Promise<readonly Wire[]> {
    const url = `${service.baseUrl}/v1/api/bot/customers?botId=${service.botId}&limit=3086`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${service.token}` } });
    return ((await answer.json()) as { res: { records: Wire[] } }).res.records;
  }

  /** Gives what VS Code's own dialog proposes. */
  async function saveAs(file: string): Promise<string> {
    const proposed = await files.proposed(/\.bot-tags-plan\.jsonc$/);
    await files.answer(file);
    return proposed;
  }

  async function pickTags(count: number): Promise<void> {
    const { quickInput } = workbench;
    await quickInput.expect(/^Search \d+ tags by name, ID or folder$/);
    for (let tag = 0; tag < count; tag++) {
      await quickInput.box.locator('.monaco-list-row').nth(tag).click();
    }
    await quickInput.box.getByText(`${count} Selected`).waitFor();
  }

  /** Selects the first rows by keyboard. */
  async function selectRows(count: number): Promise<void> {
    const page = await panel();
    await page.locator('.body .row').first().locator('.name').click();
    for (let row = 1; row < count; row++) await press('Shift+ArrowDown');
    await page.getByText(`${count} selected`).waitFor();
  }

  it('begins with the rows that are selected, and ends with a file to review', async () => {
    await selectRows(3);
    await press('Shift+F10');
    await workbench.page.getByRole('menuitem', { name: 'Detach Tag…' }).waitFor();
    await workbench.screenshot('plans-1-menu');
    await workbench.menuItem('Attach Tag…');
    await pickTags(2);
    await workbench.screenshot('plans-2-tags');
    await workbench.quickInput.accept();
    const proposed = await saveAs(at('rows'));
    assert.match(proposed, /\/attach-[^/]+-\d{4}-\d{2}-\d{2}\.bot-tags-plan\.jsonc$/);
    await workbench.editorTab('rows.bot-tags-plan.jsonc').waitFor();
    await lens(LENS).waitFor();
    await titleButton().waitFor();
    assert.equal(linesIn('rows').length, 3);
    assert.ok(!customers.some(({ name }) => readFileSync(at('rows'), 'utf8').includes(name)));
    await workbench.screenshot('plans-3-editor');
  });

  it('asks with all that it does before it is run, and sends nothing when one cancels', async () => {
    await lens(LENS).click();
    await workbench
      .dialog()
      .getByText(/^Attach 2 tags to \d+ customers?: \d+ requests?, about /)
      .waitFor();
    await workbench.dialog().getByText('Bot: Tea House').waitFor();
    await workbench.screenshot('plans-4-dialog');
    await workbench.dialogButton('Cancel');
    assert.equal(writes(), 0);
  });

  it('is not run when a line is broken: the line is marked, and the message leads there', async () => {
    await workbench.showEditor('rows.bot-tags-plan.jsonc');
    // The tab in front takes the focus when it is clicked, and only then gives it to its editor.
    const lines = workbench.page.locator('.editor-group-container.active .view-line');
    await lines.filter({ hasText: '"do":' }).last().click();
    await press('Home');
    await workbench.page.keyboard.type('oops ');
    await lens(/Run Plan…$/).waitFor();
    await titleButton().click();
    const message = workbench.notification('The plan was not run, and nothing was sent. Line');
    await message.waitFor();
    await workbench.screenshot('plans-5-broken');
    await press('ControlOrMeta+Home');
    await pressInMessage(message, 'Go to Line');
    await workbench.page.locator('.squiggly-error').first().waitFor();
    // The line was marked all the time; the keys below are for the editor.
    await workbench.statusBar(/^Ln (?!1,)/).waitFor();
    await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await workbench.screenshot('plans-6-line');
    await press('Home');
    for (const _ of 'oops ') await press('Delete');
    await workbench.page.locator('.squiggly-error').first().waitFor({ state: 'hidden' });
    await press('ControlOrMeta+Home');
    await lens(LENS).waitFor();
    assert.equal(writes(), 0);
  });

  it('is made of every row that matches the filter, with names when they are asked for', async () => {
    const page = await panel();
    const tag = customers[0]?.tags[0] ?? customers[1]?.tags[0] ?? assert.fail();
    const matching = customers
      .slice(0, 100)
      .filter(({ tags }) => tags.some(({ id }) => id === tag.id));
    await page.getByRole('searchbox', { name: 'Filter loaded customers' }).fill(tag.name);
    await page.getByText(`of 100 loaded match`).waitFor();
    const said = await page.getByText('of 100 loaded match').innerText();
    const count = Number(/^(\d+) of/.exec(said)?.[1]);
    assert.ok(count >= matching.length && count < 100, said);
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await workbench.quickInput.pick('Attach Tags');
    await workbench.quickInput.expect('Which customers?');
    await workbench.quickInput
      .option('Every Customer of the Service That Matches the Filter')
      .waitFor();
    await workbench.screenshot('plans-7-whom');
    await workbench.quickInput.pick(`Rows That Match the Filter (${count} of 100 loaded)`);
    await workbench.quickInput.box
      .getByRole('button', { name: 'Write Names of Customers into the Plan' })
      .click();
    await workbench.quickInput.expect('Attach Tags · with names of customers');
    await pickTags(1);
    await workbench.quickInput.accept();
    await saveAs(at('matching'));
    await workbench.editorTab('matching.bot-tags-plan.jsonc').waitFor();
    await lens(LENS).waitFor();
    assert.equal(linesIn('matching').length, count);
    assert.ok(linesIn('matching').every((line) => line.includes('"name":')));
    await (await panel()).getByRole('button', { name: 'Clear Filter', exact: true }).click();
  });

  it('is made of every customer of the service, and Back leads to the question before', async () => {
    await panel();
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await workbench.quickInput.pick('Detach Tags');
    await workbench.quickInput.pick('Every Customer of the Service');
    await pickTags(1);
    await workbench.quickInput.back();
    await workbench.quickInput.expect('Which customers?');
    await workbench.quickInput.pick('Every Customer of the Service');
    await pickTags(1);
    await workbench.quickInput.accept();
    await saveAs(join(folder.path, 'everybody'));
    await workbench.editorTab('everybody.bot-tags-plan.jsonc').waitFor();
    assert.equal(linesIn('everybody').length, COUNT);
    await workbench.screenshot('plans-8-everybody');
  });

  it('is made of a file, and asks for what its headings do not tell', async () => {
    const [one, two] = customers.filter(({ id, pageId }) => id !== '' && pageId !== '');
    const rows = [one, two].map((own) => `${own?.id},${own?.pageId},vip`);
    writeFileSync(join(folder.path, 'people.csv'), `who,page id,why\n${rows.join('\n')}\n`);
    await panel();
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await workbench.quickInput.pick('Attach Tags');
    await workbench.quickInput.pick('From File…');
    await files.shown();
    // What is typed while VS Code's dialog still looks for its folder is replaced by it.
    await workbench.quickInput.pick('people.csv');
    await workbench.quickInput.expect('Which column holds the user IDs?');
    await workbench.screenshot('plans-9-columns');
    await workbench.quickInput.pick('who');
    await workbench.quickInput.expect('Which kind of IDs are they?');
    await workbench.quickInput.pick('User IDs as the channel has them');
    await workbench.quickInput.expect('On which channel are they');
    await workbench.quickInput.pick(one?.platform === 'FB' ? 'Facebook for all' : 'LINE for all');
    await pickTags(1);
    await workbench.quickInput.accept();
    await saveAs(at('people'));
    await workbench.editorTab('people.bot-tags-plan.jsonc').waitFor();
    assert.equal(linesIn('people').length, 2);
    assert.match(readFileSync(at('people'), 'utf8'), /"checkFirst": true/);
    await workbench.runCommand('Bot Tags: Run Plan…');
    await workbench.dialog().getByText("Each customer's tags are read first").waitFor();
    await workbench.screenshot('plans-10-check-first');
    assert.equal(writes(), 0);
    await workbench.dialogButton('Run');
    await workbench.notification(/2 .*done|done/i).waitFor();
    await workbench.screenshot('plans-13-run');
    assert.ok(writes() <= 2 && service.requests.listUserTags >= 2);
  });

  it('takes the place of the dialog when many tags are to be deleted', async () => {
    await workbench.showEditor('people.bot-tags-plan.jsonc');
    const tags = workbench.page.locator('.sidebar .monaco-list-row[aria-level="3"]');
    await tags.first().click();
    for (let tag = 1; tag < 24; tag++) await press('Shift+ArrowDown');
    await press('Delete');
    await saveAs(at('delete'));
    await workbench.editorTab('delete.bot-tags-plan.jsonc').waitFor();
    assert.equal(linesIn('delete').length, 24);
    await lens('Run Plan… (24 tags and folders)').waitFor();
    await workbench.screenshot('plans-11-delete');
    await titleButton().click();
    await workbench
      .dialog()
      .getByText(/^Delete 24 tags and folders: 24 requests/)
      .waitFor();
    await workbench.screenshot('plans-12-delete-dialog');
    const before = writes();
    await workbench.dialogButton('Cancel');
    assert.equal(writes(), before);
    assert.ok(existsSync(at('delete')));
  });
});
