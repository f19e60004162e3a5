import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { customerAt, firstTagsAt } from '../../src/sandbox/madeCustomers.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { axeProblems } from '../support/axe.ts';
import { closeNotifications } from '../support/closeNotifications.ts';
import type { Workbench } from '../support/e2e.ts';
import { eachTheme } from '../support/eachTheme.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

const CUSTOMERS = 400;
/** What the Customers panel loads by itself. */
const PAGE = 100;

/** What the sandbox makes, counted apart from the product. */
const made = Array.from({ length: CUSTOMERS }, (_, at) => {
  const { platform, status } = customerAt(at);
  return { platform, status, tags: new Set(firstTagsAt(at).keys()) };
});
const having = (...ids: readonly string[]): number =>
  made.filter(({ tags }) => ids.every((id) => tags.has(id))).length;

/** From the menu of a bot to what its tags say, and what to do about them. */
describe('the Tag Overview', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'overview', customers: CUSTOMERS });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Tea House');
    for (const name of ['Hot-Lead', 'hotlead']) {
      await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'New Tag…');
      await workbench.quickInput.answer(name);
      await workbench.treeItem(new RegExp(`^${name}`)).waitFor();
    }
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  const overview = (): Promise<FrameLocator> => workbench.webviewFrame('Tag Overview: Tea House');
  const number = (page: FrameLocator, name: string): Locator =>
    page.locator(`[data-number=${name}] dd`);
  const card = (page: FrameLocator, name: string): Locator =>
    page.getByRole('region', { name, exact: true });

  it('opens from the menu of the bot, and offers a scan', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Show Tag Overview');
    const page = await overview();
    await page.getByText('No customers of this bot have been scanned or loaded yet.').waitFor();
    await workbench.screenshot('overview-empty');
    await page.getByRole('button', { name: 'Scan Now…' }).click();
    await workbench.quickInput.pick('Start');
    await page.getByText(`${CUSTOMERS} customers scanned this minute · all customers`).waitFor();
    await workbench.screenshot('overview');
  });

  it('has the numbers of the service', async () => {
    const page = await overview();
    const all = [...new Set(made.flatMap(({ tags }) => [...tags]))];
    const taggings = made.reduce((sum, { tags }) => sum + tags.size, 0);
    assert.equal(await number(page, 'tags').textContent(), String(all.length + 2));
    const tagged = made.filter(({ tags }) => tags.size > 0).length;
    assert.equal(await number(page, 'tagged').textContent(), String(tagged));
    assert.equal(await number(page, 'mean').textContent(), (taggings / CUSTOMERS).toFixed(1));
    const rows = card(page, 'Customers by tag').locator('tbody tr');
    const counts = (await rows.locator('.customers').allTextContents()).map(Number.parseFloat);
    const expected = all.map((id) => having(id)).toSorted((one, other) => other - one);
    assert.deepEqual(counts.slice(0, 25), [...expected, 0, 0].slice(0, 25));
    for (const [name, status] of [
      ['Running', 1],
      ['Blocked', 4],
    ] as const) {
      const count = made.filter((one) => one.status === status).length;
      const bar = card(page, 'Customers by status').getByRole('button');
      await bar.filter({ hasText: `${name}: ${count} customers` }).waitFor();
    }
    const line = made.filter(({ platform }) => platform === 'LINE').length;
    const platforms = card(page, 'Customers by platform').getByRole('button');
    await platforms.filter({ hasText: `LINE: ${line} customers` }).waitFor();
  });

  it('counts what is loaded, when asked to, and says so', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Show Customers');
    const customers = await workbench.webviewFrame('Customers: Tea House');
    await customers.getByText(`${PAGE} loaded, more available`).waitFor();
    const page = await overview();
    await page.getByRole('button', { name: 'Loaded Customers' }).click();
    await page
      .getByText(`${PAGE} customers loaded, counted this minute · not all customers`)
      .waitFor();
    const tagged = made.slice(0, PAGE).filter(({ tags }) => tags.size > 0).length;
    assert.equal(await number(page, 'tagged').textContent(), String(tagged));
    await page.getByText(/^Not all customers were counted/).waitFor();
    await page.getByRole('button', { name: 'Last Scan' }).click();
    await page.getByText(`${CUSTOMERS} customers scanned`).waitFor();
  });

  it('counts on while more is loaded', async () => {
    // Notifications would cover the buttons of the page.
    await closeNotifications(workbench);
    service.switches.latencyMs = 600_000;
    const customers = await workbench.webviewFrame('Customers: Tea House');
    await customers.getByRole('button', { name: 'Load All' }).click();
    const page = await overview();
    await page.getByRole('button', { name: 'Loaded Customers' }).click();
    await page.getByText(`${PAGE} customers loaded, counted this minute · not all`).waitFor();
    service.switches.latencyMs = 0;
    await page.getByText(`${CUSTOMERS} customers loaded, counted this minute · all`).waitFor();
    const tagged = made.filter(({ tags }) => tags.size > 0).length;
    assert.equal(await number(page, 'tagged').textContent(), String(tagged));
    await page.getByRole('button', { name: 'Last Scan' }).click();
    await page.getByText(`${CUSTOMERS} customers scanned`).waitFor();
  });

  it('scans again, with Cancel in the page, and tells what has changed since', async () => {
    const page = await overview();
    service.switches.latencyMs = 600_000;
    await page.getByRole('button', { name: 'Scan Again…' }).click();
    await workbench.quickInput.pick('Start');
    await page.getByText(/^Scanning: 0 customers/).waitFor();
    await workbench.screenshot('overview-scanning');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await workbench.notification('Scan stopped after 0 customers').waitFor();
    await page.getByText(/^Scanning/).waitFor({ state: 'hidden' });
    service.switches.latencyMs = 0;
    await page.getByText(`${CUSTOMERS} customers scanned`).waitFor();
    await page.getByRole('button', { name: 'Scan Again…' }).click();
    await workbench.quickInput.pick('Start');
    await number(page, 'change').getByText('+0 −0').waitFor();
    await page.locator('svg.spark').first().waitFor();
    await workbench.screenshot('overview-again');
    await workbench.clearNotifications();
  });

  it('begins an export', async () => {
    const page = await overview();
    await page.getByRole('button', { name: 'Export…' }).click();
    await workbench.quickInput.expect('Which customers?');
    await workbench.quickInput.cancel();
  });

  it('ignores what a person wants to hear no more of, and shows it again', async () => {
    const page = await overview();
    const tidy = card(page, 'To tidy up');
    const doubled = tidy.locator('.similar').filter({ hasText: 'the same but for case' });
    await doubled.getByRole('button', { name: 'Ignore' }).click();
    await doubled.waitFor({ state: 'detached' });
    await workbench.reload();
    const again = await overview();
    await again.getByRole('button', { name: 'Show Ignored (1)' }).waitFor();
    const tidyAgain = card(again, 'To tidy up');
    assert.equal(await tidyAgain.locator('.similar').count(), 0);
    await again.getByRole('button', { name: 'Show Ignored (1)' }).click();
    await tidyAgain.locator('.similar').waitFor();
    await workbench.screenshot('overview-tidy');
  });

  it('is accessible with its charts in every kind of theme', async () => {
    const page = await overview();
    await workbench.page.setViewportSize({ width: 1500, height: 1500 });
    for await (const { theme, fileName } of eachTheme(workbench, page, 'overview')) {
      await workbench.screenshot(`overview-${fileName}`);
      assert.deepEqual(await axeProblems(page.locator('body')), [], theme);
    }
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('merges what is doubled, by keyboard alone, and draws itself anew', async () => {
    const page = await overview();
    const { keyboard } = workbench.page;
    const merge = card(page, 'To tidy up').getByRole('button', { name: /^Merge…/ });
    await merge.focus();
    await keyboard.press('Enter');
    await workbench.quickInput.expect('Merge Tags: Which One Stays?');
    await keyboard.press('Enter');
    await workbench.dialogButton('Merge Tags');
    await workbench.dialogButton('Delete');
    await page.locator('.similar').waitFor({ state: 'detached' });
    const left = service.items().filter(({ name }) => /^hot-?lead$/i.test(name));
    assert.equal(left.length, 1);
    await workbench.screenshot('overview-merged');
  });
});
