import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { untilDone } from '../support/untilDone.ts';

const TOKEN = 'canary-restricted-41c7';

/** Tests what a user sees after opening a folder with a workspace file of another user. */
describe('List of bots and tags in an opened folder', () => {
  const temporary = temporaryFolder('foreign');
  const workspace = join(temporary.path, 'foreign');
  const file = join(workspace, 'bot-tags.jsonc');
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  const writeList = (baseUrl: string, tags: Record<string, string>): void => {
    const bots = [{ label: 'Shared', baseUrl, botId: 'bot-shared', tags }];
    writeFileSync(file, JSON.stringify({ version: 1, bots }, undefined, 2));
  };
  const requestCount = (): number =>
    Object.values(service.requests).reduce((total, count) => total + count, 0);

  before(async () => {
    mkdirSync(workspace);
    service = await startSandbox({ token: TOKEN, botId: 'bot-shared', customers: 20 });
    writeList(service.baseUrl, { 'tag--PTfLM4wQ': 'VIP' });
    opened = await openProduct({
      workspace,
      requiresTrust: true,
      settings: {
        'security.workspace.trust.enabled': true,
        'security.workspace.trust.startupPrompt': 'never',
      },
    });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    temporary.remove();
  });

  it('is not loaded without trust, reports the reason once, and does not affect the bots of the user', async () => {
    const { page } = workbench;
    const reasonMessage = workbench.notification(
      'is not loaded, because the workspace is not trusted',
    );
    await reasonMessage.waitFor();
    await workbench.screenshot('trust-1-restricted');
    writeList(service.baseUrl, { 'tag--PTfLM4wQ': 'VIP', 'tag-2': 'Two' });
    await workbench.clearNotifications();
    await reasonMessage.waitFor({ state: 'hidden' });
    await workbench.runCommand('Bot Tags: Load List from Workspace File');
    await reasonMessage.getByRole('button', { name: 'Manage Workspace Trust' }).waitFor();
    await workbench.screenshot('trust-1-refused');
    assert.equal(await reasonMessage.getByRole('button', { name: 'Show Log' }).count(), 0);
    await page.getByRole('button', { name: 'Try the Sandbox' }).waitFor();
    assert.equal(await page.getByRole('treeitem', { name: /^Shared/ }).count(), 0);
    assert.equal(requestCount(), 0);
    const ownService = await startSandbox({ token: 'own', botId: 'bot-own', customers: 20 });
    try {
      await addBotByHand(workbench, ownService, 'Own');
      await workbench.treeItem(/tags found on the first 20 customers/).waitFor();
      await workbench.contextMenu(workbench.treeItem(/^Own/), 'Remove Bot…');
      await workbench.dialogButton('Remove');
      await workbench.treeItem(/^Own/).waitFor({ state: 'detached' });
    } finally {
      await ownService.close();
    }
  });

  it('is offered with trust, and loaded without a request', async () => {
    const { page } = workbench;
    await workbench.runCommand('Workspaces: Manage Workspace Trust');
    const trust = page
      .locator('.workspace-trust-editor')
      .getByRole('button', { name: 'Trust', exact: true })
      .first();
    const offer = workbench.notification('This workspace contains a list of bots and tags');
    // The trust page is redrawn once VS Code knows what trust changes.
    await untilDone(async () => {
      if (!(await offer.isVisible())) await trust.click({ timeout: 5_000 });
      await offer.waitFor({ timeout: 5_000 });
    });
    await workbench.screenshot('trust-2-offer');
    await pressInMessage(offer, 'Load');
    // The page about trust covers the window until it is closed.
    const overlay = page.locator('.monaco-modal-editor-block');
    await untilDone(async (attempt) => {
      await page.keyboard.press('Escape');
      await overlay.waitFor({ state: 'hidden', timeout: attempt * 500 });
    });
    await workbench.activityTab('Bot Tags');
    await workbench.treeItem(/^Shared, token missing/).waitFor();
    await workbench.treeItem(/^Two/).waitFor();
    assert.equal(requestCount(), 0);
  });

  it('has its URL confirmed before a token is requested, and is not offered again after a reload', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Shared/), 'Enter Token…');
    await workbench.dialog().getByText(service.baseUrl).first().waitFor();
    await workbench.screenshot('trust-3-address');
    await workbench.dialogButton('Cancel');
    await workbench.treeItem(/^Shared, token missing/).waitFor();
    await workbench.contextMenu(workbench.treeItem(/^Shared/), 'Enter Token…');
    await workbench.dialogButton('Use This Address');
    await quickInput.expect('API token');
    await quickInput.answer(TOKEN);
    await workbench.statusBar('Token for "Shared" saved').waitFor();
    await workbench.reload();
    await workbench.activityTab('Bot Tags');
    await workbench.treeItem(/^Shared, (?!token missing)/).waitFor();
    assert.equal(await workbench.notification('This workspace contains a list').count(), 0);
    // A window that has just been loaded does not receive changes of files yet.
    await untilDone(async (attempt) => {
      writeList('https://elsewhere.invalid', { 'tag-2': `Two, ${attempt}` });
      await workbench.treeItem(/^Shared, token missing/).waitFor({ timeout: 5_000 });
    });
    await workbench.contextMenu(workbench.treeItem(/^Shared/), 'Enter Token…');
    await workbench.dialog().getByText('https://elsewhere.invalid').first().waitFor();
    await workbench.dialogButton('Cancel');
    assert.equal(service.requests.getItem, 0);
  });
});
