import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { axeProblems } from '../support/axe.ts';
import { closeNotifications } from '../support/closeNotifications.ts';
import type { Workbench } from '../support/e2e.ts';
import { eachTheme } from '../support/eachTheme.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';

/** How the Customers page is used with mouse and keyboard, in the packaged product. */
describe('the Customers page', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'page-token', customers: 300 });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    await (await panel()).getByText('100 loaded, more available').waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  const panel = () => workbench.webviewFrame('Customers: Shop');
  const row = (page: FrameLocator, at: number) => page.locator(`.body .row[data-position="${at}"]`);

  it('has the icon of the extension on its tab', async () => {
    await workbench.showEditor('Customers: Shop');
    assert.match(await workbench.tabIcon(), /media(%2F|\/)icon\.png/i);
  });

  it('shows the customers with a tag that is clicked, and all of them again', async () => {
    const page = await panel();
    const chip = page.locator('.body .tags .chip:not(.rest)').first();
    const name = (await chip.textContent()) ?? '';
    await chip.click();
    await page.getByRole('button', { name: `Tag: ${name}`, exact: true }).waitFor();
    await page.getByText(/^\d+ of 100 loaded match/).waitFor();
    await workbench.screenshot('page-tag-filter');
    await page.getByRole('button', { name: `Remove Filter "Tag: ${name}"` }).click();
    await page.getByText('100 loaded, more available').waitFor();
  });

  it('goes to the filter by Ctrl+F', async () => {
    const page = await panel();
    await row(page, 2).locator('.name').click();
    await workbench.page.keyboard.press('ControlOrMeta+f');
    await page.locator('.search:focus').waitFor();
    await workbench.page.keyboard.type('zzzz no such name');
    await page.getByText('0 of 100 loaded match').waitFor();
    await workbench.screenshot('page-no-match');
    const empty = page.locator('.empty');
    await empty.getByRole('button', { name: 'Load More' }).click();
    await page.getByText('0 of 200 loaded match').waitFor();
    await empty.getByRole('button', { name: 'Clear Filter' }).click();
    await page.getByText('200 loaded, more available').waitFor();
  });

  it('gives a header a menu of its own, and none of VS Code', async () => {
    const page = await panel();
    await page.getByRole('columnheader', { name: 'Status' }).click({ button: 'right' });
    await page.getByRole('menuitemradio', { name: 'Sort Descending' }).waitFor();
    await workbench.screenshot('page-header-menu');
    const foreign = workbench.page.getByRole('menuitem', { name: /^(Cut|Copy|Paste)/ });
    assert.equal(await foreign.count(), 0);
    await page.getByRole('menuitemradio', { name: 'Sort Descending' }).click();
    await page.locator('.status[aria-sort=descending]').waitFor();
    assert.equal(await foreign.count(), 0);
    await page.getByRole('columnheader', { name: 'Status' }).click({ button: 'right' });
    await page.getByRole('menuitemradio', { name: 'Order of the Service' }).click();
    await page.locator('.status[aria-sort=none]').waitFor();
  });

  it('attaches and detaches in the details', async () => {
    const page = await panel();
    const tagged = page.locator('.body .row:has(.tags .chip)').first();
    await tagged.locator('.name').click();
    await workbench.page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Details' });
    const detach = details.getByRole('button', { name: /^Detach / }).first();
    const name = ((await detach.getAttribute('aria-label')) ?? '').slice('Detach "'.length, -1);
    await workbench.screenshot('page-details');
    await detach.click();
    await workbench.statusBar('detached').or(workbench.notification('detached')).first().waitFor();
    await details.getByRole('button', { name: `Detach "${name}"` }).waitFor({ state: 'detached' });
    await details.getByRole('button', { name: 'Attach Tag…' }).click();
    await workbench.quickInput.fill(name);
    await workbench.quickInput.pick(name);
    await details.getByRole('button', { name: `Detach "${name}"` }).waitFor();
  });

  it('makes a plan while several customers are selected, and says so', async () => {
    const page = await panel();
    await row(page, 1).locator('.name').click();
    await row(page, 3)
      .locator('.name')
      .click({ modifiers: ['Shift'] });
    const attach = page.getByRole('toolbar').getByRole('button', { name: 'Attach Tag…' });
    assert.equal(await attach.getAttribute('aria-disabled'), 'false');
    assert.equal(await attach.getAttribute('title'), 'Makes a plan for all selected customers');
    await row(page, 1).locator('.name').click();
  });

  it('reaches the table and Load More at 200 % zoom', async () => {
    // Notifications would cover the buttons of the page.
    await closeNotifications(workbench);
    await workbench.page.setViewportSize({ width: 640, height: 400 });
    const page = await panel();
    const shown = page.locator('.body .row').nth(1).locator('.name');
    await shown.scrollIntoViewIfNeeded();
    await workbench.screenshot('page-zoom-table');
    await shown.click();
    const table = await page.locator('.table').boundingBox();
    assert.ok(table && table.height >= 196, JSON.stringify(table));
    const more = page.locator('footer').getByRole('button', { name: 'Load More' });
    await more.click();
    await workbench.screenshot('page-zoom-footer');
    await page.getByText('300 loaded').first().waitFor();
    const frame = await page.locator('html').evaluate((it) => it.scrollWidth - it.clientWidth);
    assert.equal(frame, 0, 'nothing stands out to the side');
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('is accessible with all that it opens, in every kind of theme', async () => {
    const page = await panel();
    const { keyboard } = workbench.page;
    const states: Record<string, () => Promise<void>> = {
      menu: () => page.getByRole('button', { name: 'More Actions…' }).click(),
      header: () => page.getByRole('columnheader', { name: 'Tags' }).click({ button: 'right' }),
      query: () => page.getByRole('button', { name: 'Change…' }).click(),
      facet: async () => {
        await page
          .getByRole('button', { name: /^Status/ })
          .first()
          .click();
        await page.getByRole('checkbox', { name: 'Running' }).check();
      },
    };
    for await (const { theme, fileName } of eachTheme(workbench, page, 'customersPage')) {
      for (const [name, open] of Object.entries(states)) {
        await open();
        await workbench.screenshot(`page-${fileName}-${name}`);
        assert.deepEqual(await axeProblems(page.locator('body')), [], `${theme}, ${name}`);
        await keyboard.press('Escape');
      }
      await page.getByRole('searchbox', { name: 'Filter loaded customers' }).fill('no such name');
      await page.getByText(/^0 of \d+ loaded match/).waitFor();
      assert.deepEqual(await axeProblems(page.locator('body')), [], `${theme}, no match`);
      await page.locator('.empty').getByRole('button', { name: 'Clear Filter' }).click();
      await page.getByText('300 loaded').first().waitFor();
    }
  });
});
