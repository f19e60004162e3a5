import assert from 'node:assert/strict';
import { until } from '../../customers/page/describePage.ts';
import {
  openOverview,
  serveOverview,
  type OpenOverview,
} from '../../customers/page/openOverview.ts';
import { sampleAggregate, sampleData } from '../../customers/page/overviewSample.ts';
import { sharedChromium } from '../../customers/page/sharedChromium.ts';
import { listenToPage, spokenBy } from '../../customers/page/spoken.ts';

describe('what the Tag Overview says by itself', function () {
  this.timeout(60_000);
  let open: OpenOverview;
  const polite: string[] = [];

  before(async () => {
    open = await openOverview(await sharedChromium(), await serveOverview());
    await open.tell({ type: 'show', data: sampleData() });
    await listenToPage(open.page);
  });

  after(() => open?.page.context().close());

  async function said(...texts: readonly string[]): Promise<void> {
    await until(async () => {
      polite.push(...(await spokenBy(open.page)).polite);
      return polite.at(-1) === texts.at(-1);
    }, texts.join(' / '));
    assert.deepEqual(polite.splice(0), texts);
  }

  it('tells some steps of a scan, and of whom the numbers are in the end', async () => {
    for (const customers of [100, 200, 300]) {
      const text = `Scanning: ${customers} customers`;
      await open.tell({ type: 'progress', text, canCancel: true });
    }
    await said('Scanning: 100 customers');
    await open.tell({ type: 'progress', text: null, canCancel: false });
    const aggregate = { ...sampleAggregate(Date.now()), customers: 300, time: Date.now() };
    await open.tell({ type: 'show', data: sampleData({ aggregate }) });
    await open.tell({ type: 'show', data: sampleData({ aggregate }) });
    await said('300 customers scanned this minute · all customers');
  });

  it('tells by what the tags are sorted', async () => {
    const sort = (name: string): Promise<void> =>
      open.page.getByRole('columnheader', { name }).getByRole('button').click();
    await sort('Change');
    await said('Sorted by Change, descending');
    await sort('Tag');
    await said('Sorted by Tag, ascending');
  });

  it('tells how many tags there are to tidy up when somebody has changed that', async () => {
    const tidy = open.page.getByRole('region', { name: 'To tidy up' });
    await tidy.getByRole('button', { name: /^Ignore Hot-Lead/ }).click();
    await said('To tidy up · 4 tags');
    await tidy.getByRole('button', { name: 'Show Ignored (1)' }).click();
    await said('To tidy up · 6 tags');
    await tidy.getByRole('spinbutton').fill('60');
    await open.page.keyboard.press('Enter');
    await said('To tidy up · 8 tags');
  });

  it('tells how many tags a search finds, once somebody has typed to the end', async () => {
    const search = open.page.getByRole('searchbox');
    await search.pressSequentially('hot', { delay: 60 });
    await said('2 tags');
    await search.pressSequentially('-', { delay: 60 });
    await said('Hot-Lead');
    await search.fill('nothing is called so');
    await said('No tag name contains this text.');
  });
});
