import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import { reindent } from '../../src/base/reindent.ts';
import type { CustomerRecord } from '../../src/base/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { axeProblems } from '../support/axe.ts';
import { browserStorage } from '../support/browserStorage.ts';
import { buttonOf, CustomersPage, eachMenu, rowOf, searchOf } from '../support/customersPage.ts';
import { positionInTable } from '../support/positionInTable.ts';
import type { Workbench } from '../support/e2e.ts';
import { eachTheme } from '../support/eachTheme.ts';
import { filesWith } from '../support/filesWith.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { bodyOf, customersOf, tagIdsOf } from '../support/ownClient.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { recordTexts } from '../support/recordTexts.ts';
import { untilDone } from '../support/untilDone.ts';
import { VIP } from '../support/sandboxItems.ts';

/** Text that is typed only into the search, before the reload: as a word and as the value of a condition. */
const TYPED_TEXT = 'canary-0912345678';

/** Tests the Customers page in a tab of the packaged product, and the Journal beside the page. */
describe('Customers page', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let customers: CustomersPage;
  /** A customer with several tags, but without "VIP". */
  let ada: CustomerRecord;
  /** Position of Ada's row. */
  let adaRow: number;

  before(async () => {
    service = await startSandbox({ token: 'customers-token', customers: 400 });
    opened = await openProduct();
    ({ workbench } = opened);
    customers = new CustomersPage(workbench, 'Shop');
    const records = await customersOf(service, 100);
    adaRow = records.findIndex(
      ({ tags }) => tags.length === 2 && tags.every(({ id }) => id !== VIP),
    );
    ada = records[adaRow] ?? assert.fail('the sandbox has such a customer');
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    await (await customers.show()).getByText('First 100 customers loaded').waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  it('loads further pages, even after a waiting request was canceled, and then all of them', async () => {
    const page = await customers.uncover();
    assert.match(await workbench.tabIcon(), /media(%2F|\/)icon\.png/i);
    Object.assign(service.switches, { outage: 'on', busySeconds: 15 });
    await buttonOf(page, 'Load More').click();
    await page.getByText(/retrying in \d+ s/).waitFor();
    await buttonOf(page, 'Cancel').click();
    await page
      .getByText(/Loading was canceled after a failed attempt \(.+\)\. Use "Retry" to/)
      .waitFor();
    await page.getByText('First 100 customers loaded').waitFor();
    service.switches.outage = 'off';
    await buttonOf(page, 'Retry').click();
    await page.getByText('First 200 customers loaded').waitFor();
    await buttonOf(page, 'Load All').click();
    await page.getByText('All 400 customers loaded').waitFor();
    await buttonOf(page, 'Load More').waitFor({ state: 'hidden' });
    await page.locator('.body .row').nth(3).locator('.name').click();
    await workbench.page.keyboard.press('Control+Home');
    await rowOf(page, 0).waitFor();
  });

  it('copies the user IDs of the selection and a curl command from the menu of a row', async () => {
    const page = await customers.show();
    const ids = (await customersOf(service, 100)).slice(0, 3).map(({ id }) => id);
    const name = (position: number) => rowOf(page, position).locator('.name');
    await name(0).click();
    await name(2).click({ modifiers: ['Shift'] });
    await page.getByText(/ · 3 selected$/).waitFor();
    await workbench.clearClipboard();
    await workbench.contextMenu(name(1), 'Copy User IDs of Selection');
    await workbench.statusBar('3 user IDs copied').waitFor();
    assert.deepEqual((await workbench.clipboard()).split('\n').toSorted(), ids.toSorted());
    // The menu of several rows has no command for a single request.
    await name(0).click();
    await workbench.clearClipboard();
    await workbench.contextMenu(name(0), 'Copy as curl');
    await workbench.quickInput.pick('Tags of Customer');
    await workbench.statusBar('Copied as curl').waitFor();
    const line = await workbench.clipboard();
    const texts = ['/v1/api/user/taglist', ids[0] ?? '-', '$BOT_TOKEN'];
    for (const part of texts) assert.ok(line.includes(part), line);
  });

  it('copies and tags in the details, and the Journal lists and undoes the change', async () => {
    const [tag = assert.fail('there is a tag')] = ada.tags;
    const ids = await tagIdsOf(service, ada);
    const header = workbench.page.getByRole('button', { name: /^Journal Section/ });
    // The first change must not move the tree down.
    const top = (await workbench.treeItem(/^Shop/).boundingBox())?.y;
    assert.equal(await header.count(), 1);
    const page = await customers.show();
    await rowOf(page, adaRow).locator('.name').click();
    await workbench.page.keyboard.press('Enter');
    const details = page.getByRole('complementary', { name: 'Details' });
    await workbench.clearClipboard();
    await details.getByRole('button', { name: 'Copy User ID' }).click();
    await workbench.statusBar('Copied.').waitFor();
    assert.equal(await workbench.clipboard(), ada.id);
    const detach = details.getByRole('button', { name: `Detach "${tag.name}"` });
    await detach.click();
    await detach.waitFor({ state: 'detached' });
    assert.equal(await header.getAttribute('aria-expanded'), 'false');
    assert.equal((await workbench.treeItem(/^Shop/).boundingBox())?.y, top);
    await details.getByRole('button', { name: 'Attach Tag…' }).click();
    await workbench.quickInput.pickFound(tag.name);
    await detach.waitFor();
    assert.deepEqual(await tagIdsOf(service, ada), ids);
    await header.click();
    await workbench.treeItem(/^Today/).waitFor();
    const attached = workbench.treeItem(`Attach "${tag.name}" to `);
    await hoverAndClick(attached, attached.getByRole('button', { name: 'Undo…' }));
    await workbench.dialog().getByText(`Detach "${tag.name}" from `).first().waitFor();
    await workbench.dialogButton('Detach');
    await detach.waitFor({ state: 'detached' });
    await workbench.treeItem(/^Attach ".*" to .*, undone, Shop/).waitFor();
    assert.ok(!(await tagIdsOf(service, ada)).includes(tag.id));
    await workbench.viewButton('Open Journal as JSON', 'Journal');
    await workbench.page.locator('.view-line').filter({ hasText: '"kind"' }).first().waitFor();
    await workbench.viewMenu('Clear Journal…', 'Journal');
    await workbench.dialog().getByText('Clear the Journal?').waitFor();
    await workbench.dialogButton('Clear');
    await workbench.page
      .getByText('The changes that you make in the service are listed here')
      .waitFor();
    await header.click();
  });

  it('changes the tags of a customer, and keeps ticks during typing and after Cancel', async () => {
    const { quickInput, page } = workbench;
    const ticked = (name: string) => quickInput.checkbox(name).locator('.monaco-checkbox.checked');
    const ids = await tagIdsOf(service, ada);
    const [detached = assert.fail(), ...keptTags] = ada.tags.filter(({ id }) => ids.includes(id));
    await workbench.contextMenu(rowOf(await customers.uncover(), adaRow), 'Tags of Customer…');
    await quickInput.expect(`Tags of ${ada.name}`);
    await quickInput.expect(/Search \d+ tags by name, ID, or folder/);
    await ticked(detached.name).waitFor();
    await quickInput.checkbox(detached.name).click();
    await ticked(detached.name).waitFor({ state: 'detached' });
    await quickInput.fill('vip');
    await quickInput.checkbox('VIP').waitFor();
    await quickInput.input.press('ArrowDown');
    await page.keyboard.press('Space');
    await ticked('VIP').waitFor();
    await quickInput.fill('no tag is called that');
    await ticked('VIP').waitFor();
    await quickInput.fill('');
    await quickInput.checkbox(detached.name).waitFor();
    await quickInput.box.getByText(`${keptTags.length + 1} Selected`).waitFor();
    await quickInput.accept();
    const question = `Change the tags of ${ada.name}?`;
    await workbench.dialog().getByText(question).first().waitFor();
    await workbench.dialog().getByText('Attach "VIP"').first().waitFor();
    await workbench.dialogButton('Cancel');
    await ticked('VIP').waitFor();
    assert.equal(await ticked(detached.name).count(), 0);
    assert.deepEqual(await tagIdsOf(service, ada), ids);
    await quickInput.accept();
    await workbench.dialog().getByText(question).first().waitFor();
    await page.keyboard.press('Enter');
    const done = workbench.notification(/1 tag attached to .+\. 1 tag detached from/);
    await done.waitFor();
    assert.deepEqual(
      await tagIdsOf(service, ada),
      [...ids.filter((id) => id !== detached.id), VIP].toSorted(),
    );
    const chip = rowOf(await customers.show(), adaRow).getByText('VIP', { exact: true });
    await chip.waitFor();
    await pressInMessage(done, 'Undo');
    await workbench.dialog().getByText('Undo 2 changes?').waitFor();
    await workbench.dialogButton(/^Undo$/);
    await workbench.statusBar('2 changes undone.').waitFor();
    await chip.waitFor({ state: 'detached' });
    assert.deepEqual(await tagIdsOf(service, ada), ids);
  });

  it('keeps its position and the typed text while another tab is shown', async () => {
    const { keyboard } = workbench.page;
    const page = await customers.uncover();
    await rowOf(page, 2).locator('.name').click();
    await keyboard.press('ControlOrMeta+f');
    await page.locator('.search textarea:focus').waitFor();
    await keyboard.type('example not blocked');
    await page.getByText(/^\d+ of 400 loaded$/).waitFor();
    await page.locator('.body .row').nth(3).locator('.name').click();
    for (let step = 0; step < 5; step++) await keyboard.press('PageDown');
    await keyboard.press('End');
    const focused = page.locator('.body .cell:focus');
    const id = await focused.textContent();
    const position = await positionInTable(page);
    await workbench.runCommand('File: New Untitled Text File');
    await workbench.editorTab('Untitled-1').waitFor();
    const again = await customers.show();
    await again.getByText(/^\d+ of 400 loaded$/).waitFor();
    const focusedAgain = again.locator('.body .cell:focus');
    await focusedAgain.waitFor();
    assert.equal(await focusedAgain.textContent(), id);
    assert.deepEqual(await positionInTable(again), position);
    assert.equal(await searchOf(again).inputValue(), 'example not blocked');
    await keyboard.press('ArrowUp');
    await untilDone(async () => assert.notEqual(await focusedAgain.textContent(), id));
    await buttonOf(again, 'Clear Search').click();
    await again.getByText('All 400 customers loaded').waitFor();
  });

  it('shows the new label of its bot, and opens a record as it was sent', async () => {
    await customers.renameBot('Store');
    service.switches.numberSpelling = 'odd';
    const page = await customers.show();
    await customers.load(page, 50);
    await page.getByText('First 50 customers loaded').waitFor();
    await workbench.contextMenu(rowOf(page, 1), 'Open Record as JSON');
    await workbench.editorTab('Customer 2.json').waitFor();
    const path = `/v1/api/bot/customers?botId=${service.botId}&limit=50`;
    const body = await bodyOf(service, 'GET', path);
    assert.equal(await workbench.editorText(), await reindent(recordTexts(body)[1] ?? ''));
    service.switches.numberSpelling = 'plain';
  });

  it('keeps its state over a reload, except for typed text, and loads its pages again', async () => {
    const oldPage = await customers.show();
    await buttonOf(oldPage, 'Status').click();
    await oldPage.getByRole('checkbox', { name: 'Running' }).check();
    await workbench.page.keyboard.press('Escape');
    const header = (page: FrameLocator, name: string) =>
      page.getByRole('columnheader', { name, exact: true });
    await header(oldPage, 'User ID').click();
    await oldPage.locator('[role=columnheader][aria-sort=ascending]').waitFor();
    await header(oldPage, 'Status').click({ button: 'right' });
    await oldPage.getByRole('menuitem', { name: 'Hide "Status"' }).click();
    await header(oldPage, 'Status').waitFor({ state: 'detached' });
    // A page that loses the focus reports recent changes, before it requests more customers.
    await workbench.treeItem(/^Business/).click();
    await buttonOf(oldPage, 'Load More').click();
    await oldPage.getByText(/^\d+ of 100 loaded$/).waitFor();
    const query = 'status = running';
    assert.equal(await searchOf(oldPage).inputValue(), `${query} `);
    // The condition was chosen in a menu above, so it is kept even if it is typed again.
    await searchOf(oldPage).fill(`${TYPED_TEXT} ${query} param.phone = ${TYPED_TEXT}`);
    await oldPage.getByText('0 of 100 loaded').waitFor();
    // Recent changes are stored as soon as the page loses the focus.
    await workbench.treeItem(/^Business/).click();
    await workbench.reload();
    const page = await customers.show();
    assert.equal(await workbench.editorTab('Customers: Shop').count(), 0);
    await page.getByText(/^\d+ of 50 loaded$/).waitFor();
    await page.getByText('50 customers per page · active at any time').waitFor();
    const stored = await browserStorage(workbench.page);
    assert.match(stored, /statistics.{0,20}false/, 'the state of the page is in the storage');
    assert.ok(!stored.includes(TYPED_TEXT));
    assert.deepEqual(await filesWith(opened.product.userDataDir, TYPED_TEXT), []);
    await buttonOf(page, 'Reload 2 Pages').click();
    await page.getByText(/^\d+ of 100 loaded$/).waitFor();
    assert.equal(await searchOf(page).inputValue(), query);
    assert.equal(await page.locator('[aria-sort=ascending]').textContent(), 'User ID');
    assert.equal(await header(page, 'Status').count(), 0);
    await buttonOf(page, 'Clear Search').click();
    await page.getByText('First 100 customers loaded').waitFor();
  });

  it('shows the table and Load More at 200 % zoom', async () => {
    const page = await customers.uncover();
    await workbench.page.setViewportSize({ width: 640, height: 400 });
    await page.locator('.body .row').nth(1).locator('.name').click();
    // The header and six rows, each 28 px high, are visible.
    const table = await page.locator('.table').boundingBox();
    assert.ok(table && table.height >= 196, JSON.stringify(table));
    await page.locator('footer').getByRole('button', { name: 'Load More' }).click();
    await page.getByText('First 150 customers loaded').first().waitFor();
    const overflow = await page.locator('html').evaluate((it) => it.scrollWidth - it.clientWidth);
    assert.equal(overflow, 0, 'the page does not scroll horizontally');
    await workbench.page.setViewportSize({ width: 1280, height: 800 });
  });

  it('is accessible with its menus and lists in every kind of theme', async () => {
    const page = await customers.show();
    // Every fifth record is not an object, and all other records have numbers instead of texts.
    Object.assign(service.switches, { badRecords: 5, badFields: 'numbers' });
    await customers.load(page, 50);
    await page.getByText(/^First 50 customers loaded.*50 with unexpected data/).waitFor();
    await page.locator('.body .row:has(.codicon-warning) .name').first().click();
    const warning = page.locator('.details .warning').first();
    if (!(await warning.isVisible())) await buttonOf(page, 'Details').click();
    await warning.waitFor();
    for await (const { theme, fileName } of eachTheme(workbench, page, 'customers')) {
      for await (const state of eachMenu(workbench, page)) {
        await workbench.screenshot(`page-${fileName}-${state}`);
        assert.deepEqual(await axeProblems(page.locator('body')), [], `${theme}, ${state}`);
        // A header has the menu of the page, without entries of VS Code.
        const vscodeEntries = workbench.page.getByRole('menuitem', { name: /^(Cut|Copy|Paste)/ });
        assert.equal(await vscodeEntries.count(), 0);
      }
    }
  });
});
