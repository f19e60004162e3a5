import assert from 'node:assert/strict';
import { until } from '../../customers/page/describePage.ts';
import {
  openOverview,
  serveOverview,
  type OpenOverview,
} from '../../customers/page/openOverview.ts';
import { sampleData } from '../../customers/page/overviewSample.ts';
import { sharedChromium } from '../../customers/page/sharedChromium.ts';

describe('Tag Overview page that stays open', function () {
  this.timeout(60_000);
  let open: OpenOverview;

  beforeEach(async () => {
    open = await openOverview(await sharedChromium(), await serveOverview());
  });

  afterEach(() => open.page.context().close());

  const focused = (): Promise<string> =>
    open.page.evaluate(`document.activeElement.dataset.key ?? document.activeElement.className`);

  it('updates the age of the counts every minute', async () => {
    const { page } = open;
    await page.clock.install();
    await open.renew();
    await open.tell({ type: 'show', data: sampleData() });
    const header = page.locator('header');
    await header.getByText('12,300 customers scanned 5 minutes ago').waitFor();
    await page.clock.fastForward('02:00');
    await header.getByText('12,300 customers scanned 7 minutes ago').waitFor();
  });

  it('focuses the search when the page gets the focus while no element is focused', async () => {
    const { page } = open;
    await open.tell({ type: 'show', data: sampleData() });
    const returnToPage = (): Promise<void> => page.evaluate(`dispatchEvent(new Event('focus'))`);
    await page.evaluate('document.activeElement.blur()');
    await returnToPage();
    assert.equal(await focused(), 'search');
    await page.locator('[data-key="tag t2"]').focus();
    await returnToPage();
    assert.equal(await focused(), 'tag t2');
  });

  it('has the same source, order and threshold again after a reload', async () => {
    const { page } = open;
    const scope = { source: 'loaded', choice: 'all customers', isWhole: true } as const;
    const message = { type: 'show', data: sampleData({ scope }) } as const;
    await open.tell(message);
    await page.getByRole('columnheader', { name: 'Last applied' }).getByRole('button').click();
    await page.getByRole('spinbutton').fill('60');
    await page.keyboard.press('Enter');
    const savedState = (): Promise<unknown> => page.evaluate('globalThis.kept');
    const expected = { bot: 'b1', source: 'loaded', fewer: 60, sort: 'applied' };
    await until(
      async () => JSON.stringify(await savedState()) === JSON.stringify(expected),
      'the saved state',
    );
    await page.addInitScript(`{
      const api = globalThis.acquireVsCodeApi();
      api.getState = () => (${JSON.stringify(expected)});
      globalThis.acquireVsCodeApi = () => api;
    }`);
    await open.renew();
    await open.tell(message);
    await page.getByText('attached to fewer than 60 of 12,300 customers').waitFor();
    assert.equal(await page.locator('th.applied[aria-sort=descending]').count(), 1);
    assert.equal(await page.getByRole('spinbutton').inputValue(), '60');
    assert.deepEqual(await savedState(), expected);
  });
});
