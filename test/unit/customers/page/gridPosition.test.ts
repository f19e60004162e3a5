import assert from 'node:assert/strict';
import { bitsToText } from '../../../../src/customers/gridRows.ts';
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

  it('is reported after the focus moves, even without scrolling', async () => {
    await on.open.tell(append(0, rows(0, 20)));
    const waitForPosition = (row: number, hasFocus: boolean): Promise<void> =>
      until(
        async () => {
          const gridPosition = (await on.open.lastOf('gridPosition'))?.gridPosition;
          return gridPosition?.row === row && gridPosition.hasFocus === hasFocus;
        },
        `row ${row}, ${hasFocus ? 'with' : 'without'} focus`,
      );
    await on.cell(2, 'name').click();
    await waitForPosition(2, true);
    await on.search.click();
    await waitForPosition(2, false);
  });

  it('is reported as soon as the page loses the focus, with the cell that had it', async () => {
    const { page } = on.open;
    await on.open.tell(append(0, rows(0, 20)));
    // Timers never fire, as in a hidden tab.
    await page.evaluate('globalThis.setTimeout = () => 1');
    await on.cell(3, 'name').click();
    assert.equal(await on.open.lastOf('gridPosition'), undefined);
    await page.evaluate(`(() => {
      document.hasFocus = () => false;
      document.activeElement.blur();
      dispatchEvent(new Event('blur'));
    })()`);
    const { row, hasFocus, first } = (await on.open.lastOf('gridPosition'))?.gridPosition ?? {};
    // At the top, the page stays there even if other rows become the first ones.
    assert.deepEqual({ row, hasFocus, first }, { row: 3, hasFocus: true, first: null });
  });

  it('is not reported before it is restored', async () => {
    await reload(resetWithPosition(POSITION, 300), append(0, rows(0, 100)));
    await on.open.page.evaluate(`(() => {
      document.querySelector('.scroller').dispatchEvent(new Event('scroll'));
      dispatchEvent(new Event('blur'));
    })()`);
    assert.equal(await on.open.lastOf('gridPosition'), undefined);
  });

  it('is restored in a new page', async () => {
    await reload(resetWithPosition(POSITION, 1000), append(0, rows(0, 100)));
    // No rows are shown before those at the restored position have arrived. Later rows may still be missing.
    assert.equal(await on.open.page.locator('.body .row').count(), 0);
    await on.open.tell(append(100, rows(100, 250)));
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

  it('shows the only selected customer in the details if there is no current row, and detaches a tag from it', async () => {
    const noRow = { ...POSITION, row: null, first: null, offset: 0 };
    const selected = bitsToText(Uint8Array.of(0b100));
    const first = { ...resetWithPosition(noRow, 10), selected } as PanelMessage;
    await reload(first, append(0, rows(0, 10)));
    await details('U00000002').waitFor();
    await on.open.posted();
    await on.button('Detach "VIP"').click();
    const tag = { id: 't1', name: 'VIP' };
    assert.deepEqual(await on.open.posted(), [{ type: 'detachTag', generation: 1, row: 2, tag }]);
    await on.search.fill('lovelace');
    await on.waitForCount('2 of 10 loaded');
    await details('Select a customer to see all details.').waitFor();
  });
});
