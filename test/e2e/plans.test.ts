import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CustomerRecord } from '../../src/base/model.ts';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { searchOf } from '../support/customersPage.ts';
import type { Workbench } from '../support/e2e.ts';
import { FileDialog } from '../support/fileDialog.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { customersOf } from '../support/ownClient.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { countsOf, writePlan } from '../support/plansOfUsers.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';
import { untilDone } from '../support/untilDone.ts';

const CUSTOMERS = 250;
/** Number of users in each plan that exists before the window opens. */
const USERS = 200;
const PLAN_NAMES = ['autumn', 'winter'] as const;
const RUN_LENS = /Run Plan… \(/;

/** Tests plans and their runs: from the rows of the grid to a run that is undone, or interrupted by a reload. */
describe('Plans', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  let files: FileDialog;
  let customers: readonly CustomerRecord[];
  const state = new MemoryState();

  before(async () => {
    folder = temporaryFolder('e2e-plans');
    service = await startSandbox({ token: 'plans', customers: CUSTOMERS, state });
    // The files are written before the window opens, because VS Code may notice later files only after a while.
    for (const name of PLAN_NAMES) writePlan(pathOf(name), name, service, USERS);
    customers = await customersOf(service);
    opened = await openProduct({ workspace: folder.path });
    ({ workbench } = opened);
    files = new FileDialog(workbench.quickInput);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    await (await panel()).getByText('First 100 customers loaded').waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder?.remove();
  });

  afterEach(async () => {
    await workbench.clearNotifications();
  });

  const panel = () => workbench.webviewFrame('Customers: Shop');
  const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);
  const pathOf = (name: string): string => join(folder.path, `${name}.bot-tags-plan.jsonc`);
  const linesIn = (name: string): readonly string[] =>
    readFileSync(pathOf(name), 'utf8').match(/^ {4}\{"(?:do|skip)":.*$/gm) ?? [];
  const writeCount = (): number => {
    const { createItem, deleteItem, attachTag, detachTag } = service.requests;
    return createItem + deleteItem + attachTag + detachTag;
  };
  const lens = (text: string | RegExp) =>
    workbench.page.locator('.codelens-decoration a').filter({ hasText: text }).first();
  const titleButton = () =>
    workbench.page.locator('.editor-actions').getByRole('button', { name: 'Run Plan…' });

  const vipCounts = (name: string): readonly number[] => countsOf(state, name, USERS);
  const repeated = (count: number): readonly number[] => Array.from({ length: USERS }, () => count);

  async function openFile(name: string): Promise<void> {
    const { quickInput, page } = workbench;
    await untilDone(async () => {
      await page.keyboard.press('ControlOrMeta+p');
      await quickInput.fill(name);
      await quickInput.option(name).click({ timeout: 2_000 });
    });
    await workbench.editorTab(name).waitFor();
  }

  async function runPlan(name: string): Promise<void> {
    await openFile(`${name}.bot-tags-plan.jsonc`);
    await workbench.runCommand('Bot Tags: Run Plan…');
    await workbench.dialog().waitFor();
    await workbench.dialogButton(/^Run$/);
  }

  /**
   * Saves the plan.
   * @param names answer to the prompt for names. If undefined, there is no prompt.
   * @returns the path that VS Code's own dialog proposes
   */
  async function saveAs(file: string, names: string | undefined): Promise<string> {
    const proposedPath = await files.proposed(/\.bot-tags-plan\.jsonc$/);
    await files.answer(file);
    if (names !== undefined) {
      await workbench.quickInput.expect('Write the names of the customers into the plan?');
      await workbench.quickInput.pick(names);
    }
    return proposedPath;
  }

  async function pickTags(count: number): Promise<void> {
    const { quickInput } = workbench;
    await quickInput.expect(/^Search \d+ tags by name, ID, or folder$/);
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

  it('are created from the selected rows, can be reviewed, and show a dialog before they are run', async () => {
    await selectRows(3);
    await press('Shift+F10');
    await workbench.page.getByRole('menuitem', { name: 'Detach Tag…' }).waitFor();
    await workbench.screenshot('plans-1-menu');
    await workbench.menuItem('Attach Tag…');
    await pickTags(2);
    await workbench.screenshot('plans-2-tags');
    await workbench.quickInput.cancel();
    await workbench.runCommand('Bot Tags: Attach Tag…');
    await pickTags(2);
    await workbench.quickInput.accept();
    await workbench.dialogButton('Review as Plan…');
    const proposedPath = await saveAs(pathOf('rows'), 'Without Names');
    assert.match(proposedPath, /\/attach-[^/]+-\d{4}-\d{2}-\d{2}\.bot-tags-plan\.jsonc$/);
    await workbench.editorTab('rows.bot-tags-plan.jsonc').waitFor();
    await lens(RUN_LENS).waitFor();
    await titleButton().waitFor();
    assert.equal(linesIn('rows').length, 3);
    assert.ok(!customers.some(({ name }) => readFileSync(pathOf('rows'), 'utf8').includes(name)));
    await workbench.screenshot('plans-3-editor');
    await lens(RUN_LENS).click();
    await workbench
      .dialog()
      .getByText(/^Attach 2 tags to \d+ customers?: \d+ requests?, about /)
      .waitFor();
    await workbench.dialog().getByText('Bot: Shop').waitFor();
    await workbench.screenshot('plans-4-dialog');
    await workbench.dialogButton('Cancel');
    assert.equal(writeCount(), 0);
  });

  it('are not run if a line is broken, which is marked and reached from the message', async () => {
    await workbench.showEditor('rows.bot-tags-plan.jsonc');
    // A click on the active tab focuses the tab first, and only then its editor.
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
    // The editor must have the focus before the keys below are pressed.
    await workbench.statusBar(/^Ln (?!1,)/).waitFor();
    await workbench.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await workbench.screenshot('plans-6-line');
    await press('Home');
    for (const _ of 'oops ') await press('Delete');
    await workbench.page.locator('.squiggly-error').first().waitFor({ state: 'hidden' });
    await press('ControlOrMeta+Home');
    await lens(RUN_LENS).waitFor();
    assert.equal(writeCount(), 0);
  });

  it('are created from every row that matches the search, with names on request', async () => {
    const page = await panel();
    const tag = customers[0]?.tags[0] ?? customers[1]?.tags[0] ?? assert.fail();
    const matching = customers
      .slice(0, 100)
      .filter(({ tags }) => tags.some(({ id }) => id === tag.id));
    await searchOf(page).fill(tag.name);
    await page.getByText(`of 100 loaded`).waitFor();
    const statusText = await page.getByText('of 100 loaded').innerText();
    const count = Number(/^(\d+) of/.exec(statusText)?.[1]);
    assert.ok(count >= matching.length && count < 100, statusText);
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await workbench.quickInput.pick('Attach Tags');
    await workbench.quickInput.expect('Which customers?');
    await workbench.quickInput.option('All Customers of the Bot That Match the Search').waitFor();
    await workbench.quickInput.pick(`Rows That Match the Search (${count} of 100 loaded rows)`);
    await pickTags(1);
    await workbench.quickInput.accept();
    await saveAs(pathOf('matching'), 'With Names');
    await workbench.editorTab('matching.bot-tags-plan.jsonc').waitFor();
    assert.equal(linesIn('matching').length, count);
    assert.ok(linesIn('matching').every((line) => /\},? \/\/ \S/.test(line)));
    await (await panel()).getByRole('button', { name: 'Clear Search', exact: true }).click();
  });

  it('are created from a file, with prompts for columns that its headings do not identify', async () => {
    const [first, second] = customers.filter(({ id, pageId }) => id !== '' && pageId !== '');
    const rows = [first, second].map((customer) => `${customer?.id},${customer?.pageId},vip`);
    writeFileSync(join(folder.path, 'people.csv'), `who,page id,why\n${rows.join('\n')}\n`);
    // Brings the Customers panel to the front.
    await panel();
    await workbench.runCommand('Bot Tags: Tag Customers…');
    await workbench.quickInput.pick('Attach Tags');
    await workbench.quickInput.pick('From File…');
    await files.shown();
    // Text that is typed while VS Code's dialog still looks up its folder would be overwritten.
    await workbench.quickInput.pick('people.csv');
    await workbench.quickInput.expect('Which column holds the user IDs?');
    await workbench.screenshot('plans-9-columns');
    await workbench.quickInput.pick('who');
    await workbench.quickInput.expect('Which kind of user IDs does this column hold?');
    await workbench.quickInput.pick('Unencrypted user IDs');
    await workbench.quickInput.expect('Which column holds the channel (LINE or Facebook)?');
    await workbench.quickInput.pick(first?.platform === 'FB' ? 'Facebook for all' : 'LINE for all');
    await pickTags(1);
    await workbench.quickInput.accept();
    await saveAs(pathOf('people'), undefined);
    await workbench.editorTab('people.bot-tags-plan.jsonc').waitFor();
    assert.equal(linesIn('people').length, 2);
    assert.match(readFileSync(pathOf('people'), 'utf8'), /"checkFirst": true/);
    await titleButton().click();
    await workbench.dialog().getByText('The run first reads the tags of each customer').waitFor();
    await workbench.screenshot('plans-10-check-first');
    await workbench.dialogButton('Cancel');
    assert.equal(writeCount(), 0);
  });

  it('show their progress, are paused by Cancel, and are resumed and undone from the result', async () => {
    service.switches.latencyMs = 400;
    await runPlan('autumn');
    const progress = workbench.notification(/Attach "VIP", bot "Shop"/);
    await progress.filter({ hasText: /\d+ of 200, \d+ per second, about/ }).waitFor();
    await workbench.screenshot('run-progress');
    // The button moves with each step of the progress.
    await progress.getByRole('button', { name: 'Cancel' }).click({ force: true });
    const paused = workbench.notification(/Attach "VIP" \(bot "Shop"\) is paused at \d+ of 200\./);
    await paused.waitFor();
    await workbench.screenshot('run-paused');
    await pressInMessage(paused, 'Show Result');
    await lens('Resume').waitFor();
    service.switches.latencyMs = 0;
    await lens('Resume').click();
    const done = workbench.notification('"VIP" attached to 200 customers.');
    await done.waitFor();
    await workbench.screenshot('run-done');
    assert.deepEqual(vipCounts('autumn'), repeated(1));
    await pressInMessage(done, 'Show Result');
    await workbench.editorTab(/^Attach VIP/).waitFor();
    await lens('Undo').waitFor();
    await workbench.screenshot('run-result');
    assert.match(await workbench.editorText(), /"result":"done","user":"autumn-199"/);
    await lens('Undo').click();
    await workbench.dialog().filter({ hasText: 'Detach "VIP" from 200 customers' }).waitFor();
    await workbench.screenshot('run-undo');
    await workbench.dialogButton('Undo');
    await workbench.notification('"VIP" detached from 200 customers.').waitFor();
    assert.deepEqual(vipCounts('autumn'), repeated(0));
    await runPlan('autumn');
    await lens('Run Again…').waitFor();
    await workbench.screenshot('run-plan-ran');
    await lens(/^This plan was run on .*\. Requests done: 200\. Show Result$/).click();
    await lens('Undo').waitFor();
  });

  it('are shown as paused in the badge and the tree after a reload, and resumed from there', async () => {
    service.switches.latencyMs = 400;
    await runPlan('winter');
    const progress = workbench.notification(/Attach "VIP", bot "Shop"/);
    await progress.filter({ hasText: /\d+ of 200, \d+ per second/ }).waitFor();
    await workbench.reload();
    const row = workbench.treeItem('1 run paused: Resume…');
    await row.waitFor();
    const tab = workbench.page.locator('.part.activitybar').getByRole('tab', { name: 'Bot Tags' });
    await tab.locator('..').getByText('1', { exact: true }).first().waitFor();
    await workbench.screenshot('run-interrupted');
    assert.equal(await workbench.page.locator('.notification-toast').count(), 0);
    service.switches.latencyMs = 0;
    await row.click();
    await workbench.quickInput.option('Attach "VIP"').waitFor();
    await workbench.quickInput.cancel();
    // The row is not a tag and belongs to no bot, so keys and the title of the view must not treat the row as one.
    await workbench.page.keyboard.press('Delete');
    await workbench
      .notification('This action works only on tags and folders. Select a tag or folder.')
      .waitFor();
    await workbench.viewButton('Refresh');
    await workbench.statusBar('23 tags and folders checked').waitFor();
    await row.click();
    await workbench.quickInput.pick('Attach "VIP"');
    await workbench.notification('"VIP" attached to 200 customers.').waitFor();
    await row.waitFor({ state: 'detached' });
    assert.deepEqual(vipCounts('winter'), repeated(1));
  });
});
