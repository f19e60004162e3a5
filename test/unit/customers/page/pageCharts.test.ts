import assert from 'node:assert/strict';
import { axeProblems } from '../../../support/axe.ts';
import { describePage, until } from './describePage.ts';
import { append, rows } from './sample.ts';

describePage('statistics in the Customers page', (on) => {
  const page = () => on.open.page;
  const chart = (column: string) => page().locator(`.charts .cell.${column}`);
  const bars = (column: string) => chart(column).locator('.bar');
  const list = () => page().getByRole('dialog');
  const chartText = (column: string) => chart(column).locator('.chart-words').textContent();

  /** Returns the text of the search box without the space that menus and charts append. */
  async function search(): Promise<string> {
    return (await on.search.inputValue()).trim();
  }

  function waitForSearch(expected: string | RegExp): Promise<void> {
    const isExpected = (text: string) =>
      typeof expected === 'string' ? text === expected : expected.test(text);
    return until(async () => isExpected(await search()), String(expected));
  }

  function waitForChartText(column: string, text: string): Promise<void> {
    return until(async () => (await chartText(column)) === text, `${column}: ${text}`);
  }

  async function show(): Promise<void> {
    await on.open.tell(append(0, rows(0, 100)));
    await on.button('Statistics').click();
    await waitForChartText('status', 'Running: 20%');
  }

  async function drag(column: string, from: number, to: number, shift = false): Promise<void> {
    const box = async (index: number) =>
      (await bars(column).nth(index).boundingBox()) ?? assert.fail();
    const [start, end] = [await box(from), await box(to)];
    const y = start.y + start.height - 3;
    if (shift) await page().keyboard.down('Shift');
    await page().mouse.move(start.x + start.width / 2, y);
    await page().mouse.down();
    await page().mouse.move(end.x + end.width / 2, y, { steps: 4 });
    await page().mouse.up();
    if (shift) await page().keyboard.up('Shift');
  }

  it('are shown only on request, which is stored', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    assert.equal(await page().locator('.charts').isVisible(), false);
    const grid = page().locator('.grid');
    assert.equal(await grid.getAttribute('aria-rowcount'), '101');
    await on.button('Statistics').click();
    assert.equal(await on.button('Statistics').getAttribute('aria-pressed'), 'true');
    await waitForChartText('status', 'Running: 20%');
    await waitForChartText('platform', 'Facebook: 50%');
    await waitForChartText('tags', '2 different · 34% empty');
    await waitForChartText('name', '5 different');
    assert.equal(await grid.getAttribute('aria-rowcount'), '102');
    assert.equal(await page().locator('.body .row').first().getAttribute('aria-rowindex'), '3');
    await until(async () => (await on.open.lastOf('view'))?.view.statistics === true, 'the view');
    await on.button('Statistics').click();
    assert.equal(await page().locator('.charts').isVisible(), false);
    assert.equal(await grid.getAttribute('aria-rowcount'), '101');
  });

  it('are counted only for the visible columns', async () => {
    await show();
    assert.equal(await bars('gender').count(), 0);
    await page().evaluate(`document.querySelector('.scroller').scrollLeft = 5000`);
    await waitForChartText('gender', 'Male: 50%');
  });

  it('follow every search, and change it by click, Shift+click and second click', async () => {
    await show();
    await bars('status').nth(1).click();
    await waitForSearch('status = paused');
    await waitForChartText('status', 'Paused: 100%');
    assert.equal(await bars('status').count(), 5, 'bars of other values are kept');
    await until(async () => (await chart('status').locator('.chosen').count()) === 1, 'chosen');
    await bars('status')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await waitForSearch(/^status = paused or status = .+$/);
    await on.button('Clear Search').click();
    await waitForChartText('status', 'Running: 20%');
    await bars('platform').nth(0).click();
    await waitForSearch('platform = Facebook');
    await bars('platform').nth(0).click();
    await waitForSearch('');
    await bars('tags').last().click();
    await waitForSearch('tags = 0');
    await waitForChartText('tags', '0 different · 100% empty');
    await on.waitForCount('34 of 100 loaded');
    await until(async () => (await on.open.lastOf('view'))?.view.chosen === 'tags = 0', 'the view');
  });

  it('keep those of the search if another search was undone before its statistics', async () => {
    await show();
    await page().evaluate(`
      globalThis.held = [];
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (request) {
        const send = () => post.call(this, request);
        if (request.type === 'statistics') held.push(send);
        else send();
      };
    `);
    await on.search.fill('status = paused');
    await until(() => page().evaluate<boolean>('held.length === 1'), 'the request');
    await on.button('Clear Search').click();
    await until(() => page().evaluate<boolean>('held.length === 2'), 'the request in its place');
    await page().evaluate('for (const send of held) send()');
    // The worker answers this request after those for statistics.
    await on.button('Status').click();
    await page().locator('.popup input:focus').waitFor();
    assert.equal(await chartText('status'), 'Running: 20%');
  });

  it('filter by a drag over bars, and show the selected bars', async () => {
    await show();
    const before = await bars('lastActive').count();
    assert.ok(before >= 3, String(before));
    await drag('lastActive', 1, 2);
    await waitForSearch(/^active >= \d{4}-\d\d-\d\d and active < \d{4}-\d\d-\d\d$/);
    const [from, to] = (await search()).match(/\d{4}-\d\d-\d\d/g) ?? [];
    assert.equal(Date.parse(to ?? '') - Date.parse(from ?? ''), 2 * 86_400_000);
    assert.equal(await bars('lastActive').count(), before, 'the filtered chart keeps its bars');
    const chosen = () => chart('lastActive').locator('.chosen').count();
    await until(async () => (await chosen()) === 2, 'chosen');
    await drag('lastActive', 1, 2);
    await waitForSearch('');
    await drag('lastActive', 1, 1);
    await drag('lastActive', 3, 3, true);
    await until(async () => (await chosen()) === 2, 'both bars are selected');
  });

  it('keep other conditions in the search when they change their own', async () => {
    await show();
    await page().evaluate(`document.querySelector('.scroller').scrollLeft = 5000`);
    await waitForChartText('gender', 'Male: 50%');
    await bars('gender').nth(0).click();
    await waitForSearch('gender = male');
    await waitForChartText('gender', 'Male: 100%');
    await bars('gender')
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await waitForSearch('gender = male or gender = female');
    await bars('page').nth(0).click();
    await waitForSearch('(gender = male or gender = female) page = 104501829374655');
    await bars('params').nth(0).click();
    await waitForSearch(/ has param\.city$/);
    await page().evaluate(`document.querySelector('.scroller').scrollLeft = 300`);
    await drag('created', 0, 0);
    await waitForSearch(/ first >= 2023-11-1\d and first < 2023-11-1\d$/);
    await drag('created', 0, 0);
    await waitForSearch(/^(?!.*first)/);
  });

  it('report a search with an error, and leave it unchanged', async () => {
    await show();
    await on.search.fill('tag:VIP and (');
    await page().keyboard.press('Escape');
    await bars('status').first().click();
    await list()
      .getByText(
        'The search was not changed, because the search contains an error. Fix or clear the search, then try again.',
      )
      .waitFor();
    await page().keyboard.press('Escape');
    assert.equal(await search(), 'tag:VIP and (');
  });

  it('are available as a list for keyboard users', async () => {
    await show();
    await on.cell(0, 'status').click();
    await page().keyboard.press('ArrowUp');
    assert.equal(await page().evaluate('document.activeElement.className'), 'cell status');
    assert.equal(
      await page().evaluate('document.activeElement.getAttribute("aria-label")'),
      'Status. Customers: 100 · Running: 20%',
    );
    await page().keyboard.press('Enter');
    await list().getByRole('row', { name: 'Running 20 20%' }).waitFor();
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Enter');
    await waitForSearch('status = paused');
    await list()
      .getByRole('row', { name: /Paused 20 100%/, selected: true })
      .waitFor();
    await page().keyboard.press('End');
    await page().keyboard.press('Shift+Enter');
    await waitForSearch(/^status = paused or status = .+$/);
    assert.deepEqual(await axeProblems(page().locator('body')), []);
    await page().keyboard.press('Escape');
    assert.equal(await list().isVisible(), false);
    assert.equal(await page().evaluate('document.activeElement.className'), 'cell status');
    await page().keyboard.press('ArrowUp');
    assert.equal(await on.focused(), 'header status');
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('ArrowDown');
    assert.match(await on.focused(), /^\d+ status$/);
  });

  it('also open from the menu of a header', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await page().getByRole('columnheader', { name: 'Platform' }).click({ button: 'right' });
    await page().getByRole('menuitem', { name: 'Statistics of "Platform"' }).click();
    await list().getByRole('row', { name: 'Facebook 50 50%' }).waitFor();
    await until(
      async () => (await page().evaluate('document.activeElement.tagName')) === 'TR',
      'row',
    );
    await page().mouse.move(600, 400);
    await bars('platform').first().hover();
    assert.equal(await bars('platform').first().getAttribute('title'), 'Facebook: 50 (50%)');
  });
});
