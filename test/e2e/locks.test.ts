import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';

/** A bot that nothing must happen to by accident. */
describe('a bot in production', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'locks', customers: 20 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  const bot = () => workbench.treeItem(/^Shop/);
  const writes = (): number => {
    const { createItem, deleteItem, attachTag, detachTag } = service.requests;
    return createItem + deleteItem + attachTag + detachTag;
  };

  it('shows it: as a word, in colour, and on the Customers tab', async () => {
    const { page, quickInput } = workbench;
    await workbench.contextMenu(bot(), 'Show Customers');
    await (await workbench.webviewFrame('Customers: Shop')).getByText('20 loaded').waitFor();
    await workbench.contextMenu(bot(), 'Bot Settings…');
    await quickInput.option('Stored').waitFor();
    await workbench.screenshot('locks-1-settings');
    await quickInput.pick('Environment');
    await quickInput.expect('Environment of Shop');
    await workbench.screenshot('locks-1-environments');
    await quickInput.pick('Production');
    await workbench.treeItem(/^Shop, production, /).waitFor();
    await quickInput.option(/Environment.*Production/).waitFor();
    await workbench.screenshot('locks-1-changed');
    await quickInput.cancel();
    // The selected row has the colour of the selection.
    await workbench.treeItem(/^Folder not known/).click();
    await page.waitForFunction(
      `new Set(['Shop', 'Folder'].map((name) => getComputedStyle(
        document.querySelector('[role=treeitem][aria-label^="' + name + '"] .label-name')).color)).size === 2`,
    );
    await page.waitForFunction(
      `[...document.querySelectorAll('.tab *')].some((part) =>
        [undefined, '::before'].some((pseudo) =>
          getComputedStyle(part, pseudo).backgroundImage.includes('tab-production.svg')))`,
    );
    await workbench.screenshot('locks-2-production');
  });

  it('asks before a tag is created, and names the bot and its environment', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(bot(), 'New Folder…');
    await quickInput.expect('Name of the new folder in "Shop (production)"');
    await quickInput.answer('Campaigns');
    await workbench.dialog().getByText('Create the folder "Campaigns"?').waitFor();
    await workbench.dialog().getByText('Environment: production').waitFor();
    await workbench.screenshot('locks-3-create');
    await workbench.dialogButton('Cancel');
    assert.equal(writes(), 0);
    await workbench.contextMenu(bot(), 'New Folder…');
    await quickInput.answer('Campaigns');
    await workbench.dialogButton('Create');
    await workbench.treeItem(/^Campaigns/).waitFor();
    assert.equal(writes(), 1);
  });

  it('wants its name typed before a folder is deleted', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Campaigns/), 'Delete…');
    await quickInput.expect('To delete, type the name of the folder: Campaigns');
    await quickInput.expect('A folder goes with everything below it');
    await quickInput.expect('This is about the bot "Shop (production)".');
    await workbench.screenshot('locks-4-delete');
    await quickInput.answer('Shop');
    await quickInput.expect('This is not what was to be typed: Campaigns');
    await workbench.screenshot('locks-5-wrong-name');
    assert.equal(service.requests.deleteItem, 0);
    await quickInput.answer('Campaigns');
    await workbench.treeItem(/^Campaigns/).waitFor({ state: 'detached' });
    assert.equal(service.requests.deleteItem, 1);
  });

  it('wants the name of a created folder with a tag in it before Undo deletes it', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(bot(), 'New Folder…');
    await quickInput.answer('Spring');
    await workbench.dialogButton('Create');
    const folder = workbench.treeItem(/^Spring/);
    await folder.waitFor();
    await workbench.contextMenu(folder, 'New Tag…');
    await quickInput.answer('Blossom');
    await workbench.dialogButton('Create');
    await workbench.treeItem(/^Blossom/).waitFor();
    const journal = workbench.page.getByRole('button', { name: /^Journal Section/ });
    await journal.waitFor();
    if ((await journal.getAttribute('aria-expanded')) === 'false') await journal.click();
    const created = workbench.treeItem(/^Create folder "Spring"/);
    await hoverAndClick(created, created.getByRole('button', { name: 'Undo…' }));
    await quickInput.expect('To delete, type the name of the folder: Spring');
    await quickInput.expect('A folder goes with everything below it: 1 tag or folder');
    await workbench.screenshot('locks-5-undo-folder');
    await quickInput.answer('Shop');
    await quickInput.expect('This is not what was to be typed: Spring');
    assert.equal(service.requests.deleteItem, 1);
    await quickInput.answer('Spring');
    await folder.waitFor({ state: 'detached' });
    assert.equal(service.requests.deleteItem, 2);
  });

  it('asks once before a tag is attached, and not again for Undo', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(bot(), 'New Tag…');
    await quickInput.answer('Moon cake');
    await workbench.dialogButton('Create');
    await workbench.treeItem(/^Moon cake/).waitFor();
    const page = await workbench.webviewFrame('Customers: Shop');
    const row = page.getByRole('row').filter({ hasText: 'Ryan Tanaka' });
    await workbench.contextMenu(row, 'Attach Tag…');
    await quickInput.expect('Attach Tag to Ryan Tanaka · Shop (production)');
    await quickInput.fill('Moon');
    await quickInput.pick('Moon cake');
    await workbench.dialog().getByText('Attach "Moon cake" to Ryan Tanaka?').waitFor();
    await workbench.dialog().getByText('Customers: 1').waitFor();
    await workbench.screenshot('locks-5-attach');
    await workbench.dialogButton('Attach');
    const done = workbench.notification('"Moon cake" attached to Ryan Tanaka.');
    await pressInMessage(done, 'Undo');
    await workbench.statusBar('"Moon cake" is no longer on Ryan Tanaka.').waitFor();
    assert.deepEqual([service.requests.attachTag, service.requests.detachTag], [1, 1]);
  });

  /** The button above the table, once it is locked or unlocked. */
  const attach = async (isLocked: boolean) => {
    const page = await workbench.webviewFrame('Customers: Shop');
    const button = page.locator(`.actions button[aria-disabled=${isLocked}]`);
    return button.filter({ hasText: 'Attach Tag…' });
  };
  /** The entries of a menu that has this one. */
  const entries = async (target: Locator, entry: string): Promise<readonly string[]> => {
    await workbench.openContextMenu(target, entry);
    const menu = workbench.page.locator('.monaco-menu');
    const shown = await menu.locator('.action-label').allInnerTexts();
    await workbench.screenshot(`locks-menu-${entry.replaceAll(/\W/g, '')}`);
    await workbench.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    return shown.filter((text) => /^(?:Attach|Detach|Rename|Delete)/.test(text));
  };

  const makeReadOnly = async (): Promise<void> => {
    const { quickInput } = workbench;
    await workbench.contextMenu(bot(), 'Bot Settings…');
    await quickInput.pick('Read-Only');
    await quickInput.option(/Read-Only.*On/).waitFor();
    await quickInput.cancel();
  };

  it('offers nothing that writes while it is read-only, and says why', async () => {
    const page = await workbench.webviewFrame('Customers: Shop');
    const row = page.getByRole('row').filter({ hasText: 'Ryan Tanaka' });
    const tag = workbench.treeItem(/^Moon cake/);
    await row.click();
    await (await attach(false)).waitFor();
    assert.equal((await entries(tag, 'Move to Folder…')).length, 4);
    assert.equal((await entries(row, 'Tags of Customer…')).length, 2);
    await makeReadOnly();
    await workbench.treeItem(/^Shop, production, read-only, /).waitFor();
    const locked = await attach(true);
    await locked.hover();
    assert.match((await locked.getAttribute('title')) ?? '', /^"Shop" is read-only: /);
    await workbench.screenshot('locks-6-page');
    assert.deepEqual(await entries(tag, 'Move to Folder…'), []);
    assert.deepEqual(await entries(row, 'Tags of Customer…'), []);
  });

  it('takes nothing while it is read-only, and says how to unlock it', async () => {
    const before = writes();
    await workbench.runCommand('Bot Tags: Attach Tag…');
    const message = workbench.notification('"Shop" is read-only, so nothing was sent.');
    await message.waitFor();
    await workbench.screenshot('locks-6-read-only');
    assert.equal(writes(), before);
    await pressInMessage(message, 'Allow Changes…');
    await workbench.dialog().getByText('Allow changes to "Shop"?').waitFor();
    await workbench.screenshot('locks-7-allow');
    await workbench.dialogButton('Allow Changes');
    await workbench.treeItem(/^Shop, production, (?!read-only)/).waitFor();
    await (await attach(false)).waitFor();
  });

  it('locks and unlocks from the palette, and asks for no bot where there is one', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Bot Settings…');
    await quickInput.pick('Read-Only');
    await workbench.treeItem(/^Shop, production, read-only, /).waitFor();
    await quickInput.pick(/Read-Only.*On/);
    await workbench.dialogButton('Allow Changes');
    await workbench.treeItem(/^Shop, production, (?!read-only)/).waitFor();
    await quickInput.option(/Read-Only.*Off/).waitFor();
    await quickInput.cancel();
  });

  it('names its environment where a bot is picked', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Try the Sandbox');
    await workbench.treeItem(/^Sandbox/).waitFor();
    await makeReadOnly();
    await workbench.treeItem(/^Shop, production, read-only, /).waitFor();
    await workbench.runCommand('Bot Tags: New Tag…');
    await quickInput.expect('Pick a bot');
    await quickInput.option('production · read-only').waitFor();
    await workbench.screenshot('locks-8-pick');
    await quickInput.cancel();
  });
});
