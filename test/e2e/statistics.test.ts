import assert from 'node:assert/strict';
import { customerAt, firstTagsAt } from '../../src/sandbox/madeCustomers.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import { addBotByHand } from '../support/addBotByHand.ts';
import { axeProblems } from '../support/axe.ts';
import type { Workbench } from '../support/e2e.ts';
import { eachTheme } from '../support/eachTheme.ts';
import { openProduct, type OpenedProduct } from '../support/openedProduct.ts';
import { untilDone } from '../support/untilDone.ts';

const CUSTOMERS = 400;

/** What the sandbox makes, counted apart from the product. */
const made = Array.from({ length: CUSTOMERS }, (_, at) => {
  const { platform, status } = customerAt(at);
  return { platform, status, tags: firstTagsAt(at).size };
});
const having = (test: (one: (typeof made)[number]) => boolean): number => made.filter(test).length;
const shareOf = (count: number): string => `${Math.round((count / CUSTOMERS) * 100)}%`;

/** What stands below the headers of the grid, and ranges of its cells. */
describe('statistics in the grid', () => {
  let service: Sandbox;
  let opened: OpenedProduct;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'statistics', customers: CUSTOMERS });
    opened = await openProduct();
    ({ workbench } = opened);
    await workbench.activityTab('Bot Tags');
    await addBotByHand(workbench, service, 'Shop');
    await workbench.contextMenu(workbench.treeItem(/^Shop/), 'Show Customers');
    const page = await panel();
    await page.getByText('100 loaded, more available').waitFor();
    await page.getByRole('button', { name: 'Load All', exact: true }).click();
    await page.getByText('400 loaded, nothing more').waitFor();
  });

  after(async () => {
    await opened?.close();
    await service?.close();
  });

  const panel = () => workbench.webviewFrame('Customers: Shop');
  async function parts() {
    const page = await panel();
    const chart = (column: string) => page.locator(`.charts .cell.${column}`);
    const bars = (column: string) => chart(column).locator('.bar');
    const clear = page.getByRole('button', { name: 'Clear Filter', exact: true });
    return { page, chart, bars, clear };
  }

  it('count what the service has, and filter by a click and by a drag', async () => {
    const { page, chart, bars, clear } = await parts();
    await page.getByRole('button', { name: 'Statistics', exact: true }).click();
    const running = having(({ status }) => status === 1);
    await chart('status')
      .getByText(`${shareOf(running)} Running`)
      .waitFor();
    const none = shareOf(having(({ tags }) => tags === 0));
    await chart('tags').getByText(`· ${none} none`).waitFor();
    const line = having(({ platform }) => platform === 'LINE');
    await bars('platform').first().hover();
    const title = `LINE: ${line} (${shareOf(line)})`;
    await untilDone(async () =>
      assert.equal(await bars('platform').first().getAttribute('title'), title),
    );
    await workbench.screenshot('statistics');

    await bars('platform').first().click();
    await page.getByText(`${line} of ${CUSTOMERS} loaded match`).waitFor();
    await page.getByRole('button', { name: 'Remove Filter "Platform: LINE"' }).waitFor();
    await bars('platform')
      .nth(1)
      .click({ modifiers: ['Shift'] });
    const facebook = having(({ platform }) => platform === 'FB');
    await page.getByText(`${line + facebook} of ${CUSTOMERS} loaded match`).waitFor();
    await clear.click();

    const box = async (at: number) =>
      (await bars('lastActive').nth(at).boundingBox()) ?? assert.fail();
    const [from, to] = [await box(1), await box(3)];
    const { mouse } = workbench.page;
    await mouse.move(from.x + from.width / 2, from.y + from.height - 4);
    await mouse.down();
    await mouse.move(to.x + to.width / 2, to.y + to.height - 4, { steps: 5 });
    await mouse.up();
    await untilDone(async () =>
      assert.equal(await chart('lastActive').locator('.chosen').count(), 3),
    );
    await page.getByText(/^\d+ of 400 loaded match/).waitFor();
    await workbench.screenshot('statistics-dragged');
    await clear.click();
  });

  it('are a list by keyboard alone', async () => {
    const { page } = await parts();
    const { keyboard } = workbench.page;
    await page.locator('.body .row').first().locator('.cell.status').click();
    await keyboard.press('ArrowUp');
    await keyboard.press('Enter');
    const list = page.getByRole('dialog');
    const blocked = having(({ status }) => status === 4);
    const row = list.getByRole('row', { name: `Blocked ${blocked} ${shareOf(blocked)}` });
    await row.waitFor();
    await workbench.screenshot('statistics-list');
    await keyboard.press('End');
    await keyboard.press('Enter');
    await page.getByText(`${blocked} of ${CUSTOMERS} loaded match`).waitFor();
    await keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Clear Filter', exact: true }).click();
  });

  it('leave the cells to a range, which is copied as it is shown', async () => {
    const { page } = await parts();
    const cell = (at: number, column: string) =>
      page.locator(`[role=row][aria-rowindex="${at + 3}"] .cell.${column}`);
    await cell(1, 'status').hover();
    await workbench.page.mouse.down();
    await cell(3, 'platform').hover();
    await workbench.page.mouse.up();
    await untilDone(async () => assert.equal(await page.locator('.cell.in-range').count(), 6));
    const shown: string[] = [];
    for (const at of [1, 2, 3]) {
      const [status, platform] = [cell(at, 'status'), cell(at, 'platform')];
      shown.push(`${await status.innerText()}\t${await platform.innerText()}`);
    }
    await workbench.screenshot('range');
    await workbench.clearClipboard();
    await workbench.page.keyboard.press('Control+c');
    await workbench.statusBar('6 cells copied.').waitFor();
    assert.equal(await workbench.clipboard(), shown.join('\n'));
    await workbench.clearClipboard();
    await page.getByRole('button', { name: 'More Actions…' }).click();
    await page.getByRole('menuitem', { name: 'Copy Range as CSV' }).click();
    const csv = ['Status,Platform', ...shown].join('\r\n').replaceAll('\t', ',');
    await untilDone(async () => assert.equal(await workbench.clipboard(), csv));
    await workbench.page.keyboard.press('Escape');
  });

  it('can be read in every kind of theme, with nothing that axe-core finds wrong', async () => {
    const { page, bars } = await parts();
    await bars('status').first().click();
    await cellsInRange();
    for await (const { theme, fileName } of eachTheme(workbench, page, 'statistics')) {
      await workbench.screenshot(`statistics-${fileName}`);
      assert.deepEqual(await axeProblems(page.locator('body')), [], theme);
    }
  });

  async function cellsInRange(): Promise<void> {
    const { page } = await parts();
    const cells = page.locator('.body .row').nth(4);
    await cells.locator('.cell.status').click();
    await cells.locator('.cell.platform').click({ modifiers: ['Shift'] });
    await untilDone(async () => assert.equal(await page.locator('.cell.in-range').count(), 2));
  }
});
