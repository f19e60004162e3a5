import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { placeFields, blankItem } from '../../src/catalogue/places.ts';
import { FOLDER, TAG, type Bot } from '../../src/base/model.ts';
import { openStores } from '../../src/runs/openCatalogue.ts';
import { browserStorage } from '../support/browserStorage.ts';
import type { Workbench } from '../support/e2e.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { untilDone } from '../support/untilDone.ts';

const STORAGE = 'User/globalStorage/bot-tags.bot-tag-explorer';
/** Name of the folder with thousands of tags. It sorts before the other folders. */
const LARGE_FOLDER = 'A lot';
const TAG_COUNT = 3000;

describe('Finding and moving tags in the tree', () => {
  let opened: OpenedProduct;
  let workbench: Workbench;

  /** Returns the names in the tree, from top to bottom. */
  const names = (): Promise<readonly string[]> =>
    workbench.page.locator('.monaco-list[aria-label^="Bots"] .label-name').allInnerTexts();
  const row = (name: string) => workbench.treeItem(new RegExp(`^${name}, `));
  const label = (name: string) => row(name).locator('.label-name');
  const level = (name: string) => row(name).getAttribute('aria-level');
  const selected = (name: string) =>
    workbench.page.locator('.sidebar .monaco-list-row.selected').filter({ hasText: name }).first();
  const optionNames = (): Promise<readonly string[]> =>
    workbench.quickInput.box
      .getByRole('option')
      .locator('.quick-input-list-row:first-child .label-name')
      .allInnerTexts();
  /** Waits until the quick pick has `count` entries. */
  const waitForCount = async (count: number): Promise<void> => {
    const entries = workbench.quickInput.box.getByRole('option');
    await entries.nth(count - 1).waitFor();
    await entries.nth(count).waitFor({ state: 'detached' });
  };

  /** Selects a sort order. Retries, because the list closes if the view is redrawn while the list opens. */
  async function sort(order: string): Promise<void> {
    await untilDone(async (attempt) => {
      await workbench.viewMenu('Sort Tags…');
      await workbench.quickInput.expect('Folders always come first', 1_000 * attempt);
    });
    await workbench.quickInput.pick(order);
  }

  /** Moves the mouse away from the tree, because the tooltip of a row covers other rows. */
  async function leaveRow(): Promise<void> {
    const hover = workbench.page.locator('.workbench-hover');
    // A tooltip that appears after the mouse has left the row stays until the mouse moves again.
    await untilDone(async (attempt) => {
      await workbench.page.mouse.move(900, 500 + attempt);
      await hover.waitFor({ state: 'detached', timeout: 2_000 });
    });
  }

  async function drag(name: string, target: string): Promise<void> {
    await leaveRow();
    await label(name).dragTo(label(target), { steps: 10 });
  }

  /** Selects rows with the mouse. */
  async function select(...rows: readonly string[]): Promise<void> {
    for (const [index, name] of rows.entries()) {
      await leaveRow();
      await label(name).click(index === 0 ? {} : { modifiers: ['ControlOrMeta'] });
    }
  }

  /** Adds tags to the folder `LARGE_FOLDER`, as another window would. */
  async function addInOtherWindow(
    save: (add: (id: string, name: string) => void) => void,
  ): Promise<void> {
    const file = join(opened.product.userDataDir, STORAGE, 'catalogue.sqlite');
    const { store: catalogue } = await openStores(file);
    const [bot] = catalogue.bots() as [Bot];
    const folder = catalogue
      .items(bot.key)
      .find(({ type, name }) => type === FOLDER && name === LARGE_FOLDER);
    const folderId = folder?.id ?? assert.fail('the folder is there');
    catalogue.atomically(() =>
      save((id, name) => {
        const seen = blankItem(bot.key, id, 'seen', 1);
        catalogue.saveItem({ ...seen, name, type: TAG, ...placeFields(folderId) });
      }),
    );
    catalogue.close();
  }

  before(async () => {
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await workbench.page.getByRole('button', { name: 'Try the Sandbox' }).click();
    await workbench.treeItem(/^Sandbox/).waitFor();
  });

  after(() => opened?.close());

  it('copies the connection data of the sandbox', async () => {
    await workbench.clearClipboard();
    await workbench.openContextSubmenu(
      workbench.treeItem(/^Sandbox/),
      'Copy and Find',
      'Copy Sandbox Connection',
    );
    await workbench.screenshot('sandbox-connection');
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('Escape');
    await workbench.contextSubmenu(
      workbench.treeItem(/^Sandbox/),
      'Copy and Find',
      'Copy Sandbox Connection',
    );
    await workbench.statusBar('Sandbox copied.').waitFor();
    const text = await workbench.clipboard();
    const value = (name: string): string =>
      new RegExp(`^BOT_TAGS_${name}=(.+)$`, 'm').exec(text)?.[1] ?? assert.fail(text);
    const url = `${value('BASE_URL')}/v1/api/bot/customers?botId=${value('BOT_ID')}&limit=3`;
    const headers = { authorization: `Bearer ${value('TOKEN')}` };
    assert.equal((await fetch(url, { headers })).status, 200);
    const cli = /^# node "(.+sandboxCli\.cjs)" --port 17817 --token \w+$/m.exec(text)?.[1] ?? '';
    assert.ok(existsSync(cli), text);
  });

  it('goes to a tag by keyboard, and lists items found by name before those found by their folder', async () => {
    const { page, quickInput } = workbench;
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.press('g');
    await quickInput.expect('Search 31 tags and folders by name, ID, or folder');
    await quickInput.option('Cake').waitFor();
    await page.keyboard.insertText('member');
    await quickInput.option('Gold Member').waitFor();
    await waitForCount(5);
    const options = await optionNames();
    assert.equal(options[0], 'Membership', 'a name that begins with the typed text comes first');
    assert.deepEqual(options.slice(1, 4).toSorted(), [
      'Basic Member',
      'Gold Member',
      'Silver Member',
    ]);
    assert.equal(options[4], 'Business', 'a tag found by the name of its folder comes last');
    // The full-width letters find "VIP".
    await quickInput.fill('ｖｉｐ');
    await waitForCount(1);
    await quickInput.fill('烏龍');
    await quickInput.option('Oolong Tea 烏龍茶').waitFor();
    await waitForCount(1);
    await workbench.screenshot('find-1-pick');
    await quickInput.accept();
    await selected('Oolong Tea 烏龍茶').waitFor();
    await workbench.screenshot('find-2-selected');
  });

  it('moves dragged rows only in the list, or reports why it does not', async () => {
    await select('New Friend', 'Newsletter');
    await drag('Newsletter', 'Membership');
    const movedMessage = (what: string) => workbench.statusBar(`Moved ${what} in the list only.`);
    await movedMessage('2 tags and folders to "Membership"').waitFor();
    await workbench.expand(/^Membership/);
    assert.deepEqual([await level('New Friend'), await level('Newsletter')], ['3', '3']);
    await workbench.screenshot('drag-1-moved');
    await workbench.page.keyboard.press('Delete');
    await workbench.dialog().getByText('Delete "New').first().waitFor();
    await workbench.dialogButton('Cancel');
    // A plain click on a folder would close it.
    await select('New Friend', 'Membership');
    await drag('Membership', 'Campaigns');
    await movedMessage('"Membership" to "Campaigns"').waitFor();
    await workbench.expand(/^Membership/);
    assert.deepEqual([await level('Membership'), await level('Newsletter')], ['3', '4']);
    await drag('Newsletter', 'Sandbox');
    await movedMessage('"Newsletter" to "No Folder"').waitFor();
    assert.equal(await level('Newsletter'), '3', 'the tag is shown in "No Folder"');
    await drag('Newsletter', 'VIP');
    const toast = workbench.notification(
      'The items cannot be moved there. Drop the items on a folder of the same bot. To move the items out of their folder, drop them on the bot.',
    );
    await toast.waitFor();
    await workbench.screenshot('drag-2-refused');
    await hoverAndClick(toast, toast.getByRole('button', { name: /Clear Notification/ }));
    await toast.waitFor({ state: 'detached' });
    assert.equal(await level('Newsletter'), '3');
  });

  it('filters while the user types, and keeps the filter over a reload', async () => {
    const { page, quickInput } = workbench;
    await sort('Name, Z to A');
    await page.getByText('Sorted: Name, Z to A').waitFor();
    await workbench.viewButton('Filter Tags…');
    await quickInput.expect('Enter part of a name or ID');
    await page.keyboard.insertText('Tea');
    await page.getByText('Filtered: "Tea"; 2 of 31').waitFor();
    await workbench.screenshot('find-5-filter');
    await quickInput.accept();
    await workbench.statusBar('Tags and folders that match the filter: 2 of 31').waitFor();
    await workbench.treeItem(/^VIP/).waitFor({ state: 'detached' });
    await workbench.expand(/^Interests/);
    await workbench.expand(/^Drinks/);
    await workbench.treeItem(/^Oolong Tea/).waitFor();
    const foldersAbove = ['Sandbox', 'Interests 興趣', 'Drinks'];
    assert.deepEqual(await names(), [...foldersAbove, 'Oolong Tea 烏龍茶', 'Black Tea Latte']);

    await workbench.viewButton('Filter Tags…');
    await quickInput.expect('Enter part of a name or ID');
    await quickInput.fill('gOLd');
    await page.getByText('Filtered: "gOLd"; 1 of 31').waitFor();
    await workbench.treeItem(/^Oolong Tea/).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await page.getByText('Filtered: "Tea"; 2 of 31').waitFor();
    await workbench.treeItem(/^Oolong Tea/).waitFor();
    assert.ok(
      !(await browserStorage(page)).includes('gOLd'),
      'a filter text that was typed but not submitted is not stored',
    );

    await workbench.reload();
    await page.getByText('Filtered: "Tea"; 2 of 31 · Sorted: Name, Z to A').waitFor();
    await workbench.treeItem(/^Interests/).waitFor();
    assert.equal(await workbench.treeItem(/^VIP/).count(), 0);
    await workbench.viewButton('Clear Filter');
    await workbench.treeItem(/^VIP/).waitFor();
    await page.getByText('Filtered:').waitFor({ state: 'detached' });
    assert.deepEqual([await level('Newsletter'), await level('Membership')], ['3', '3']);
    await workbench.screenshot('find-7-cleared');
  });

  it('groups thousands of tags, and keeps rows expanded and selected', async () => {
    await sort('Name, A to Z');
    await workbench.page.getByText('Sorted:').waitFor({ state: 'detached' });
    await workbench.contextMenu(workbench.treeItem(/^Sandbox/), 'New Folder…');
    await workbench.quickInput.answer(LARGE_FOLDER);
    await row(LARGE_FOLDER).waitFor();
    await addInOtherWindow((add) => {
      for (let index = 1; index <= TAG_COUNT; index++) add(`tag-n${index}`, `Tag ${index}`);
    });
    await workbench.treeItem(new RegExp(`^${LARGE_FOLDER}, folder, 3,000`)).waitFor();
    await workbench.expand(new RegExp(`^${LARGE_FOLDER}`));
    await workbench.openContextMenu(row('Tag 1 to Tag 1000'), 'Filter Tags…');
    await workbench.screenshot('groups-2-menu');
    const entries = await workbench.page.locator('.monaco-menu .action-label').allInnerTexts();
    assert.deepEqual(
      entries.filter((text) => text !== ''),
      ['Filter Tags…', 'Sort Tags…'],
    );
    await workbench.page.keyboard.press('Escape');
    await workbench.expand(/^Tag 1001 to Tag 2000,/);
    await row('Tag 1003').click();
    await addInOtherWindow((add) => add('tag-a', 'A first one'));
    // Labels are cut to prefixes that distinguish the groups: "Tag 9" means Tag 999, and "Tag 10" means Tag 1000.
    await row('A to Tag 9').waitFor();
    await selected('Tag 1003').waitFor();
    const group = workbench.treeItem(/^Tag 10 to Tag 19,/);
    assert.equal(await group.getAttribute('aria-expanded'), 'true');
    await workbench.screenshot('groups-3-added');
  });
});
