import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { searchOf } from '../support/customersPage.ts';
import type { Workbench } from '../support/e2e.ts';
import { ExportDialog } from '../support/exportDialog.ts';
import { FileDialog } from '../support/fileDialog.ts';
import { holdSecondPage } from '../support/holdSecondPage.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { resOf } from '../support/ownClient.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';

const TOKEN = 'exports-token';
/** Number of customers: three pages of the maximum size. */
const CUSTOMERS = 9000;
/** Maximum page size of the service. */
const MAX_PAGE_SIZE = 3086;

/** Tests exports in the packaged product, as a user makes them. */
describe('Exports', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  let dialog: ExportDialog;

  before(async () => {
    folder = temporaryFolder('e2e-export');
    service = await startSandbox({ token: TOKEN, customers: CUSTOMERS });
    opened = await openProduct();
    ({ workbench } = opened);
    dialog = new ExportDialog(workbench);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    folder?.remove();
  });

  afterEach(async () => {
    // A list or an editor that a test leaves open would disturb the next test.
    await workbench.page.keyboard.press('Escape');
    await workbench.pressKeyOf('workbench.action.closeAllEditors');
    await workbench.clearNotifications();
  });

  const fileNamed = (name: string): string => join(folder.path, name);

  /** Returns every record that the service has now. */
  async function recordsAtService(): Promise<unknown[]> {
    const records: unknown[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const pageParameter: string = next === '' ? '' : `&next=${encodeURIComponent(next)}`;
      const query = `botId=${service.botId}&limit=${MAX_PAGE_SIZE}${pageParameter}`;
      const res = await resOf(service, 'GET', `/v1/api/bot/customers?${query}`);
      const page = res as { records: unknown[]; next?: string };
      records.push(...page.records);
      next = page.next;
    }
    return records;
  }

  const linesOf = (file: string): unknown[] =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('write all customers from the menu of a bot, and propose the last folder again', async () => {
    const { quickInput } = workbench;
    const files = new FileDialog(quickInput);
    const proposedPath = async (): Promise<string> => {
      await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Export Customers…');
      await dialog.answer(/^NDJSON/, 'Keep');
      return files.proposed(/Shop\.ndjson$/);
    };
    assert.equal(await proposedPath(), join(homedir(), 'Shop.ndjson'));
    await workbench.screenshot('save-dialog-home');
    const file = fileNamed('all.ndjson');
    await files.answer(file);
    const done = workbench.notification('9,000 customers exported');
    await done.waitFor();
    await workbench.screenshot('export-done');
    assert.deepEqual(linesOf(file), await recordsAtService());

    const button = (name: string) => done.getByRole('button', { name, exact: true });
    for (const name of ['Open', 'Reveal', 'Copy Path']) await button(name).waitFor();
    await workbench.clearClipboard();
    await button('Copy Path').click();
    await workbench.statusBar('Copied.').waitFor();
    assert.equal(await workbench.clipboard(), file);
    assert.equal(await proposedPath(), join(folder.path, 'Shop.ndjson'));
    await workbench.screenshot('save-dialog-last-folder');
    await workbench.page.keyboard.press('Escape');
    await quickInput.expect('Press Enter to export, or select a setting to change');
    await quickInput.cancel();
  });

  it('write the selected rows, and offer Open and Reveal, which show the file', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    const exportThree = async (name: string, format: RegExp) => {
      const panel = await workbench.webviewFrame('Customers: Shop');
      await panel.getByText('First 100 customers loaded').first().waitFor();
      await panel.locator('.body .row[data-position="3"] .name').click();
      const last = panel.locator('.body .row[data-position="5"] .name');
      await last.click({ modifiers: ['Shift'] });
      await workbench.page.getByRole('button', { name: 'Export Customers…' }).first().click();
      // The answers of the previous export are remembered.
      await dialog.change(/^Format/, format);
      await quickInput.option(/^Customers.*Selected Rows \(3\)/).waitFor();
      await dialog.start();
      await dialog.saveAs(fileNamed(name));
      const done = workbench.notification('3 customers exported');
      await done.waitFor();
      return done;
    };
    await pressInMessage(await exportThree('opened.ndjson', /^NDJSON/), 'Open');
    await workbench.editorTab('opened.ndjson').waitFor();
    await workbench.screenshot('export-opened');
    const text = readFileSync(fileNamed('opened.ndjson'), 'utf8');
    assert.equal(await workbench.editorText(), text);
    assert.deepEqual(linesOf(fileNamed('opened.ndjson')), (await recordsAtService()).slice(3, 6));

    const done = await exportThree('table.parquet', /^Parquet/);
    assert.equal(await done.getByRole('button', { name: 'Open', exact: true }).count(), 0);
    await pressInMessage(done, 'Reveal');
    await quickInput.expect('Export Folder');
    await quickInput.option('table.parquet').waitFor();
    await workbench.screenshot('export-revealed');
    await quickInput.cancel();
  });

  it('write the rows that match the search as CSV with hashes', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    const panel = await workbench.webviewFrame('Customers: Shop');
    await panel.getByText('First 100 customers loaded').waitFor();
    await panel.getByRole('button', { name: 'Load More' }).click();
    await panel.getByText('First 200 customers loaded').waitFor();
    // If the search has an error, the export must not propose all customers.
    await searchOf(panel).fill('segment:Typo');
    await panel.locator('.search-count').getByText('0 of 200 loaded', { exact: true }).waitFor();
    await workbench.page.getByRole('button', { name: 'Export Customers…' }).first().click();
    await quickInput
      .option(/^Customers.*Rows That Match the Search \(0 of 200 loaded rows\)/)
      .waitFor();
    await quickInput.cancel();
    await searchOf(panel).fill('Huang');
    await panel.getByRole('button', { name: 'Status', exact: true }).click();
    await panel.getByRole('checkbox', { name: 'Running' }).check();
    await workbench.page.keyboard.press('Escape');
    // Sorts the rows on the screen. The export must still have the order in which they were loaded.
    await panel.getByRole('columnheader', { name: 'User ID' }).click();
    await panel.locator('[role=columnheader][aria-sort=ascending]').waitFor();
    const expectedRecords = (
      (await recordsAtService()) as { id: string; name: string; status: number }[]
    )
      .slice(0, 200)
      .filter(({ name, status }) => name.includes('Huang') && status === 1);
    assert.ok(expectedRecords.length > 2 && expectedRecords.length < 100);
    await panel.getByText(`${expectedRecords.length} of 200 loaded`).waitFor();
    // A selected row must not reduce the export of all rows that match the search.
    await panel.locator('.body .row[data-position="1"]').click();
    await panel.getByText(/ · 1 selected$/).waitFor();
    await workbench.page.getByRole('button', { name: 'Export Customers…' }).first().click();
    // Only some customers are loaded, so the export proposes to search all customers of the bot.
    await quickInput.option(/^Customers.*Only customers that match this search: Huang/).waitFor();
    await workbench.screenshot('export-list');
    await dialog.open(/^Customers/);
    await quickInput
      .option(`Rows That Match the Search (${expectedRecords.length} of 200 loaded rows)`)
      .waitFor();
    await workbench.screenshot('export-matching');
    await quickInput.pick(
      `Rows That Match the Search (${expectedRecords.length} of 200 loaded rows)`,
    );
    await quickInput.option(/^Customers.*Rows That Match the Search/).waitFor();
    await dialog.change(/^Format/, 'CSV');
    await dialog.open(/^CSV options/);
    const isPicked = async (label: string): Promise<boolean> =>
      quickInput.checkbox(label).locator('.monaco-checkbox').isChecked();
    assert.equal(await isPicked('Open correctly in Excel'), true);
    assert.equal(await isPicked('Readable dates and statuses'), true);
    await quickInput.box.getByText('Two columns for each tag').click();
    await workbench.screenshot('export-csv-readable');
    await quickInput.accept();
    await dialog.change(/^Personal fields/, 'Replace with a hash');
    await dialog.start();
    const file = fileNamed('matching.csv');
    await dialog.saveAs(file);
    await workbench.notification(`${expectedRecords.length} customers exported`).waitFor();
    const text = readFileSync(file, 'utf8');
    assert.match(text, /^\u{feff}id,name,.*tag:.*\r\n/u);
    const csvRows: Record<string, string>[] = parse(text, { columns: true, bom: true });
    for (const { name = '', status, created = '', lastActive = '' } of csvRows) {
      assert.equal(status, 'Running');
      for (const time of [created, lastActive]) {
        assert.match(time, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      }
      assert.match(name, /^[0-9a-f]{64}$/);
    }
    assert.deepEqual(
      csvRows.map(({ id }) => id),
      expectedRecords.map(({ id }) => id),
    );
  });

  it('resume after the window was reloaded, and from the message after Cancel', async () => {
    const file = fileNamed('interrupted.ndjson');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Export Customers…');
    await dialog.answer(/^NDJSON/, 'Keep');
    await holdSecondPage(service, () => dialog.saveAs(file));
    await workbench.notification(/page [12], .* per second/).waitFor();
    await workbench.screenshot('export-running');
    await workbench.reload();
    await workbench.activityTab('Bot Tags');
    await workbench.treeItem(/^Shop/).waitFor();
    assert.equal(existsSync(file), false);
    await workbench.runCommand('Bot Tags: Resume…');
    await workbench.quickInput.option('Choose an Unfinished Export…').waitFor();
    await workbench.screenshot('resume-list');
    await holdSecondPage(service, () => workbench.quickInput.pick('interrupted.ndjson'));
    const running = workbench.notification(/page \d/);
    await hoverAndClick(running, running.getByRole('button', { name: 'Cancel' }));
    const stopped = workbench.notification('The export was canceled');
    await stopped.waitFor();
    await workbench.screenshot('export-stopped');
    assert.ok(existsSync(`${file}.partial`) && existsSync(`${file}.checkpoint`));
    assert.equal(existsSync(file), false);
    service.switches.latencyMs = 0;
    await pressInMessage(stopped, 'Resume');
    await workbench.waitForNotification(/9,000 customers exported.*interrupted/);
    assert.deepEqual(linesOf(file), await recordsAtService());
    assert.equal(existsSync(`${file}.checkpoint`), false);
  });
});
