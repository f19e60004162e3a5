import assert from 'node:assert/strict';
import { dayText, sortableTime } from '../../../src/base/text.ts';

describe('sortableTime', () => {
  it('pads every part to two digits and includes seconds', () => {
    assert.equal(sortableTime(new Date(2026, 0, 2, 3, 4, 5, 999).getTime()), '2026-01-02 03:04:05');
    assert.equal(sortableTime(new Date(2026, 11, 31, 23, 59, 59).getTime()), '2026-12-31 23:59:59');
  });

  it('returns undefined if the year does not have four digits', () => {
    assert.equal(sortableTime(new Date('0999-06-01T00:00:00').getTime()), undefined);
    assert.equal(sortableTime(new Date('1000-06-01T00:00:00').getTime()), '1000-06-01 00:00:00');
    for (const time of [Number.NaN, 1e18, new Date(10_000, 1, 1).getTime(), -1e14]) {
      assert.equal(sortableTime(time), undefined);
    }
  });
});

describe('dayText', () => {
  it('pads the month and the day', () => {
    assert.equal(dayText(2026, 1, 9), '2026-01-09');
  });
});
