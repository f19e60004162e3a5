import assert from 'node:assert/strict';
import {
  openOverview,
  serveOverview,
  type OpenOverview,
} from '../../customers/page/openOverview.ts';
import { largeData, sampleData } from '../../customers/page/overviewSample.ts';
import { sharedChromium } from '../../customers/page/sharedChromium.ts';

describe('controls of the Tag Overview', function () {
  this.timeout(60_000);
  let open: OpenOverview;

  before(async () => {
    open = await openOverview(await sharedChromium(), await serveOverview());
  });

  beforeEach(() => open.renew());

  after(() => open?.page.context().close());

  const key = (name: string) => open.page.locator(`[data-key="${name}"]`);
  const focused = (): Promise<string> => open.page.evaluate(`document.activeElement.dataset.key`);
  const press = (name: string): Promise<void> => open.page.keyboard.press(name);

  it('reset an invalid threshold', async () => {
    await open.tell({ type: 'show', data: sampleData() });
    const threshold = open.page.getByRole('spinbutton');
    for (const invalid of ['0', '1001', '2.5', '']) {
      await threshold.fill(invalid);
      await press('Enter');
      assert.equal(await threshold.inputValue(), '5', invalid);
    }
  });

  it('show 25 tags again for each search', async () => {
    await open.tell({ type: 'show', data: largeData(300) });
    const rows = open.page.locator('.tags tbody tr');
    await open.page.getByRole('button', { name: 'Show More (275)' }).click();
    assert.equal(await rows.count(), 125);
    await open.page.getByRole('searchbox').fill('shop');
    assert.equal(await rows.count(), 25);
  });

  it('open the menu of a tag with the right mouse button', async () => {
    await open.tell({ type: 'show', data: sampleData() });
    await key('tag t2').click({ button: 'right' });
    await open.page.getByRole('menuitem', { name: /^Merge/ }).click();
    const message = (await open.posted()).find(({ type }) => type === 'tags');
    assert.deepEqual(message, { type: 'tags', action: 'merge', ids: ['t2'] });
  });

  it('close the menu of a tag with a second click on its button', async () => {
    await open.tell({ type: 'show', data: sampleData() });
    const entries = open.page.getByRole('menuitem');
    await key('menu t2').click();
    assert.notEqual(await entries.count(), 0);
    await key('menu t2').click();
    assert.equal(await entries.count(), 0);
    await key('menu t2').click();
    await key('menu t1').click();
    assert.notEqual(await entries.count(), 0, 'the menu of another tag');
  });

  it('keep the tag at which the user left the table, and leave keys with modifiers to the browser', async () => {
    await open.tell({ type: 'show', data: sampleData() });
    await key('tag t2').focus();
    await press('Control+ArrowDown');
    assert.equal(await focused(), 'tag t2');
    await press('Shift+Tab');
    assert.equal(await focused(), 'sort change');
    await press('Tab');
    assert.equal(await focused(), 'tag t2');
  });

  it('keep the focus on the header by which a key sorts the tags', async () => {
    await open.tell({ type: 'show', data: sampleData() });
    await key('sort applied').press('Enter');
    assert.equal(await focused(), 'sort applied');
  });

  it('show the source of the counts, and change it', async () => {
    await open.tell({ type: 'show', data: sampleData({ sources: ['scan', 'loaded'] }) });
    assert.equal(await key('by scan').getAttribute('aria-pressed'), 'true');
    assert.equal(await key('by loaded').getAttribute('aria-pressed'), 'false');
    await open.posted();
    await key('by loaded').click();
    assert.deepEqual(await open.posted(), [{ type: 'source', source: 'loaded' }]);
  });

  it('lead from the number of tags to tidy up to their list', async () => {
    await open.tell({ type: 'show', data: sampleData() });
    await key('tidy').press('Enter');
    assert.equal(await open.page.locator('section.card:focus').getByText('To tidy up').count(), 1);
  });
});
