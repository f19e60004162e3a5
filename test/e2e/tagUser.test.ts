import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import type { CustomerRecord } from '../../src/base/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { searchOf } from '../support/customersPage.ts';
import type { Workbench } from '../support/e2e.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { customersOf, tagIdsOf } from '../support/ownClient.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { VIP } from '../support/sandboxItems.ts';

/** Statuses of blocked customers, who cannot be tagged. */
const BLOCKED_STATUSES = [4, 5];
const SHOW_CUSTOMERS = 'Show Customers with Tag';
/** Number of customers on the first page. */
const FIRST_PAGE_SIZE = 100;
/** Number of customers of the bot. */
const ALL_CUSTOMERS = 250;

/** Tests how a user tags customers, and how a user shows the customers with a tag. */
describe('Tagging and finding customers', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  /** Names of the tags of each customer on the first page. */
  let tagNamesByCustomer: readonly ReadonlySet<string>[];
  /** Name of the most frequent tag on the first page. */
  let commonTag: string;
  /** Name of the rarest tag that at least two customers on the first page have. */
  let rareTag: string;
  let records: readonly CustomerRecord[];
  /** Customer without tags. */
  let ada: CustomerRecord;
  /** Index of Ada's row. */
  let adaIndex: number;

  before(async () => {
    service = await startSandbox({ token: 'with-tag', customers: ALL_CUSTOMERS });
    records = await customersOf(service, FIRST_PAGE_SIZE);
    tagNamesByCustomer = records.map(namesOf);
    adaIndex = records.findIndex(
      ({ id, pageId, tags }, index) => index > 1 && id !== '' && pageId !== '' && tags.length === 0,
    );
    ada = records[adaIndex] ?? assert.fail('there is such a customer');
    const names = [...new Set(tagNamesByCustomer.flatMap((tagNames) => [...tagNames]))].toSorted(
      (a, b) => countWithTag(b) - countWithTag(a),
    );
    commonTag = names[0] ?? assert.fail();
    rareTag = names.findLast((name) => countWithTag(name) > 1) ?? assert.fail();
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    await (await panel()).getByText('First 100 customers loaded').waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  const countWithTag = (...names: readonly string[]): number =>
    tagNamesByCustomer.filter((tagNames) => names.some((name) => tagNames.has(name))).length;
  const row = (name: string) =>
    workbench.page
      .locator('.sidebar .monaco-list-row')
      .filter({ has: workbench.page.getByText(name, { exact: true }) });
  const press = (key: string): Promise<void> => workbench.page.keyboard.press(key);
  const panel = () => workbench.webviewFrame('Customers: Shop');
  const panelCount = () => workbench.page.getByRole('tab', { name: 'Customers: Shop' }).count();

  /** Asserts that the page shows all customers with one of the tags, and no others. */
  async function assertShows(page: FrameLocator, ...names: readonly string[]): Promise<void> {
    await page.getByText(`${countWithTag(...names)} of ${FIRST_PAGE_SIZE} loaded`).waitFor();
    const rows = await page.locator('.body .row .cell.tags').all();
    assert.ok(rows.length > 0);
    for (const cell of rows) {
      const text = `${await cell.innerText()} ${await cell.getAttribute('title')}`;
      assert.ok(
        names.some((name) => text.includes(name)),
        text,
      );
    }
  }

  // The headers are the first row, and `aria-rowindex` counts from 1.
  const rowOf = (page: FrameLocator, index = adaIndex) =>
    page.locator(`[role=row][aria-rowindex="${index + 2}"]`);
  const chip = (page: FrameLocator) => rowOf(page).getByText('VIP', { exact: true });

  const hasVip = async (): Promise<boolean> => (await tagIdsOf(service, ada)).includes(VIP);

  it('attaches a tag to the customer of a row, and Undo detaches it', async () => {
    const { quickInput } = workbench;
    const page = await panel();
    await workbench.contextMenu(rowOf(page), 'Attach Tag…');
    await quickInput.expect(`Attach Tag to ${ada.name}`);
    await quickInput.expect(/Search \d+ tags by name, ID, or folder/);
    // The title has no step number, because this is the only step.
    assert.doesNotMatch(await quickInput.box.innerText(), /\(\d+\)/);
    await quickInput.pickFound('VIP');
    const attached = workbench.notification(`"VIP" attached to ${ada.name}.`);
    await attached.waitFor();
    await chip(page).waitFor();
    await workbench.screenshot('tag-user-1-attached');
    assert.equal(await hasVip(), true);
    await pressInMessage(attached, 'Undo');
    await workbench
      .dialog()
      .getByText('Undo does not restore the previous time and count')
      .waitFor();
    await workbench.dialogButton('Detach');
    await workbench.statusBar(`"VIP" detached from ${ada.name}.`).waitFor();
    await chip(page).waitFor({ state: 'detached' });
    assert.equal(await hasVip(), false);
  });

  it('detaches only tags of the customer, and keeps an ID that was typed but not confirmed', async () => {
    const { quickInput } = workbench;
    const page = await panel();
    await workbench.contextMenu(rowOf(page), 'Attach Tag…');
    await quickInput.pickActive('recent');
    await workbench.notification('"VIP" attached to').waitFor();
    await workbench.clearNotifications();
    // The second time, the box must show what was typed the first time.
    for (const typedBefore of ['', 'tag-half']) {
      await workbench.contextMenu(rowOf(page), 'Detach Tag…');
      await quickInput.expect(`Detach Tag from ${ada.name}`);
      await quickInput.expect(/^Select a tag of the customer · \d+ tags?$/);
      await quickInput.pick('Enter an ID…');
      await quickInput.expect('ID of the tag');
      await quickInput.shows(typedBefore);
      await quickInput.fill('tag-half');
      await quickInput.cancel();
    }
    for (const typedBefore of ['', 'page-typed']) {
      await workbench.treeItem(/^Shop/).locator('.label-name').click();
      await workbench.runCommand('Bot Tags: Detach Tag…');
      await quickInput.expect(/Search \d+ customers by name or user ID/);
      if (typedBefore === '') await quickInput.fill('U-typed');
      await quickInput.pick('Use U-typed as the user ID');
      await quickInput.pick('Other LINE Account…');
      await quickInput.expect('ID of the Facebook page or LINE official account');
      await quickInput.shows(typedBefore);
      await quickInput.fill('page-typed');
      await quickInput.cancel();
    }
    await workbench.contextMenu(rowOf(await panel()), 'Detach Tag…');
    await quickInput.pickActive('VIP');
    await workbench.notification(`"VIP" detached from ${ada.name}.`).waitFor();
    await chip(page).waitFor({ state: 'detached' });
    await workbench.clearNotifications();
  });

  it('tags several selected customers after one dialog, without a file, and Undo reverts it', async () => {
    const { quickInput } = workbench;
    const page = await panel();
    await rowOf(page).locator('.name').click();
    for (let row = 1; row < 5; row++) await press('Shift+ArrowDown');
    await page.getByText('5 selected').waitFor();
    const changedCustomers = records
      .slice(adaIndex, adaIndex + 5)
      .filter(({ id, pageId, status, tags }) => {
        const canGetTags = id !== '' && pageId !== '' && !BLOCKED_STATUSES.includes(status);
        return canGetTags && !tags.some((tag) => tag.id === VIP);
      });
    assert.ok(changedCustomers.length > 1);
    await workbench.contextMenu(rowOf(page), 'Attach Tag…');
    await quickInput.fill('VIP');
    await quickInput.check('VIP');
    await quickInput.accept();
    await workbench
      .dialog()
      .getByText(`Attach "VIP" to ${changedCustomers.length} customers?`)
      .waitFor();
    await workbench.screenshot('tag-rows-1-question');
    await workbench.dialogButton(/^Attach$/);
    const done = workbench.notification(`"VIP" attached to ${changedCustomers.length} customers.`);
    await done.waitFor();
    await chip(page).waitFor();
    await workbench.screenshot('tag-rows-2-done');
    const countTagged = async (): Promise<number> => {
      const idLists = await Promise.all(
        changedCustomers.map((customer) => tagIdsOf(service, customer)),
      );
      return idLists.filter((ids) => ids.includes(VIP)).length;
    };
    assert.equal(await countTagged(), changedCustomers.length);
    await pressInMessage(done, 'Undo');
    await workbench.dialogButton(/^Undo$/);
    await workbench.waitForNotification(
      `"VIP" detached from ${changedCustomers.length} customers.`,
    );
    assert.equal(await countTagged(), 0);
    await workbench.clearNotifications();
    await rowOf(page).locator('.name').click();
    await page.getByText('1 selected').waitFor();
  });

  it('shows the customers with a tag by the button of its row, but not by a click on the row', async () => {
    const requestsBefore = { ...service.requests };
    await row(commonTag).click();
    await row(rareTag).click();
    await workbench.page.locator('.sidebar .monaco-list-row.selected').getByText(rareTag).waitFor();
    // When this command ends, all effects of the clicks have happened.
    await press('ControlOrMeta+c');
    await workbench.statusBar('copied').waitFor();
    assert.deepEqual(service.requests, requestsBefore);
    const page = await panel();
    await page.getByText(/^First 100 customers loaded/).waitFor();
    await searchOf(page).fill('nobody has this');
    await page.getByText('0 of 100 loaded').waitFor();
    await row(commonTag).hover();
    await row(commonTag).getByRole('button', { name: SHOW_CUSTOMERS }).click();
    await assertShows(await panel(), commonTag);
    assert.equal(await panelCount(), 1);
    const { listCustomers } = requestsBefore;
    assert.equal(service.requests.listCustomers, listCustomers, 'loaded pages are kept');
    await workbench.screenshot('tag-customers-1-button');
  });

  it('shows the customers of focused or selected tags by Enter, which opens and closes folders and bots', async () => {
    await row(rareTag).click();
    await press('ArrowUp');
    const focused = workbench.page.locator('.sidebar .monaco-list-row.focused .label-name');
    const name = await focused.innerText();
    assert.notEqual(name, rareTag);
    await press('Enter');
    await assertShows(await panel(), name);
    await workbench.screenshot('tag-customers-2-enter');
    await row(rareTag).click();
    await row(commonTag).click({ modifiers: ['ControlOrMeta'] });
    await press('Enter');
    await assertShows(await panel(), rareTag, commonTag);
    assert.equal(await workbench.page.locator('.sidebar .monaco-list-row.selected').count(), 2);
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'New Folder…');
    await workbench.quickInput.answer('Season');
    await workbench.treeItem(/^Season/).waitFor();
    const requestsBefore = { ...service.requests };
    for (const name of ['Season', 'No Folder', 'Shop']) {
      const item = workbench.treeItem(new RegExp(`^${name}`));
      const label = item.locator('.label-name');
      // The click itself also opens or closes the item.
      for (const step of [() => label.click(), () => press('Enter'), () => press('Enter')]) {
        const wasOpen = (await item.getAttribute('aria-expanded')) === 'true';
        await step();
        await workbench.page
          .getByRole('treeitem', { name: new RegExp(`^${name}`), expanded: !wasOpen })
          .first()
          .waitFor();
      }
    }
    assert.deepEqual(service.requests, requestsBefore);
    await workbench.expand(/^Shop/);
    await workbench.contextMenu(workbench.treeItem(/^Season/), 'Delete…');
    await workbench.dialogButton('Delete');
    await workbench.treeItem(/^Season/).waitFor({ state: 'detached' });
  });

  it('searches all customers from the note below the rows, and retries while the service is busy', async () => {
    await workbench.expand(/^Shop/);
    await workbench.contextMenu(row(rareTag), SHOW_CUSTOMERS);
    const page = await panel();
    const note = `${countWithTag(rareTag)} found. Only the first 100 customers were searched.`;
    await page.locator('.found', { hasText: note }).waitFor();
    const firstChips = async () => {
      const cells = await page.locator('.body .row .cell.tags').all();
      return Promise.all(cells.map((cell) => cell.locator('.chip').first().innerText()));
    };
    assert.deepEqual([...new Set(await firstChips())], [rareTag]);
    await workbench.screenshot('tag-customers-4-first');
    await page.locator('.body .row .cell').first().click();
    await press('Tab');
    await page.locator('.found button:focus').waitFor();
    Object.assign(service.switches, { outage: 'on', busySeconds: 5 });
    await press('Enter');
    await page.getByText(/retrying in \d+ s/).waitFor();
    await workbench.screenshot('retrying');
    service.switches.outage = 'off';
    const allTagNames = (await customersOf(service, ALL_CUSTOMERS)).map(namesOf);
    const foundCount = allTagNames.filter((tagNames) => tagNames.has(rareTag)).length;
    assert.ok(foundCount > countWithTag(rareTag));
    await page
      .locator('.found', { hasText: `${foundCount} found. All 250 customers were searched.` })
      .waitFor();
    assert.equal(await page.locator('.found button').isVisible(), false);
    assert.deepEqual([...new Set(await firstChips())], [rareTag]);
    await workbench.screenshot('tag-customers-5-all');
  });
});

const namesOf = ({ tags }: CustomerRecord): ReadonlySet<string> =>
  new Set(tags.map(({ name }) => name));
