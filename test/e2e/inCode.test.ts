import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';
import { untilDone } from '../support/untilDone.ts';
import { VIP } from '../support/sandboxItems.ts';

/** Code in six languages with the ID of a tag. */
const CODE_FILES: Readonly<Record<string, string>> = {
  'bot.ts': `export const vip = '${VIP}';\n`,
  'bot.js': `const vip = \`${VIP}\`;\n`,
  'bot.py': `VIP = "${VIP}"\n`,
  'bot.go': `const vip = "${VIP}"\n`,
  'Bot.cs': `const string Vip = "${VIP}";\n`,
  'Bot.java': `static final String VIP = "${VIP}";\n`,
};
/** All files of the workspace. A search for the ID in code skips the plan and the workspace file. */
const ALL_FILES: Readonly<Record<string, string>> = {
  ...CODE_FILES,
  'old.bot-tags-plan.jsonc': `// "${VIP}"\n{}\n`,
  'shared/bot-tags.jsonc': `// "${VIP}"\n{}\n`,
};

/** Tests that IDs of tags in the code of a bot are explained, found and copied. */
describe('Tags in code', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;

  before(async () => {
    folder = temporaryFolder('e2e-in-code');
    mkdirSync(join(folder.path, 'shared'));
    for (const [name, text] of Object.entries(ALL_FILES))
      writeFileSync(join(folder.path, name), text);
    service = await startSandbox({ token: 'code', customers: 50 });
    opened = await openProduct({ workspace: folder.path });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.treeItem('VIP').waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder?.remove();
  });

  async function openFile(name: string): Promise<void> {
    await untilDone(async () => {
      await workbench.page.keyboard.press('ControlOrMeta+p');
      await workbench.quickInput.fill(name);
      await workbench.quickInput.option(name).click({ timeout: 2_000 });
    });
    await workbench.editorTab(name).waitFor();
  }

  /**
   * Moves the mouse over the ID in a file.
   * @returns the hover that appears
   */
  async function hoverIn(name: string): Promise<Locator> {
    await openFile(name);
    const { page } = workbench;
    const hover = page.locator('.monaco-hover:visible').filter({ hasText: 'Bot: Shop' });
    const editor = page.locator('.editor-group-container.active .monaco-editor');
    const id = editor.locator('.view-line span').filter({ hasText: VIP }).last();
    await untilDone(async () => {
      await page.mouse.move(0, 0);
      await hover.waitFor({ state: 'hidden', timeout: 5_000 });
      await id.hover({ timeout: 2_000 });
      await hover.waitFor({ timeout: 5_000 });
    });
    return hover;
  }

  it('are explained under the mouse in six languages', async () => {
    for (const name of Object.keys(CODE_FILES)) {
      assert.match(await (await hoverIn(name)).innerText(), /^VIP\s/, name);
      await workbench.screenshot(`code-1-hover-${name}`);
    }
  });

  it('have a link to the tag in the tree', async () => {
    const hover = await hoverIn('bot.ts');
    await hover.getByRole('link', { name: 'Go to Tag' }).click();
    await workbench.page
      .locator('[role="treeitem"][aria-selected="true"]')
      .filter({ hasText: 'VIP' })
      .waitFor();
    await workbench.screenshot('code-2-selected');
  });

  it('are found in the workspace, but not in plans and workspace files', async () => {
    await workbench.contextSubmenu(workbench.treeItem('VIP'), 'Copy and Find', 'Find in Workspace');
    const results = workbench.page.locator('.search-view .messages');
    await results.getByText('6 results in 6 files').waitFor();
    await workbench.screenshot('code-3-found');
    await workbench.activityTab('Bot Tags');
  });

  it('are copied as a constant in the language of the editor', async () => {
    await openFile('bot.py');
    await workbench.clearClipboard();
    await workbench.contextSubmenu(workbench.treeItem('VIP'), 'Copy and Find', 'Copy as Constant');
    assert.equal(await workbench.clipboard(), `TAG_VIP = "${VIP}" # VIP, bot "Shop"`);
  });

  it('can be searched for before a tag is deleted, which cancels the deletion', async () => {
    await workbench.contextMenu(workbench.treeItem('Vegan'), 'Delete…');
    await workbench.dialogButton('Find in Workspace');
    const results = workbench.page.locator('.search-view .messages');
    await results.getByText('No results found').waitFor();
    await workbench.activityTab('Bot Tags');
    await workbench.treeItem('Vegan').waitFor();
    assert.equal(service.requests.deleteItem, 0);
  });

  it('are replaced by the new ID after a rename, in VS Code’s own search', async () => {
    const { page } = workbench;
    await workbench.contextMenu(workbench.treeItem('VIP'), 'Rename Tag…');
    await workbench.quickInput.answer('Gold');
    await workbench.dialogButton('Rename Tag');
    const done = workbench.notification(/"VIP" is now "Gold", with a new ID/);
    await done.waitFor();
    await workbench.screenshot('code-4-renamed');
    await pressInMessage(done, 'Replace ID in Workspace…');
    const search = page.locator('.search-view');
    await search.getByText('6 results in 6 files').waitFor();
    await workbench.screenshot('code-5-replace');
    await search.getByRole('button', { name: /^Replace All/ }).click();
    await workbench.dialogButton('Replace');
    const newId = service.items().find(({ name }) => name === 'Gold')?.id ?? assert.fail();
    const read = (name: string): string => readFileSync(join(folder.path, name), 'utf8');
    await search.getByText('Replaced 6 occurrences across 6 files').waitFor();
    for (const [name, text] of Object.entries(ALL_FILES)) {
      assert.equal(read(name), name in CODE_FILES ? text.replace(VIP, newId) : text, name);
    }
  });
});
