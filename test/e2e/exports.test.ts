import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import type { Workbench } from '../support/e2e.ts';
import { ExportDialog } from '../support/exportDialog.ts';
import { holdSecondPage } from '../support/holdSecondPage.ts';
import { hoverAndClick } from '../support/hoverAndClick.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { pressInMessage } from '../support/pressInMessage.ts';
import { temporaryFolder, type TemporaryFolder } from '../support/temporaryFolder.ts';

const TOKEN = 'exports-token';
/** Three pages. */
const COUNT = 9000;
const LIMIT = 3086;

/** Exports in the packaged product, as a person makes them. */
describe('exports', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  let dialog: ExportDialog;

  before(async () => {
    folder = temporaryFolder('e2e-export');
    service = await startSandbox({ token: TOKEN, customers: COUNT });
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
    // Whatever a test left open stands in the way of the next one.
    await workbench.page.keyboard.press('Escape');
    await workbench.pressKeyOf('workbench.action.closeAllEditors');
    await workbench.clearNotifications();
  });

  const fileNamed = (name: string): string => join(folder.path, name);

  /** Every record as the service has it now. */
  async function held(): Promise<unknown[]> {
    const records: unknown[] = [];
    let next: string | undefined = '';
    while (next !== undefined) {
      const key: string = next === '' ? '' : `&next=${encodeURIComponent(next)}`;
      const url = `${service.baseUrl}/v1/api/bot/customers?botId=${service.botId}&limit=${LIMIT}${key}`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${service.token}` } });
      const { res } = (await answer.json()) as { res: { records: unknown[]; next?: string } };
      records.push(...res.records);
      next = res.next;
    }
    return records;
  }

  const linesOf = (file: string): unknown[] =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  async function startSlowly(file: string): Promise<void> {
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Export Customers…');
    await dialog.answer(/^NDJSON/, 'Keep them');
    await holdSecondPage(service, () => dialog.saveAs(file));
    await workbench.notification(/page [12], .* per second/).waitFor();
  }

  it('writes everything from the menu of a bot to the file of the dialog', async () => {
    const file = fileNamed('all.ndjson');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Export Customers…');
    await workbench.screenshot('export-from');
    await dialog.answer(/^NDJSON/, 'Keep them');
    await dialog.saveAs(file);
    await workbench.notification('9,000 customers exported').waitFor();
    await workbench.screenshot('export-done');
    assert.deepEqual(linesOf(file), await held());

    const done = workbench.notification('9,000 customers exported');
    const button = (name: string) => done.getByRole('button', { name, exact: true });
    for (const name of ['Open', 'Reveal', 'Copy Path']) await button(name).waitFor();
    await workbench.clearClipboard();
    await button('Copy Path').click();
    await workbench.statusBar('Path copied.').waitFor();
    assert.equal(await workbench.clipboard(), file);
  });

  it('writes the selected rows from the panel, masked, as CSV', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    const panel = await workbench.webviewFrame('Customers: Shop');
    await panel.getByText('100 loaded').first().waitFor();
    await workbench.screenshot('export-panel');
    const rows = panel.getByRole('row');
    await rows.nth(4).getByRole('gridcell').nth(0).click();
    await rows
      .nth(6)
      .getByRole('gridcell')
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await workbench.page.getByRole('button', { name: 'Export Customers…' }).first().click();
    await quickInput.expect('Which customers?');
    await quickInput.option('Selected (3)').waitFor();
    await workbench.screenshot('export-scope');
    await quickInput.pick('Selected (3)');
    await quickInput.pick('CSV');
    await quickInput.expect('CSV options');
    await workbench.screenshot('export-csv');
    const isPicked = async (label: string): Promise<boolean> =>
      quickInput.checkbox(label).locator('.monaco-checkbox').isChecked();
    assert.equal(await isPicked('Byte order mark'), true);
    assert.equal(await isPicked('Readable dates and statuses'), false);
    await quickInput.box.getByText('Two columns for each tag').click();
    await quickInput.box.getByText('Readable dates and statuses').click();
    await workbench.screenshot('export-csv-readable');
    await quickInput.accept();
    await dialog.chooseFields('Replace them with hashes');
    const file = fileNamed('selected.csv');
    await dialog.saveAs(file);
    await workbench.notification('3 customers exported').waitFor();
    assert.equal(readFileSync(file, 'utf8')[0], '\u{feff}');
    const written: Record<string, string>[] = parse(readFileSync(file), {
      columns: true,
      bom: true,
    });
    for (const { status = '', created = '', lastActive = '' } of written) {
      assert.match(status, /^(?:Running|Paused|Stopped|Blocked|Blocked the bot)$/);
      for (const time of [created, lastActive]) {
        assert.match(time, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      }
    }
    const wanted = (await held()).slice(3, 6) as { id: string }[];
    assert.deepEqual(
      written.map(({ id }) => id),
      wanted.map(({ id }) => id),
    );
    assert.ok(written.every(({ name }) => /^[0-9a-f]{64}$/.test(name ?? '')));
  });

  it('writes the rows that match the filter of the panel and no other, as they were loaded', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    const panel = await workbench.webviewFrame('Customers: Shop');
    for (const loaded of [100, 200]) {
      await panel.getByText(`${loaded} loaded, more available`).waitFor();
      await panel.getByRole('button', { name: 'Load More' }).click();
    }
    await panel.getByText('300 loaded, more available').waitFor();
    await panel.getByRole('searchbox', { name: 'Filter loaded customers' }).fill('Huang');
    await panel.getByRole('button', { name: 'Status', exact: true }).click();
    await panel.getByRole('checkbox', { name: 'Running' }).check();
    await workbench.page.keyboard.press('Escape');
    // Sorted, so that the rows stand in another order than the one they came in.
    await panel.getByRole('columnheader', { name: 'User ID' }).click();
    await panel.locator('[role=columnheader][aria-sort=ascending]').waitFor();
    const wanted = (await held()).slice(0, 300).filter((record) => {
      const { name, status } = record as { name: string; status: number };
      return name.includes('Huang') && status === 1;
    });
    assert.ok(wanted.length > 2 && wanted.length < 100);
    await panel.getByText(`${wanted.length} of 300 loaded match`).waitFor();
    // A selection is another scope, and does not narrow this one.
    await panel.locator('.body .row[data-position="1"]').click();
    await panel.getByText(/ · 1 selected$/).waitFor();
    await workbench.page.getByRole('button', { name: 'Export Customers…' }).first().click();
    await quickInput.option(`Loaded that match the filter (${wanted.length})`).waitFor();
    await workbench.screenshot('export-matching');
    await quickInput.pick('that match the filter');
    await quickInput.expect('Which format?');
    await quickInput.pick(/^NDJSON/);
    await dialog.chooseFields('Keep them');
    const file = fileNamed('matching.ndjson');
    await dialog.saveAs(file);
    await workbench.notification(`${wanted.length} customers exported`).waitFor();
    assert.deepEqual(linesOf(file), wanted);
  });

  it('writes the user IDs of a segment for LINE, a file for each page, without fields', async () => {
    const { quickInput } = workbench;
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    const panel = await workbench.webviewFrame('Customers: Shop');
    await panel.getByText('loaded, more available').first().waitFor();
    await workbench.page.getByRole('button', { name: 'Export Customers…' }).first().click();
    await quickInput.expect('Which customers?');
    await workbench.screenshot('user-ids-1-customers');
    await quickInput.pick('Customers of a Segment…');
    await quickInput.expect('Which customers, as a segment');
    await quickInput.answer('platform = LINE and blocked or');
    await quickInput.expect(/A condition is missing at "or"/);
    await workbench.screenshot('user-ids-2-problem');
    await quickInput.answer('platform = LINE and status = running');
    await quickInput.expect('Which customers, by last interaction?');
    await quickInput.pick('Everybody');
    await quickInput.expect('Which format?');
    await quickInput.option('User IDs (CSV)').waitFor();
    await workbench.screenshot('user-ids-3-formats');
    await quickInput.pick('User IDs for LINE');
    await dialog.saveAs(fileNamed('audience.txt'));
    const done = workbench.notification(/customers exported to 2 files/);
    await done.waitFor();
    await workbench.screenshot('user-ids-4-done');
    const customers = (await held()) as {
      readonly id: string;
      readonly pageId: string;
      readonly platform: string;
      readonly status: number;
    }[];
    const found = customers.filter(({ platform, status }) => platform === 'LINE' && status === 1);
    for (const official of ['@477sandbox', '@632teahouse']) {
      const ids = found.flatMap(({ id, pageId }) => (pageId === official && id !== '' ? [id] : []));
      const file = fileNamed(`audience-${official}.txt`);
      assert.equal(readFileSync(file, 'utf8'), [...new Set(ids)].map((id) => `${id}\n`).join(''));
    }
    assert.match(
      (await done.textContent()) ?? '',
      /Left out: \d+ without an ID, \d+ that cannot be tagged\./,
    );
    await done.getByRole('button', { name: 'Reveal', exact: true }).waitFor();
  });

  it('keeps what it has when it is cancelled, and goes on from the message', async () => {
    const file = fileNamed('cancelled.ndjson');
    await startSlowly(file);
    const running = workbench.notification(/page \d/);
    await workbench.screenshot('export-running');
    await hoverAndClick(running, running.getByRole('button', { name: 'Cancel' }));
    const stopped = workbench.notification('The export was stopped');
    await stopped.waitFor();
    await workbench.screenshot('export-stopped');
    assert.ok(existsSync(`${file}.partial`) && existsSync(`${file}.checkpoint`));
    assert.equal(existsSync(file), false);
    service.switches.latencyMs = 0;
    await pressInMessage(stopped, 'Resume');
    await workbench.notification(/9,000 customers exported.*cancelled/).waitFor();
    assert.deepEqual(linesOf(file), await held());
    assert.equal(existsSync(`${file}.checkpoint`), false);
  });

  it('goes on after the window was reloaded', async () => {
    const file = fileNamed('reloaded.ndjson');
    await startSlowly(file);
    await workbench.reload();
    await workbench.activityTab('Bot Tags');
    await workbench.treeItem(/^Shop/).waitFor();
    assert.equal(existsSync(file), false);
    service.switches.latencyMs = 0;
    await workbench.runCommand('Bot Tags: Resume…');
    await workbench.quickInput.option('Choose an Export File…').waitFor();
    await workbench.screenshot('resume-list');
    await workbench.quickInput.pick('reloaded.ndjson');
    await workbench.notification(/9,000 customers exported.*reloaded/).waitFor();
    assert.deepEqual(linesOf(file), await held());
  });

  it('offers to resume when the service fails in the middle', async () => {
    const file = fileNamed('outage.ndjson');
    await startSlowly(file);
    service.switches.outage = 'on';
    service.switches.latencyMs = 0;
    const failed = workbench.notification('the service is not available now');
    await failed.getByRole('button', { name: 'Resume' }).waitFor({ timeout: 90_000 });
    await workbench.screenshot('export-failed');
    assert.ok(existsSync(`${file}.partial`));
    service.switches.outage = 'off';
    await pressInMessage(failed, 'Resume');
    await workbench.notification(/9,000 customers exported.*outage/).waitFor();
    assert.deepEqual(linesOf(file), await held());
  });

  it('goes on with a new token after the old one was refused in the middle', async () => {
    const { quickInput } = workbench;
    const file = fileNamed('refused.ndjson');
    await startSlowly(file);
    const port = Number(new URL(service.baseUrl).port);
    await service.close();
    service = await startSandbox({ token: 'another-token', customers: COUNT, port });
    const failed = workbench.notification('the token is not valid');
    await pressInMessage(failed, 'Enter Token…');
    await quickInput.expect('API token');
    await workbench.screenshot('export-new-token');
    await quickInput.answer(service.token);
    const goesOn = workbench.notification(/The export to ".*refused\.ndjson" can be resumed/);
    await goesOn.waitFor();
    await workbench.screenshot('export-can-go-on');
    assert.ok(existsSync(`${file}.partial`) && !existsSync(file));
    await pressInMessage(goesOn, 'Resume');
    await workbench.notification(/9,000 customers exported.*refused/).waitFor();
    assert.deepEqual(linesOf(file), await held());
    assert.equal(existsSync(`${file}.checkpoint`), false);
  });
});
