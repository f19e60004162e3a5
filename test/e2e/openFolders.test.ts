import assert from 'node:assert/strict';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

describe('which folders are open', () => {
  let opened: OpenedProduct;
  let workbench: Workbench;

  const fold = async (name: RegExp): Promise<void> => {
    await workbench.treeItem(name).locator('.monaco-tl-twistie').click();
    await workbench.page.getByRole('treeitem', { name, expanded: false }).first().waitFor();
  };
  /** The extension is told after VS Code has drawn it: what it answers after that, it answers with the state kept. */
  const reload = async (): Promise<void> => {
    await workbench.runCommand('Bot Tags: Go to Tag…');
    await workbench.quickInput.expect('by name, ID or folder');
    await workbench.quickInput.cancel();
    await workbench.reload();
  };

  before(async () => {
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await workbench.page.getByRole('button', { name: 'Try the Sandbox' }).click();
    await workbench.treeItem(/^Sandbox/).waitFor();
  });

  after(async () => {
    await opened?.close();
  });

  it('is the same after a reload of the window, folder in folder', async () => {
    await workbench.expand(/^Interests/);
    await workbench.expand(/^Drinks/);
    await workbench.treeItem(/^Oolong Tea/).waitFor();
    await workbench.expand(/^Membership/);
    await workbench.treeItem(/^Gold Member/).waitFor();
    await fold(/^Membership/);
    await reload();
    await workbench.treeItem(/^Oolong Tea/).waitFor();
    await workbench.screenshot('open-folders-1-reloaded');
    assert.equal(await workbench.treeItem(/^Membership/).getAttribute('aria-expanded'), 'false');
  });

  it('holds for a bot that was folded, too', async () => {
    await fold(/^Sandbox/);
    await reload();
    await workbench.treeItem(/^Sandbox/).waitFor();
    assert.equal(await workbench.treeItem(/^Sandbox/).getAttribute('aria-expanded'), 'false');
    await workbench.expand(/^Sandbox/);
    await workbench.treeItem(/^Oolong Tea/).waitFor();
  });
});
