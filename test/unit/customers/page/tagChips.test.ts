import assert from 'node:assert/strict';
import { describePage, until } from './describePage.ts';
import { append, customer, row, rows, status } from './sample.ts';

describePage('tags, headers and details of the Customers page', (on) => {
  const waitForText = (text: string) => on.open.page.getByText(text).waitFor();
  const heads = () => on.open.page.getByRole('columnheader').allTextContents();
  const details = () => on.open.page.getByRole('complementary', { name: 'Details' });
  const entry = (name: string) =>
    on.open.page
      .getByRole('menuitem', { name, exact: true })
      .or(on.open.page.getByRole('menuitemradio', { name, exact: true }));

  it('filter by the tag of a clicked chip, and show the tag by its name', async () => {
    await on.open.tell(append(0, rows(0, 30)));
    await on.cell(1, 'tags').locator('.chip').first().click();
    await on.waitForCount('20 of 30 loaded');
    assert.equal(await on.search.inputValue(), 'tag:VIP ');
    assert.equal(await on.focused(), '1 tags', 'the row keeps the focus');
    await on.cell(2, 'tags').locator('.chip').nth(1).click();
    await on.waitForCount('10 of 30 loaded');
    assert.equal(await on.search.inputValue(), 'tag:"春季活動 2025" ');
    await on.button('Clear Search').click();
    await on.waitForCount('');
    const other = on.cell(4, 'tags').locator('.chip').first();
    await other.click({ modifiers: ['ControlOrMeta'] });
    await waitForText('First 30 customers loaded · 2 selected');
  });

  it('open the details with the chip of the hidden tags', async () => {
    const tags = Array.from({ length: 40 }, (_, index) => ({
      id: `t${index}`,
      name: `tag ${index}`,
    }));
    await on.open.tell(append(0, [row(0, { record: { ...customer(0), tags } })]));
    await on.cell(0, 'tags').locator('.rest').click();
    await details().getByRole('button', { name: 'tag 39', exact: true }).waitFor();
  });

  it('have a menu on each header, by mouse and keyboard', async () => {
    await on.open.tell(append(0, rows(0, 5)));
    const head = (name: string) => on.open.page.getByRole('columnheader', { name, exact: true });
    await head('Tags').click({ button: 'right' });
    assert.equal(await entry('Same Order as the Service').getAttribute('aria-checked'), 'true');
    await entry('Sort Descending').click();
    await on.open.page.locator('.tags[aria-sort=descending]').waitFor();
    await head('Platform').focus();
    await on.open.page.keyboard.press('Shift+F10');
    await entry('Pin "Platform" to the Left').waitFor();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) {
      await on.open.page.keyboard.press(key);
    }
    assert.deepEqual((await heads()).slice(0, 3), ['Platform', 'Name', 'Tags']);
    await on.waitForFocus('header platform');
    await head('Name').click({ button: 'right' });
    await entry('Hide "Name"').click();
    assert.ok(!(await heads()).includes('Name'));
    await head('Platform').click({ button: 'right' });
    await on.open.page.keyboard.press('Escape');
    await on.waitForFocus('header platform');
    await head('Platform').click({ button: 'right' });
    await entry('Reset Columns').click();
    assert.deepEqual((await heads()).slice(0, 3), ['Name', 'Tags', 'Status']);
  });

  it('keep the last column', async () => {
    await on.open.tell(append(0, rows(0, 5)));
    for (const name of (await heads()).slice(1)) {
      await on.open.page
        .getByRole('columnheader', { name, exact: true })
        .click({ button: 'right', position: { x: 5, y: 5 } });
      await entry(`Hide "${name}"`).click();
    }
    await on.open.page.getByRole('columnheader', { name: 'Name' }).click({ button: 'right' });
    assert.equal(
      await entry('Hide "Name"').getAttribute('title'),
      'This is the only visible column, so it cannot be hidden.',
    );
  });

  it('offer to clear the search and to load more if nothing matches', async () => {
    await on.open.tell(append(0, rows(0, 5)));
    await on.search.fill('nobody');
    await on.waitForCount('0 of 5 loaded');
    const empty = on.open.page.locator('.empty');
    await empty.getByText('No loaded customer matches the search').waitFor();
    await on.open.posted();
    await empty.getByRole('button', { name: 'Load More' }).click();
    assert.deepEqual(await on.open.posted(), [{ type: 'loadMore', generation: 1 }]);
    const last = append(5, rows(5, 5));
    await on.open.tell({ ...last, status: status(10, { state: 'end' }) } as typeof last);
    await on.waitForCount('0 of 10 loaded');
    assert.equal(await empty.getByRole('button', { name: 'Load More' }).isVisible(), false);
    await empty.getByRole('button', { name: 'Clear Search' }).click();
    await waitForText('All 10 customers loaded');
    assert.equal(await empty.isVisible(), false);
  });

  it('act on the selected row even after a search hid it for a while', async () => {
    await on.open.tell(append(0, rows(0, 20)));
    await on.cell(9, 'name').click();
    await on.search.fill('nobody');
    await on.waitForCount('0 of 20 loaded');
    const attach = on.button('Attach Tag…');
    assert.equal(await attach.count(), 0, 'without a visible row, the button is not shown');
    await on.button('Clear Search').first().click();
    await waitForText('First 20 customers loaded · 1 selected');
    await on.open.posted();
    await attach.click();
    assert.deepEqual(await on.open.posted(), [{ type: 'attachTag', generation: 1, row: 9 }]);
  });

  it('show the name as the title of the details, and attach and detach tags there', async () => {
    await on.open.tell(append(0, [row(2), row(1, { untaggable: 3 })]));
    await on.cell(0, 'email').click();
    await on.open.page.keyboard.press('Enter');
    await details().getByRole('heading', { name: '陳 美玲', exact: true }).waitFor();
    await details()
      .getByText(/^Facebook · Stopped · active .+ ago$|active last/)
      .waitFor();
    await on.open.posted();
    await details().getByRole('button', { name: 'Detach "VIP"' }).click();
    await details().getByRole('button', { name: 'Attach Tag…' }).click();
    const tag = { id: 't1', name: 'VIP' };
    assert.deepEqual(await on.open.posted(), [
      { type: 'detachTag', generation: 1, row: 0, tag },
      { type: 'attachTag', generation: 1, row: 0 },
    ]);
    await details().getByRole('button', { name: 'VIP', exact: true }).click();
    await on.waitForCount('2 of 2 loaded');
    await on.cell(1, 'email').click();
    const attach = details().getByRole('button', { name: 'Attach Tag…' });
    assert.equal(await attach.getAttribute('aria-disabled'), 'true');
    assert.equal(
      await attach.getAttribute('title'),
      'This customer cannot be tagged, because the service sent an empty value for "Page ID".',
    );
  });

  it('do not change tags in the details of a read-only bot, and show the reason', async () => {
    const reason = '"Shop" is read-only. To allow changes, use "Bot Settings…" on the bot.';
    await on.open.tell(append(0, [row(2)]));
    await on.cell(0, 'email').click();
    await on.open.page.keyboard.press('Enter');
    const buttons = ['Detach "VIP"', 'Attach Tag…'].map((name) =>
      details().getByRole('button', { name }),
    );
    for (const isLocked of [true, false]) {
      await on.open.tell({ type: 'lock', reason: isLocked ? reason : null });
      for (const button of buttons) {
        assert.equal(await button.getAttribute('aria-disabled'), String(isLocked));
        assert.equal((await button.getAttribute('title')) === reason, isLocked);
      }
      await on.open.posted();
      for (const button of buttons) await button.dispatchEvent('click');
      assert.equal((await on.open.posted()).length, isLocked ? 0 : 2);
    }
  });

  it('show the external ID, find it and sort by it', async () => {
    const ids = ['M3', undefined, 'M1', 'M2'];
    const added = ids.map((extId, index) => row(index, { record: { ...customer(index), extId } }));
    await on.open.tell(append(0, added));
    const shownIds = () => on.open.page.locator('.body .row .extId').allTextContents();
    assert.deepEqual(await shownIds(), ['M3', '', 'M1', 'M2']);
    await on.open.page.getByRole('columnheader', { name: 'External ID' }).click();
    await on.open.page.locator('.extId[aria-sort=ascending]').waitFor();
    await until(async () => (await shownIds()).join() === 'M1,M2,M3,', 'the order');
    await on.search.fill('m2');
    await on.waitForCount('1 of 4 loaded');
  });

  it('focus the search with Ctrl+F from any element', async () => {
    await on.open.tell(append(0, rows(0, 5)));
    const isSearchFocused = () =>
      on.open.page.evaluate(`document.activeElement.tagName === 'TEXTAREA'`);
    await on.search.fill('ada');
    await on.cell(1, 'name').click();
    assert.equal(await isSearchFocused(), false);
    await on.open.page.keyboard.press('ControlOrMeta+f');
    assert.equal(await isSearchFocused(), true);
    await on.open.page.keyboard.type('gone');
    assert.equal(await on.search.inputValue(), 'gone');
  });

  it('stay usable in a page of 320 by 260 pixels', async () => {
    await on.open.page.setViewportSize({ width: 320, height: 260 });
    await on.open.tell(append(0, rows(0, 100)));
    const table = await on.open.page.locator('.scroller').boundingBox();
    assert.ok(table && table.height >= 196, JSON.stringify(table));
    await on.button('Load More').click();
    assert.deepEqual((await on.open.posted()).at(-1), { type: 'loadMore', generation: 1 });
    await on.cell(3, 'name').click();
    await on.open.page.keyboard.press('Enter');
    await details().getByText('U00000003', { exact: true }).scrollIntoViewIfNeeded();
    const width = await on.open.page.evaluate('document.documentElement.scrollWidth');
    assert.equal(width, 320, 'the page does not scroll horizontally');
  });
});
