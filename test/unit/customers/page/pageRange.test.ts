import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import { describePage, until } from './describePage.ts';
import { append, customer, row, rows } from './sample.ts';
import { politeText } from './spoken.ts';

describePage('range of cells of the Customers page', (on) => {
  const page = () => on.open.page;
  const inRange = () => page().locator('.cell.in-range[aria-selected=true]').count();
  const waitForRange = (count: number) =>
    until(async () => (await inRange()) === count, `${count} cells`);

  /** Waits for the cells that the page copies, and returns them. */
  async function copied(): Promise<{ cells: number; text: string }> {
    let found: { cells: number; text: string } | undefined;
    await until(async () => {
      for (const message of await on.open.posted()) {
        if (message.type === 'copyCells') found = message;
      }
      return found !== undefined;
    }, 'the copy');
    return found ?? assert.fail();
  }

  it('grows with Shift and the arrow keys, and is copied with tabs', async () => {
    await on.open.tell(append(0, rows(0, 50)));
    await on.cell(1, 'name').click();
    await page().keyboard.press('Shift+ArrowDown');
    await page().keyboard.press('Shift+ArrowRight');
    await waitForRange(4);
    assert.equal(await page().locator('.row[data-row="2"][aria-selected=true]').count(), 1);
    await page().keyboard.press('Control+c');
    assert.deepEqual(await copied(), {
      type: 'copyCells',
      cells: 4,
      text: 'Ada Lovelace\tVIP\n陳 美玲\tVIP, 春季活動 2025',
    });
    await until(async () => (await politeText(page())) === '4 cells copied.', 'the announcement');
    await page().keyboard.press('ArrowDown');
    await waitForRange(0);
    await on.open.posted();
    await page().keyboard.press('Control+c');
    assert.deepEqual(await on.open.posted(), [{ type: 'copyIds', generation: 1 }]);
  });

  it('extends from the clicked cell to the cell clicked with Shift', async () => {
    await on.open.tell(append(0, rows(0, 50)));
    await on.cell(2, 'tags').click({ position: { x: 200, y: 10 } });
    await on.cell(5, 'platform').click({ modifiers: ['Shift'] });
    await waitForRange(12);
    const edges = (line: number, column: string) => on.cell(line, column).getAttribute('class');
    assert.match((await edges(2, 'tags')) ?? '', /range-top.*range-left/);
    assert.match((await edges(5, 'platform')) ?? '', /range-bottom.*range-right/);
    await page().keyboard.press('Escape');
    await waitForRange(0);
  });

  it('is selected with the mouse, and is cleared when the rows change', async () => {
    await on.open.tell(append(0, rows(0, 50)));
    await on.cell(3, 'status').hover();
    await page().mouse.down();
    await on.cell(6, 'platform').hover();
    await page().mouse.up();
    await waitForRange(8);
    await page().getByText('4 selected').waitFor();
    await on.cell(4, 'status').click({ button: 'right' });
    await waitForRange(8);
    const context = await page().locator('.body').getAttribute('data-vscode-context');
    assert.deepEqual(JSON.parse(context ?? ''), { botTagsRange: true });
    await page().getByRole('columnheader', { name: 'Name' }).click();
    await waitForRange(0);
  });

  it('ends when another row is clicked with the right button, and only this row is selected', async () => {
    await on.open.tell(append(0, rows(0, 50)));
    await on.cell(3, 'status').click();
    await on.cell(6, 'platform').click({ modifiers: ['Shift'] });
    await waitForRange(8);
    await on.cell(9, 'status').click({ button: 'right' });
    await waitForRange(0);
    const selectedRow = page().locator('.body .row[aria-selected=true]');
    assert.equal(await selectedRow.getAttribute('data-row'), '9');
  });

  it('scrolls while the mouse is held below the rows', async () => {
    await on.open.tell(append(0, rows(0, 200)));
    await on.cell(3, 'status').hover();
    await page().mouse.down();
    await page().mouse.move(500, 598, { steps: 3 });
    await until(async () => {
      const top = await page().evaluate(`document.querySelector('.scroller').scrollTop`);
      return Number(top) > 200;
    }, 'the rows to scroll');
    await page().mouse.up();
  });

  it('is copied as CSV with its header, with harmless formulas', async () => {
    const formulaCustomer = { ...customer(0), name: '=1+1', email: 'a"b,\nc', phone: '+886' };
    await on.open.tell(append(0, [row(0, { record: formulaCustomer }), row(1)]));
    await on.cell(0, 'name').click();
    for (let step = 0; step < 13; step++) await page().keyboard.press('Shift+ArrowRight');
    await page().keyboard.press('Shift+ArrowDown');
    await on.open.posted();
    await page().keyboard.press('Control+c');
    const cellsOfLine = (await copied()).text.split('\n')[0]?.split('\t');
    assert.ok(cellsOfLine?.includes("'=1+1") && cellsOfLine.includes('+886'), String(cellsOfLine));
    await on.choose('Copy Range as CSV');
    const { cells, text } = await copied();
    assert.equal(cells, 28);
    const [header, first, ...others]: string[][] = parse(text);
    assert.equal(others.length, 1);
    const cellOf = (title: string) => first?.[header?.indexOf(title) ?? -1];
    assert.equal(header?.length, 14);
    assert.equal(cellOf('Name'), "'=1+1");
    assert.equal(cellOf('Email'), 'a"b,\nc');
    assert.equal(cellOf('Phone'), "'+886");
    assert.equal(cellOf('Parameters'), 'city=台北');
    await on.cell(0, 'name').click();
    await on.open.posted();
    await on.open.tell({ type: 'copyRange', generation: 1 });
    assert.deepEqual(await copied(), { type: 'copyCells', cells: 0, text: '' });
  });

  it('is copied as it was selected, although the rows change during the copy', async () => {
    await on.open.tell(append(0, rows(0, 3000)));
    await on.search.fill('lovelace');
    await on.waitForCount('600 of 3,000 loaded');
    await on.cell(1, 'name').click();
    await page().keyboard.press('Shift+Control+End');
    await until(async () => (await inRange()) > 0, 'the range');
    await on.open.posted();
    await page().evaluate(`(() => {
      const data = { type: 'copyRange', generation: 1 };
      dispatchEvent(new MessageEvent('message', { data }));
      document.querySelector('[aria-label="Clear Search"]').click();
    })()`);
    const lines = (await copied()).text.split('\r\n');
    const isExpected = (line: string) => line.startsWith('Ada Lovelace');
    assert.deepEqual([lines.length, lines.filter(isExpected).length], [601, 600]);
  });
});
