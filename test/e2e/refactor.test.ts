import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { customersOf } from '../support/ownClient.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { selectRow } from '../support/selectRow.ts';

const VIP = 'tag--PTfLM4wQ';
/** None of them is without an ID. */
const CUSTOMERS = 40;

/** What the service cannot do, by hand. */
describe('refactor', () => {
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

  async function holdersOf(name: string): Promise<number> {
    const records = await customersOf(service);
    return records.filter(({ tags }) => tags.some((tag) => tag.name === name)).length;
  }

  it('F2 on a tag renames it, and the journal resumes a rename that kept both tags', async () => {
    const { page, quickInput } = workbench;
    const before = await holdersOf('VIP');
    assert.ok(before > 0);
    await selectRow(workbench, /^VIP/);
    await page.keyboard.press('F2');
    await quickInput.expect('New name of "VIP".');
    await quickInput.shows('VIP');
    await workbench.screenshot('refactor-1-name');
    await quickInput.answer('Gold member');
    await workbench.dialog().getByText('Rename "VIP" to "Gold member"?').waitFor();
    await workbench.dialog().getByText('The ID changes').waitFor();
    await workbench.screenshot('refactor-2-before');
    service.switches.latencyMs = 600;
    await workbench.dialogButton('Rename Tag');
    await workbench.notification('Rename "VIP" to "Gold member", bot "Shop"').waitFor();
    await workbench.notification('Attaching the new tag: ').waitFor();
    await workbench.screenshot('refactor-3-progress');
    service.switches.latencyMs = 0;
    await workbench.dialog().getByText('Delete "VIP" in the service?').waitFor();
    await workbench.dialog().getByText(`${before} of them have the new tag`).waitFor();
    await workbench.treeItem(/^Gold member/).waitFor();
    await workbench.notification('Waiting for your answer').waitFor();
    assert.deepEqual([await holdersOf('VIP'), await holdersOf('Gold member')], [before, before]);
    await workbench.screenshot('refactor-4-before-delete');
    await workbench.dialogButton('Keep Both');
    await workbench.notification('is paused.').waitFor();
    await workbench.clearNotifications();
    const journal = page.getByRole('button', { name: /^Journal Section/ });
    if ((await journal.getAttribute('aria-expanded')) === 'false') await journal.click();
    await workbench.contextMenu(
      workbench.treeItem(/^Rename "VIP" to "Gold member", paused/),
      'Resume…',
    );
    await workbench.dialog().getByText('Delete "VIP" in the service?').waitFor();
    await workbench.dialogButton('Delete');
    await workbench.notification(/"VIP" is now "Gold member", with a new ID/).waitFor();
    await workbench.treeItem(/^VIP/).waitFor({ state: 'detached' });
    await workbench.treeItem(/^Rename "VIP" to "Gold member", done/).waitFor();
    await workbench.notification('Waiting for your answer').waitFor({ state: 'detached' });
    assert.deepEqual([await holdersOf('VIP'), await holdersOf('Gold member')], [0, before]);
    assert.ok(!service.items().some(({ id }) => id === VIP));
    await workbench.screenshot('refactor-5-renamed');
  });

  it('merges two tags that are selected, and can be undone before the old one is deleted', async () => {
    const { quickInput, page } = workbench;
    await workbench.clearNotifications();
    const rows = page.locator('.pane').first().getByRole('treeitem', { level: 2, name: /, tag/ });
    const names = (await rows.allInnerTexts()).map((text) => text.split('\n')[0] ?? '');
    const [one = '', two = ''] = names;
    const both = [await holdersOf(one), await holdersOf(two)];
    // By name: rows that are drawn anew may change their order in the page.
    const row = (name: string) => rows.filter({ hasText: name }).first();
    await row(one).click();
    await row(two).click({ modifiers: ['ControlOrMeta'] });
    await workbench.contextMenu(row(two), 'Merge Tags…');
    await quickInput.expect('Merge Tags: Which One Stays?');
    await workbench.screenshot('refactor-7-which-stays');
    await quickInput.pick(two);
    await workbench.dialog().getByText(`Merge "${one}" into "${two}"?`).waitFor();
    await workbench.screenshot('refactor-8-merge');
    await workbench.dialogButton('Merge Tags');
    await workbench.dialog().getByText(`Delete "${one}" in the service?`).waitFor();
    await workbench.dialogButton('Keep Both');
    const paused = workbench.notification('is paused.');
    await paused.waitFor();
    await workbench.screenshot('refactor-9-kept');
    await pressInMessage(paused, 'Undo');
    await workbench.dialog().getByText('is taken off those who got it by this merge').waitFor();
    await workbench.dialogButton('Undo');
    await workbench.treeItem(/^Merge .*, cancelled/).waitFor();
    assert.deepEqual([await holdersOf(one), await holdersOf(two)], both);
    await workbench.screenshot('refactor-10-undone');
  });
});
