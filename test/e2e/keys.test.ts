import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

const NAMES = ['Tag 1', 'Tag 2', 'Tag 3', 'Tag 4'] as const;

/** Tests keys in VS Code's tree, where arrow keys move the focus ring but do not change the selection. */
describe('Keys in the tree', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  const ids = new Map<string, string>();

  const row = (name: string) => workbench.treeItem(new RegExp(`^${name}, `));
  const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);
  const selected = (): Promise<readonly string[]> =>
    workbench.page.locator('.sidebar .monaco-list-row.selected .label-name').allInnerTexts();
  const focused = (name: string) =>
    workbench.page.locator('.sidebar .monaco-list-row.focused').filter({ hasText: name });
  const selectedRow = (name: string) =>
    workbench.page.locator('.sidebar .monaco-list-row.selected').filter({ hasText: name });

  before(async () => {
    // Chinese names come last, so the tags of these tests are near the top of the tree and visible.
    service = await startSandbox({ token: 'keys', customers: 10, language: 'zh-tw' });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Tea House');
    for (const name of NAMES) {
      await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'New Tag…');
      await workbench.quickInput.answer(name);
      // A new tag is selected soon after its row appears, which would change the selection that a test makes.
      await selectedRow(name).waitFor();
      await focused(name).waitFor();
      ids.set(name, service.items().find((item) => item.name === name)?.id ?? '');
    }
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  /** Selects rows with the mouse, then walks to another row with the arrow keys. */
  async function select(names: readonly string[], ...keys: readonly string[]): Promise<void> {
    for (const [index, name] of names.entries()) {
      await row(name).click(index === 0 ? {} : { modifiers: ['ControlOrMeta'] });
    }
    for (const key of keys) await press(key);
  }

  it('act on the focused row, or on the selection if the row is in it, and keep the selection', async () => {
    await select(['Tag 1', 'Tag 2'], 'ArrowDown', 'ArrowDown');
    await focused('Tag 4').waitFor();
    await press('Delete');
    await workbench.dialog().getByText('Delete "Tag 4" in the service?').waitFor();
    await workbench.screenshot('keys-1-delete-focused');
    await workbench.dialogButton('Delete');
    await row('Tag 4').waitFor({ state: 'detached' });
    assert.ok(!service.items().some(({ id }) => id === ids.get('Tag 4')));
    assert.deepEqual(await selected(), ['Tag 1', 'Tag 2']);

    await select(['Tag 1', 'Tag 3'], 'ArrowUp', 'ArrowUp');
    await focused('Tag 1').waitFor();
    await press('Delete');
    await workbench.dialog().getByText('Delete 2 tags and folders in the service?').waitFor();
    await workbench.dialogButton('Cancel');
    assert.deepEqual(await selected(), ['Tag 1', 'Tag 3']);
    await workbench.clearClipboard();
    await press('ControlOrMeta+c');
    await workbench.statusBar(/, .* copied/).waitFor();
    const copied = (await workbench.clipboard()).split('\n');
    assert.deepEqual(new Set(copied), new Set([ids.get('Tag 1'), ids.get('Tag 3')]));

    await press('ArrowDown');
    await press('F2');
    await workbench.quickInput.expect('Rename Tag');
    assert.equal(await workbench.quickInput.input.inputValue(), 'Tag 2');
    await workbench.quickInput.cancel();
    await press('Home');
    await press('F2');
    await workbench.quickInput.expect('Rename Bot');
    assert.equal(await workbench.quickInput.input.inputValue(), 'Tea House');
    await workbench.quickInput.cancel();
    assert.deepEqual(await selected(), ['Tag 1', 'Tag 3']);
  });

  it('act on the tag that New Tag… has just created, and not on its folder', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'New Folder…');
    await quickInput.answer('Folder');
    await focused('Folder').waitFor();
    await row('Folder').click();
    await hoverAndClick(row('Folder'), row('Folder').getByRole('button', { name: 'New Tag…' }));
    await quickInput.answer('Newest');
    await focused('Newest').waitFor();
    await selectedRow('Newest').waitFor();
    assert.deepEqual(await selected(), ['Newest']);
    await press('Delete');
    await workbench.dialog().getByText('Delete "Newest" in the service?').waitFor();
    await workbench.screenshot('keys-5-delete-newest');
    await workbench.dialogButton('Cancel');
    await workbench.clearClipboard();
    await workbench.contextSubmenu(row('Newest'), 'Copy and Find', 'Copy Name');
    assert.equal(await workbench.clipboard(), 'Newest');
  });

  it("go to the editor after a command of the palette, and to the tree after one from the view's title", async () => {
    const { page, quickInput } = workbench;
    await workbench.runCommand('File: New Untitled Text File');
    const editor = page.locator('.editor-group-container.active .monaco-editor');
    await editor.locator('.cursor').first().waitFor();
    await workbench.runCommand('Bot Tags: New Tag…');
    await quickInput.expect('Name of the new item in "Tea House"');
    await quickInput.answer('From the palette');
    await workbench.notification('"From the palette" created.').waitFor();
    await page.keyboard.type('typed');
    await editor.getByText('typed').waitFor();
    await workbench.runCommand('View: Revert and Close Editor');
    await row('Tag 1').click();
    await workbench.viewMenu('Try the Sandbox');
    await focused('Sandbox').waitFor();
    await press('F2');
    await quickInput.expect('Label of the bot in the tree');
    assert.equal(await quickInput.input.inputValue(), 'Sandbox');
    await quickInput.cancel();
  });
});
