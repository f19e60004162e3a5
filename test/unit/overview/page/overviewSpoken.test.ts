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

describe('live regions of the Tag Overview', function () {
  this.timeout(60_000);
  let open: OpenOverview;
  const polite: string[] = [];
  let countedData = sampleData();

  before(async () => {
    // The age of the count is shown, and other tests may have taken minutes since this file was loaded.
    const now = Date.now();
    countedData = sampleData({ aggregate: { ...sampleAggregate(now), customers: 300, time: now } });
    open = await openOverview(await sharedChromium(), await serveOverview());
    await open.tell({ type: 'show', data: sampleData() });
    await listenToPage(open.page);
  });

  after(() => open?.page.context().close());

  async function assertSpoken(...texts: readonly string[]): Promise<void> {
    await until(async () => {
      polite.push(...(await spokenBy(open.page)).polite);
      return polite.at(-1) === texts.at(-1);
    }, texts.join(' / '));
    assert.deepEqual(polite.splice(0), texts);
  }

  it('report some steps of a scan, and then the counted customers', async () => {
    for (const customers of [100, 200, 300]) {
      const text = `Scanning: ${customers} customers`;
      await open.tell({ type: 'progress', text });
    }
    await assertSpoken('Scanning: 100 customers');
    await open.tell({ type: 'progress', text: null });
    await open.tell({ type: 'show', data: countedData });
    await open.tell({ type: 'show', data: countedData });
    await assertSpoken('300 customers scanned this minute · all customers');
  });

  it('report the sort order of the tags', async () => {
    const sort = (name: string): Promise<void> =>
      open.page.getByRole('columnheader', { name }).getByRole('button').click();
    await sort('Change');
    await assertSpoken('Sorted by Change, descending');
    await sort('Tag');
    await assertSpoken('Sorted by Tag, ascending');
  });

  it('report the number of tags to tidy up after the user changed it', async () => {
    const tidy = open.page.getByRole('region', { name: 'To tidy up' });
    await tidy.getByRole('button', { name: /^Ignore Hot-Lead/ }).click();
    await assertSpoken('To tidy up · 4 tags');
    await tidy.getByRole('button', { name: 'Show Ignored (1)' }).click();
    await assertSpoken('To tidy up · 6 tags');
    await tidy.getByRole('spinbutton').fill('60');
    await open.page.keyboard.press('Enter');
    await assertSpoken('To tidy up · 8 tags');
  });

  it('report the number of found tags, or the name of the only one, after the user stops typing', async () => {
    // These counts are the ones reported before, so they are not reported again.
    await open.tell({ type: 'show', data: countedData });
    const search = open.page.getByRole('searchbox');
    await search.pressSequentially('hot', { delay: 60 });
    await assertSpoken('2 tags');
    await search.pressSequentially('-', { delay: 60 });
    await assertSpoken('Hot-Lead');
    await search.fill('nothing is called so');
    await assertSpoken('No tag name contains this text.');
  });
});
