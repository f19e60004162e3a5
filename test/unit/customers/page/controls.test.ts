import assert from 'node:assert/strict';
import { describePage, until } from './describePage.ts';
import { append, reset, row, rows, STATE } from './sample.ts';

const TOOLS = ['Attach Tag…', 'Detach Tag…', 'Statistics', 'Details', 'More Actions…'];

describePage('controls of the Customers page', (on) => {
  const tools = () => on.open.page.getByRole('toolbar', { name: 'Customers' });
  const focusedName = () =>
    on.open.page.evaluate(
      `document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent`,
    );
  const press = (key: string) => on.open.page.keyboard.press(key);
  const more = () => on.button('More Actions…');
  const entry = (name: string) => on.open.page.getByRole('menuitem', { name, exact: true });

  it('are in one row above the table from 500 px on', async () => {
    await on.open.tell(append(0, rows(0, 20)));
    await on.cell(0, 'name').click();
    for (const [width, maxHeight] of [
      [1200, 44],
      [920, 44],
      [640, 70],
      [500, 70],
    ] as const) {
      await on.open.page.setViewportSize({ width, height: 600 });
      const box = await tools().boundingBox();
      const table = await on.open.page.locator('.table').boundingBox();
      assert.ok(box && table);
      assert.ok(box.height <= maxHeight, `${box.height} px`);
      assert.equal(box.y + box.height, table.y);
      let right = 0;
      for (const name of ['Tag', 'Status', 'Platform', 'Active', ...TOOLS]) {
        const inner = await tools().getByRole('button', { name, exact: true }).boundingBox();
        assert.ok(inner, name);
        assert.equal(inner.y, box.y + 8, name);
        assert.ok(inner.x >= right, `${name} overlaps the control before it`);
        right = inner.x + inner.width;
      }
      assert.ok(right <= width, `${right} of ${width} px`);
    }
  });

  it('are a single Tab stop with arrow key navigation', async () => {
    await on.open.tell(append(0, rows(0, 20)));
    await on.search.fill('o');
    await on.open.page.getByText('20 of 20 loaded').waitFor();
    await press('ArrowLeft');
    assert.equal(await focusedName(), 'Search loaded customers', 'the caret moves first');
    await press('End');
    const names: unknown[] = [];
    for (let step = 0; step < 9; step++) {
      await press('ArrowRight');
      names.push(await focusedName());
    }
    assert.deepEqual(names, [
      ...['Segments', 'Clear Search', 'Tag', 'Status', 'Platform', 'Active'],
      ...['Statistics', 'Details', 'More Actions…'],
    ]);
    assert.equal(await tools().locator('[tabindex="0"]').count(), 1);
    await press('Home');
    assert.equal(await focusedName(), 'Search loaded customers');
    await press('ArrowRight');
    await press('Tab');
    await on.waitForFocus('0 name');
    await press('Shift+Tab');
    assert.equal(await focusedName(), 'Segments');
  });

  it('write into the search, where one key removes a condition and undo restores it', async () => {
    await on.open.tell(append(0, rows(0, 20)));
    await on.search.fill('user');
    await on.button('Platform').click();
    const line = on.open.page.getByRole('checkbox', { name: 'LINE' });
    await line.check();
    assert.equal(await on.search.inputValue(), 'user platform = LINE ');
    await on.waitForCount('10 of 20 loaded');
    assert.equal(await line.isVisible(), true, 'the menu is still open');
    await press('Escape');
    assert.equal(await focusedName(), 'Platform');
    assert.equal(await on.open.page.locator('.search .active').count(), 1);
    await on.search.focus();
    await press('ControlOrMeta+End');
    await press('Backspace');
    assert.equal(await on.search.inputValue(), 'user ');
    await on.waitForCount('20 of 20 loaded');
    await press('ControlOrMeta+z');
    assert.equal(await on.search.inputValue(), 'user platform = LINE ');
    await press('ControlOrMeta+z');
    assert.equal(await on.search.inputValue(), 'user');
    await on.button('Status').click();
    await on.open.page.getByRole('checkbox', { name: 'Paused' }).check();
    await on.open.page.getByRole('checkbox', { name: /^Blocked(?! the)/ }).check();
    const bothStatuses = 'user (status = paused or status = blocked) ';
    assert.equal(await on.search.inputValue(), bothStatuses);
    await on.open.page.getByRole('checkbox', { name: 'Paused' }).uncheck();
    assert.equal(await on.search.inputValue(), 'user status = blocked ');
    assert.equal(await on.search.getAttribute('title'), 'contains "user", and Status is Blocked');
    await press('Escape');
    await on.button('Clear Search').click();
    assert.equal(await on.search.inputValue(), '');
    await on.open.page.getByText('First 20 customers loaded').waitFor();
  });

  it('show the query in the footer, and change it there', async () => {
    await on.open.tell(append(0, rows(0, 20)));
    await on.open.page.getByText('100 customers per page · active at any time').waitFor();
    assert.equal(await on.open.page.getByLabel('Customers per page').isVisible(), false);
    await on.button('Change…').click();
    const limit = on.open.page.getByLabel('Customers per page');
    await limit.fill('50');
    await on.open.page.getByLabel('Active after').fill('2025-01-02T03:04:05');
    await on.open.posted();
    await on.button('Load').click();
    const from = await on.open.page.evaluate(`new Date('2025-01-02T03:04:05').getTime()`);
    assert.deepEqual(await on.open.posted(), [{ type: 'load', limit: 50, from }]);
    await limit.waitFor({ state: 'hidden' });
    const again = reset(2);
    await on.open.tell({
      ...again,
      state: { ...STATE, limit: 50, from: Number(from) },
    } as typeof again);
    await on.open.page.getByText(/^50 customers per page · active after Jan 2, 2025/).waitFor();
  });

  it('have the other actions in a menu, for the current row', async () => {
    await on.open.tell(append(0, [row(0), row(1, { untaggable: 3 })]));
    await on.cell(0, 'name').click();
    await on.open.posted();
    await more().focus();
    await press('Enter');
    assert.equal(await focusedName(), 'List Tags');
    await press('ArrowDown');
    assert.equal(await focusedName(), 'Copy User ID');
    await press('Enter');
    assert.deepEqual(await on.open.posted(), [{ type: 'copyId', generation: 1, row: 0 }]);
    await entry('List Tags').waitFor({ state: 'hidden' });
    await on.cell(1, 'name').click();
    await more().click();
    assert.equal(await entry('List Tags').getAttribute('aria-disabled'), 'true');
    assert.equal(
      await entry('List Tags').getAttribute('title'),
      'This customer cannot be tagged, because the service sent an empty value for "Page ID".',
    );
    await entry('Select All 2').click();
    await on.open.page.getByText('2 selected').waitFor();
    await more().click();
    await entry('Clear Selection').click();
    await until(
      async () => (await on.open.page.getByText('2 selected').count()) === 0,
      'no selection',
    );
    await more().click();
    await press('Escape');
    assert.equal(await focusedName(), 'More Actions…');
  });

  it('highlight the menu entry under the mouse, from which keys continue', async () => {
    await on.open.tell(append(0, rows(0, 20)));
    await on.cell(0, 'name').click();
    await more().click();
    await entry('Copy User ID').hover();
    assert.equal(await focusedName(), 'Copy User ID');
    await press('ArrowUp');
    assert.equal(await focusedName(), 'List Tags');
  });

  it('tag no customer while the bot is read-only, and show the reason', async () => {
    const reason = '"Shop" is read-only. To allow changes, use "Bot Settings…" on the bot.';
    const root = on.open.page.locator('#page');
    const buttons = ['Attach Tag…', 'Detach Tag…'].map((name) => on.button(name));
    const buttonStates = () =>
      Promise.all(
        buttons.map(async (button) => [
          await button.getAttribute('aria-disabled'),
          await button.getAttribute('title'),
        ]),
      );
    const forBothButtons = (disabled: string, title: string) => [
      [disabled, title],
      [disabled, title],
    ];
    await on.open.tell(append(0, rows(0, 20)));
    await on.cell(1, 'name').click();
    await on.open.tell({ type: 'lock', reason });
    assert.deepEqual(await buttonStates(), forBothButtons('true', reason));
    assert.deepEqual(JSON.parse((await root.getAttribute('data-vscode-context')) ?? ''), {
      botTagsReadOnly: true,
    });
    await on.open.posted();
    for (const button of buttons) await button.dispatchEvent('click');
    assert.deepEqual(await on.open.posted(), []);
    await on.cell(3, 'name').click({ modifiers: ['Shift'] });
    // With several selected rows, the button creates a plan file, which changes nothing in the service.
    assert.deepEqual((await buttonStates())[0]?.[0], 'false', 'a plan writes nothing');
    await on.cell(1, 'name').click();
    await on.open.tell({ type: 'lock', reason: null });
    assert.deepEqual(await buttonStates(), [
      ['false', 'Attach Tag…\nAda Lovelace'],
      ['false', 'Detach Tag…\nAda Lovelace'],
    ]);
    assert.match((await root.getAttribute('data-vscode-context')) ?? '', /false/);
  });

  it('tag the current customer, or all selected ones', async () => {
    await on.open.tell(append(0, rows(0, 20)));
    await on.cell(1, 'name').click();
    const attach = on.button('Attach Tag…');
    assert.equal(await attach.getAttribute('aria-disabled'), 'false');
    assert.equal(await attach.getAttribute('title'), 'Attach Tag…\nAda Lovelace');
    await on.cell(3, 'name').click({ modifiers: ['Shift'] });
    for (const name of ['Attach Tag…', 'Detach Tag…']) {
      assert.equal(await on.button(name).getAttribute('aria-disabled'), 'false', name);
      assert.equal(await on.button(name).getAttribute('title'), `${name}\n3 selected`);
    }
    await on.open.posted();
    await attach.dispatchEvent('click');
    const posted = await on.open.posted();
    assert.deepEqual(
      posted.map((message) => [message.type, 'row' in message && message.row]),
      [['attachTag', 3]],
    );
    // The second click removes row 8 from the selection again, but row 8 stays the current row.
    await on.cell(8, 'name').click({ modifiers: ['ControlOrMeta'] });
    await on.cell(8, 'name').click({ modifiers: ['ControlOrMeta'] });
    await on.open.posted();
    await attach.dispatchEvent('click');
    const again = (await on.open.posted()).find(({ type }) => type === 'attachTag');
    assert.ok(again !== undefined && 'row' in again);
    assert.equal(again.row, 1, 'one of the selected customers is posted');
  });
});
