import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { customerAt, firstTagsAt } from '../../src/sandbox/madeCustomers.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { axeProblems } from '../support/axe.ts';
import type { Workbench } from '../support/e2e.ts';
import { eachTheme } from '../support/eachTheme.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { customersOf, resOf, userIn } from '../support/ownClient.ts';
import { VIP } from '../support/sandboxItems.ts';

const CUSTOMERS = 400;
/** Number of customers that the Customers panel loads by default. */
const PAGE_SIZE = 100;

/** Customers that the sandbox generates, counted independently of the product. */
const generated = Array.from({ length: CUSTOMERS }, (_, index) => {
  const { platform, status } = customerAt(index);
  return { platform, status, tags: new Set(firstTagsAt(index).keys()) };
});
/** Returns the number of generated customers who have all of these tags. */
const countWithTags = (...ids: readonly string[]): number =>
  generated.filter(({ tags }) => ids.every((id) => tags.has(id))).length;

/** Tests the Tag Overview, from the menu of a bot to the numbers of its tags and the actions on them. */
describe('Tag Overview', () => {
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
  const numberNamed = (page: FrameLocator, name: string): Locator =>
    page.locator(`[data-number=${name}] dd`);
  const cardNamed = (page: FrameLocator, name: string): Locator =>
    page.getByRole('region', { name, exact: true });

  it('opens from the menu of the bot, offers a scan, and then shows the numbers of the service', async () => {
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Show Tag Overview');
    const page = await overview();
    await page.getByText('No customers of this bot have been scanned or loaded yet.').waitFor();
    await workbench.screenshot('overview-empty');
    await page.getByRole('button', { name: 'Scan Customers…' }).click();
    await workbench.quickInput.pick('Start');
    await page.getByText(`${CUSTOMERS} customers scanned this minute · All customers`).waitFor();
    await workbench.screenshot('overview');
    const tagIds = [...new Set(generated.flatMap(({ tags }) => [...tags]))];
    const taggings = generated.reduce((sum, { tags }) => sum + tags.size, 0);
    // No customer has the two tags that `before` has created.
    assert.equal(await numberNamed(page, 'tags').textContent(), String(tagIds.length + 2));
    const taggedCount = generated.filter(({ tags }) => tags.size > 0).length;
    assert.equal(await numberNamed(page, 'tagged').textContent(), String(taggedCount));
    assert.equal(await numberNamed(page, 'mean').textContent(), (taggings / CUSTOMERS).toFixed(1));
    const rows = cardNamed(page, 'Customers by tag').locator('tbody tr');
    const counts = (await rows.locator('.customers').allTextContents()).map(Number.parseFloat);
    const expected = tagIds.map((id) => countWithTags(id)).toSorted((a, b) => b - a);
    assert.deepEqual(counts.slice(0, 25), [...expected, 0, 0].slice(0, 25));
    for (const [name, status] of [
      ['Running', 1],
      ['Blocked', 4],
    ] as const) {
      const count = generated.filter((customer) => customer.status === status).length;
      const bar = cardNamed(page, 'Customers by status').getByRole('button');
      await bar.filter({ hasText: `${name}: ${count} customers` }).waitFor();
    }
    const lineCount = generated.filter(({ platform }) => platform === 'LINE').length;
    const platforms = cardNamed(page, 'Customers by platform').getByRole('button');
    await platforms.filter({ hasText: `LINE: ${lineCount} customers` }).waitFor();
  });

  it('counts the loaded customers on request, and again when more are loaded', async () => {
    // Notifications would cover the buttons of the page.
    await workbench.clearNotifications();
    await workbench.contextMenu(workbench.treeItem(/^Tea House/), 'Show Customers');
    const customers = await workbench.webviewFrame('Customers: Tea House');
    await customers.getByText(`First ${PAGE_SIZE} customers loaded`).waitFor();
    const page = await overview();
    await page.getByRole('button', { name: 'Loaded Customers' }).click();
    await page
      .getByText(`${PAGE_SIZE} customers loaded, counted this minute · Not all customers`)
      .waitFor();
    const taggedCount = generated.slice(0, PAGE_SIZE).filter(({ tags }) => tags.size > 0).length;
    assert.equal(await numberNamed(page, 'tagged').textContent(), String(taggedCount));
    await page.getByText(/^Not all customers were counted/).waitFor();
    const loading = await workbench.webviewFrame('Customers: Tea House');
    service.switches.latencyMs = 1_000;
    await loading.getByRole('button', { name: 'Load All' }).click();
    // Puts the tab of the Customers page in the background, where its load continues.
    await overview();
    await page
      .getByText(`${CUSTOMERS} customers loaded, counted this minute · All customers`)
      .waitFor();
    service.switches.latencyMs = 0;
    const allTaggedCount = generated.filter(({ tags }) => tags.size > 0).length;
    assert.equal(await numberNamed(page, 'tagged').textContent(), String(allTaggedCount));
    await page.getByRole('button', { name: 'Last Scan' }).click();
    await page.getByText(`${CUSTOMERS} customers scanned`).waitFor();
  });

  /** Detaches "VIP" from ten customers through the service, without the product. */
  async function detachVip(): Promise<void> {
    const holders = (await customersOf(service, CUSTOMERS)).filter(
      ({ id, pageId, tags }) => id !== '' && pageId !== '' && tags.some((tag) => tag.id === VIP),
    );
    assert.ok(holders.length >= 10);
    for (const customer of holders.slice(0, 10)) {
      const body = { bot_tag_id: VIP, ...userIn(customer) };
      assert.ok(await resOf(service, 'DELETE', '/v1/api/user/tag', body));
    }
  }

  it('scans again, with Cancel in the page, and shows what has changed since', async () => {
    const page = await overview();
    await detachVip();
    service.switches.latencyMs = 600_000;
    await page.getByRole('button', { name: 'Scan Customers…' }).click();
    await workbench.quickInput.pick('Start');
    await page.getByText(/^Scanning: 0 customers/).waitFor();
    await workbench.screenshot('overview-scanning');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await workbench.notification('Scan stopped. So far: 0 customers').waitFor();
    await page.getByText(/^Scanning/).waitFor({ state: 'hidden' });
    service.switches.latencyMs = 0;
    await page.getByText(`${CUSTOMERS} customers scanned`).waitFor();
    await page.getByRole('button', { name: 'Scan Customers…' }).click();
    await workbench.quickInput.pick('Start');
    // Numbers of tags that customers have now but not in the previous scan, and the reverse.
    await numberNamed(page, 'change').getByText('+0 −0').waitFor();
    const vip = page.locator('.tags tbody tr').filter({ hasText: 'VIP' });
    await vip.locator('.change').getByText('−10').waitFor();
    await page.locator('svg.spark').first().waitFor();
    await workbench.screenshot('overview-again');
    await workbench.clearNotifications();
    await page.getByRole('button', { name: 'Export…' }).click();
    await workbench.quickInput.expect('Press Enter to export, or select a setting to change');
    await workbench.quickInput.cancel();
  });

  const toggleRow = async (name: RegExp): Promise<void> => {
    await workbench.treeItem(name).locator('.monaco-tl-twistie').click();
    await workbench.page.getByRole('treeitem', { name, expanded: false }).first().waitFor();
  };
  const isExpanded = (name: RegExp) => workbench.treeItem(name).getAttribute('aria-expanded');

  it('ignores a group on request, even after a reload, which restores the tree', async () => {
    await toggleRow(/^Tea House/);
    await workbench.runCommand('Bot Tags: Try the Sandbox');
    await workbench.expand(/^Interests/);
    await workbench.expand(/^Drinks/);
    await workbench.treeItem(/^Oolong Tea/).waitFor();
    await workbench.expand(/^Membership/);
    await toggleRow(/^Membership/);
    const page = await overview();
    const tidy = cardNamed(page, 'To tidy up');
    const similarGroup = tidy.locator('.similar').filter({ hasText: 'same name except for case' });
    await similarGroup.getByRole('button', { name: 'Ignore' }).click();
    await similarGroup.waitFor({ state: 'detached' });
    // VS Code reports a collapsed row only after drawing it. When this command runs, the state is saved.
    await workbench.runCommand('Bot Tags: Go to Tag…');
    await workbench.quickInput.expect('by name, ID, or folder');
    await workbench.quickInput.cancel();
    await workbench.reload();
    await workbench.treeItem(/^Oolong Tea/).waitFor();
    assert.deepEqual(
      [await isExpanded(/^Membership/), await isExpanded(/^Tea House/)],
      ['false', 'false'],
    );
    await workbench.expand(/^Tea House/);
    await workbench.treeItem(/^VIP/).waitFor();
    const again = await overview();
    await again.getByRole('button', { name: 'Show Ignored (1)' }).waitFor();
    // The column is hidden until the page has the earlier scans. It then moves the button that is clicked below.
    await cardNamed(again, 'Customers by tag').getByText('Scans', { exact: true }).waitFor();
    const tidyAgain = cardNamed(again, 'To tidy up');
    const similarGroupAgain = tidyAgain.locator('.similar').filter({ hasText: /hot/i });
    await tidyAgain.locator('.similar').filter({ hasText: 'New Friends' }).waitFor();
    assert.equal(await similarGroupAgain.count(), 0);
    await again.getByRole('button', { name: 'Show Ignored (1)' }).click();
    await similarGroupAgain.waitFor();
    await workbench.screenshot('overview-tidy');
  });

  it('is accessible in every kind of theme, and merges similar tags by keyboard alone', async () => {
    const page = await overview();
    await workbench.page.setViewportSize({ width: 1500, height: 1500 });
    for await (const { theme, fileName } of eachTheme(workbench, page, 'overview')) {
      await workbench.screenshot(`overview-${fileName}`);
      assert.deepEqual(await axeProblems(page.locator('body')), [], theme);
    }
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
    const { keyboard } = workbench.page;
    const similarGroup = cardNamed(page, 'To tidy up')
      .locator('.similar')
      .filter({ hasText: /hot/i });
    const merge = similarGroup.getByRole('button', { name: /^Merge…/ });
    await merge.focus();
    await keyboard.press('Enter');
    await workbench.quickInput.expect('Select the tag to keep');
    await keyboard.press('Enter');
    // No customer has any of these tags, so only the deletion must be confirmed.
    await workbench.dialogButton('Delete');
    await similarGroup.waitFor({ state: 'detached' });
    const remainingTags = service.items().filter(({ name }) => /^hot-?lead$/i.test(name));
    assert.equal(remainingTags.length, 1);
    await workbench.screenshot('overview-merged');
  });
});
