import assert from 'node:assert/strict';
import type { CustomerPager } from '../../../../src/customers/customerPager.ts';
import { changedRows } from '../../../../src/customers/ui/taggedRows.ts';

const records = ['U1', 'U2', 'U3'].map((id) => ({
  id,
  pageId: 'p',
  platform: 'LINE',
  tags: [{ id: 'old', name: 'Old', timestamp: 5, count: 2 }],
}));
const page = { records, problems: new Map() };
const pager = {
  pages: [page],
  locate: (row: number) => ({ page, index: row }),
} as unknown as CustomerPager;
const user = (rawUid: string) => ({ rawUid, pageId: 'p', channel: 1 });
const VIP = { id: 'vip', name: 'VIP' };

describe('changedRows', () => {
  it('shows the changes of a run: an attached tag has no time and count, because they are unknown', () => {
    const changes = [
      { user: user('U2'), tag: VIP, isAttached: true },
      { user: user('U3'), tag: { id: 'old', name: 'Old' }, isAttached: false },
      // On this channel, no row has the user.
      { user: { ...user('U1'), channel: 0 }, tag: VIP, isAttached: true },
    ];
    const rows = changedRows(pager, changes, new Map());
    const tags = [...rows].map(([row, json]) => [
      row,
      (JSON.parse(json) as { tags: unknown }).tags,
    ]);
    assert.deepEqual(tags, [
      [1, [{ id: 'old', name: 'Old', timestamp: 5, count: 2 }, VIP]],
      [2, []],
    ]);
  });

  it('builds on changes that the rows already show', () => {
    const patched = new Map([[1, JSON.stringify({ ...records[1], tags: [VIP] })]]);
    const moreTag = { id: 'more', name: 'More' };
    const rows = changedRows(
      pager,
      [{ user: user('U2'), tag: moreTag, isAttached: true }],
      patched,
    );
    const { tags } = JSON.parse(rows.get(1) ?? '{}') as { tags: unknown };
    assert.deepEqual(tags, [VIP, moreTag]);
  });
});
