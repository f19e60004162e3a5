import assert from 'node:assert/strict';
import { describePage } from './describePage.ts';
import { append, reset, row, rows, STATE, status } from './sample.ts';

describePage('flow of the Customers page', (on) => {
  it('ignores messages of another generation', async () => {
    await on.open.tell(reset(2), append(0, rows(0, 5), 1));
    assert.equal(await on.open.page.locator('.body [role=row]').count(), 0);
    await on.open.tell(append(0, rows(0, 5), 2));
    assert.equal(await on.open.page.locator('.body [role=row]').count(), 5);
  });

  it('locks Load More, keeps focus and scroll position, and hides the button at the end', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    const top = () => on.open.page.evaluate(`document.querySelector('.scroller').scrollTop`);
    await on.open.page.evaluate(`document.querySelector('.scroller').scrollTop = 777`);
    await on.cell(30, 'name').click();
    const topBefore = await top();
    assert.ok(Number(topBefore) > 700);
    await on.open.posted();
    await on.button('Load More').click();
    await on.button('Loading…').dispatchEvent('click');
    assert.deepEqual(await on.open.posted(), [{ type: 'loadMore', generation: 1 }]);
    assert.equal(await on.button('Loading…').getAttribute('aria-disabled'), 'true');
    const more = append(100, rows(100, 50, 2));
    await on.open.tell(more);
    await on.open.page.getByText('First 150 customers loaded').waitFor();
    assert.equal(await on.open.page.locator(':focus').textContent(), 'Load More');
    assert.equal(await top(), topBefore);
    await on.button('Load More').click();
    const last = append(150, rows(150, 50, 3));
    await on.open.tell({ ...last, status: status(200, { state: 'end' }) } as typeof last);
    await on.open.page.getByText('All 200 customers loaded').waitFor();
    assert.equal(await top(), topBefore);
    await on.waitForFocus('30 name');
    assert.equal(await on.open.page.locator('.more').isVisible(), false);
  });

  it('offers Retry after an error without losing a row', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    const failed = status(100, { state: 'error', error: 'The service answered 503.' });
    await on.open.tell({ type: 'status', generation: 1, status: failed });
    assert.equal(await on.open.page.locator('footer [role=alert]').textContent(), failed.error);
    assert.equal(await on.cell(5, 'name').isVisible(), true);
    await on.open.posted();
    await on.button('Retry').click();
    assert.deepEqual(await on.open.posted(), [{ type: 'loadMore', generation: 1 }]);
    assert.equal(await on.open.page.locator('footer [role=alert]').textContent(), '');
  });

  it('refuses a limit out of range and loads with a good one', async () => {
    await on.open.posted();
    const limit = on.open.page.getByLabel('Customers per page');
    await on.button('Change…').click();
    await limit.fill('3087');
    await on.button('Load').click();
    assert.deepEqual(await on.open.posted(), []);
    assert.equal(await limit.getAttribute('aria-invalid'), 'true');
    assert.match((await on.open.page.locator('#query-error').textContent()) ?? '', /1 to 3086/);
    await limit.fill('3086');
    assert.equal(await limit.getAttribute('aria-invalid'), null);
    await on.open.page.getByLabel('Active after').fill('2025-01-02T03:04:05');
    await on.button('Load').click();
    const from = await on.open.page.evaluate(`new Date('2025-01-02T03:04:05').getTime()`);
    assert.deepEqual(await on.open.posted(), [{ type: 'load', limit: 3086, from }]);
  });

  it('keeps the milliseconds of an unchanged time', async () => {
    const from = 1_700_000_000_123;
    const again = reset(2);
    await on.open.tell({ ...again, state: { ...STATE, from } } as typeof again);
    await on.open.posted();
    await on.button('Change…').click();
    await on.button('Load').click();
    assert.deepEqual(await on.open.posted(), [{ type: 'load', limit: 100, from }]);
    const storedState = (await on.open.state()) as typeof STATE;
    assert.deepEqual({ ...storedState, view: null }, { ...STATE, from });
  });

  it('shows why a customer cannot be tagged', async () => {
    const untaggable =
      'This customer cannot be tagged, because the service sent an empty value for "Page ID".';
    await on.open.tell(append(0, [row(0), row(1, { untaggable: 3 })]));
    await on.cell(1, 'name').click();
    await on.open.posted();
    const attach = on.button('Attach Tag…');
    assert.equal(await attach.getAttribute('aria-disabled'), 'true');
    assert.equal(await attach.getAttribute('title'), untaggable);
    await attach.dispatchEvent('click');
    assert.deepEqual(await on.open.posted(), []);
    assert.match(
      (await on.open.page.locator('.note').textContent()) ?? '',
      /an empty value for "Page ID"/,
    );
    await on.cell(0, 'name').click();
    await attach.click();
    assert.deepEqual((await on.open.posted()).at(-1), { type: 'attachTag', generation: 1, row: 0 });
  });

  it('opens the page of the focused row, or else the last page', async () => {
    await on.open.tell(append(0, rows(0, 2, 1)), append(2, rows(2, 2, 2)));
    await on.open.posted();
    await on.choose('Open Page 2 as JSON');
    await on.cell(0, 'name').click();
    await on.choose('Open Page 1 as JSON');
    assert.deepEqual(await on.open.posted(), [
      { type: 'openPage', generation: 1, row: 3 },
      { type: 'focusRow', generation: 1, row: 0 },
      { type: 'openPage', generation: 1, row: 0 },
    ]);
  });

  it('reports that there are no customers', async () => {
    const noRows = append(0, []);
    await on.open.tell({ ...noRows, status: status(0, { state: 'end' }) } as typeof noRows);
    assert.equal(await on.open.page.locator('.empty p').textContent(), 'No customers');
    assert.equal(await on.open.page.locator('.empty').isVisible(), true);
  });

  it('does not report that no row matches before the search has run', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await on.search.fill('Ada');
    const matchCount = on.open.page.getByText('20 of 100 loaded');
    await matchCount.waitFor();
    // The page records after each change whether the note is hidden, and the number of matching rows.
    await on.open.page.evaluate(`
      globalThis.said = [];
      const note = document.querySelector('.empty');
      const say = () => globalThis.said.push(note.hidden, document.querySelector('.search .search-count').textContent);
      new MutationObserver(say).observe(document.body, { attributes: true, childList: true, subtree: true });
    `);
    await on.open.tell(reset(2), append(0, rows(0, 100), 2));
    await matchCount.waitFor();
    const recordedValues: unknown[] = await on.open.page.evaluate('globalThis.said');
    assert.ok(
      recordedValues.includes(true) && !recordedValues.includes(false),
      'the note is never shown',
    );
    const counts = new Set(recordedValues.filter((value) => typeof value === 'string'));
    assert.deepEqual([...counts].toSorted(), ['', '20 of 100 loaded']);
  });
});
