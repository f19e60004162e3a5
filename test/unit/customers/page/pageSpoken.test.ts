import assert from 'node:assert/strict';
import type { GridStatus } from '../../../../src/customers/gridRows.ts';
import { describePage, until } from './describePage.ts';
import { append, rows, status, STRINGS } from './sample.ts';
import { listenToPage, spokenBy } from './spoken.ts';

describePage('what the Customers page says by itself', (on) => {
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

  /** All that was said politely since the beginning, once it ends with this. */
  async function said(...texts: readonly string[]): Promise<void> {
    await until(async () => {
      await listen();
      return polite.at(-1) === texts.at(-1);
    }, texts.join(' / '));
    assert.deepEqual(polite.splice(0), texts);
  }

  const tell = (change: Partial<GridStatus>): Promise<void> =>
    on.open.tell({ type: 'status', generation: 1, status: status(100, change) });

  it('has one polite region and one assertive', async () => {
    const regions: unknown = await on.open.page.evaluate(`
      [document, ...globalThis.hiddenRoots]
        .flatMap((root) => [...root.querySelectorAll('[aria-live], [role=status], [role=alert], output')])
        .map((one) => one.getAttribute('aria-live')).filter((live) => live !== 'off').toSorted()`);
    assert.deepEqual(regions, ['assertive', 'polite']);
  });

  it('tells once that rows came, and not each of them', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await said('First 100 customers loaded');
    await on.button(STRINGS.loadMore).click();
    await on.open.tell(append(100, rows(100, 50, 2)));
    await said('First 150 customers loaded');
    assert.deepEqual(assertive, []);
  });

  it('tells how many match once somebody has typed to the end', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await said('First 100 customers loaded');
    await on.search.pressSequentially('ada love', { delay: 60 });
    await said('20 of 100 loaded');
    await on.button('Clear Search').click();
    await said('First 100 customers loaded');
  });

  it('tells what is selected without telling all else again', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await said('First 100 customers loaded');
    await on.cell(0, 'name').click();
    for (let step = 0; step < 4; step++) await on.open.page.keyboard.press('Shift+Space');
    await on.cell(5, 'name').click({ modifiers: ['Shift'] });
    await said('6 selected');
  });

  it('tells by what the rows are sorted', async () => {
    await on.open.tell(append(0, rows(0, 20)));
    await said('First 20 customers loaded');
    await on.open.page.getByRole('columnheader', { name: 'Status' }).click();
    await said('Sorted by Status, ascending');
  });

  it('tells an error at once, and once; what is half typed is none', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    const error = 'The service answered 503.';
    await tell({ state: 'error', error });
    await tell({ state: 'error', error });
    await until(async () => {
      await listen();
      return assertive.length > 0;
    }, error);
    assert.deepEqual(assertive, [error]);
    await on.search.pressSequentially('tag:VIP and colour = r', { delay: 30 });
    await on.open.page.getByText('"colour" is not a condition.').waitFor();
    await listen();
    const wrong = polite.filter((text) => text.includes('condition'));
    assert.equal(wrong.length, 1, polite.join(' / '));
    assert.match(wrong[0] ?? '', /^"colour" is not a condition/);
    await on.button(STRINGS.change).click();
    await on.open.page.getByLabel(STRINGS.limit).fill('9999');
    await on.button(STRINGS.load).click();
    await listen();
    assert.deepEqual(assertive, [error, STRINGS.limitError]);
  });

  it('tells some steps of many pages, and their end', async () => {
    await on.open.tell(append(0, rows(0, 100)));
    await said('First 100 customers loaded');
    const { page } = on.open;
    for (let pages = 1; pages <= 5; pages++) {
      await tell({ state: 'loading', pages, progress: { pages, of: 6 } });
    }
    await said('Loading… 1 of 6 pages');
    await page.evaluate(`{ const now = performance.now.bind(performance);
      performance.now = () => now() + 10_000; }`);
    await tell({ state: 'loading', pages: 6, progress: { pages: 6, of: 6 } });
    await said('Loading… 6 of 6 pages');
    await tell({ state: 'end' });
    await said('All 100 customers loaded');
  });
});
