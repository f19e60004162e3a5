import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { reindent } from '../../src/core/json/reindent.ts';
import type { CustomerRecord } from '../../src/core/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { closeNotifications } from '../support/closeNotifications.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { recordTexts } from '../support/recordTexts.ts';

const TOKEN = 'customers-token';

/** The Customers panel in the packaged product, at a service that the test can make misbehave. */
describe('customers', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: TOKEN, customers: 6500 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  const panel = () => workbench.webviewFrame('Customers: Shop');

  /** Asks for other pages, where the footer says what was asked for. */
  async function change(page: FrameLocator, limit: string): Promise<void> {
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByLabel('Customers per page').fill(limit);
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await page.getByText(/^[\d,]+ a page, any time$/).waitFor();
  }

  /** The body of a page as the service sends it. */
  async function body(query: string): Promise<string> {
    const url = `${service.baseUrl}/v1/api/bot/customers?botId=${service.botId}&${query}`;
    return (await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
  }

  /** The place of the first such customer on the first page. */
  async function indexOf(isIt: (record: CustomerRecord) => unknown): Promise<number> {
    const { res } = JSON.parse(await body('limit=100')) as { res: { records: CustomerRecord[] } };
    const index = res.records.findIndex(isIt);
    assert.ok(index >= 0, 'the sandbox has one on its first page');
    return index;
  }

  it('attaches and detaches a tag from the menu of a row, and shows it there', async () => {
    const page = await panel();
    await page.getByText('100 loaded, more available').waitFor();
    // One without other tags, beside which the new one may have no room.
    const index = await indexOf(({ id, pageId, tags }) => id && pageId && tags.length === 0);
    const row = page.locator(`[role=row][aria-rowindex="${index + 2}"]`);
    await row.click({ button: 'right' });
    await workbench.screenshot('row-menu');
    await workbench.menuItem('Attach Tag…');
    // The tags of the page are known already; what matches none of them can still be entered.
    await workbench.quickInput.option('Basic Member').waitFor();
    await workbench.quickInput.fill('no tag is called that');
    await workbench.quickInput.pick('Enter an ID…');
    await workbench.quickInput.expect('ID of the tag');
    await workbench.quickInput.answer('tag--PTfLM4wQ');
    await workbench.notification('"tag--PTfLM4wQ" attached to').waitFor();
    await row.getByText('VIP', { exact: true }).waitFor();
    await row.click({ button: 'right' });
    await workbench.menuItem('Detach Tag…');
    await workbench.quickInput.expect('to pick from');
    await workbench.quickInput.pick('VIP');
    await workbench.notification('"VIP" detached from').waitFor();
    await row.getByText('VIP', { exact: true }).waitFor({ state: 'detached' });
  });

  it('says why a customer without an ID cannot be tagged', async () => {
    const index = await indexOf(({ id }) => id === '');
    const page = await panel();
    const row = page.locator(`[role=row][aria-rowindex="${index + 2}"]`);
    await page.getByRole('grid').focus();
    await page.getByRole('row').nth(1).getByRole('gridcell').nth(0).click();
    for (let step = 0; step < index; step++) await workbench.page.keyboard.press('ArrowDown');
    await row.waitFor();
    const attach = page.getByRole('button', { name: 'Attach tag' }).first();
    assert.equal(await attach.getAttribute('aria-disabled'), 'true');
    assert.match((await attach.getAttribute('title')) ?? '', /no user ID/);
  });

  it('offers Retry after an error, and keeps the rows', async () => {
    // Notifications would cover the buttons of the page.
    await closeNotifications(workbench);
    const page = await panel();
    service.switches.outage = 'on';
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.getByRole('button', { name: 'Retry' }).waitFor();
    await page.getByText('100 loaded').waitFor();
    await workbench.screenshot('retry');
    service.switches.outage = 'off';
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('200 loaded, more available').waitFor();
  });

  it('holds pages of 3,086 with few rows in the page, and ends', async () => {
    const page = await panel();
    await change(page, '3086');
    await page.getByText('3,086 loaded, more available').waitFor();
    assert.ok((await page.getByRole('row').count()) < 100);
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.getByText('6,172 loaded, more available').waitFor();
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.getByText('6,500 loaded, nothing more').waitFor();
    await page.getByRole('button', { name: 'Load More' }).waitFor({ state: 'hidden' });
    await workbench.screenshot('all-loaded');
  });

  it('opens a page and a record exactly as they were sent, however they are spelled', async () => {
    service.switches.numberSpelling = 'odd';
    const page = await panel();
    await change(page, '7');
    await page.getByText('7 loaded, more available').waitFor();
    await page.getByRole('button', { name: 'More Actions…' }).click();
    await page.getByRole('menuitem', { name: 'Open Page 1 as JSON' }).click();
    await workbench.editorTab('page 1').waitFor();
    const sent = await body('limit=7');
    assert.equal(await workbench.editorText(), reindent(sent));

    const frame = await panel();
    await frame.getByText('7 loaded, more available').waitFor();
    await frame.getByRole('row').nth(2).click({ button: 'right' });
    await workbench.menuItem('Open Record as JSON');
    await workbench.editorTab('Customer 2 of Shop').waitFor();
    assert.equal(await workbench.editorText(), reindent(recordTexts(sent)[1] ?? ''));
    service.switches.numberSpelling = 'plain';
  });

  it('exports a page from the palette', async () => {
    const { quickInput } = workbench;
    await workbench.runCommand('Bot Tags: Export Customer Page as JSON…');
    await quickInput.expect('Customers per page');
    await quickInput.answer('50');
    await quickInput.pick('Everybody');
    await quickInput.expect('Page number');
    await quickInput.answer('2');
    await workbench.editorTab('page 2').waitFor();
    const { next } = JSON.parse(await body('limit=50')).res;
    const second = await body(`limit=50&next=${encodeURIComponent(next)}`);
    assert.equal(await workbench.editorText(), reindent(second));
  });

  it('is back after a switch of tabs and after a reload', async () => {
    const before = await panel();
    await before.getByText('7 loaded, more available').waitFor();
    await workbench.reload();
    const page = await panel();
    await page.getByText('7 loaded, more available').waitFor();
    await page.getByText('7 a page, any time').waitFor();
  });

  it('has the new label of its bot at once, and after a reload', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Bot Settings…');
    await workbench.quickInput.pick('Label');
    await workbench.quickInput.expect('Label in the tree');
    await workbench.quickInput.answer('Store');
    await workbench.quickInput.option('Store').waitFor();
    await workbench.quickInput.cancel();
    const page = await workbench.webviewFrame('Customers: Store');
    await page.getByRole('row').nth(2).click({ button: 'right' });
    await workbench.menuItem('Open Record as JSON');
    await workbench.editorTab('Customer 2 of Store').waitFor();
    await workbench.reload();
    await workbench.editorTab('Customers: Store').waitFor();
    assert.equal(await workbench.editorTab('Customers: Shop').count(), 0);
  });
});
