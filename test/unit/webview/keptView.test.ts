import assert from 'node:assert/strict';
import { NO_FILTER } from '../../../src/rowIndex/filter.ts';
import { parseGridState } from '../../../src/surface/gridMessages.ts';
import { STATE } from './sample.ts';

describe('parseGridState', () => {
  it('drops what was typed from a state that an earlier version kept', () => {
    const filter = { ...NO_FILTER, status: ['2'], text: '0912-345', segment: 'param.phone = 0912' };
    const view = { columns: [], sort: null, filter, details: true, statistics: true };
    assert.deepEqual(parseGridState({ ...STATE, view })?.view, {
      ...view,
      filter: { ...NO_FILTER, status: ['2'] },
    });
    assert.deepEqual(parseGridState(STATE), STATE);
  });
});
