import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryState, type Sandbox, startSandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { filesWith } from '../support/filesWith.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { untilDone } from '../support/untilDone.ts';

const SAVED =
  /Saved 3 tags, 1 folder of 1 bot to bot-tags\.jsonc\. Left out: \d+ found on customers, but in no folder\./;
const TOKEN = 'canary-file-41c7';

/** Returns the ID of the item in the service that has this name. */
function idOf(service: Sandbox, name: string): string {
  return service.items().find((item) => item.name === name)?.id ?? '';
}

/**
 * Waits until a new window receives file changes. Two files are needed: the Explorer may read the first without a
 * change event.
 */
async function waitForFileChanges(workbench: Workbench, folder: string): Promise<void> {
  await workbench.activityTab('Explorer');
  for (const prefix of ['read', 'heard-of']) {
    await untilDone(async (attempt) => {
      const name = `${prefix}-${attempt}.txt`;
      writeFileSync(join(folder, name), '');
      await workbench.treeItem(name).waitFor({ timeout: 5_000 });
    });
  }
}

/** Tests a team's list of bots and tags in the packaged product, as a user edits it. */
describe('Workspace file', () => {
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
    await waitForFileChanges(workbench, workspace);
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

  it('is offered while it exists, in a view without buttons that have no use', async () => {
    // Without a bot, the title is that of the side bar, otherwise that of the section, which shows its buttons under
    // the mouse.
    const title = workbench.page
      .locator('.sidebar')
      .locator('.composite.title, .pane-header')
      .filter({ hasText: 'Bots & Tags', visible: true })
      .first();
    const button = (name: string) => title.getByRole('button', { name });
    const loadButton = workbench.page.getByRole('button', {
      name: 'Load List from Workspace File',
    });
    await button('Add Bot…').waitFor();
    await workbench.screenshot('empty-1-view');
    const conditionalButtons = ['Go to Tag…', 'Filter Tags…', 'Refresh'];
    // The state of an earlier window is shown until the list is open.
    for (const name of conditionalButtons) await button(name).waitFor({ state: 'detached' });
    assert.equal(await loadButton.count(), 0);
    const bot = { baseUrl: 'https://bot.example', botId: 'bot-team', label: 'Team' };
    const text = JSON.stringify({ version: 1, bots: [bot] });
    writeFileSync(file, text);
    await loadButton.waitFor();
    unlinkSync(file);
    await loadButton.waitFor({ state: 'detached' });
    writeFileSync(file, text);
    await loadButton.click();
    await workbench.treeItem(/^Team/).waitFor();
    await title.hover();
    for (const name of conditionalButtons) await button(name).waitFor();
    unlinkSync(file);
    await workbench.contextMenu(workbench.treeItem(/^Team/), 'Remove Bot…');
    await workbench.dialogButton('Remove');
    for (const name of conditionalButtons) await button(name).waitFor({ state: 'detached' });
  });

  it('is saved from the tree, opens, and changes the tree when a user edits it', async () => {
    const { quickInput } = workbench;
    await addBotByHand(workbench, service, 'Tea House');
    await newItem(/^Tea House/, 'New Folder…', 'Campaigns');
    await newItem(/^Campaigns/, 'New Tag…', 'Spring');
    await newItem(/^Campaigns/, 'New Tag…', 'Autumn');
    await newItem(/^Tea House/, 'New Tag…', 'Regulars');
    await workbench.viewMenu('Save List to Workspace File…');
    await quickInput.expect('Tokens are never saved');
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
    const { page } = workbench;
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

  it('shows renamed and missing items after a refresh, and a quick fix changes the name', async () => {
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
    await page
      .getByText('The name in the service is "Spring 春季", not "Spring".')
      .first()
      .waitFor();
    await page
      .getByText('The tag or folder "Autumn" no longer exists in the service.')
      .first()
      .waitFor();
    await workbench.screenshot('file-6-problems');
    await workbench.runCommand('View: Toggle Panel Visibility');
    await workbench.showEditor('bot-tags.jsonc');
    const editor = page.locator('.editor-group-container.active');
    await workbench.quickFix('"Spring"', 'Change Name to "Spring 春季"');
    await workbench.screenshot('file-7-quick-fix');
    await page.keyboard.press('Enter');
    await editor.locator('.view-line').filter({ hasText: '"Spring 春季"' }).waitFor();
    await page.keyboard.press('ControlOrMeta+s');
    // The warnings about the two missing tags remain. There is no third warning.
    await editor.locator('.squiggly-warning').nth(2).waitFor({ state: 'detached' });
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    const text = readFileSync(file, 'utf8');
    assert.ok(text.includes('"tag-hand": "By hand", /* Ann asked for it */'), text);
    assert.ok(text.includes('"Spring 春季"'), text);
  });

  it('leaves the token in no page, log or file', async () => {
    assert.ok(!(await workbench.page.content()).includes(TOKEN));
    assert.ok(!opened.product.logs().includes(TOKEN));
    assert.deepEqual(await filesWith(workspace, TOKEN), []);
    assert.deepEqual(await filesWith(opened.product.userDataDir, TOKEN), []);
  });
});
