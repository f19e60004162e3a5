import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { ExportDialog } from '../support/exportDialog.ts';
import { openOwnProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';
import { untilDone } from '../support/untilDone.ts';

const STEPS = [
  'sandbox',
  'lookAround',
  'createAndAttach',
  'customers',
  'discover',
  'export',
  'ownBot',
];

/** Tests all seven steps by their own buttons, on a machine without data. */
describe('Walkthrough', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;

  before(async () => {
    folder = temporaryFolder('e2e-walkthrough');
    service = await startSandbox({ token: 'walkthrough', customers: 10 });
    // The window is not shared with other files, because VS Code itself stores which steps are completed.
    opened = await openOwnProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder?.remove();
  });

  const step = (name: string): Locator =>
    workbench.page.locator(
      `button.getting-started-step[data-step-id="bot-tags.bot-tag-explorer#firstSteps#${name}"]`,
    );

  const waitForDone = (name: string): Promise<void> =>
    step(name).and(workbench.page.locator('[aria-checked="true"]')).waitFor();

  /** Opens the walkthrough by the link in the view while there is no bot, and otherwise by VS Code's own command. */
  async function openWalkthrough(): Promise<void> {
    const link = workbench.page.locator('.sidebar').getByText('walkthrough', { exact: true });
    if (await link.isVisible()) return link.click();
    await workbench.runCommand('Welcome: Open Walkthrough...');
    await workbench.quickInput.pickFound('Get Started with Bot Tag Explorer');
  }

  /** Opens the walkthrough at a step, and presses a button of this step. */
  async function press(name: string, label: string): Promise<void> {
    // A window that has just opened may not know the walkthrough yet, and shows VS Code's own one until that is closed.
    await untilDone(async (attempt) => {
      if (await step(name).isVisible()) return;
      if (attempt > 1) await workbench.runCommand('View: Close All Editors');
      await openWalkthrough();
      await step(name).waitFor({ timeout: 5_000 });
    });
    if ((await step(name).getAttribute('aria-expanded')) === 'false') {
      await step(name).locator('.step-title').click();
    }
    await workbench.screenshot(`walkthrough-${STEPS.indexOf(name) + 1}-${name}`);
    await step(name).locator('.monaco-button').filter({ hasText: label }).click();
  }

  async function assertNotDone(name: string): Promise<void> {
    assert.equal(await step(name).getAttribute('aria-checked'), 'false', name);
  }

  it('opens by the link in the view, and its first button fills the tree', async () => {
    await press('sandbox', 'Try the Sandbox');
    await workbench.treeItem(/^Sandbox/).waitFor();
    await waitForDone('sandbox');
    for (const name of STEPS.slice(1)) await assertNotDone(name);
  });

  it('completes a step when the user goes to a tag, but not when the list is closed', async () => {
    const { quickInput } = workbench;
    await press('lookAround', 'Go to Tag…');
    await quickInput.option('Basic Member').waitFor();
    await quickInput.cancel();
    await assertNotDone('lookAround');
    await press('lookAround', 'Go to Tag…');
    await quickInput.fill('VIP');
    await quickInput.pick('VIP');
    await waitForDone('lookAround');
  });

  it('completes a step when a tag was created and attached, and offers customers for it', async () => {
    const { quickInput } = workbench;
    await press('createAndAttach', 'New Tag…');
    await quickInput.expect('Name of the new item in "Sandbox"');
    await quickInput.cancel();
    await press('createAndAttach', 'New Tag…');
    await quickInput.answer('First of mine');
    await workbench.treeItem(/^First of mine/).waitFor();
    await assertNotDone('createAndAttach');
    await press('createAndAttach', 'Attach Tag…');
    await quickInput.expect(/Search \d+ customers? by name or user ID/);
    await quickInput.accept();
    await quickInput.expect(/Search \d+ tags by name, ID, or folder/);
    await quickInput.pickActive('First of mine');
    await waitForDone('createAndAttach');
  });

  it('completes two steps when customers were shown and scanned', async () => {
    await press('customers', 'Show Customers');
    const page = await workbench.webviewFrame('Customers: Sandbox');
    await page.getByText('First 100 customers loaded').waitFor();
    await press('discover', 'Scan Customers…');
    await assertNotDone('discover');
    await workbench.quickInput.pick('Start');
    await waitForDone('discover');
    await waitForDone('customers');
  });

  it('completes a step when an export was written to a file', async () => {
    const { quickInput } = workbench;
    const dialog = new ExportDialog(workbench);
    await press('export', 'Export Customers…');
    await quickInput.expect('Press Enter to export');
    await quickInput.cancel();
    await assertNotDone('export');
    await press('export', 'Export Customers…');
    await dialog.answer(/^NDJSON/, 'Keep');
    await dialog.saveAs(join(folder.path, 'sandbox.ndjson'));
    await waitForDone('export');
  });

  it('ends with a bot that the user adds', async () => {
    await press('ownBot', 'Add Bot…');
    await workbench.quickInput.expect('Base URL');
    await workbench.quickInput.cancel();
    await assertNotDone('ownBot');
    await addBotByHand(workbench, service, 'Tea House');
    await waitForDone('ownBot');
  });

  it('is still completed after a reload', async () => {
    await workbench.reload();
    // A palette that is already open does not get commands that are registered later.
    await workbench.treeItem(/^Tea House/).waitFor();
    if (!(await step('sandbox').isVisible())) await openWalkthrough();
    for (const name of STEPS) await waitForDone(name);
    await workbench.screenshot('walkthrough-8-reloaded');
  });
});
