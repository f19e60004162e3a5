import assert from 'node:assert/strict';
import type { GridStatus } from '../../../../src/customers/gridRows.ts';
import { describePage, until } from './describePage.ts';
import { append, rows, status } from './sample.ts';
import { listenToPage, spokenBy } from './spoken.ts';

describePage('live regions of the Customers page', (on) => {
  const polite: string[] = [];
  const assertive: string[] = [];

  beforeEach(async () => {
    polite.length = 0;
    assertive.length = 0;
    await listenToPage(on.open.page);
  });

  async function listen(): Promise<void> {
    const spoken = await spokenBy(on.open.page);
    polite.push(...spoken.polite);
    assertive.push(...spoken.assertive);
  }

  /** Waits for the last of these texts, and checks that they are all polite announcements. */
  async function assertSpoken(...texts: readonly string[]): Promise<void> {
    await until(async () => {
      await listen();
      return polite.at(-1) === texts.at(-1);
    }, texts.join(' / '));
    assert.deepEqual(polite.splice(0), texts);
  }

  const postStatus = (change: Partial<GridStatus>): Promise<void> =>
    on.open.tell({ type: 'status', generation: 1, status: status(100, change) });

  it('have one polite region and one assertive region', async () => {
    const regions: unknown = await on.open.page.evaluate(`
      [document, ...globalThis.hiddenRoots]
        .flatMap((root) => [...root.querySelectorAll('[aria-live], [role=status], [role=alert], output')])
        .map((one) => one.getAttribute('aria-live')).filter((live) => live !== 'off').toSorted()`);
    assert.deepEqual(regions, ['assertive', 'polite']);
  });

  it('report added rows once, and not each of them', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await assertSpoken('First 100 customers loaded');
    await on.button('Load More').click();
    await on.open.tell(append(100, rows(100, 50, 2)));
    await assertSpoken('First 150 customers loaded');
    assert.deepEqual(assertive, []);
  });

  it('report the number of matches after the user stops typing', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await assertSpoken('First 100 customers loaded');
    await on.search.pressSequentially('ada love', { delay: 60 });
    await assertSpoken('20 of 100 loaded');
    await on.button('Clear Search').click();
    await assertSpoken('First 100 customers loaded');
  });

  it('report the selection without repeating everything else', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await assertSpoken('First 100 customers loaded');
    await on.cell(0, 'name').click();
    // Each press selects the row or removes it from the selection. Only the last number is announced.
    for (let step = 0; step < 4; step++) await on.open.page.keyboard.press('Shift+Space');
    await on.cell(5, 'name').click({ modifiers: ['Shift'] });
    await assertSpoken('6 selected');
  });

  it('report the sort order', async () => {
    await on.open.tell(append(0, rows(0, 20)));
    await assertSpoken('First 20 customers loaded');
    await on.open.page.getByRole('columnheader', { name: 'Status' }).click();
    await assertSpoken('Sorted by Status, ascending');
  });

  it('report an error immediately and once, but not for a half-typed search', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    const error = 'The service answered 503.';
    await postStatus({ state: 'error', error });
    await postStatus({ state: 'error', error });
    await until(async () => {
      await listen();
      return assertive.length > 0;
    }, error);
    assert.deepEqual(assertive, [error]);
    await on.search.pressSequentially('tag:VIP and colour = r', { delay: 30 });
    await on.open.page.getByText('"colour" is not a condition.').waitFor();
    await listen();
    const errorTexts = polite.filter((text) => text.includes('condition'));
    assert.equal(errorTexts.length, 1, polite.join(' / '));
    assert.match(errorTexts[0] ?? '', /^"colour" is not a condition/);
    await on.button('Change…').click();
    await on.open.page.getByLabel('Customers per page').fill('9999');
    await on.button('Load').click();
    await listen();
    assert.deepEqual(assertive, [error, 'Enter a whole number from 1 to 3086.']);
  });

  it('report some steps of loading many pages, and the end', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await assertSpoken('First 100 customers loaded');
    const { page } = on.open;
    for (let pages = 1; pages <= 5; pages++) {
      await postStatus({ state: 'loading', pages, progress: { pages, totalPages: 6 } });
    }
    await assertSpoken('Loading… 1 of 6 pages');
    // Progress is announced at most once in ten seconds.
    await page.evaluate(`{ const now = performance.now.bind(performance);
      performance.now = () => now() + 10_000; }`);
    await postStatus({ state: 'loading', pages: 6, progress: { pages: 6, totalPages: 6 } });
    await assertSpoken('Loading… 6 of 6 pages');
    await postStatus({ state: 'end' });
    await assertSpoken('All 100 customers loaded');
  });

  it('report the rows of several pages when these are loaded, although the footer shows them before', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await assertSpoken('First 100 customers loaded');
    const invalid = { loaded: 150, invalidCount: 2 };
    await postStatus({ ...invalid, state: 'loading', progress: { pages: 1, totalPages: 2 } });
    await assertSpoken('Loading… 1 of 2 pages');
    await postStatus(invalid);
    await assertSpoken('First 150 customers loaded · 2 with unexpected data');
  });
});
