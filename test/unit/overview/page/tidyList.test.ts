import assert from 'node:assert/strict';
import {
  openOverview,
  serveOverview,
  type OpenOverview,
} from '../../customers/page/openOverview.ts';
import { largeData } from '../../customers/page/overviewSample.ts';
import { sharedChromium } from '../../customers/page/sharedChromium.ts';

describe('List of findings in the Tag Overview', function () {
  this.timeout(60_000);
  let open: OpenOverview;

  before(async () => {
    open = await openOverview(await sharedChromium(), await serveOverview());
  });

  after(() => open?.page.context().close());

  it('shows on Show Ignored the number of lines that hide something, not of ignored tags', async () => {
    const tidy = open.page.getByRole('region', { name: 'To tidy up' });
    const lines = tidy.locator('.tidy > li');
    const ignore = lines.getByRole('button', { name: /^Ignore/ });
    const showIgnored = tidy.getByRole('button', { name: /^Show Ignored/ });
    const ignored = ['similar\ntag--0\nmerged', 'gone\nremoved'];
    await open.tell({ type: 'show', data: { ...largeData(120, { isGone: true }), ignored } });
    await lines.getByText('120 tags').waitFor();
    assert.equal(await showIgnored.count(), 0, 'nothing is hidden');
    await tidy.getByRole('button', { name: 'Show Tags' }).click();
    await ignore.nth(1).click();
    await lines.getByText('119 tags').waitFor();
    assert.equal(await showIgnored.textContent(), 'Show Ignored (1)');
    await ignore.first().click();
    assert.equal(await lines.count(), 0);
    assert.equal(await showIgnored.textContent(), 'Show Ignored (1)');
    await showIgnored.click();
    await lines.getByText('120 tags').waitFor();
    assert.deepEqual([await lines.count(), await showIgnored.count()], [1, 0]);
  });

  it('shows the first 50 names of a large group, and its number of tags', async () => {
    const tidy = open.page.getByRole('region', { name: 'To tidy up' });
    await open.tell({ type: 'show', data: largeData(60, { name: 'VIP' }) });
    const group = tidy.locator('.tidy > li').filter({ hasText: '60 tags' });
    await group.waitFor();
    assert.equal(await group.getByText('VIP', { exact: true }).count(), 50);
  });
});
