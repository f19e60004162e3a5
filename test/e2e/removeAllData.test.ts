import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { Workbench } from '../support/e2e.ts';
import { filesWith } from '../support/filesWith.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

const TOKEN = 'canary-7d20c4e91b';

describe('removing all data', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: TOKEN, customers: 150 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Tea House');
    await workbench.runCommand('Bot Tags: Try the Sandbox');
    await workbench.treeItem(/^Sandbox/).waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  const welcome = (window: Workbench) =>
    window.page.getByRole('button', { name: 'Try the Sandbox' });

  async function choose(): Promise<void> {
    await workbench.viewMenu('Remove All Data…');
  }

  it('asks once, says what goes and what stays, and does nothing when it is cancelled', async () => {
    await choose();
    const dialog = workbench.dialog();
    await dialog.getByText('Remove all data of Bot Tag Explorer from this machine?').waitFor();
    await dialog
      .getByText(/This deletes tokens and the list: 2 bots, \d+ tags and folders\./)
      .waitFor();
    await dialog.getByText('Nothing changes in the service').waitFor();
    await workbench.screenshot('remove-all-1-question');
    await workbench.dialogButton('Cancel');
    await workbench.treeItem(/^Tea House/).waitFor();
  });

  it('empties the tree of every window, and begins anew', async () => {
    const other = await Workbench.open(opened.product);
    try {
      await other.activityTab('Bot Tags');
      await other.treeItem(/^Tea House/).waitFor();
      await choose();
      // The message is shown for five seconds only: a busy machine may need as long to close the dialog.
      await Promise.all([
        workbench.statusBar('All data was removed.').waitFor(),
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
