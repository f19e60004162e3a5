import assert from 'node:assert/strict';
import { bitsToText } from '../../../../src/base/rowBits.ts';
import type { PanelMessage, GridPosition } from '../../../../src/customers/gridMessages.ts';
import { STANDARD_COLUMNS } from '../../../../src/customers/page/columns.ts';
import { describePage, until } from './describePage.ts';
import { append, reset, rows, STATE, status } from './sample.ts';

/** The current row is 150. The first visible row is 144, of which 11 px are scrolled away. A row is 28 px high. */
const POSITION: GridPosition = {
  row: 150,
  column: 0,
  hasFocus: true,
  first: 144,
  offset: 11,
  left: 60,
};

/** Returns the first message to a new page whose panel already has rows. */
function resetWithPosition(
  gridPosition: GridPosition,
  loaded: number,
  sort: string | null = null,
): PanelMessage {
  const first = reset() as PanelMessage & { type: 'reset' };
  const view = {
    columns: [...STANDARD_COLUMNS],
    sort: sort === null ? null : { column: sort, descending: true },
    search: '',
    chosen: '',
    details: true,
    statistics: false,
  };
  return { ...first, gridPosition, status: status(loaded), state: { ...STATE, view } };
}

describePage('position in the Customers page', (on) => {
  const scrolled = (): Promise<[number, number]> =>
    on.open.page.evaluate(`(() => {
      const { scrollTop, scrollLeft } = document.querySelector('.scroller');
      return [scrollTop, scrollLeft];
    })()`);
  async function reload(...messages: readonly PanelMessage[]): Promise<void> {
    await on.open.page.reload();
    await on.open.tell(...messages);
  }

  const details = (id: string) =>
    on.open.page.getByRole('complementary').getByText(id, { exact: true });

  const isSearchFocused = (): Promise<boolean> =>
    on.open.page.evaluate(`document.activeElement.matches('.search textarea')`);

  it('begins in the search box, which is focused again when the page gets the focus while no element is focused', async () => {
    assert.equal(await isSearchFocused(), true);
    await on.open.page.evaluate(`document.activeElement.blur()`);
    await on.open.tell(append(0, rows(0, 20)));
    assert.equal(await isSearchFocused(), false);
    await on.open.page.evaluate(`window.dispatchEvent(new Event('focus'))`);
    assert.equal(await isSearchFocused(), true);
    await on.button('Load More').focus();
    await on.open.page.evaluate(`window.dispatchEvent(new Event('focus'))`);
    assert.equal(await isSearchFocused(), false);
  });

  it('is reported to the panel by row number, and is not in the stored state', async () => {
    await on.open.tell(append(0, rows(0, 300)));
    await on.cell(0, 'name').click();
    await on.open.page.keyboard.press('Control+End');
    await on.scrollTo(28 * 100 + 5);
    const reportedPosition = async () => (await on.open.lastOf('gridPosition'))?.gridPosition;
    await until(async () => (await reportedPosition())?.first === 100, 'the position');
    const left = (await scrolled())[1];
    assert.ok(left > 0);
    const expected: GridPosition = {
      row: 299,
      column: 13,
      hasFocus: true,
      first: 100,
      offset: 5,
      left,
    };
    assert.deepEqual(await reportedPosition(), expected);
    assert.doesNotMatch(JSON.stringify(await on.open.state()), /gridPosition|299/);
  });

  it('is restored in a new page', async () => {
    await reload(resetWithPosition(POSITION, 300), append(0, rows(0, 100)));
    // No rows are shown before those at the restored position have arrived.
    assert.equal(await on.open.page.locator('.body .row').count(), 0);
    await on.open.tell(append(100, rows(100, 200)));
    await on.waitForFocus('150 name');
    assert.deepEqual(await scrolled(), [144 * 28 + 11, 60]);
    assert.match((await on.cell(150, 'name').locator('..').getAttribute('class')) ?? '', /current/);
    await details('U00000150').waitFor();
    await on.open.page.keyboard.press('ArrowDown');
    assert.equal(await on.focused(), '151 name');
  });

  it('is restored to the same row if the rows are sorted, even if they arrive in two messages', async () => {
    await reload(resetWithPosition(POSITION, 300, 'id'), append(0, rows(0, 100)));
    await on.open.tell(append(100, rows(100, 200)));
    await on.waitForFocus('150 name');
    // The last ID is first.
    assert.deepEqual(await scrolled(), [(299 - 144) * 28 + 11, 60]);
  });

  it('is restored among the matching rows before the index has answered', async () => {
    const { page } = on.open;
    const answerHeldBack = Promise.withResolvers<void>();
    await page.route('**/customerIndex.js', async (route) => {
      await answerHeldBack.promise;
      await route.continue();
    });
    const first = resetWithPosition({ ...POSITION, row: 2, first: null, offset: 0 }, 10);
    assert.ok(first.type === 'reset' && first.state.view !== null);
    const view = { ...first.state.view, search: 'lovelace' };
    // The matching rows differ from the index's result, so that the test can distinguish the two.
    const matching = bitsToText(Uint8Array.of(0b1100));
    await reload({ ...first, matching, state: { ...first.state, view } });
    const appendFrom = (start: number): PanelMessage => {
      const message = append(start, rows(start, 5));
      assert.ok(message.type === 'append');
      return { ...message, status: status(10) };
    };
    await on.open.tell(appendFrom(0));
    assert.equal(await page.locator('.body .row').count(), 0);
    await on.open.tell(appendFrom(5));
    assert.equal(await page.locator('.body .row').count(), 2);
    await on.waitForCount('2 of 10 loaded');
    assert.equal(await on.focused(), '2 name');
    answerHeldBack.resolve();
    await on.cell(6, 'name').waitFor();
    assert.equal(await on.cell(2, 'name').count(), 0);
    await page.unroute('**/customerIndex.js');
  });

  it('restores a row outside of the screen, and leaves the focus unchanged', async () => {
    const unfocusedPosition = { ...POSITION, row: 3, hasFocus: false };
    await reload(resetWithPosition(unfocusedPosition, 300), append(0, rows(0, 300)));
    await on.cell(144, 'name').waitFor();
    await details('U00000003').waitFor();
    assert.equal(await on.focused(), 'none');
    assert.equal(await isSearchFocused(), true);
    assert.deepEqual(await scrolled(), [144 * 28 + 11, 60]);
  });
});
