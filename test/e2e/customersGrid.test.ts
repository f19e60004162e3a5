import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { axeProblems } from '../support/axe.ts';
import type { Workbench } from '../support/e2e.ts';
import { eachTheme } from '../support/eachTheme.ts';
import { browserStorage } from '../support/browserStorage.ts';
import { filesWith } from '../support/filesWith.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { untilDone } from '../support/untilDone.ts';

const TOKEN = 'grid-token';
const SEGMENT = 'Segment: which customers to show';
/** Typed into the search and the segment, and nowhere else. */
const TYPED = 'canary-0912345678';

/** Every control of the grid, in the packaged product. */
describe('the grid of customers', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: TOKEN, customers: 1500 });
    opened = await openProduct({ settings: { 'botTags.customers.maxRows': 1200 } });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  async function choose(page: FrameLocator, name: string | RegExp): Promise<void> {
    await page.getByRole('button', { name: 'More Actions…' }).click();
    await page.getByRole('menuitem', { name }).click();
  }

  const panel = () => workbench.webviewFrame('Customers: Shop');

  it('loads all up to the limit, which can be cancelled', async () => {
    const page = await panel();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await page.getByText('100 loaded, more available').waitFor();
    service.switches.latencyMs = 2000;
    await button('Load All').click();
    await page.getByText(/loaded, more available · Loading… pages so far: \d+/).waitFor();
    await workbench.screenshot('load-all');
    await button('Cancel').click();
    await button('Load All').waitFor();
    service.switches.latencyMs = 0;
    await button('Load All').click();
    await page.getByText(/^1,200 loaded, more available · stopped before 1,200 rows/).waitFor();
    await workbench.screenshot('row-limit');
  });

  it('gives up a request that waits to be sent again, and keeps the rows', async () => {
    const page = await panel();
    Object.assign(service.switches, { outage: 'on', busySeconds: 15 });
    await page.getByRole('button', { name: 'Load More' }).click();
    await page.getByText(/retrying in \d+ s/).waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await page.getByText('Cancelled; "Retry" asks again. The last attempt failed').waitFor();
    await page.getByText('1,200 loaded').waitFor();
    service.switches.outage = 'off';
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('1,300 loaded, more available').waitFor();
  });

  it('is where it was after a look at another tab', async () => {
    const page = await panel();
    const { keyboard } = workbench.page;
    const focused = page.locator('.body .cell:focus');
    await page.locator('.body .row').nth(8).locator('.name').click();
    for (let step = 0; step < 5; step++) await keyboard.press('PageDown');
    await keyboard.press('End');
    const id = await focused.textContent();
    // Within the page: VS Code itself moves the page by some px.
    const place = `JSON.stringify(document.activeElement.getBoundingClientRect())`;
    const before = await page.locator('body').evaluate(place);
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.editorTab('Untitled-1').waitFor();
    const again = await panel();
    await again.getByText('1,300 loaded, more available').waitFor();
    const focusedAgain = again.locator('.body .cell:focus');
    await focusedAgain.waitFor();
    assert.equal(await focusedAgain.textContent(), id);
    assert.equal(await again.locator('body').evaluate(place), before);
    await keyboard.press('ArrowUp');
    await untilDone(async () => assert.notEqual(await focusedAgain.textContent(), id));
    await workbench.screenshot('after-tab-switch');
    await workbench.showEditor('Untitled-1');
    await workbench.runCommand('View: Close Editor');
    await workbench.editorTab('Untitled-1').waitFor({ state: 'detached' });
  });

  it('filters by words and facets, and sorts', async () => {
    const page = await panel();
    await page.getByRole('searchbox', { name: 'Filter loaded customers' }).fill('facebook');
    await page.getByText(/^\d+ of 1,300 loaded match/).waitFor();
    await page.getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('checkbox', { name: 'Paused' }).check();
    await page.getByRole('button', { name: 'Status: Paused', exact: true }).waitFor();
    await workbench.page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'User ID' }).click();
    await page.locator('[role=columnheader][aria-sort=ascending]').waitFor();
    await untilDone(async () => {
      const ids = await page.locator('.body .row .cell.id').allTextContents();
      assert.ok(ids.length > 5);
      assert.deepEqual(
        ids,
        ids.toSorted((one, other) => one.localeCompare(other)),
      );
    });
    const shown = (column: string) => page.locator(`.body .row .cell.${column}`).allTextContents();
    assert.deepEqual([...new Set(await shown('status'))], ['Paused']);
    assert.deepEqual([...new Set(await shown('platform'))], ['Facebook']);
    await workbench.screenshot('filtered');
  });

  it('selects with mouse and keyboard, and copies the IDs of the selection from its menu', async () => {
    const page = await panel();
    const row = (position: number) => page.locator(`.body .row[data-position="${position}"]`);
    await row(1).click();
    await row(3).click({ modifiers: ['Shift'] });
    await row(6).click({ modifiers: ['ControlOrMeta'] });
    await page.getByText(/ · 4 selected$/).waitFor();
    await workbench.page.keyboard.press('Shift+ArrowDown');
    await page.getByText(/ · 2 selected$/).waitFor();
    await row(1).click();
    await row(3).click({ modifiers: ['Shift'] });
    const wanted = await Promise.all([1, 2, 3].map((at) => row(at).locator('.id').innerText()));
    await workbench.clearClipboard();
    await row(2).click({ button: 'right' });
    await workbench.screenshot('selection-menu');
    await workbench.menuItem('Copy User IDs of Selection');
    await workbench.statusBar('3 user IDs copied').waitFor();
    const copied = (await workbench.clipboard()).split('\n');
    assert.deepEqual(copied.toSorted(), wanted.toSorted());
    await choose(page, /^Select All \d+$/);
    const status = await page.getByRole('status').textContent();
    const [, matching, selected] = /^(\d+) of .* (\d+) selected$/.exec(status ?? '') ?? [];
    assert.ok(matching !== undefined && matching === selected, status ?? '');
    await choose(page, 'Clear Selection');
    await page.getByText(/loaded match$/).waitFor();
  });

  it('shows all of a customer, and copies each value', async () => {
    const page = await panel();
    const first = page.locator('.body .row[data-position="0"]');
    await first.locator('.id').click();
    await workbench.page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Details' });
    const id = (await first.locator('.id').textContent()) ?? '';
    await details.getByText(id, { exact: true }).waitFor();
    await details.getByText(`"id": "${id}"`).waitFor();
    await workbench.clearClipboard();
    await details.getByRole('button', { name: 'Copy User ID' }).click();
    await workbench.statusBar('Value copied').waitFor();
    assert.equal(await workbench.clipboard(), id);
    await workbench.screenshot('details');
    await workbench.page.keyboard.press('Escape');
    await details.waitFor({ state: 'hidden' });
    await page.getByRole('gridcell', { name: id }).waitFor();
  });

  it('has columns that are moved, pinned, hidden and resized', async () => {
    const page = await panel();
    await choose(page, 'Columns…');
    await page.getByRole('button', { name: 'Pin "Name" to the Left' }).click();
    await page.getByRole('checkbox', { name: 'Page ID' }).uncheck();
    await page.getByRole('button', { name: 'Move "User ID" to the Left' }).click();
    await workbench.screenshot('columns');
    await workbench.page.keyboard.press('Escape');
    const heads = await page.getByRole('columnheader').allTextContents();
    assert.deepEqual(heads.slice(0, 3), ['Name', 'Tags', 'Status']);
    assert.deepEqual(heads.slice(-2), ['User ID', 'Gender']);
    assert.ok(!heads.includes('Page ID'));
    const name = page.getByRole('columnheader', { name: 'Name' });
    const before = (await name.boundingBox())?.width ?? 0;
    await name.focus();
    await workbench.page.keyboard.press('Shift+ArrowRight');
    await untilDone(async () => {
      assert.equal((await name.boundingBox())?.width, before + 20);
    });
  });

  it('keeps what was typed while its tab is hidden', async () => {
    const page = await panel();
    await page.getByRole('searchbox').fill(TYPED);
    await page.getByRole('button', { name: 'Segment', exact: true }).click();
    await page.getByLabel(SEGMENT).fill(`param.phone = ${TYPED}`);
    await page.getByText('0 of 1,300 loaded match').waitFor();
    await page
      .getByRole('button', { name: `Remove Filter "Segment: param.phone = ${TYPED}"` })
      .waitFor();
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.editorTab('Untitled-1').waitFor();
    const again = await panel();
    await again.getByText('0 of 1,300 loaded match').waitFor();
    assert.equal(await again.getByRole('searchbox').inputValue(), TYPED);
    assert.equal(await again.getByLabel(SEGMENT).inputValue(), `param.phone = ${TYPED}`);
    await workbench.showEditor('Untitled-1');
    await workbench.runCommand('View: Close Editor');
    await workbench.editorTab('Untitled-1').waitFor({ state: 'detached' });
  });

  it('is as it was after a reload, but for what was typed, and loads the pages again when asked', async () => {
    await workbench.reload();
    const page = await panel();
    await page.getByText(/^\d+ of 100 loaded match/).waitFor();
    const stored = await browserStorage(workbench.page);
    assert.match(stored, /statistics.{0,20}false/, 'where VS Code keeps the state of the page');
    assert.ok(!stored.includes(TYPED));
    assert.deepEqual(await filesWith(opened.product.userDataDir, TYPED), []);
    await workbench.screenshot('after-reload');
    await page.getByRole('button', { name: 'Load the 13 Pages Again' }).click();
    await page.getByText(/^\d+ of 1,200 loaded match · stopped/).waitFor();
    const heads = await page.getByRole('columnheader').allTextContents();
    assert.deepEqual(heads.slice(0, 2), ['Name', 'Tags']);
    assert.equal(await page.getByRole('searchbox').inputValue(), '');
    await page.getByRole('button', { name: 'Status: Paused', exact: true }).waitFor();
    assert.equal(await page.locator('[aria-sort=ascending]').textContent(), 'User ID');
    await page.getByRole('button', { name: 'Clear Filter' }).click();
    await page.getByText('1,200 loaded, more available').waitFor();
  });

  it('is accessible in every kind of theme', async () => {
    const page = await panel();
    Object.assign(service.switches, { badRecords: 5, badFields: 'numbers' });
    await page.getByRole('button', { name: 'Change…' }).click();
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await page.getByText(/^100 loaded.*100 with unexpected data/).waitFor();
    await page.locator('.body .row:has(.codicon-warning) .name').first().click();
    await page.getByRole('button', { name: 'Details', exact: true }).click();
    await page.locator('.details .warning').first().waitFor();
    for await (const { theme, fileName } of eachTheme(workbench, page, 'customersGrid')) {
      await choose(page, 'Columns…');
      await workbench.screenshot(`theme-${fileName}`);
      assert.deepEqual(await axeProblems(page.locator('body')), [], theme);
      await workbench.page.keyboard.press('Escape');
    }
  });
});
