import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { localTime } from '../../../../src/base/text.ts';
import { describePage, until } from './describePage.ts';
import { append, customer, reset, row, rows } from './sample.ts';

const COUNT = 300;

/** Scrolls through all rows, ten at a time, inside the page: a call per step would be slow. A row is 28 px high. */
function rowsByScrolling(page: Page, length: number): Promise<number[]> {
  return page.evaluate(`(async () => {
    const scroller = document.querySelector('.scroller');
    const seen = new Set();
    for (let top = 0; top <= ${length} * 28; top += 280) {
      scroller.scrollTop = top;
      const last = Math.min(${length} - 1, Math.floor(top / 28) + 9);
      const end = performance.now() + 20_000;
      const isDrawn = () =>
        document.querySelector('.body [data-position="' + last + '"]')?.checkVisibility() === true;
      while (last >= 0 && !isDrawn()) {
        if (performance.now() > end) throw new Error('waited in vain for row ' + last);
        await new Promise((done) => requestAnimationFrame(done));
      }
      for (const { dataset } of document.querySelectorAll('.body .row')) seen.add(Number(dataset.row));
    }
    return [...seen];
  })()`);
}

describePage('facets of the Customers page', (on) => {
  beforeEach(() => on.open.tell(append(0, rows(0, COUNT))));

  /** Waits for the count of the search, and checks that exactly the expected rows are shown. */
  async function assertShown(
    isExpected: (index: number) => boolean,
    isFiltered = true,
  ): Promise<void> {
    const expected = Array.from({ length: COUNT }, (_, index) => index).filter(isExpected);
    const { length } = expected;
    const { page } = on.open;
    await on.waitForCount(isFiltered ? `${length} of ${COUNT} loaded` : '');
    assert.equal(await page.getByRole('grid').getAttribute('aria-rowcount'), String(length + 1));
    const seenRows = await rowsByScrolling(page, length);
    assert.deepEqual(
      seenRows.toSorted((a, b) => a - b),
      expected,
    );
  }

  const waitForSearch = (text: string) =>
    until(async () => (await on.search.inputValue()) === text, text);
  const box = (name: string) => on.open.page.getByRole('checkbox', { name });

  it('filter by platforms', async () => {
    await on.button('Platform').click();
    await box('LINE 150').check();
    await assertShown((index) => index % 2 === 1);
    await waitForSearch('platform = LINE ');
    await box('Facebook 150').check();
    await assertShown(() => true);
    await waitForSearch('platform = LINE or platform = Facebook ');
    await box('LINE 150').uncheck();
    await assertShown((index) => index % 2 === 0);
    await box('Facebook 150').uncheck();
    await assertShown(() => true, false);
    assert.equal(await on.search.inputValue(), '');
    assert.equal(await on.button('Clear Search').isVisible(), false);
  });

  it('filter by tags, which are found by typing', async () => {
    await on.button('Tag').click();
    await on.open.page.getByLabel('Find a tag').fill('春季');
    await box('VIP').waitFor({ state: 'detached' });
    await box('春季活動 2025 100').check();
    await assertShown((index) => index % 3 === 2);
    await on.open.page.getByLabel('Find a tag').fill('');
    await box('VIP 200').check();
    await assertShown((index) => index % 3 !== 0);
    await box('VIP 200').uncheck();
    await assertShown((index) => index % 3 === 2);
    await on.button('Clear Search').click();
    await assertShown(() => true, false);
    await on.button('Tag').click();
    assert.equal(await box('春季活動 2025 100').isChecked(), false);
    await box('VIP 200').check();
    await assertShown((index) => index % 3 !== 0);
  });

  it('are replaced by tags from the panel, even by a tag without customers', async () => {
    await on.search.fill('nobody');
    await assertShown(() => false);
    const tags = [{ id: 't1', name: 'VIP' }];
    await on.open.tell({ type: 'showTags', generation: 1, tags });
    await assertShown((index) => index % 3 !== 0);
    // The page ignores a message of an earlier generation.
    const otherTags = [{ id: 't8', name: 'Old' }];
    await on.open.tell({ type: 'showTags', generation: 0, tags: otherTags });
    assert.equal(await on.search.inputValue(), 'tag:VIP ');
    // The panel receives a change after a delay.
    const isReported = async () => (await on.open.lastOf('view'))?.view.search === 'tag:VIP';
    await until(isReported, 'the search of the view');
    await on.open.tell({
      type: 'showTags',
      generation: 1,
      tags: [{ id: 't9', name: 'Moon cake' }],
    });
    await assertShown(() => false);
    await waitForSearch('tag:"Moon cake" ');
    await on.button('Tag').click();
    await box('Moon cake 0').uncheck();
    await assertShown(() => true, false);
  });

  it('filter by customers without a tag, combined with tags', async () => {
    await on.button('Tag').click();
    await box('(none) 100').check();
    await assertShown((index) => index % 3 === 0);
    await box('春季活動 2025 100').check();
    await assertShown((index) => index % 3 !== 1);
  });

  it('filter by a time of the last interaction, including both ends', async () => {
    const minute = (index: number) => localTime(Number(customer(index)['lastActive'])).slice(0, 16);
    await on.button('Active').click();
    const from = on.open.page.getByLabel('From', { exact: true });
    const to = on.open.page.getByLabel('To', { exact: true });
    await from.fill(minute(100));
    await assertShown((index) => index <= 100);
    await to.fill(minute(50));
    await assertShown((index) => index >= 50 && index <= 100);
    await waitForSearch(`active >= ${minute(100)} and active <= ${minute(50)} `);
    await on.search.fill(`active >= 2020-01-01 active < ${minute(50)} user`);
    await on.button('Active').click();
    assert.equal(await from.inputValue(), '2020-01-01T00:00');
    assert.equal(await to.inputValue(), '', 'the field cannot show this end');
    await from.fill(minute(100));
    await waitForSearch(`active >= ${minute(100)} and active < ${minute(50)} user `);
    await to.fill(minute(50));
    await waitForSearch(`active >= ${minute(100)} and active <= ${minute(50)} user `);
    await from.fill('');
    await assertShown((index) => index >= 50);
    await to.fill('');
    await assertShown(() => true);
    await waitForSearch('user ');
  });

  it('filter by the last days', async () => {
    const hour = 3_600_000;
    const active = [1, 23, 25, 24 * 6, 24 * 8].map((hours, index) =>
      row(index, { record: { ...customer(index), lastActive: Date.now() - hours * hour } }),
    );
    await on.open.page.reload();
    await on.open.tell(reset(), append(0, active));
    await on.button('Active').click();
    const { page } = on.open;
    const day = page.getByRole('button', { name: 'The last 24 hours' });
    await day.click();
    await on.waitForCount('2 of 5 loaded');
    await waitForSearch('active < 1d ');
    assert.equal(await day.getAttribute('aria-pressed'), 'true');
    await page.getByRole('button', { name: 'The last 7 days' }).click();
    await on.waitForCount('4 of 5 loaded');
    await waitForSearch('active < 7d ');
    assert.equal(await page.locator('.body .row').count(), 4);
    await on.button('Clear Search').click();
    await page.getByText('First 5 customers loaded').waitFor();
    assert.equal(await page.locator('.body .row').count(), 5);
  });

  it('filter by several facets together', async () => {
    await on.button('Platform').click();
    await box('LINE 150').check();
    await on.button('Tag').click();
    await box('VIP 200').check();
    await assertShown((index) => index % 2 === 1 && index % 3 !== 0);
    await on.button('Clear Search').click();
    await assertShown(() => true, false);
  });
});
