import assert from 'node:assert/strict';
import { describePage, until } from './describePage.ts';
import { status } from './sample.ts';

const ROWS = 1_000_000;

/** Script that returns the position and `aria-rowindex` of each fully visible row, from the top. */
const ON_SCREEN = `(() => {
  const box = document.querySelector('.scroller').getBoundingClientRect();
  const head = document.querySelector('.head').getBoundingClientRect().height;
  return [...document.querySelectorAll('.body .row')].flatMap((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    const isSeen = top >= box.top + head - 1 && bottom <= box.bottom + 1;
    return isSeen ? [[Math.round(top - box.top - head), Number(row.getAttribute('aria-rowindex'))]] : [];
  });
})()`;

describePage('Customers page with a million rows', (on) => {
  type VisibleRows = [top: number, index: number][];

  /** Fills the page with ten repeated records, because the test checks only their positions. */
  async function fillRows(): Promise<void> {
    await on.open.page.evaluate(`(() => {
      const texts = Array.from({ length: 10 }, (_, index) => '{"id":"U' + index + '"}');
      const json = new TextEncoder().encode(texts.join());
      const spans = new Uint32Array(${ROWS} * 2);
      for (let row = 0; row < ${ROWS}; row++) spans.set([(row % 10) * 12, (row % 10) * 12 + 11], row * 2);
      const rows = { page: 1, json, spans, problems: [], untaggable: new Uint8Array(${ROWS}) };
      const data = { type: 'append', generation: 1, rows, status: ${JSON.stringify(status(ROWS))} };
      dispatchEvent(new MessageEvent('message', { data }));
    })()`);
  }

  /** Returns the visible rows, and checks that they follow each other without a gap. */
  async function visibleRows(): Promise<VisibleRows> {
    await on.open.page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => setTimeout(done)))',
    );
    const lines: VisibleRows = await on.open.page.evaluate(ON_SCREEN);
    const [first] = lines;
    assert.ok(first !== undefined && lines.length > 10, JSON.stringify(lines));
    // Rows are 28 px high.
    const expected = lines.map((_, offset) => [first[0] + offset * 28, first[1] + offset]);
    assert.deepEqual(lines, expected);
    return lines;
  }

  const focusedIndex = async (): Promise<number> =>
    on.open.page.evaluate(
      `Number(document.activeElement.closest('[role=row]').getAttribute('aria-rowindex'))`,
    );

  it('is navigated from end to end with the keyboard', async () => {
    await fillRows();
    const { keyboard } = on.open.page;
    await on.cell(0, 'id').click();
    const press = async (keys: string): Promise<number> => {
      await keyboard.press(keys);
      const index = await focusedIndex();
      assert.ok(
        (await visibleRows()).some((line) => line[1] === index),
        `${keys}: ${index} is seen`,
      );
      return index;
    };
    assert.equal(await press('Control+End'), ROWS + 1);
    assert.equal(await press('ArrowUp'), ROWS);
    const rowAbove = await press('PageUp');
    assert.ok(rowAbove < ROWS - 10 && rowAbove > ROWS - 60, String(rowAbove));
    assert.equal(await press('Control+Home'), 2);
    assert.ok((await press('PageDown')) > 12);
    assert.equal(await press('Control+End'), ROWS + 1);
  });

  it('is dragged to any position, and scrolls by lines from there', async () => {
    await fillRows();
    await on.open.page.evaluate(
      `(() => { const one = document.querySelector('.scroller'); one.scrollTop = one.scrollHeight / 2; })()`,
    );
    const middleRow = (await visibleRows())[0]?.[1] ?? 0;
    assert.ok(Math.abs(middleRow - ROWS / 2) < 100, String(middleRow));
    await on.open.page.evaluate(`document.querySelector('.scroller').scrollTop += 280`);
    assert.equal((await visibleRows())[0]?.[1], middleRow + 10);
    await on.scrollTo(1e9);
    assert.equal((await visibleRows()).at(-1)?.[1], ROWS + 1);
    await on.scrollTo(0);
    assert.equal((await visibleRows())[0]?.[1], 2);
  });

  it('reports the position of the user to the panel in rows', async () => {
    await fillRows();
    await on.cell(0, 'id').click();
    await on.open.page.keyboard.press('Control+End');
    const firstVisibleIndex = (await visibleRows())[0]?.[1] ?? 0;
    const reportedFirst = async () =>
      (await on.open.lastOf('gridPosition'))?.gridPosition.first ?? 0;
    // The header has the `aria-rowindex` 1, so row 0 has the `aria-rowindex` 2.
    await until(
      async () => Math.abs((await reportedFirst()) - (firstVisibleIndex - 2)) <= 2,
      `row ${firstVisibleIndex - 2}`,
    );
  });
});
