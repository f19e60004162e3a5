import assert from 'node:assert/strict';
import type { PanelMessage } from '../../../../src/customers/gridMessages.ts';
import { describePage, until } from './describePage.ts';
import { append, customer, row, rows, status } from './sample.ts';

describePage('note below the last row of the Customers page', (on) => {
  const page = () => on.open.page;
  const note = () => page().locator('.found');
  const searchAll = () => note().getByRole('button', { name: 'Search All Customers' });
  const showTags = (tags: readonly { id: string; name: string }[]) =>
    on.open.tell({ type: 'showTags', generation: 1, tags });

  function endMessage(start: number, count: number): PanelMessage {
    const message = append(start, rows(start, count));
    return { ...message, status: status(start + count, { state: 'end' }) } as PanelMessage;
  }

  it('shows how many customers were searched, and can search all customers', async () => {
    await on.open.tell(append(0, rows(0, 15)));
    assert.equal(await note().isVisible(), false, 'without a search, the note is hidden');
    await showTags([{ id: 't2', name: '春季活動 2025' }]);
    await note().getByText('5 found. Only the first 15 customers were searched.').waitFor();
    // A single call reads both positions, because rows may be redrawn between calls.
    const [lastRowBottom = 0, noteTop = 0] = await page().evaluate<number[]>(`[
      [...document.querySelectorAll('.body .row')].at(-1).getBoundingClientRect().bottom,
      document.querySelector('.found').getBoundingClientRect().top,
    ]`);
    assert.ok(lastRowBottom > 0);
    assert.ok(Math.abs(noteTop - lastRowBottom) < 2, 'the note is directly below the last row');
    await on.open.posted();
    await page().locator('.body .row .cell').first().focus();
    await page().keyboard.press('Tab');
    assert.equal(
      await page().evaluate('document.activeElement.textContent'),
      'Search All Customers',
    );
    await page().keyboard.press('Enter');
    assert.deepEqual((await on.open.posted()).at(-1), { type: 'loadAll', generation: 1 });
    const progress = { pages: 1, totalPages: null };
    await on.open.tell({
      type: 'status',
      generation: 1,
      status: status(15, { state: 'loading', progress }),
    });
    await page().locator('.found [aria-disabled=true]').waitFor();
    await searchAll().press('Enter');
    assert.deepEqual(await on.open.posted(), [], 'nothing is posted during loading');
    await on.open.tell(endMessage(15, 15));
    await note().getByText('10 found. All 30 customers were searched.').waitFor();
    assert.equal(await searchAll().isVisible(), false);
    assert.equal(await on.focused(), '2 name', 'the focus moves to the rows');
    await on.button('Clear Search').click();
    await note().waitFor({ state: 'hidden' });
  });

  it('stays visible when the columns are scrolled', async () => {
    await on.open.tell(append(0, rows(0, 5)));
    await page().setViewportSize({ width: 600, height: 500 });
    await showTags([{ id: 't1', name: 'VIP' }]);
    await note().waitFor();
    const boxBefore = await note().boundingBox();
    await page().evaluate(`document.querySelector('.scroller').scrollLeft = 400`);
    assert.deepEqual(await note().boundingBox(), boxBefore);
  });

  it('is also shown in the empty table', async () => {
    await on.open.tell(append(0, rows(0, 5)));
    await showTags([{ id: 'gone', name: 'Gone' }]);
    const empty = page().locator('.empty');
    await on.open.posted();
    await empty.getByRole('button', { name: 'Search All Customers' }).click();
    assert.deepEqual((await on.open.posted()).at(-1), { type: 'loadAll', generation: 1 });
    assert.equal(await note().isVisible(), false);
    await on.open.tell(endMessage(5, 5));
    await empty.getByText('0 found. All 10 customers were searched.').waitFor();
    assert.equal(await empty.getByRole('button', { name: 'Search All' }).isVisible(), false);
  });

  it('moves the searched tags to the front of their cells, where clicks still hit the right tags', async () => {
    const tags = Array.from({ length: 12 }, (_, index) => ({
      id: `t${index}`,
      name: `tag ${index}`,
    }));
    await on.open.tell(append(0, [row(0, { record: { ...customer(0), tags } })]));
    const chips = () => on.cell(0, 'tags').locator('.chip').allTextContents();
    assert.equal((await chips())[0], 'tag 0');
    await showTags([{ id: 't11', name: 'tag 11' }]);
    const chip = on.cell(0, 'tags').locator('.chip').first();
    await chip.getByText('tag 11').waitFor();
    await chip.hover();
    assert.match((await chip.getAttribute('title')) ?? '', /^tag 11/);
    await on.cell(0, 'tags').locator('.chip').nth(1).click();
    await until(async () => (await on.search.inputValue()) === 'tag:"tag 0" ', 'the search');
    await chip.getByText('tag 0').waitFor();
    await on.open.tell({ type: 'showSegment', generation: 1, text: 'tag:"tag 9" or tagid:t10' });
    await on.button('Clear Search').click();
    await chip.getByText('tag 0').waitFor();
    await on.open.tell({ type: 'showSegment', generation: 1, text: 'tag:"tag 9" and tagid:t10' });
    await chip.getByText('tag 9').waitFor();
    assert.equal((await chips())[1], 'tag 10');
  });
});
