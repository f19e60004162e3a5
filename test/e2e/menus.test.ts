import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { resOf } from '../support/ownClient.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { selectRow } from '../support/selectRow.ts';
import { untilDone } from '../support/untilDone.ts';

/** Tests menus as VS Code draws them. `test/unit/menus.test.ts` tests the entries of each kind of row. */
describe('Menus of the tree', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'menus', customers: 20 });
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
  const label = (name: RegExp) => workbench.treeItem(name).locator('.label-name');
  const customers = () => workbench.webviewFrame('Customers: Shop');
  const writeCount = (): number => {
    const { createItem, deleteItem, attachTag, detachTag } = service.requests;
    return createItem + deleteItem + attachTag + detachTag;
  };

  /** Returns the entries of a row's menu from top to bottom, with `—` between groups, and closes the menu. */
  async function entries(row: Locator): Promise<readonly string[]> {
    const { page } = workbench;
    const menu = page.locator('.monaco-menu').first();
    // A submenu opens by itself under the mouse. Its entries are left out.
    const lines = menu
      .locator('> .monaco-action-bar > .actions-container > .action-item')
      .filter({ visible: true });
    let shown: readonly string[] = [];
    // A tree that is redrawn, or gets the focus, closes the menu.
    await untilDone(async () => {
      await workbench.openContextMenu(row, /./);
      shown = await lines.allInnerTexts();
      assert.ok(await menu.isVisible());
    });
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    // The second line of an entry is its keybinding.
    return shown.map((text) => text.trim().split('\n')[0] || '—');
  }

  const writeEntries = (shown: readonly string[]): readonly string[] =>
    shown.filter((text) => /^(?:Attach|Detach|Rename|Delete)/.test(text));

  it('are short on a bot and on a tag, and offer no write on a missing tag', async () => {
    const shown = await entries(label(/^Shop/));
    assert.ok(shown.filter((entry) => entry !== '—').length <= 12, shown.join(', '));
    assert.equal(shown.filter((entry) => entry === '—').length, 3, shown.join(', '));
    assert.equal(shown.at(-1), 'Remove Bot…');
    for (const entry of [
      'Show Tag Overview',
      'Check Connection',
      'Bot Settings…',
      'Show Customers',
      'Copy and Find',
    ]) {
      assert.ok(shown.includes(entry), entry);
    }
    const tagEntries = await entries(label(/^VIP/));
    assert.ok(tagEntries.filter((entry) => entry !== '—').length <= 8, tagEntries.join(', '));
    assert.equal(tagEntries[0], 'Show Customers with Tag');
    assert.ok(tagEntries.includes('Copy and Find'));
    assert.equal(tagEntries.at(-1), 'Delete…');
    const { id } = service.items().find(({ name }) => name === 'Vegan') ?? assert.fail();
    await resOf(service, 'DELETE', `/v1/api/tag/${encodeURIComponent(id)}`);
    await workbench.contextMenu(workbench.treeItem(/^Vegan/), 'Refresh');
    await workbench.treeItem(/^Vegan, tag, gone/).waitFor();
    const missingTagEntries = await entries(label(/^Vegan, tag, gone/));
    assert.equal(missingTagEntries[0], 'Remove from List');
    assert.deepEqual(
      missingTagEntries.filter((entry) => /Delete|Attach|Detach/.test(entry)),
      [],
    );
  });

  it('lead to the environment, which is shown as a word, in color, and on the Customers tab', async () => {
    const { page, quickInput } = workbench;
    await workbench.contextMenu(bot(), 'Show Customers');
    await (await customers()).getByText('All 20 customers loaded').waitFor();
    await workbench.contextMenu(bot(), 'Bot Settings…');
    await quickInput.pick('Environment');
    await quickInput.expect('Environment of Shop');
    await quickInput.pick('Production');
    await workbench.treeItem(/^Shop, production, /).waitFor();
    await quickInput.option(/Environment.*Production/).waitFor();
    await quickInput.cancel();
    // The label of the bot is colored, that of the tag "Business" is not. A selected row would have another color.
    await selectRow(workbench, /^VIP/);
    await page.waitForFunction(
      `new Set(['Shop', 'Business'].map((name) => getComputedStyle(
        document.querySelector('[role=treeitem][aria-label^="' + name + '"] .label-name')).color)).size === 2`,
    );
    await page.waitForFunction(
      `[...document.querySelectorAll('.tab *')].some((part) =>
        [undefined, '::before'].some((pseudo) =>
          getComputedStyle(part, pseudo).backgroundImage.includes('tab-production.svg')))`,
    );
    await workbench.screenshot('menus-production');
  });

  it('offer no write while the bot is read-only, until a message unlocks it', async () => {
    const { quickInput } = workbench;
    const writesBefore = writeCount();
    const page = await customers();
    const row = page.getByRole('row').filter({ hasText: 'Ryan Tanaka' });
    const attachButton = (state: 'enabled' | 'disabled') =>
      page
        .locator(`.actions button[aria-disabled=${state === 'disabled'}]`)
        .filter({ hasText: 'Attach Tag…' });
    await row.click();
    await attachButton('enabled').waitFor();
    assert.equal(writeEntries(await entries(label(/^VIP/))).length, 4);
    assert.equal(writeEntries(await entries(row)).length, 2);
    await workbench.contextMenu(bot(), 'Bot Settings…');
    await quickInput.pick('Read-Only');
    await quickInput.option(/Read-Only.*On/).waitFor();
    await quickInput.cancel();
    await workbench.treeItem(/^Shop, production, read-only, /).waitFor();
    assert.match(
      (await attachButton('disabled').getAttribute('title')) ?? '',
      /^"Shop" is read-only\. /,
    );
    assert.deepEqual(writeEntries(await entries(label(/^VIP/))), []);
    assert.deepEqual(writeEntries(await entries(row)), []);
    await workbench.runCommand('Bot Tags: Attach Tag…');
    const message = workbench.notification('"Shop" is read-only, so nothing was sent.');
    await message.waitFor();
    await workbench.screenshot('menus-read-only');
    await pressInMessage(message, 'Allow Changes…');
    await workbench.dialog().getByText('Allow changes to "Shop"?').waitFor();
    await workbench.dialogButton('Allow Changes');
    await workbench.treeItem(/^Shop, production, (?!read-only)/).waitFor();
    await attachButton('enabled').waitFor();
    assert.equal(writeCount(), writesBefore);
  });
});
