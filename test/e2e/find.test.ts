import assert from 'node:assert/strict';
import { browserStorage } from '../support/browserStorage.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

describe('finding tags', () => {
  let opened: OpenedProduct;
  let workbench: Workbench;

  /** The names in the tree, from top to bottom. */
  const names = (): Promise<readonly string[]> =>
    workbench.page.locator('.monaco-list[aria-label^="Bots"] .label-name').allInnerTexts();
  const selected = (name: string) =>
    workbench.page.locator('.monaco-list-row.selected').filter({ hasText: name }).first();
  const options = (): Promise<readonly string[]> =>
    workbench.quickInput.box
      .getByRole('option')
      .locator('.quick-input-list-row:first-child .label-name')
      .allInnerTexts();
  /** Waits until the list has that many entries, and no more. */
  const listed = async (count: number): Promise<void> => {
    const entries = workbench.quickInput.box.getByRole('option');
    await entries.nth(count - 1).waitFor();
    await entries.nth(count).waitFor({ state: 'detached' });
  };

  before(async () => {
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await workbench.page.getByRole('button', { name: 'Try the Sandbox' }).click();
    await workbench.treeItem(/^Sandbox/).waitFor();
  });

  after(async () => {
    await opened?.close();
  });

  it('goes to a tag by two Chinese characters, with the key', async () => {
    const { page, quickInput } = workbench;
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.press('g');
    await quickInput.expect('Search 30 tags and folders by name, ID or folder');
    await quickInput.option('Cake').waitFor();
    await page.keyboard.insertText('烏龍');
    await quickInput.option('Oolong Tea 烏龍茶').waitFor();
    await listed(1);
    assert.deepEqual(await options(), ['Oolong Tea 烏龍茶']);
    await workbench.screenshot('find-1-pick');
    await quickInput.accept();
    await selected('Oolong Tea 烏龍茶').waitFor();
    await workbench.screenshot('find-2-selected');
  });

  it('keeps its own order: name, then folder, whatever VS Code would do', async () => {
    const { page, quickInput } = workbench;
    await workbench.viewButton('Go to Tag…');
    await quickInput.option('Cake').waitFor();
    await page.keyboard.insertText('member');
    await quickInput.option('Gold Member').waitFor();
    await listed(5);
    const found = await options();
    assert.equal(found[0], 'Membership', 'it begins with what was typed');
    assert.deepEqual(found.slice(1, 4).toSorted(), [
      'Basic Member',
      'Gold Member',
      'Silver Member',
    ]);
    assert.equal(found[4], 'Business', 'found by its folder');
    await quickInput.fill('ｖｉｐ');
    await listed(1);
    await workbench.screenshot('find-3-wide');
    await quickInput.fill('membership bus');
    await quickInput.pickActive('Business');
    await selected('Business').waitFor();
  });

  it('sorts', async () => {
    await workbench.viewMenu('Sort Tags…');
    await workbench.quickInput.expect('Folders always come first');
    await workbench.screenshot('find-4-sort');
    await workbench.quickInput.pick('Name, Z to A');
    await workbench.page.getByText('Sorted: Z to A').waitFor();
    const top = ['VIP', 'Newsletter'];
    const shown = (await names()).filter((name) => top.includes(name));
    assert.deepEqual(shown, top);
  });

  it('filters by text, with the folders above', async () => {
    await workbench.viewButton('Filter Tags…');
    await workbench.quickInput.expect('Text in the name or ID');
    await workbench.page.keyboard.insertText('Tea');
    await workbench.page.getByText('Filtered: "Tea"; 2 of 30').waitFor();
    await workbench.screenshot('find-5-filter');
    await workbench.quickInput.accept();
    await workbench.statusBar('2 of 30 tags and folders match.').waitFor();
    await workbench.treeItem(/^VIP/).waitFor({ state: 'detached' });
    await workbench.expand(/^Interests/);
    await workbench.expand(/^Drinks/);
    await workbench.treeItem(/^Oolong Tea/).waitFor();
    const above = ['Sandbox', 'Interests 興趣', 'Drinks'];
    assert.deepEqual(await names(), [...above, 'Oolong Tea 烏龍茶', 'Black Tea Latte']);
    await workbench.screenshot('find-6-filtered');
  });

  it('shows the former filter again after Escape', async () => {
    const { page } = workbench;
    await workbench.viewButton('Filter Tags…');
    await workbench.quickInput.expect('Text in the name or ID');
    await workbench.quickInput.fill('gOLd');
    await page.getByText('Filtered: "gOLd"; 1 of 30').waitFor();
    await workbench.treeItem(/^Oolong Tea/).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByText('Filtered: "Tea"; 2 of 30').waitFor();
    await workbench.treeItem(/^Oolong Tea/).waitFor();
    assert.ok(
      !(await browserStorage(page)).includes('gOLd'),
      'text that is only typed is not stored',
    );
  });

  it('keeps both over a reload, and clears the filter with one click', async () => {
    await workbench.reload();
    await workbench.page.getByText('Filtered: "Tea"; 2 of 30 · Sorted: Z to A').waitFor();
    await workbench.treeItem(/^Interests/).waitFor();
    assert.equal(await workbench.treeItem(/^VIP/).count(), 0);
    await workbench.viewButton('Clear Filter');
    await workbench.treeItem(/^VIP/).waitFor();
    await workbench.page.getByText('Filtered:').waitFor({ state: 'detached' });
    await workbench.screenshot('find-7-cleared');
  });

  it('clears a filter that hides the pick, and says so', async () => {
    const { page, quickInput } = workbench;
    await workbench.viewButton('Filter Tags…');
    await quickInput.expect('Text in the name or ID');
    await quickInput.answer('moon');
    await page.getByText('Filtered: "moon"; 0 of 30').waitFor();
    await workbench.runCommand('Bot Tags: Go to Tag…');
    await quickInput.expect('Search 30 tags and folders by name, ID or folder');
    await page.keyboard.insertText('gold');
    await quickInput.pickActive('Gold Member');
    await selected('Gold Member').waitFor();
    await workbench.statusBar('The filter was cleared').waitFor();
  });

  it('is how a command asks for several: what is picked stays while another text is typed', async () => {
    const { quickInput } = workbench;
    const rows = quickInput.box.locator('.monaco-list-row');
    const search = async (text: string, count: number): Promise<void> => {
      await quickInput.fill(text);
      await rows.first().filter({ hasText: text }).waitFor();
      await rows.nth(count - 1).waitFor();
      await rows.nth(count).waitFor({ state: 'detached' });
    };
    const ticked = quickInput.box.locator('.monaco-list-row .monaco-checkbox.checked');
    const tick = async (name: RegExp, count: number): Promise<void> => {
      await quickInput.checkbox(name).locator('.monaco-checkbox').click();
      await ticked.nth(count).waitFor({ state: 'detached' });
      await ticked.nth(count - 1).waitFor();
    };
    await workbench.pressKeyOf('botTags.copyName');
    await quickInput.expect('Search 30 tags and folders by name, ID or folder');
    await search('烏龍', 1);
    await tick(/^Oolong Tea/, 1);
    await search('Black', 2);
    await tick(/^Black Tea Latte/, 2);
    await workbench.screenshot('find-8-several');
    const names = await rows
      .locator('.quick-input-list-row:first-child .label-name')
      .allInnerTexts();
    assert.deepEqual(
      names,
      ['Black Tea Latte', 'Oolong Tea 烏龍茶'],
      'what is found, then what is picked',
    );
    await search('烏龍', 2);
    assert.equal(await ticked.count(), 2);
    await tick(/^Black Tea Latte/, 1);
    await search('VIP', 2);
    await tick(/^VIP/, 2);
    await quickInput.accept();
    await workbench.statusBar('Oolong Tea 烏龍茶, VIP copied').waitFor();
    assert.equal(await workbench.clipboard(), 'Oolong Tea 烏龍茶\nVIP');
  });
});
