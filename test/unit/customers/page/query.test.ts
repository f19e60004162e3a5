import assert from 'node:assert/strict';
import { localTime } from '../../../../src/base/text.ts';
import { parseLimit } from '../../../../src/customers/page/query.ts';

describe('parseLimit', () => {
  it('accepts a whole number from 1 to 3086', () => {
    assert.equal(parseLimit('1'), 1);
    assert.equal(parseLimit(' 3086 '), 3086);
    for (const text of ['', '0', '3087', '-1', '1.5', '1e3', 'abc', '99999']) {
      assert.equal(parseLimit(text), undefined, text);
    }
  });
});

describe('localTime', () => {
  it('returns a local time that parses to the same value', () => {
    const time = new Date(2025, 0, 2, 3, 4, 5).getTime();
    assert.equal(localTime(time), '2025-01-02T03:04:05');
    assert.equal(new Date(localTime(time)).getTime(), time);
  });
});
