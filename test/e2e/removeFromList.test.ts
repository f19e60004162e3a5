import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { Workbench } from '../support/e2e.ts';
import { filesWith } from '../support/filesWith.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { resOf } from '../support/ownClient.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { selectRow } from '../support/selectRow.ts';

const TOKEN = 'canary-7d20c4e91b';

describe('List of bots and tags', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: TOKEN, customers: 0 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Tea House');
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'New Folder…');
    await workbench.quickInput.answer('Seasons');
    await workbench.contextMenu(workbench.treeItem(/^Seasons/), 'New Tag…');
    await workbench.quickInput.answer('Moon cake');
    await workbench.treeItem(/^Moon cake/).waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  /** Returns the depth of a row, as a user sees it. */
  const level = (name: RegExp) => workbench.treeItem(name).getAttribute('aria-level');

  async function removeWithoutRow(...names: readonly string[]): Promise<void> {
    const { quickInput } = workbench;
    await workbench.pressKeyOf('botTags.removeFromList');
    await quickInput.expect('by name, ID, or folder');
    for (const name of names) await quickInput.checkbox(new RegExp(`^${name}`)).click();
    await quickInput.accept();
  }

  async function undo(message: RegExp): Promise<void> {
    const toast = workbench.notification(message);
    await toast.waitFor();
    await workbench.screenshot('list-undo');
    await pressInMessage(toast, 'Undo');
    await workbench.statusBar('restored to the list').waitFor();
  }

  it('gets a second item of the same name only after a warning below the input', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Seasons/), 'New Tag…');
    await quickInput.fill('moon CAKE');
    await quickInput.expect('"moon CAKE" is already in the list. Press Enter to create another');
    await quickInput.fill('Moon cake 2');
    await quickInput.box.filter({ hasText: 'is already in' }).waitFor({ state: 'detached' });
    await quickInput.fill('Moon cake');
    await quickInput.expect('"Moon cake" is already in the list');
    await quickInput.accept();
    const twins = workbench.page.getByRole('treeitem', { name: /^Moon cake, / });
    await workbench.contextMenu(twins.nth(1), 'Delete…');
    await workbench.dialogButton('Delete');
    await twins.nth(1).waitFor({ state: 'detached' });
  });

  it('does not change while a tag is refreshed, and Delete asks about the selected tag', async () => {
    await selectRow(workbench, /^Moon cake/);
    await workbench.runCommand('Bot Tags: Refresh');
    await workbench.statusBar('2 tags and folders checked').waitFor();
    const tag = workbench.treeItem(/^Moon cake/);
    assert.equal(await tag.getAttribute('aria-selected'), 'true');
    assert.equal(await workbench.treeItem(/^Seasons/).getAttribute('aria-expanded'), 'true');
    await selectRow(workbench, /^Moon cake/);
    await workbench.page.keyboard.press('Delete');
    await workbench.dialog().getByText('removed from every customer').waitFor();
    await workbench.dialogButton('Cancel');
    // The only deletion is that of the second "Moon cake" in the previous test.
    assert.equal(service.requests.deleteItem, 1);
  });

  it('asks before it removes an item that the service still has, and restores it with one click', async () => {
    await removeWithoutRow('Seasons');
    await workbench.dialog().getByText('Remove "Seasons" from the list?').waitFor();
    await workbench.dialog().getByText('Nothing will be changed in the service').waitFor();
    await workbench.screenshot('list-question');
    await workbench.dialogButton('Cancel');
    await workbench.treeItem(/^Seasons/).waitFor();
    await removeWithoutRow('Seasons');
    await workbench.dialogButton('Remove');
    await workbench.treeItem(/^Seasons/).waitFor({ state: 'detached' });
    await workbench.treeItem(/^Moon cake/).waitFor();
    assert.equal(await level(/^Moon cake/), '2', 'the bot has no folders now');
    await undo(/"Seasons" removed from the list/);
    await workbench.treeItem(/^Seasons/).waitFor();
    await workbench.expand(/^Seasons/);
    await workbench.treeItem(/^Moon cake/).waitFor();
    assert.equal(await level(/^Moon cake/), '3');
    assert.equal(service.requests.deleteItem, 1);
  });

  it('removes a missing item without a dialog, and also restores it', async () => {
    const { id } = service.items().find(({ name }) => name === 'Moon cake') ?? assert.fail();
    await resOf(service, 'DELETE', `/v1/api/tag/${encodeURIComponent(id)}`);
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Refresh');
    await workbench.treeItem(/^Moon cake, tag, gone/).waitFor();
    await removeWithoutRow('Moon cake', 'Seasons');
    await workbench.dialog().getByText('Nothing will be changed in the service').waitFor();
    await workbench.dialogButton('Cancel');
    await workbench.contextMenu(workbench.treeItem(/^Moon cake/), 'Remove from List');
    await workbench.treeItem(/^Moon cake/).waitFor({ state: 'detached' });
    await undo(/"Moon cake" removed from the list/);
    await workbench.treeItem(/^Moon cake, tag, gone/).waitFor();
    assert.equal(await level(/^Moon cake/), '3');
    const focused = workbench.page.locator('.sidebar .monaco-list-row.focused');
    await focused.filter({ hasText: 'Moon cake' }).waitFor();
  });

  const welcome = (window: Workbench) =>
    window.page.getByRole('button', { name: 'Try the Sandbox' });

  it('is removed from every window by Remove All Data, which states what it deletes', async () => {
    await workbench.runCommand('Bot Tags: Try the Sandbox');
    await workbench.treeItem(/^Sandbox/).waitFor();
    await workbench.viewMenu('Remove All Data…');
    const dialog = workbench.dialog();
    await dialog.getByText('Remove all data of Bot Tag Explorer from this machine?').waitFor();
    await dialog
      .getByText(
        /This deletes all tokens, the list of bots and tags \(2 bots, \d+ tags and folders\), the Journal/,
      )
      .waitFor();
    await dialog.getByText('Nothing will be changed in the service').waitFor();
    await workbench.screenshot('remove-all-1-question');
    await workbench.dialogButton('Cancel');
    await workbench.treeItem(/^Tea House/).waitFor();
    const other = await Workbench.open(opened.product);
    try {
      await other.activityTab('Bot Tags');
      await other.treeItem(/^Tea House/).waitFor();
      await workbench.viewMenu('Remove All Data…');
      // The message is shown for only five seconds, and a busy machine may need as long to close the dialog.
      await Promise.all([
        workbench
          .statusBar('All data of Bot Tag Explorer was removed from this machine.')
          .waitFor(),
        workbench.dialogButton('Remove All Data'),
      ]);
      for (const window of [workbench, other]) {
        await welcome(window).waitFor();
        await window.treeItem(/^Tea House/).waitFor({ state: 'detached' });
      }
      await workbench.screenshot('remove-all-2-empty');
    } finally {
      await other.close();
    }
    await workbench.reload();
    await welcome(workbench).waitFor();
    assert.deepEqual(await filesWith(opened.product.userDataDir, TOKEN), []);
    await addBotByHand(workbench, service, 'Tea Room');
  });
});
