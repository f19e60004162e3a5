import assert from 'node:assert/strict';
import { describePage, until } from './describePage.ts';
import { append, reset, rows, status } from './sample.ts';

describePage('menus, details and search of the Customers page', (on) => {
  const page = () => on.open.page;
  const press = (key: string): Promise<void> => page().keyboard.press(key);

  it('reports on a button or header whether its menu is open', async () => {
    await on.open.tell(append(0, rows(0, 10)));
    const expanded = () => on.button('More Actions…').getAttribute('aria-expanded');
    await on.button('More Actions…').click();
    await page().getByRole('menu').waitFor();
    assert.equal(await expanded(), 'true');
    await press('Escape');
    assert.notEqual(await expanded(), 'true');
    const header = page().getByRole('columnheader', { name: 'Status' });
    await header.click({ button: 'right' });
    await page().getByRole('menu').waitFor();
    assert.equal(await header.getAttribute('aria-expanded'), 'true');
    await press('Escape');
    assert.equal(await header.getAttribute('aria-expanded'), null);
  });

  it('closes the menu with a second click on its button, and with a click on the header of its column', async () => {
    await on.open.tell(append(0, rows(0, 10)));
    const isOpen = () => page().getByRole('menu').isVisible();
    await on.button('More Actions…').click();
    assert.equal(await isOpen(), true);
    await on.button('More Actions…').click();
    assert.equal(await isOpen(), false);
    const header = page().getByRole('columnheader', { name: 'Status' });
    await header.click({ button: 'right' });
    assert.equal(await isOpen(), true);
    await header.click({ position: { x: 5, y: 5 } });
    assert.equal(await isOpen(), false);
  });

  it('keeps an open popup inside the page after a resize', async () => {
    await page().setViewportSize({ width: 900, height: 600 });
    await on.open.tell(append(0, rows(0, 10)));
    await on.button('Active').click();
    const popup = page().locator('.popup:visible').first();
    await popup.waitFor();
    await page().setViewportSize({ width: 330, height: 600 });
    await until(async () => {
      const { x = -1, width = 0 } = (await popup.boundingBox()) ?? {};
      return x >= 0 && x + width <= 330;
    }, 'the popup is inside');
  });

  it('scrolls the details to the top for another customer', async () => {
    await page().setViewportSize({ width: 900, height: 300 });
    await on.open.tell(append(0, rows(0, 10)));
    await on.cell(0, 'name').click();
    await press('Enter');
    const top = () => page().evaluate(`document.querySelector('.details-body').scrollTop`);
    await page().evaluate(`document.querySelector('.details-body').scrollTop = 80`);
    assert.equal(await top(), 80);
    await on.cell(1, 'name').click();
    await until(async () => (await top()) === 0, 'the top of the details');
    await press('Enter');
    assert.equal(
      await page().evaluate(`document.activeElement.className`),
      'details-body',
      'Enter does not close open details',
    );
  });

  it('restores the search when Escape cancels a drag', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await on.button('Statistics').click();
    const bars = page().locator('.charts .cell.lastActive .bar');
    await until(async () => (await bars.count()) >= 3, 'bars');
    const [first, last] = [await bars.nth(0).boundingBox(), await bars.nth(2).boundingBox()];
    if (first === null || last === null) return assert.fail();
    const y = first.y + first.height - 3;
    await page().mouse.move(first.x + first.width / 2, y);
    await page().mouse.down();
    await page().mouse.move(last.x + last.width / 2, y, { steps: 4 });
    await until(async () => (await on.search.inputValue()) !== '', 'a preview');
    await press('Escape');
    await until(async () => (await on.search.inputValue()) === '', 'the previous search');
    await page().mouse.up();
    assert.equal(await on.search.inputValue(), '');
  });

  it('shows 23:59 in the menu for a search up to a day', async () => {
    await on.open.tell(append(0, rows(0, 10)));
    await on.search.fill('active <= 2026-01-05 user');
    await on.button('Active').click();
    const field = page().getByLabel('To', { exact: true });
    assert.equal(await field.inputValue(), '2026-01-05T23:59');
  });

  it('offers to reload the previous pages only while more can be loaded and no load is running or has failed', async () => {
    const again = on.button.bind(on, 'Reload 5 Pages');
    const first = reset();
    assert.ok(first.type === 'reset');
    await on.open.tell({ ...first, pagesBefore: 5 }, append(0, rows(0, 100)));
    await again().waitFor();
    for (const state of ['loading', 'error', 'end'] as const) {
      await on.open.tell({ type: 'status', generation: 1, status: status(100, { state }) });
      await again().waitFor({ state: 'hidden' });
      await on.open.tell({ type: 'status', generation: 1, status: status(100) });
      await again().waitFor();
    }
    await on.open.posted();
    await again().click();
    assert.deepEqual(await on.open.posted(), [{ type: 'loadPages', generation: 1, pages: 4 }]);
  });

  it('reports the matches of the current text, even right after it was typed', async () => {
    await on.open.tell(append(0, rows(0, 10)));
    await on.search.focus();
    // A single task runs all statements, so that the search cannot start before the question.
    await page().evaluate(`{
      // Forgets the last answer.
      delete globalThis.background.scope;
      document.execCommand('insertText', false, 'nobody has this');
      const data = { type: 'askScope', generation: 1 };
      globalThis.dispatchEvent(new MessageEvent('message', { data }));
    }`);
    await until(async () => (await on.open.lastOf('scope')) !== undefined, 'an answer');
    assert.notEqual((await on.open.lastOf('scope'))?.matching, null);
    assert.equal((await on.open.lastOf('view'))?.view.search, 'nobody has this');
  });

  it('keeps the highlighted suggestion when the values of the customers arrive after a key', async () => {
    await on.open.tell(append(0, rows(0, 10)));
    await on.search.focus();
    // A single task runs everything, so that the values cannot arrive between text and key.
    await page().evaluate(`{
      document.execCommand('insertText', false, 'ta');
      globalThis.option = document.querySelector('[role=option]');
      const key = { key: 'ArrowDown', bubbles: true, cancelable: true };
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', key));
    }`);
    await until(() => page().evaluate('!globalThis.option.isConnected'), 'a new list');
    await press('Enter');
    assert.equal(await on.search.inputValue(), 'tag:');
  });
});
