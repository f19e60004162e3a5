import assert from 'node:assert/strict';
import { bitsFromText, rowsOfBits } from '../../../../src/customers/gridRows.ts';
import { describePage, until } from './describePage.ts';
import { append, customer, reset, row, rows, STATE, status } from './sample.ts';

describePage('rows of the Customers page', (on) => {
  const statusText = () => on.open.page.getByRole('status').textContent();
  const statusMatches = (text: string | RegExp) =>
    until(async () => new RegExp(text).test((await statusText()) ?? ''), String(text));
  const shownNames = () => on.open.page.locator('.body .row .name').allTextContents();

  /** Asks the page for its selected and matching rows. `matching` is `null` without a search. */
  async function scope(): Promise<{ selected: number[]; matching: number[] | null }> {
    await on.open.tell({ type: 'askScope', generation: 1 });
    await until(async () => (await on.open.lastOf('scope')) !== undefined, 'the scope');
    const scopeMessage = await on.open.lastOf('scope');
    const rowsIn = (text: string) => rowsOfBits(bitsFromText(text), 1000);
    const { selected = '', matching = null } = scopeMessage ?? {};
    return { selected: rowsIn(selected), matching: matching === null ? null : rowsIn(matching) };
  }

  it('are filtered by words, and the panel receives the matches', async () => {
    await on.open.tell(append(0, rows(0, 10)));
    await on.search.fill('lovelace');
    await on.waitForCount('2 of 10 loaded');
    assert.deepEqual(await shownNames(), ['Ada Lovelace', 'Ada Lovelace']);
    await until(async () => (await scope()).matching?.length === 2, 'the rows that match');
    assert.deepEqual(await scope(), { selected: [], matching: [1, 6] });
    await on.search.fill('nobody');
    await on.waitForCount('0 of 10 loaded');
    assert.equal(await on.open.page.locator('.empty').isVisible(), true);
    assert.equal(
      await on.open.page.locator('.empty p').textContent(),
      'No loaded customer matches the search',
    );
    await on.open.page.locator('.empty').getByRole('button', { name: 'Clear Search' }).click();
    await statusMatches('^First 10 customers loaded');
  });

  it('are drawn again one by one when their records change', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await on.open.page.evaluate(`(() => {
      globalThis.drawnRows = [];
      new MutationObserver((changes) => {
        for (const { target } of changes) globalThis.drawnRows.push(target.closest('[role=row]')?.dataset.row);
      }).observe(document.querySelector('.body'), { subtree: true, childList: true, attributes: true });
    })()`);
    const json = (name: string) => JSON.stringify({ ...customer(1), name });
    for (const changedRow of [1, 99]) {
      await on.open.tell({ type: 'patch', generation: 1, row: changedRow, json: json('New Name') });
    }
    assert.equal((await shownNames())[1], 'New Name');
    const drawn: string[] = await on.open.page.evaluate('globalThis.drawnRows');
    assert.deepEqual([...new Set(drawn)], ['1']);
  });

  it('skip the layout of columns outside of the screen, and still expose them to screen readers', async () => {
    await on.open.tell(append(0, rows(0, 3)));
    const { page } = on.open;
    await page.setViewportSize({ width: 700, height: 500 });
    const contentVisibilityOf = (column: string) =>
      page.evaluate<string>(
        `getComputedStyle(document.querySelector('[data-row="1"] .${column}')).contentVisibility`,
      );
    await until(
      async () => (await contentVisibilityOf('id')) === 'auto',
      'the last column to be left out',
    );
    assert.equal(await contentVisibilityOf('name'), 'visible');
    const id = await on.cell(1, 'id').textContent();
    const accessibleRow = await page.locator('[data-row="1"]').ariaSnapshot();
    assert.ok(id !== null && id !== '' && accessibleRow.includes(id), accessibleRow);
    await page.evaluate(`document.querySelector('.scroller').scrollTo(5000, 0)`);
    await until(async () => (await contentVisibilityOf('id')) === 'visible', 'the last column');
    assert.equal(await contentVisibilityOf('name'), 'auto');
  });

  it('are sorted ascending, descending and not at all, and keep the current row', async () => {
    await on.open.tell(append(0, rows(0, 5)));
    const header = on.open.page.getByRole('columnheader', { name: 'Name' });
    await on.cell(3, 'email').click();
    await header.click();
    await until(async () => (await shownNames())[0] === 'Ada Lovelace', 'the order');
    assert.equal(await header.getAttribute('aria-sort'), 'ascending');
    await header.press('Enter');
    await until(async () => (await shownNames()).at(-1) === 'Ada Lovelace', 'the other order');
    assert.equal(await header.getAttribute('aria-sort'), 'descending');
    await header.press(' ');
    await until(async () => (await shownNames())[0] === '王小明', 'the order of the service');
    assert.equal(await on.open.page.locator('.row.current').getAttribute('data-row'), '3');
    await until(
      async () => (await on.open.lastOf('view'))?.view.sort === null,
      'the stored sort order',
    );
  });

  it('are selected with the keyboard alone', async () => {
    await on.open.tell(append(0, rows(0, 50)));
    await on.cell(2, 'name').click();
    for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown'])
      await on.open.page.keyboard.press(key);
    assert.deepEqual((await scope()).selected, [2, 3, 4]);
    assert.equal(await statusText(), 'First 50 customers loaded · 3 selected');
    await on.open.page.keyboard.press('ArrowDown');
    await on.open.page.keyboard.press(' ');
    assert.deepEqual((await scope()).selected, [2, 3, 4, 5]);
    const line = on.open.page.locator('[role=row][data-row="5"]');
    assert.equal(await line.getAttribute('aria-selected'), 'true');
    const context = JSON.parse((await line.getAttribute('data-vscode-context')) ?? '');
    assert.equal(context.webviewSection, 'rows');
    await on.open.page.keyboard.press('Control+a');
    assert.equal((await scope()).selected.length, 50);
    await on.open.page.keyboard.press('Escape');
    assert.deepEqual((await scope()).selected, []);
    await on.open.posted();
    await on.open.page.keyboard.press('Control+c');
    assert.deepEqual(await on.open.posted(), [{ type: 'copyIds', generation: 1 }]);
  });

  it('show all fields of a record in the details, including invalid ones', async () => {
    const { birthday: _, ...sent } = customer(2);
    const record = { ...sent, status: null, extra: { deep: 1 }, extId: 'x-1', params: 5, '$&': 7 };
    const problems = ['status', 'birthday', 'tags', 'params'].map((field) => {
      return { field, text: `"${field}" is wrong.` };
    });
    await on.open.tell(append(0, [row(0, { record, problems }), row(1)]));
    await on.cell(0, 'name').click();
    await on.open.page.keyboard.press('Enter');
    const details = on.open.page.getByRole('complementary', { name: 'Details' });
    const text = (await details.innerText()).replaceAll('\u00a0', ' ');
    for (const part of ['External ID', 'x-1', 'extra', '{"deep":1}']) {
      assert.ok(text.includes(part), part);
    }
    const tags = await details.getByRole('group', { name: 'Tags' }).locator('.name').all();
    const titles = await Promise.all(tags.map((tag) => tag.getAttribute('title')));
    assert.deepEqual(
      titles.map((title) => /\n× (\d)\n/.exec(title ?? '')?.[1]),
      ['3', '1'],
    );
    for (const { name } of sent['tags'] as { name: string }[]) {
      assert.equal(text.split(name).length, 2, `${name} once`);
    }
    const warned = details.locator('dt', { has: on.open.page.locator('+ dd .warning') });
    assert.deepEqual(await warned.allTextContents(), ['Status', 'Birthday', 'Parameters']);
    const warnings = await details.locator('.warning').allTextContents();
    assert.deepEqual(warnings.toSorted(), problems.map((problem) => problem.text).toSorted());
    assert.equal(await details.locator('.tag-list + .warning').count(), 1);
    await on.open.posted();
    // A field may have any name. In the replacement text of `replace`, `$&` would mean the matched text.
    assert.equal(await details.getByRole('button', { name: 'Copy $&', exact: true }).count(), 1);
    await details.getByRole('button', { name: 'Copy External ID' }).click();
    assert.deepEqual(await on.open.posted(), [{ type: 'copyText', text: 'x-1' }]);
    await details.getByRole('button', { name: 'Open Record as JSON' }).click();
    assert.deepEqual(await on.open.posted(), [{ type: 'openRecord', generation: 1, row: 0 }]);
    await on.open.page.keyboard.press('Escape');
    assert.equal(await on.focused(), '0 name');
  });

  it('store their columns and conditions chosen in menus on disk, but neither typed text nor customer data', async () => {
    const again = reset(2);
    const columns = [{ id: 'email', width: 300, hidden: false, pinned: true }];
    // `status = paused` was chosen in a menu, and the rest was typed.
    const search = 'ada status = paused has phone';
    const shown = { search, chosen: 'status = paused', details: false, statistics: false };
    const view = { columns, sort: { column: 'email', descending: true }, ...shown };
    await on.start({
      ...again,
      state: { ...STATE, view },
    } as typeof again);
    await on.open.tell(append(0, rows(0, 10), 2));
    await on.waitForCount('2 of 10 loaded');
    assert.deepEqual(await on.open.page.locator('.body .row .email').allTextContents(), [
      'user6@example.com',
      'user1@example.com',
    ]);
    const [first] = await on.open.page.getByRole('columnheader').allTextContents();
    assert.equal(first, 'Email');
    await on.cell(6, 'email').click();
    const storedText = JSON.stringify(await on.open.state());
    assert.ok(
      storedText.includes('"width":300') && storedText.includes('"search":"status = paused"'),
      storedText,
    );
    const typed = /ada|has phone|Lovelace|user6|U0000/i;
    assert.doesNotMatch(storedText, typed);
    await on.search.fill('lovelace status = paused has phone');
    const reportedView = async () => (await on.open.lastOf('view'))?.view;
    await until(
      async () => (await reportedView())?.search.startsWith('lovelace') === true,
      'the typed text',
    );
    assert.equal((await reportedView())?.chosen, 'status = paused');
    assert.doesNotMatch(JSON.stringify(await on.open.state()), typed);
  });

  it('report the typed text to the panel as soon as the page loses the focus', async () => {
    await on.open.tell(append(0, rows(0, 10)));
    await on.open.posted();
    // The debounce timer never fires, as in a hidden tab.
    await on.open.page.evaluate(`(() => {
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (call, ms) => (ms === 200 ? 0 : setTimeout(call, ms));
    })()`);
    await on.search.fill('lovelace');
    await on.waitForCount('2 of 10 loaded');
    assert.equal(await on.open.lastOf('view'), undefined);
    await on.open.page.evaluate(`dispatchEvent(new Event('blur'))`);
    const text = (await on.open.lastOf('view'))?.view.search;
    assert.equal(text, 'lovelace');
  });

  it('are loaded by Load All until Cancel is clicked', async () => {
    await on.open.tell(append(0, rows(0, 10)));
    await on.open.posted();
    await on.button('Load All').click();
    const progress = { pages: 2, totalPages: null };
    const loading = status(10, { state: 'loading', progress });
    await on.open.tell({ type: 'status', generation: 1, status: loading });
    assert.equal(await statusText(), 'First 10 customers loaded · Loading… pages so far: 2');
    const focused = () => on.open.page.locator(':focus').textContent();
    assert.equal(await focused(), 'Cancel', 'Cancel replaces Load All and has the focus');
    await on.button('Cancel').click();
    assert.deepEqual(await on.open.posted(), [
      { type: 'loadAll', generation: 1 },
      { type: 'cancel', generation: 1 },
    ]);
    const waiting = status(10, { state: 'loading', isWaiting: true, note: 'retrying in 4 s' });
    await on.open.tell({ type: 'status', generation: 1, status: waiting });
    await on.button('Cancel').click();
    assert.deepEqual(await on.open.posted(), [{ type: 'cancel', generation: 1 }]);
    await on.open.tell({ type: 'status', generation: 1, status: status(10) });
    assert.equal(await focused(), 'Load All');
  });

  it('are found by the words on the page, even if records have numbers or Chinese words instead', async () => {
    await on.open.tell(append(0, rows(0, 300)));
    await on.search.fill('paused');
    await on.waitForCount('60 of 300 loaded');
    await on.search.fill('female');
    await on.waitForCount('150 of 300 loaded');
  });
});
