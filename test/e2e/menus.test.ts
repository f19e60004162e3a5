import assert from 'node:assert/strict';
import { unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { untilDone } from '../support/untilDone.ts';

/** What each row offers, as it is shown. */
describe('the menus of the tree', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'menus', customers: 0 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  /** The entries of a row's menu from top to bottom, `—` between groups; Escape closes it. */
  async function entries(name: RegExp): Promise<readonly string[]> {
    const { page } = workbench;
    const menu = page.locator('.monaco-menu').first();
    const picture = `menu-${name.source.replaceAll(/\W/g, '')}`;
    // Without those of a menu within the menu, which opens by itself under the mouse.
    const lines = menu
      .locator('> .monaco-action-bar > .actions-container > .action-item')
      .filter({ visible: true });
    let shown: readonly string[] = [];
    // A tree that is drawn again, or gets the focus, closes it.
    await untilDone(async () => {
      await workbench.openContextMenu(workbench.treeItem(name).locator('.label-name'), /./);
      shown = await lines.allInnerTexts();
      await workbench.screenshot(picture);
      assert.ok(await menu.isVisible());
    });
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    // Below its name stands its key.
    return shown.map((text) => text.trim().split('\n')[0] || '—');
  }

  it('are short on a bot, in four groups, Remove last', async () => {
    await addBotByHand(workbench, service, 'Tea House');
    const shown = await entries(/^Tea House/);
    assert.ok(shown.filter((entry) => entry !== '—').length <= 12, shown.join(', '));
    assert.equal(shown.filter((entry) => entry === '—').length, 3, shown.join(', '));
    assert.equal(shown.at(-1), 'Remove Bot…');
    for (const entry of [
      'Show Tag Overview',
      'Check Connection',
      'Bot Settings…',
      'Show Customers',
      'Copy',
    ]) {
      assert.ok(shown.includes(entry), entry);
    }
  });

  it('of the sandbox have nothing that cannot apply to it', async () => {
    await workbench.runCommand('Bot Tags: Try the Sandbox');
    const shown = await entries(/^Sandbox/);
    assert.ok(shown.includes('Bot Settings…'));
    assert.deepEqual(
      shown.filter((entry) => /Token|Connection/.test(entry)),
      [],
    );
    await workbench.contextMenu(workbench.treeItem(/^Sandbox/), 'Bot Settings…');
    await workbench.quickInput.option('Read-Only').waitFor();
    await workbench.screenshot('menu-sandbox-settings');
    assert.equal(await workbench.quickInput.option('Token').count(), 0);
    await workbench.quickInput.cancel();
  });

  it('are short on a tag; on one that is gone they offer Remove first, and no write', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'New Tag…');
    await workbench.quickInput.answer('Moon cake');
    await workbench.treeItem(/^Moon cake/).waitFor();
    const shown = await entries(/^Moon cake/);
    assert.ok(shown.filter((entry) => entry !== '—').length <= 8, shown.join(', '));
    assert.equal(shown[0], 'Show Customers with Tag');
    assert.ok(shown.includes('Copy'));
    assert.equal(shown.at(-1), 'Delete…');
    const { id } = service.items().find(({ name }) => name === 'Moon cake') ?? assert.fail();
    await fetch(`${service.baseUrl}/v1/api/tag/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.token}` },
    });
    await workbench.contextMenu(workbench.treeItem(/^Moon cake/), 'Refresh');
    await workbench.treeItem(/^Moon cake, tag, gone/).waitFor();
    const gone = await entries(/^Moon cake, tag, gone/);
    assert.equal(gone[0], 'Remove from List');
    assert.deepEqual(
      gone.filter((entry) => /Delete|Attach|Detach/.test(entry)),
      [],
    );
  });
});

describe('the view without a bot', () => {
  const temporary = temporaryFolder('empty');
  const file = join(temporary.path, 'bot-tags.jsonc');
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    opened = await openProduct({ workspace: temporary.path });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await workbench.page.getByRole('button', { name: 'Try the Sandbox' }).waitFor();
  });

  after(async () => {
    await opened?.close();
    temporary.remove();
  });

  const title = () =>
    workbench.page.locator('.sidebar .composite.title .actions-container').first();
  const button = (name: string) => title().getByRole('button', { name });
  const loading = () =>
    workbench.page.getByRole('button', { name: 'Load List from Workspace File' });

  it('has no button that does nothing, and all of them with the first bot', async () => {
    await button('Add Bot…').waitFor();
    await workbench.screenshot('empty-1-view');
    const needing = ['Go to Tag…', 'Filter Tags…', 'Refresh'];
    for (const name of needing) assert.equal(await button(name).count(), 0, name);
    await workbench.page.getByRole('button', { name: 'Try the Sandbox' }).click();
    await workbench.treeItem(/^Sandbox/).waitFor();
    for (const name of needing) await button(name).waitFor();
    await workbench.contextMenu(workbench.treeItem(/^Sandbox/), 'Remove Bot…');
    await workbench.dialogButton('Remove');
    for (const name of needing) await button(name).waitFor({ state: 'detached' });
  });

  it('offers the file of the workspace as soon as there is one, and only then', async () => {
    assert.equal(await loading().count(), 0);
    const bot = { baseUrl: 'https://bot.example', botId: 'bot-team', label: 'Team' };
    writeFileSync(file, JSON.stringify({ version: 1, bots: [bot] }));
    await loading().waitFor();
    await workbench.screenshot('empty-2-file');
    unlinkSync(file);
    await loading().waitFor({ state: 'detached' });
    writeFileSync(file, JSON.stringify({ version: 1, bots: [bot] }));
    await loading().click();
    await workbench.treeItem(/^Team/).waitFor();
  });
});
