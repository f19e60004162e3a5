import assert from 'node:assert/strict';
import { storableView } from '../../../../src/customers/page/storableView.ts';
import { currentView } from '../../../../src/customers/ui/panelParts.ts';
import { parseGridState } from '../../../../src/customers/gridMessages.ts';
import { STATE } from './sample.ts';

const VIEW = { columns: [], sort: null, details: true, statistics: true };

describe('view stored on disk', () => {
  it('contains only the part of the search that menus wrote', () => {
    const view = { ...VIEW, search: '0912-345 status = paused', chosen: 'status = paused' };
    assert.deepEqual(storableView(view), { ...view, search: 'status = paused' });
  });

  it('is read from the format of an earlier version, without the text and the segment that the user typed', () => {
    const menus = { status: ['2'], platform: [], tag: ['t1', ''], after: 1e12, before: null };
    const filter = { ...menus, text: '0912-345', segment: 'param.phone = 0912' };
    const search = 'status = paused (tagid:t1 or tags = 0) active >= 2001-09-09T01:46:40.000Z';
    const parsed = parseGridState({ ...STATE, view: { ...VIEW, filter } })?.view;
    assert.deepEqual(parsed && currentView(parsed), { ...VIEW, search, chosen: search });
    assert.deepEqual(parseGridState(STATE), STATE);
  });
});
