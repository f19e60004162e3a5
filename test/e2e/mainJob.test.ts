import assert from 'node:assert/strict';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

/**
 * Returns the third page of customers from another sandbox. All sandboxes with the same number of customers have the
 * same ones.
 */
async function thirdPage(): Promise<string> {
  const sandbox = await startSandbox({ token: 'other' });
  try {
    const query = `${sandbox.baseUrl}/v1/api/bot/customers?botId=${sandbox.botId}&limit=100`;
    const headers = { authorization: 'Bearer other' };
    let body = '';
    let next = '';
    for (let page = 1; page <= 3; page++) {
      body = await (await fetch(query + next, { headers })).text();
      next = `&next=${encodeURIComponent(JSON.parse(body).res.next)}`;
    }
    return JSON.stringify(JSON.parse(body), null, 2);
  } finally {
    await sandbox.close();
  }
}

/** Tests what a new user does in the first ten minutes, in the packaged product. */
describe('Main job with the sandbox', () => {
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    opened = await openProduct();
    ({ workbench } = opened);
  });

  after(async () => {
    await opened?.close();
  });

  it('starts with the welcome view, from which Try the Sandbox fills the tree', async () => {
    await workbench.activityTab('Bot Tags');
    const sandbox = workbench.page.getByRole('button', { name: 'Try the Sandbox' });
    await sandbox.waitFor();
    await workbench.screenshot('1-welcome');
    await sandbox.click();
    await workbench.treeItem(/^Sandbox/).waitFor();
    await workbench.screenshot('2-sandbox');
  });

  it('creates a folder, and a tag in it', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Sandbox/), 'New Folder…');
    await workbench.quickInput.answer('Openings');
    await workbench.treeItem(/^Openings/).waitFor();
    await workbench.contextMenu(workbench.treeItem(/^Openings/), 'New Tag…');
    await workbench.quickInput.answer('Spring 春季');
    await workbench.treeItem(/^Spring 春季/).waitFor();
    await workbench.screenshot('3-tree');
  });

  it('attaches the tag to a user from the palette, and lists it', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Attach Tag…');
    await quickInput.expect('Enter a user ID');
    await quickInput.pickFound('U0123456789');
    await quickInput.pick('Other LINE Account…');
    await quickInput.expect('ID of the Facebook page or LINE official account');
    await quickInput.answer('page-1');
    await quickInput.expect(/Search \d+ tags by name, ID, or folder/);
    await workbench.screenshot('4-attach');
    await quickInput.fill('Spring');
    await quickInput.pick('Spring 春季');
    await workbench.statusBar('attached').waitFor();

    await workbench.runCommand('Bot Tags: Tags of Customer…');
    await quickInput.expect('Search 1 customer by name or user ID');
    await quickInput.pickActive('U0123456789');
    await quickInput.checkbox('Spring 春季').waitFor();
    await workbench.screenshot('5-user-tags');
    await quickInput.cancel();
  });

  it('pages through customers', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Sandbox/), 'Show Customers');
    const page = await workbench.webviewFrame('Customers: Sandbox');
    await page.getByText('First 100 customers loaded').waitFor();
    await workbench.screenshot('6-customers');
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.getByText('First 200 customers loaded').waitFor();
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.getByText('First 300 customers loaded').waitFor();
    await workbench.screenshot('7-more');
  });

  it('opens a page as JSON', async () => {
    const page = await workbench.webviewFrame('Customers: Sandbox');
    await page.getByRole('button', { name: 'More Actions…' }).click();
    await page.getByRole('menuitem', { name: 'Open Page 3 as JSON' }).click();
    await workbench.editorTab('page 3').waitFor();
    await workbench.screenshot('8-json');
    assert.equal(await workbench.editorText(), await thirdPage());
  });

  it('deletes the folder with the tag', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Openings/), 'Delete…');
    await workbench.quickInput.expect(
      'Deleting a folder also deletes everything in the folder: 1 tag or folder',
    );
    await workbench.screenshot('9-delete');
    await workbench.quickInput.answer('Openings');
    await workbench.treeItem(/^Openings/).waitFor({ state: 'detached' });
    await workbench.treeItem(/^Spring/).waitFor({ state: 'detached' });
  });

  it('restores the tree and the Customers page after a reload, and has its commands before the tree is shown', async () => {
    await workbench.activityTab('Explorer');
    await workbench.reload();
    await workbench.runCommand('Bot Tags: Attach Tag…');
    await workbench.quickInput.expect('Attach Tag');
    assert.equal(await workbench.page.getByRole('treeitem', { name: /^Sandbox/ }).count(), 0);
    await workbench.quickInput.cancel();
    await workbench.activityTab('Bot Tags');
    await workbench.treeItem(/^Sandbox/).waitFor();
    const page = await workbench.webviewFrame('Customers: Sandbox');
    await page.getByText('First 100 customers loaded').waitFor();
    await workbench.screenshot('10-reloaded');
  });
});
