import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { customersOf } from '../support/ownClient.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { selectRow } from '../support/selectRow.ts';
import { VIP } from '../support/sandboxItems.ts';

/** Number of customers. All of them have an ID. */
const CUSTOMERS = 40;

/** Tests rename and merge, which the service does not support, as a user performs them. */
describe('Rename and Merge', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'refactor', customers: CUSTOMERS });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.treeItem(/^VIP/).waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  /** Returns the number of customers who have a tag with this name in the service. */
  async function holderCountOf(name: string): Promise<number> {
    const records = await customersOf(service);
    return records.filter(({ tags }) => tags.some((tag) => tag.name === name)).length;
  }

  async function rename(from: string, to: string): Promise<void> {
    await selectRow(workbench, new RegExp(`^${from}`));
    await workbench.page.keyboard.press('F2');
    await workbench.quickInput.expect(`New name for "${from}"`);
    await workbench.quickInput.shows(from);
    await workbench.quickInput.answer(to);
  }

  const selected = (name: string) =>
    workbench.page.getByRole('treeitem', { name: new RegExp(`^${name}`), selected: true }).first();

  it('renames a tag by F2 after one dialog, and selects the new tag', async () => {
    const { page } = workbench;
    const countBefore = await holderCountOf('VIP');
    assert.ok(countBefore > 0);
    const { createItem } = service.requests;
    await rename('VIP', 'Gold member');
    const dialogText = workbench.dialog().getByText('Rename "VIP" to "Gold member"?');
    await dialogText.waitFor();
    const detail = await workbench.dialog().locator('.dialog-message-detail').innerText();
    assert.deepEqual(
      detail.split('\n').filter((line) => line !== ''),
      [
        `Attaches a new tag "Gold member" to ${countBefore} customers, then permanently deletes "VIP".`,
        'The ID will change. Update flows and scripts that use the old ID.',
        'Bot: Shop',
      ],
    );
    await workbench.screenshot('refactor-2-before');
    await workbench.dialog().getByRole('button', { name: 'Learn More' }).click();
    await workbench
      .dialog()
      .getByText('so the new tag is attached to each customer who has the old tag.')
      .waitFor();
    await workbench.screenshot('refactor-3-learn-more');
    await workbench.dialog().getByRole('button', { name: 'Back' }).click();
    await workbench.dialog().getByText('The ID will change').waitFor();
    await workbench.dialogButton('Cancel');
    await workbench.notification('Waiting for your answer').waitFor({ state: 'detached' });
    assert.equal(service.requests.createItem, createItem);
    await rename('VIP', 'Gold member');
    await dialogText.waitFor();
    await workbench.dialogButton('Rename Tag');
    await workbench.notification(/"VIP" is now "Gold member", with a new ID/).waitFor();
    await selected('Gold member').waitFor();
    await workbench.treeItem(/^VIP/).waitFor({ state: 'detached' });
    assert.deepEqual(
      [await holderCountOf('VIP'), await holderCountOf('Gold member')],
      [0, countBefore],
    );
    assert.ok(!service.items().some(({ id }) => id === VIP));
    await workbench.screenshot('refactor-5-renamed');
    await workbench.clearNotifications();
    await page.keyboard.press('Escape');
  });

  it('shows no dialog when F2 renames a tag that no customer has', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'New Tag…');
    await workbench.quickInput.answer('Spring 2027');
    await workbench.treeItem(/^Spring 2027/).waitFor();
    await rename('Spring 2027', 'Spring sale');
    await workbench.notification(/"Spring 2027" is now "Spring sale", with a new ID/).waitFor();
    await selected('Spring sale').waitFor();
    await workbench.treeItem(/^Spring 2027/).waitFor({ state: 'detached' });
    await workbench.clearNotifications();
  });

  it('pauses a rename on Cancel, and resumes it from the Journal with a dialog before it deletes', async () => {
    const { page } = workbench;
    const countBefore = await holderCountOf('Newsletter');
    await rename('Newsletter', 'Weekly');
    await workbench.dialog().getByText('Rename "Newsletter" to "Weekly"?').waitFor();
    service.switches.latencyMs = 600;
    await workbench.dialogButton('Rename Tag');
    const progress = workbench.notification('Attaching the new tag: ');
    await progress.waitFor();
    await workbench.screenshot('refactor-6-progress');
    await hoverAndClick(progress, progress.getByRole('button', { name: 'Cancel' }));
    service.switches.latencyMs = 0;
    await workbench.notification(/is paused/).waitFor();
    await workbench.clearNotifications();
    const journal = page.getByRole('button', { name: /^Journal Section/ });
    if ((await journal.getAttribute('aria-expanded')) === 'false') await journal.click();
    const row = workbench.treeItem(/^Rename "Newsletter" to "Weekly", paused/);
    await workbench.contextMenu(row, 'Resume…');
    await workbench.dialog().getByText('Delete "Newsletter" in the service?').waitFor();
    await workbench
      .dialog()
      .getByText(`is now attached to ${countBefore} of these customers`)
      .waitFor();
    await workbench.notification('Waiting for your answer').waitFor();
    assert.deepEqual(
      [await holderCountOf('Newsletter'), await holderCountOf('Weekly')],
      [countBefore, countBefore],
    );
    await workbench.screenshot('refactor-4-before-delete');
    await workbench.dialogButton('Keep Both');
    await workbench.notification(/is paused/).waitFor();
    await workbench.clearNotifications();
    await workbench.contextMenu(row, 'Resume…');
    await workbench.dialog().getByText('Delete "Newsletter" in the service?').waitFor();
    await workbench.dialogButton('Delete');
    await workbench.notification(/"Newsletter" is now "Weekly", with a new ID/).waitFor();
    await workbench.treeItem(/^Newsletter/).waitFor({ state: 'detached' });
    await workbench.treeItem(/^Rename "Newsletter" to "Weekly", done/).waitFor();
    await workbench.notification('Waiting for your answer').waitFor({ state: 'detached' });
    assert.deepEqual(
      [await holderCountOf('Newsletter'), await holderCountOf('Weekly')],
      [0, countBefore],
    );
  });

  it('merges two selected tags, and undoes the merge before the old tag is deleted', async () => {
    const { quickInput, page } = workbench;
    await workbench.clearNotifications();
    const rows = page.locator('.pane').first().getByRole('treeitem', { level: 2, name: /, tag/ });
    const names = (await rows.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
    const [first = '', second = ''] = names;
    const holderCounts = [await holderCountOf(first), await holderCountOf(second)];
    // Finds a row by its name, because rows that are redrawn may change their order in the page.
    const row = (name: string) => rows.filter({ hasText: name }).first();
    // With this focus, the sticky row of the bot does not cover the rows on top. A click on the sticky row would close
    // the bot.
    await workbench.runCommand('Bot Tags: Focus on Bots & Tags View');
    await page.keyboard.press('Home');
    await row(first).click();
    await row(second).click({ modifiers: ['ControlOrMeta'] });
    await workbench.contextMenu(row(second), 'Merge Tags…');
    await quickInput.expect('Select the tag to keep');
    await workbench.screenshot('refactor-7-which-stays');
    await quickInput.pick(second);
    await workbench.dialog().getByText(`Merge "${first}" into "${second}"?`).waitFor();
    await workbench.dialog().getByText('Asks again before deleting').waitFor();
    await workbench.screenshot('refactor-8-merge');
    await workbench.dialogButton('Merge Tags');
    await workbench.dialog().getByText(`Delete "${first}" in the service?`).waitFor();
    await workbench.dialogButton('Keep Both');
    const paused = workbench.notification(/is paused/);
    await paused.waitFor();
    await workbench.screenshot('refactor-9-kept');
    await pressInMessage(paused, 'Undo');
    await workbench
      .dialog()
      .getByText('from the customers who got the tag in this merge')
      .waitFor();
    await workbench.dialogButton('Undo');
    await workbench.treeItem(/^Merge .*, canceled/).waitFor();
    assert.deepEqual([await holderCountOf(first), await holderCountOf(second)], holderCounts);
    await workbench.screenshot('refactor-10-undone');
  });
});
