import assert from 'node:assert/strict';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

describe('comparing', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'compare-token', customers: 250 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  it('shows a page beside what the service has now, and tells its snapshots apart by time', async () => {
    const { quickInput } = workbench;
    await workbench.activityTab('Bot Tags');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    let panel = await workbench.webviewFrame('Customers: Shop');
    const row = panel.getByRole('row').nth(3);
    await row.click({ button: 'right' });
    await workbench.menuItem('Open Page as JSON');
    await workbench.editorTab(/Customers of Shop, page 1, [\d-]+ [\d.]+\.json/).waitFor();
    panel = await workbench.webviewFrame('Customers: Shop');
    await panel.getByRole('row').nth(3).click({ button: 'right' });
    await workbench.screenshot('compare-row-menu');
    await workbench.menuItem('Compare Page with Now');
    await workbench.editorTab(/Customers of Shop, page 1: .* ↔ /).waitFor();
    await workbench.statusBar('0 added, 0 removed, 0 changed').waitFor();
    await workbench.page.locator('.monaco-diff-editor').first().waitFor();
    await workbench.screenshot('compare-now');
    await workbench.runCommand('Bot Tags: Export Customer Page as JSON…');
    await quickInput.expect('Customers per page');
    await quickInput.accept();
    await quickInput.pick('Everybody');
    await quickInput.expect('Page number');
    await quickInput.accept();
    const name = /Customers of Shop, page 1, [\d-]+ [\d.]+\.json/;
    const tabs = workbench.page.locator('.tabs-container');
    await tabs.getByRole('tab', { name }).nth(1).waitFor();
    // An editor that is still to get the focus would close the palette.
    await tabs.getByRole('tab', { name, selected: true }).waitFor();
    await workbench.editorText();
    await workbench.runCommand('Bot Tags: Compare Customer Pages…');
    await quickInput.expect('The earlier page or export');
    const listed = quickInput.box.getByRole('option').filter({ hasText: 'Open document' });
    await listed.nth(2).waitFor();
    await workbench.screenshot('compare-snapshots');
    const texts = await listed.locator('.label-name').allInnerTexts();
    const names = texts.filter((text) => text.includes('page 1'));
    assert.deepEqual(names, [...new Set(names)].toSorted(), 'each moment once, the oldest first');
    assert.equal(names.length, 3);
    await listed.first().click();
    await quickInput.expect('The later page or export');
    await quickInput.pick('Open document');
    const comparisons = workbench.page
      .locator('.tabs-container')
      .getByRole('tab', { name: /Customers of Shop, page 1: [\d-]+ [\d:]+ ↔ [\d-]+ [\d:]+/ });
    await comparisons.nth(1).waitFor();
    await workbench.screenshot('compare-pages');
  });

  it('shows the tags of a user at two moments in the diff editor', async () => {
    const { quickInput } = workbench;
    const panel = await workbench.webviewFrame('Customers: Shop');
    await panel.getByRole('row').nth(3).click({ button: 'right' });
    await workbench.menuItem('Compare Tags of User…');
    await quickInput.pick('Remember the current tags');
    await workbench.statusBar('The tags are remembered').waitFor();
    await panel.getByRole('row').nth(3).click({ button: 'right' });
    await workbench.menuItem('Attach Tag to User…');
    // Among many tags it stands below what one sees, until one types what is none of them.
    await quickInput.fill('tag--PTfLM4wQ');
    await quickInput.pick('Enter an ID…');
    await quickInput.expect('ID of the tag');
    await quickInput.answer('tag--PTfLM4wQ');
    await workbench.notification('"tag--PTfLM4wQ" attached to').waitFor();
    await panel.getByRole('row').nth(3).click({ button: 'right' });
    await workbench.menuItem('Compare Tags of User…');
    await quickInput.expect('Compare the current tags with…');
    await workbench.screenshot('compare-moments');
    const moments = quickInput.box
      .getByRole('option')
      .filter({ hasText: 'As the service reported' });
    await moments.last().click();
    await workbench.statusBar('1 tag attached, 0 detached').waitFor();
    await workbench.screenshot('compare-tags');
  });
});
