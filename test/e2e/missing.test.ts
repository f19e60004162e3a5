import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { Workbench } from '../support/e2e.ts';
import { ExportDialog } from '../support/exportDialog.ts';
import { withoutSqlite } from '../support/faults.ts';
import { packagedVsix } from '../support/packagedVsix.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { untilDone } from '../support/untilDone.ts';
import { startVscode, type WebVscode } from '../support/webVscode.ts';

const NOT_SAVED_MESSAGE = 'Could not open the saved data';
const EXISTING_CONTENT = 'what was there before';

const appears = (element: Locator): Promise<boolean> =>
  element.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  );

/** Tests windows of one VS Code: without SQLite, without a workspace file, and without a usable storage folder. */
describe('Window without SQLite, folder or storage', () => {
  const temporary = temporaryFolder('missing');
  const pathOf = (name: string): string => join(temporary.path, name);
  /** File that keeps SQLite out of the extension host while it exists. */
  const noSqliteFile = pathOf('no-sqlite');
  let service: Sandbox;
  let product: WebVscode;
  let workbench: Workbench;
  let otherWindow: Workbench | undefined;

  /**
   * Returns the path of the extension's storage folder. If a test writes a file at this path, no folder can be created.
   */
  const storagePath = (): string =>
    join(product.userDataDir, 'User/globalStorage/bot-tags.bot-tag-explorer');

  /** Writes a VS Code workspace with two folders. Both contain a `bot-tags.jsonc` with the same bot and base URL. */
  function writeWorkspace(): string {
    for (const [name, tags] of [
      ['one', { 'tag-one': 'From One' }],
      ['two', { 'tag-two': 'From Two' }],
    ] as const) {
      const { baseUrl, botId } = service;
      const bots = [{ label: 'Shared', baseUrl, botId, tags }];
      mkdirSync(pathOf(name));
      writeFileSync(pathOf(`${name}/bot-tags.jsonc`), JSON.stringify({ version: 1, bots }));
    }
    const file = pathOf('both.code-workspace');
    writeFileSync(file, JSON.stringify({ folders: [{ path: 'one' }, { path: 'two' }] }));
    return file;
  }

  before(async () => {
    service = await startSandbox({ token: 'missing', botId: 'bot-shared', customers: 60 });
    const nodeFlags = withoutSqlite(pathOf('preload.mjs'), noSqliteFile);
    writeFileSync(noSqliteFile, '');
    product = await startVscode({ vsix: packagedVsix(), isLean: true, nodeFlags });
    const url = `${product.url}?workspace=${encodeURIComponent(writeWorkspace())}`;
    workbench = await Workbench.open({ url });
    const explorer = workbench.page.locator('.explorer-folders-view');
    // VS Code 1.105 sometimes opens such a workspace without its folders.
    await untilDone(async () => {
      await workbench.activityTab('Explorer');
      const folder = explorer.getByText('two', { exact: true });
      if (await appears(folder)) return;
      await workbench.reload();
      throw new Error('The workspace has no folders.');
    });
  });

  after(async () => {
    await otherWindow?.close();
    await workbench?.close();
    await product?.stop();
    await service?.close();
    temporary.remove();
  });

  it('works without SQLite, and reports once what is not stored', async () => {
    assert.equal(
      await workbench.notification(NOT_SAVED_MESSAGE).count(),
      0,
      'the message is not shown before something must be stored',
    );
    await workbench.activityTab('Bot Tags');
    await workbench
      .notification(`${NOT_SAVED_MESSAGE} (this version of VS Code does not include SQLite)`)
      .waitFor();
    await workbench.screenshot('missing-1-no-sqlite');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'New Tag…');
    await workbench.quickInput.answer('In memory');
    await workbench.treeItem(/^In memory/).waitFor();
    assert.ok(service.items().some(({ name }) => name === 'In memory'));
    await workbench.viewButton('Open Journal as JSON', 'Journal');
    await workbench.editorTab(/Journal/).waitFor();
    assert.match(await workbench.editorText(), /"In memory"/);
    // A toast may have disappeared by itself.
    await workbench.runCommand('Notifications: Show Notifications');
    const messages = workbench.page.locator('.notifications-center').getByText(NOT_SAVED_MESSAGE);
    await messages.first().waitFor();
    assert.equal(await messages.count(), 1, 'the message is shown once');
    await workbench.runCommand('Notifications: Hide Notifications');
  });

  it('shows the bot of two folders once, with the tags of both', async () => {
    for (const folder of ['one', 'two']) {
      await workbench.runCommand('Bot Tags: Load List from Workspace File');
      await workbench.quickInput.pick(folder);
    }
    await workbench.treeItem(/^From Two/).waitFor();
    await workbench.treeItem(/^From One/).waitFor();
    await workbench.screenshot('missing-2-two-folders');
    const bots = workbench.page.getByRole('treeitem', { level: 1, name: /, bot$/ });
    assert.equal(await bots.count(), 1, 'only one bot is listed');
  });

  it('has no workspace file without a folder, and works if its storage folder cannot be created', async () => {
    rmSync(noSqliteFile);
    rmSync(storagePath(), { recursive: true, force: true });
    writeFileSync(storagePath(), EXISTING_CONTENT);
    await workbench.close();
    workbench = await Workbench.open(product);
    await workbench.activityTab('Bot Tags');
    await workbench
      .notification(
        `${NOT_SAVED_MESSAGE} (no permission to write to the folder in which the extension stores its data)`,
      )
      .waitFor();
    await workbench.screenshot('missing-3-no-folder');
    await workbench.pressKeyOf('botTags.loadCatalogueFile');
    await workbench
      .notification('Open a folder first. The workspace file is stored in the folder.')
      .waitFor();
    await addBotByHand(workbench, service, 'Again');
    await workbench.contextMenu(workbench.treeItem(/^Again/), 'Show Customers');
    await (
      await workbench.webviewFrame('Customers: Again')
    )
      .getByText('All 60 customers loaded')
      .waitFor();
    assert.equal(readFileSync(storagePath(), 'utf8'), EXISTING_CONTENT);
  });

  it('shares bots and tokens with another window, which does not touch an export of this one', async () => {
    for (const file of [noSqliteFile, storagePath()])
      rmSync(file, { recursive: true, force: true });
    await workbench.reload();
    await addBotByHand(workbench, service, 'Both');
    // In a browser VS Code reads tokens when a window opens.
    otherWindow = await workbench.another(product);
    await otherWindow.activityTab('Bot Tags');
    await otherWindow.treeItem(/^23 tags found on the first 60 customers/).waitFor();
    await otherWindow.contextMenu(otherWindow.treeItem(/^Both/), 'New Tag…');
    await otherWindow.quickInput.answer('Of the other');
    await workbench.treeItem(/^Of the other/).waitFor();
    service.switches.latencyMs = 600_000;
    await exportTo(workbench, pathOf('both.ndjson'));
    await workbench.notification(`Exporting to "${pathOf('both.ndjson')}"`).waitFor();
    await exportTo(otherWindow, pathOf('both.ndjson'));
    await otherWindow
      .notification('both.ndjson" is already running in this window or in another window.')
      .waitFor();
    await otherWindow.screenshot('missing-4-other-window');
  });
});

/** Exports all customers with all of their fields. */
async function exportTo(window: Workbench, file: string): Promise<void> {
  const dialog = new ExportDialog(window);
  await window.contextMenu(window.treeItem(/^Both/), 'Export Customers…');
  await dialog.answer(/^NDJSON/, 'Keep');
  await dialog.saveAs(file);
}
