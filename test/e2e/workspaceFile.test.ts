import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryState } from '../../src/sandbox/memoryState.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { filesWith } from '../support/filesWith.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';

const SAVED =
  /3 tags and 1 folder of 1 bot saved to bot-tags\.jsonc\. Left out: \d+ only seen on customers\./;
const TOKEN = 'canary-file-41c7';

/** Keys of `items` by name, as a service of its own has them. */
function idOf(service: Sandbox, name: string): string {
  return service.items().find((item) => item.name === name)?.id ?? '';
}

/** A team's list of bots and tags, by hand, in the packaged product. */
describe('the catalogue as a file', () => {
  const temporary = temporaryFolder('team');
  const workspace = join(temporary.path, 'shop');
  const file = join(workspace, 'bot-tags.jsonc');
  const state = new MemoryState();
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    mkdirSync(workspace);
    service = await startSandbox({ token: TOKEN, botId: 'bot-shop', customers: 20, state });
    opened = await openProduct({ workspace });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    temporary.remove();
  });

  const newItem = async (parent: RegExp, command: string, name: string): Promise<void> => {
    await workbench.contextMenu(workbench.treeItem(parent), command);
    await workbench.quickInput.answer(name);
    await workbench.page
      .getByRole('treeitem', { name: new RegExp(`^${name}`) })
      .first()
      .waitFor();
  };

  it('is saved from the tree, and opens', async () => {
    const { quickInput } = workbench;
    await addBotByHand(workbench, service, 'Tea House');
    await newItem(/^Tea House/, 'New Folder…', 'Campaigns');
    await newItem(/^Campaigns/, 'New Tag…', 'Spring');
    await newItem(/^Campaigns/, 'New Tag…', 'Autumn');
    await newItem(/^Tea House/, 'New Tag…', 'Regulars');
    await workbench.viewMenu('Save List to Workspace File…');
    await quickInput.expect('Tokens are never written');
    await quickInput.box.getByText('Tea House').first().waitFor();
    await workbench.screenshot('file-1-which-bots');
    await quickInput.accept();
    await workbench.notification(SAVED).waitFor();
    await workbench.editorTab('bot-tags.jsonc').waitFor();
    await workbench.page.getByText('"Tea House"').first().waitFor();
    await workbench.screenshot('file-2-saved');
    const text = readFileSync(file, 'utf8');
    for (const name of ['Campaigns', 'Spring', 'Autumn', 'Regulars'])
      assert.ok(text.includes(name));
    assert.ok(!text.includes(TOKEN));
  });

  it('edited by hand and saved, changes the tree at once', async () => {
    const { page } = workbench;
    await workbench.showEditor('bot-tags.jsonc');
    await page
      .locator('.editor-group-container.active .view-line')
      .filter({ hasText: '"Regulars"' })
      .click();
    await page.keyboard.press('Home');
    await page.keyboard.type('"tag-hand": "By hand", /* Ann asked for it */');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ControlOrMeta+s');
    await workbench.treeItem(/^By hand/).waitFor();
    await workbench.screenshot('file-3-by-hand');
  });

  it('shows after a refresh what was renamed and what is gone, in the tree, in a summary and in the file', async () => {
    const { page } = workbench;
    const spring = service.items().find(({ name }) => name === 'Spring');
    assert.ok(spring);
    state.removeItems([spring.id]);
    state.addItem({ ...spring, name: 'Spring 春季' });
    state.removeItems([idOf(service, 'Autumn')]);
    await workbench.showEditor('bot-tags.jsonc');
    await page.getByRole('button', { name: 'Refresh', exact: true }).last().click();
    const summary = workbench.notification('5 tags and folders checked: 1 renamed, 2 gone.');
    await summary.waitFor();
    await workbench.treeItem(/^Spring 春季/).waitFor();
    await workbench.treeItem(/^Autumn, tag, gone/).waitFor();
    await workbench.screenshot('file-5-refreshed');
    await pressInMessage(summary, 'Show Problems');
    await page.getByText('The service calls it "Spring 春季", not "Spring".').first().waitFor();
    await page.getByText('The service no longer has "Autumn".').first().waitFor();
    await workbench.screenshot('file-6-problems');
    await workbench.runCommand('View: Toggle Panel Visibility');
  });

  it('takes over the new name with a quick fix; comments stay', async () => {
    const { page } = workbench;
    await workbench.showEditor('bot-tags.jsonc');
    const editor = page.locator('.editor-group-container.active');
    await workbench.quickFix('"Spring"', 'Change the Name to "Spring 春季"');
    await workbench.screenshot('file-7-quick-fix');
    await page.keyboard.press('Enter');
    await editor.locator('.view-line').filter({ hasText: '"Spring 春季"' }).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    await editor.locator('.squiggly-warning').nth(2).waitFor({ state: 'detached' });
    await workbench.viewMenu('Save List to Workspace File…');
    await workbench.quickInput.expect('Tokens are never written');
    await workbench.quickInput.accept();
    await workbench
      .notification(
        /2 tags and 1 folder of 1 bot saved to .* Left out: \d+ only seen on customers\./,
      )
      .waitFor();
    const text = readFileSync(file, 'utf8');
    assert.ok(text.includes('"tag-hand": "By hand", /* Ann asked for it */'), text);
    assert.ok(text.includes('"Spring 春季"'), text);
  });

  it('leaves the token nowhere', async () => {
    assert.ok(!(await workbench.page.content()).includes(TOKEN));
    assert.deepEqual(await filesWith(workspace, TOKEN), []);
    assert.deepEqual(await filesWith(opened.product.userDataDir, TOKEN), []);
  });
});

/** Of a bot whose tags were all seen on customers there is nothing else to save. */
describe('a catalogue of discovered tags', () => {
  const temporary = temporaryFolder('discovered');
  const workspace = join(temporary.path, 'shop');
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    mkdirSync(workspace);
    service = await startSandbox({ token: TOKEN, botId: 'bot-shop', customers: 20 });
    opened = await openProduct({ workspace });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await workbench.runCommand('Bot Tags: Try the Sandbox');
    await workbench.treeItem(/^Sandbox/).waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    temporary.remove();
  });

  it('is not saved of the sandbox', async () => {
    await workbench.viewMenu('Save List to Workspace File…');
    await workbench
      .notification('There is no bot to save to a file: add one first. The sandbox stays')
      .waitFor();
    await workbench.clearNotifications();
  });

  it('is proposed, and the sandbox is not', async () => {
    const { quickInput } = workbench;
    await addBotByHand(workbench, service, 'Tea House');
    await workbench.treeItem(/^\d+ tags from 20 customers/).waitFor();
    await workbench.viewMenu('Save List to Workspace File…');
    await quickInput.expect('Tokens are never written');
    await quickInput.checkbox('Tea House').waitFor();
    assert.equal(await quickInput.checkbox('Sandbox').count(), 0);
    const seen = quickInput.checkbox('only seen on customers').getByRole('checkbox');
    await seen.and(workbench.page.locator('[aria-checked="true"], :checked')).waitFor();
    await workbench.screenshot('file-8-discovered-proposed');
    await quickInput.accept();
    await workbench.statusBar(/\d+ tags of 1 bot saved to bot-tags\.jsonc\./).waitFor();
    assert.ok(readFileSync(join(workspace, 'bot-tags.jsonc'), 'utf8').includes('VIP'));
  });
});
