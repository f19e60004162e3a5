import assert from 'node:assert/strict';
import { NO_FILTER } from '../../../src/rowIndex/filter.ts';
import type { Filter } from '../../../src/surface/gridMessages.ts';
import { axeProblems } from '../../support/axe.ts';
import { describePage, until } from './describePage.ts';
import { append, reset, rows, STRINGS } from './sample.ts';

const { charts: TEXTS } = STRINGS;

describePage('statistics in the Customers page', (on) => {
  const page = () => on.open.page;
  const chart = (column: string) => page().locator(`.charts .cell.${column}`);
  const bars = (column: string) => chart(column).locator('.bar');
  const list = () => page().getByRole('dialog');
  const words = (column: string) => chart(column).locator('.chart-words').textContent();

  async function filter(): Promise<Filter | undefined> {
    return (await on.open.lastOf('view'))?.view.filter;
  }

  function filterIs(wanted: Partial<Filter>): Promise<void> {
    const text = JSON.stringify(wanted);
    return until(async () => {
      const now = await filter();
      return now !== undefined && JSON.stringify({ ...now, ...wanted }) === JSON.stringify(now);
    }, text);
  }

  function says(column: string, text: string): Promise<void> {
    return until(async () => (await words(column)) === text, `${column}: ${text}`);
  }

  async function show(): Promise<void> {
    await on.open.tell(append(0, rows(0, 100)));
    await on.button(TEXTS.title).click();
    await says('status', '20% Running');
  }

  async function drag(column: string, from: number, to: number, shift = false): Promise<void> {
    const box = async (at: number) => (await bars(column).nth(at).boundingBox()) ?? assert.fail();
    const [start, end] = [await box(from), await box(to)];
    const y = start.y + start.height - 3;
    if (shift) await page().keyboard.down('Shift');
    await page().mouse.move(start.x + start.width / 2, y);
    await page().mouse.down();
    await page().mouse.move(end.x + end.width / 2, y, { steps: 4 });
    await page().mouse.up();
    if (shift) await page().keyboard.up('Shift');
  }

  it('are not there until somebody asks, and stay', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    assert.equal(await page().locator('.charts').isVisible(), false);
    const grid = page().locator('.grid');
    assert.equal(await grid.getAttribute('aria-rowcount'), '101');
    await on.button(TEXTS.title).click();
    assert.equal(await on.button(TEXTS.title).getAttribute('aria-pressed'), 'true');
    await says('status', '20% Running');
    await says('platform', '50% Facebook');
    await says('tags', '2 tags · 34% none');
    await says('name', '5 different');
    assert.equal(await grid.getAttribute('aria-rowcount'), '102');
    assert.equal(await page().locator('.body .row').first().getAttribute('aria-rowindex'), '3');
    await until(async () => (await on.open.lastOf('view'))?.view.statistics === true, 'kept');
    await on.button(TEXTS.title).click();
    assert.equal(await page().locator('.charts').isVisible(), false);
    assert.equal(await grid.getAttribute('aria-rowcount'), '101');
  });

  it('are counted of the columns on the screen alone', async () => {
    await show();
    assert.equal(await bars('gender').count(), 0);
    await page().evaluate(`document.querySelector('.scroller').scrollLeft = 5000`);
    await says('gender', '50% Male');
  });

  it('follow every filter, and filter: a click, Shift and click, a second click', async () => {
    await show();
    await bars('status').nth(1).click();
    await filterIs({ status: ['2'] });
    await says('status', '100% Paused');
    assert.equal(await bars('status').count(), 5, 'the others can be added');
    await until(async () => (await chart('status').locator('.chosen').count()) === 1, 'chosen');
    await bars('status')
      .nth(2)
      .click({ modifiers: ['Shift'] });
    await until(async () => (await filter())?.status.length === 2, 'two');
    await on.button('Clear Filter').click();
    await says('status', '20% Running');
    await bars('platform').nth(0).click();
    await filterIs({ platform: ['FB'] });
    await bars('platform').nth(0).click();
    await filterIs({ platform: [] });
    await bars('tags').last().click();
    await filterIs({ tag: [''] });
    await says('tags', '0 tags · 100% none');
    await page().getByText('34 of 100 loaded match').waitFor();
  });

  it('filter by a drag over bins, and show what is chosen', async () => {
    await show();
    const before = await bars('lastActive').count();
    assert.ok(before >= 3, String(before));
    await drag('lastActive', 1, 2);
    await until(async () => typeof (await filter())?.after === 'number', 'after');
    const { after, before: to } = (await filter()) ?? assert.fail();
    assert.equal(new Date(after ?? 0).getHours(), 0);
    assert.equal((to ?? 0) - (after ?? 0) + 1, 2 * 86_400_000);
    assert.equal(await bars('lastActive').count(), before, 'the edges stay');
    const chosen = () => chart('lastActive').locator('.chosen').count();
    await until(async () => (await chosen()) === 2, 'chosen');
    await drag('lastActive', 1, 2);
    await filterIs({ after: null, before: null });
    await drag('lastActive', 1, 1);
    await drag('lastActive', 3, 3, true);
    await until(async () => (await chosen()) === 3, 'as far as the other');
  });

  it('put into the segment what has no filter of its own, and leave one that has an error', async () => {
    await show();
    await page().evaluate(`document.querySelector('.scroller').scrollLeft = 5000`);
    await says('gender', '50% Male');
    await bars('gender').nth(0).click();
    await filterIs({ segment: 'gender = male' });
    await says('gender', '100% Male');
    await bars('gender')
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await filterIs({ segment: 'gender = male or gender = female' });
    await bars('page').nth(0).click();
    await filterIs({ segment: '(gender = male or gender = female) page = 104501829374655' });
    await bars('params').nth(0).click();
    await until(async () => (await filter())?.segment.endsWith(' has param.city') === true, '');
    await page().evaluate(`document.querySelector('.scroller').scrollLeft = 300`);
    await drag('created', 0, 0);
    await until(
      async () =>
        / first >= 2023-11-1\d and first < 2023-11-1\d$/.test((await filter())?.segment ?? ''),
      'days',
    );
    await drag('created', 0, 0);
    await until(async () => !(await filter())?.segment.includes('first'), 'taken off');
  });

  it('say so when the segment cannot be read, and leave it', async () => {
    const segment = 'tag:VIP and (';
    const view = {
      ...{ columns: [], sort: null, details: false, statistics: true },
      filter: { ...NO_FILTER, segment },
    };
    const first = reset();
    assert.ok(first.type === 'reset');
    const state = { ...first.state, view };
    await on.start({ ...first, state });
    await on.open.tell(append(0, rows(0, 100)));
    await until(async () => (await bars('created').count()) > 0, 'bars');
    await bars('created').first().click();
    await list().getByText(TEXTS.unreadable).waitFor();
    await page().keyboard.press('Escape');
    assert.equal((await filter())?.segment ?? segment, segment);
  });

  it('are a list for the keyboard alone', async () => {
    await show();
    await on.cell(0, 'status').click();
    await page().keyboard.press('ArrowUp');
    assert.equal(await page().evaluate('document.activeElement.className'), 'cell status');
    assert.equal(
      await page().evaluate('document.activeElement.getAttribute("aria-label")'),
      'Status: 100 customers · 20% Running',
    );
    await page().keyboard.press('Enter');
    await list().getByRole('row', { name: 'Running 20 20%' }).waitFor();
    await page().keyboard.press('ArrowDown');
    await page().keyboard.press('Enter');
    await filterIs({ status: ['2'] });
    await list()
      .getByRole('row', { name: /Paused 20 100%/, selected: true })
      .waitFor();
    await page().keyboard.press('End');
    await page().keyboard.press('Shift+Enter');
    await until(async () => (await filter())?.status.length === 2, 'two');
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

  it('open from the menu of a header, too', async () => {
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
