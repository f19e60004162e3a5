import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';

describe('taking tags off the list', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'list', customers: 0 });
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

  /** As a person reads it: how deep a row stands. */
  const level = (name: RegExp) => workbench.treeItem(name).getAttribute('aria-level');

  async function removeWithoutRow(...names: readonly string[]): Promise<void> {
    const { quickInput } = workbench;
    await workbench.pressKeyOf('botTags.removeFromList');
    await quickInput.expect('by name, ID or folder');
    for (const name of names) await quickInput.checkbox(new RegExp(`^${name}`)).click();
    await quickInput.accept();
  }

  async function undo(message: RegExp): Promise<void> {
    const toast = workbench.notification(message);
    await toast.waitFor();
    await workbench.screenshot('list-undo');
    await pressInMessage(toast, 'Undo');
    await workbench.statusBar('back on the list').waitFor();
  }

  it('asks before what the service still has, and takes it back with one click', async () => {
    await removeWithoutRow('Seasons');
    await workbench.dialog().getByText('Remove "Seasons" from the list?').waitFor();
    await workbench.dialog().getByText('Nothing changes in the service').waitFor();
    await workbench.screenshot('list-question');
    await workbench.dialogButton('Cancel');
    await workbench.treeItem(/^Seasons/).waitFor();
    await removeWithoutRow('Seasons');
    await workbench.dialogButton('Remove');
    await workbench.treeItem(/^Seasons/).waitFor({ state: 'detached' });
    await workbench.treeItem(/^Folder not known/).waitFor();
    await undo(/"Seasons" removed from the list/);
    await workbench.treeItem(/^Folder not known/).waitFor({ state: 'detached' });
    await workbench.expand(/^Seasons/);
    await workbench.treeItem(/^Moon cake/).waitFor();
    assert.equal(await level(/^Moon cake/), '3');
    assert.equal(service.requests.deleteItem, 0);
  });

  it('asks nothing of what is gone, and takes that back too', async () => {
    const { id } = service.items().find(({ name }) => name === 'Moon cake') ?? assert.fail();
    await fetch(`${service.baseUrl}/v1/api/tag/${encodeURIComponent(id)}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${service.token}` },
    });
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Refresh');
    await workbench.treeItem(/^Moon cake, tag, gone/).waitFor();
    await workbench.contextMenu(workbench.treeItem(/^Moon cake/), 'Remove from List');
    await workbench.treeItem(/^Moon cake/).waitFor({ state: 'detached' });
    await undo(/"Moon cake" removed from the list/);
    await workbench.treeItem(/^Moon cake, tag, gone/).waitFor();
    assert.equal(await level(/^Moon cake/), '3');
    const focused = workbench.page.locator('.sidebar .monaco-list-row.focused');
    await focused.filter({ hasText: 'Moon cake' }).waitFor();
  });
});
