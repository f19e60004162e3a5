import assert from 'node:assert/strict';
import { bitsFromText, rowsOfBits } from '../../../../src/base/rowBits.ts';
import { describePage, until } from './describePage.ts';
import { append, reset, rows } from './sample.ts';

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
    const tags = [{ id: 't1', name: 'VIP', folder: 'f1' }];
    const folders = [{ id: 'f1', name: 'Campaigns', parent: null }];
    await on.open.tell({ type: 'vocabulary', vocabulary: { tags, folders } });
    await until(async () => (await matching()) !== null, 'the scope');
    assert.equal(rowsOfBits(bitsFromText((await matching()) ?? ''), 300).length, 100);
  });
});
