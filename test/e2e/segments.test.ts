import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { customerAt, firstTagsAt } from '../../src/sandbox/madeCustomers.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { axeProblems } from '../support/axe.ts';
import { searchOf } from '../support/customersPage.ts';
import type { Workbench } from '../support/e2e.ts';
import { eachTheme } from '../support/eachTheme.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { untilDone } from '../support/untilDone.ts';

const TOKEN = 'segments-token';

const CUSTOMERS = 400;

/** Customers of the sandbox, counted independently of the product. */
const generated = Array.from({ length: CUSTOMERS }, (_, index) => {
  const { platform, status } = customerAt(index);
  const tags = firstTagsAt(index);
  return { platform, status, tagIds: tags, tagCount: tags.size };
});
const countIf = (test: (customer: (typeof generated)[number]) => boolean): number =>
  generated.filter(test).length;
const shareOf = (count: number): string => `${Math.round((count / CUSTOMERS) * 100)}%`;

interface SavedFile {
  readonly bots: readonly { readonly segments: readonly { readonly segment: string }[] }[];
}

/** Tests the search above the grid of customers, and the statistics below its headers. */
describe('Segments and statistics', () => {
  const temporary = temporaryFolder('segments');
  const workspace = join(temporary.path, 'shop');
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    mkdirSync(workspace);
    service = await startSandbox({ token: TOKEN, botId: 'bot-shop', customers: CUSTOMERS });
    opened = await openProduct({ workspace });
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
  });

  after(async () => {
    await opened?.close();
    await service?.close();
    temporary.remove();
  });

  const panel = () => workbench.webviewFrame('Customers: Shop');

  it('are typed as a search, saved for the team, picked again, and offered for an export', async () => {
    const { quickInput } = workbench;
    const page = await panel();
    const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
    await page.getByText('First 100 customers loaded').waitFor();
    await button('Load All').click();
    await page.getByText('All 400 customers loaded').waitFor();
    const box = searchOf(page);
    await box.pressSequentially('tag:VIP and not blo');
    await page.getByRole('option', { name: 'blocked' }).waitFor();
    await workbench.screenshot('segment-completion');
    await workbench.page.keyboard.press('ArrowDown');
    await workbench.page.keyboard.press('Tab');
    assert.equal((await box.inputValue()).trim(), 'tag:VIP and not blocked');
    const { id: vip } = service.items().find(({ name }) => name === 'VIP') ?? assert.fail();
    const count = countIf(({ tagIds, status }) => tagIds.has(vip) && status < 4);
    await page.getByText(`${count} of 400 loaded`).waitFor();
    assert.ok(count > 0 && count < 400);

    await button('Segments').click();
    await button('Save as Segment…').click();
    await quickInput.expect('Name of the segment');
    await quickInput.answer('Reachable VIPs');
    await quickInput.expect('Where to save the segment');
    await workbench.screenshot('segment-save-where');
    await quickInput.pick('bot-tags.jsonc');
    await workbench.page.getByText('Segment "Reachable VIPs" saved.').first().waitFor();
    const saved = parse(readFileSync(join(workspace, 'bot-tags.jsonc'), 'utf8')) as SavedFile;
    assert.deepEqual(
      saved.bots[0]?.segments.map(({ segment }) => segment),
      ['tag:VIP and not blocked'],
    );

    await button('Clear Search').click();
    await page.getByText('All 400 customers loaded').waitFor();
    await button('Segments').click();
    await workbench.screenshot('segment-saved');
    await button('Reachable VIPs in bot-tags.jsonc').click();
    await page.getByText(`${count} of 400 loaded`).waitFor();
    await box.fill('segment:"Reachable VIPs" or tags = 0');
    const extendedCount = count + countIf(({ tagCount }) => tagCount === 0);
    await page.getByText(`${extendedCount} of 400 loaded`).waitFor();
    await box.fill('tag:VIP and not blocked');
    await page.getByText(`${count} of 400 loaded`).waitFor();

    await workbench.page.getByRole('button', { name: 'Export Customers…' }).first().click();
    await quickInput.option(`Rows That Match the Search (${count} of 400 loaded rows)`).waitFor();
    await quickInput.cancel();
    await button('Clear Search').click();
  });

  it('are shown together: statistics count the customers of the service, and filter by a click', async () => {
    const { page, bars, chart } = await charts();
    await page.getByRole('button', { name: 'Statistics', exact: true }).click();
    const runningCount = countIf(({ status }) => status === 1);
    await chart('status')
      .getByText(`Running: ${shareOf(runningCount)}`)
      .waitFor();
    const untaggedShare = shareOf(countIf(({ tagCount }) => tagCount === 0));
    await chart('tags').getByText(`· ${untaggedShare} empty`).waitFor();
    const lineCount = countIf(({ platform }) => platform === 'LINE');
    await bars('platform').first().hover();
    const title = `LINE: ${lineCount} (${shareOf(lineCount)})`;
    await untilDone(async () =>
      assert.equal(await bars('platform').first().getAttribute('title'), title),
    );
    await workbench.screenshot('statistics');
    await bars('platform').first().click();
    await page.getByText(`${lineCount} of ${CUSTOMERS} loaded`).waitFor();
    const box = searchOf(page);
    assert.equal(await box.inputValue(), 'platform = LINE ');
    await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
    await untilDone(async () => assert.equal(await box.inputValue(), ''));
    await workbench.page.keyboard.press('ControlOrMeta+z');
    await page.getByText(`${lineCount} of ${CUSTOMERS} loaded`).waitFor();
    assert.equal(await box.inputValue(), 'platform = LINE ', 'Undo restores the cleared search');
    await page.getByRole('button', { name: 'Clear Search', exact: true }).click();
  });

  it('leave the cells selectable as a range, which is copied as it is shown', async () => {
    const { page } = await charts();
    // The headers and the charts are the first two rows, and `aria-rowindex` counts from 1.
    const cell = (index: number, column: string) =>
      page.locator(`[role=row][aria-rowindex="${index + 3}"] .cell.${column}`);
    await cell(1, 'status').hover();
    await workbench.page.mouse.down();
    await cell(3, 'platform').hover();
    await workbench.page.mouse.up();
    await untilDone(async () => assert.equal(await page.locator('.cell.in-range').count(), 6));
    const cellTexts: string[] = [];
    for (const index of [1, 2, 3]) {
      const [status, platform] = [cell(index, 'status'), cell(index, 'platform')];
      cellTexts.push(`${await status.innerText()}\t${await platform.innerText()}`);
    }
    await workbench.screenshot('range');
    await workbench.clearClipboard();
    await workbench.page.keyboard.press('Control+c');
    await workbench.statusBar('6 cells copied.').waitFor();
    assert.equal(await workbench.clipboard(), cellTexts.join('\n'));
    await workbench.clearClipboard();
    await page.getByRole('button', { name: 'More Actions…' }).click();
    await page.getByRole('menuitem', { name: 'Copy Range as CSV' }).click();
    const csv = ['Status,Platform', ...cellTexts].join('\r\n').replaceAll('\t', ',');
    await untilDone(async () => assert.equal(await workbench.clipboard(), csv));
  });

  async function charts() {
    const page = await panel();
    const chart = (column: string) => page.locator(`.charts .cell.${column}`);
    return { page, chart, bars: (column: string) => chart(column).locator('.bar') };
  }

  it('are accessible in every kind of theme', async () => {
    await workbench.clearNotifications();
    const { page, bars } = await charts();
    const box = searchOf(page);
    await bars('status').first().click();
    const cells = page.locator('.body .row').nth(4);
    await cells.locator('.cell.status').click();
    await cells.locator('.cell.platform').click({ modifiers: ['Shift'] });
    await untilDone(async () => assert.equal(await page.locator('.cell.in-range').count(), 2));
    for await (const { theme, fileName } of eachTheme(workbench, page, 'segments')) {
      await box.fill('tag:VIP applied < 90d and (platform = LINE or not first >= 2025-01-01)');
      await box.blur();
      const picture = `segment-${fileName}`;
      await workbench.screenshot(picture);
      assert.deepEqual(await axeProblems(page.locator('body')), [], theme);
      await box.fill('tag:VIP applied < 90d and colour = red');
      await page.getByText('"colour" is not a condition.').waitFor();
      await workbench.screenshot(`${picture}-wrong`);
      assert.deepEqual(await axeProblems(page.locator('body')), [], `${theme}, wrong`);
    }
    await untilDone(async () => assert.equal(await box.getAttribute('aria-invalid'), 'true'));
  });
});
