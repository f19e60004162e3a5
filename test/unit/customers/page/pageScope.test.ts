import assert from 'node:assert/strict';
import { bitsFromText, rowsOfBits } from '../../../../src/customers/gridRows.ts';
import { describePage, until } from './describePage.ts';
import { append, customer, reset, rows } from './sample.ts';

const tags = [{ id: 't1', name: 'VIP', folder: 'f1' }];
const folders = [{ id: 'f1', name: 'Campaigns', parent: null }];

describePage('matches of a segment in the Customers page', (on) => {
  it('are reported only when the names in the segment are known', async () => {
    const first = reset();
    assert.ok(first.type === 'reset');
    const search = 'not folder:Campaigns';
    const view = { columns: [], sort: null, search, chosen: '', details: false, statistics: false };
    // Only a new page takes over the stored view.
    await on.start({ ...first, state: { ...first.state, view } });
    await on.open.tell(append(0, rows(0, 300)));
    await on.open.tell({ type: 'askScope', generation: 1 });
    const grid = on.open.page.getByRole('grid', { name: 'Customers' });
    await until(async () => (await grid.getAttribute('aria-rowcount')) === '301', 'the rows');
    const matching = async () => (await on.open.lastOf('scope'))?.matching ?? null;
    assert.equal(await matching(), null, 'no matches are reported before the names are known');
    await on.open.tell({ type: 'vocabulary', vocabulary: { tags, folders } });
    await until(async () => (await matching()) !== null, 'the scope');
    assert.equal(rowsOfBits(bitsFromText((await matching()) ?? ''), 300).length, 100);
  });

  it('are those of the current rows, with the known names, even if rows are replaced before they are indexed', async () => {
    // Rows are not indexed by themselves, but only before a search.
    await on.open.page.evaluate(`(() => {
      const { setTimeout } = globalThis;
      globalThis.setTimeout = (call, ms) => ms === 30 ? (globalThis.isHeld = true) : setTimeout(call, ms);
    })()`);
    await on.open.tell({ type: 'vocabulary', vocabulary: { tags, folders } });
    await on.open.tell(append(0, rows(0, 300)), reset(2), append(0, rows(0, 10), 2));
    assert.equal(await on.open.page.evaluate('globalThis.isHeld'), true, 'rows have this delay');
    await on.search.fill('folder:Campaigns');
    await on.waitForCount('6 of 10 loaded');
    const withoutTags = JSON.stringify({ ...customer(10), tags: [] });
    await on.open.tell(append(10, rows(10, 2), 2));
    await on.waitForCount('8 of 12 loaded');
    await on.search.fill('');
    await on.waitForCount('');
    await on.open.tell(append(12, rows(12, 2), 2));
    await on.open.tell({ type: 'patch', generation: 2, row: 13, json: withoutTags });
    await on.search.fill('folder:Campaigns');
    await on.waitForCount('8 of 14 loaded');
  });
});
