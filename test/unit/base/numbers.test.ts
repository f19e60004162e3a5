import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { clamp, lastAtMost } from '../../../src/base/numbers.ts';

describe('clamp', () => {
  it('returns the nearest number of the range', () => {
    assert.deepEqual(
      [-1, 0, 3, 9, 10, Infinity].map((value) => clamp(value, 0, 9)),
      [0, 0, 3, 9, 9, 9],
    );
  });

  it('returns the minimum of an empty range', () => {
    assert.equal(clamp(5, 0, -1), 0);
  });
});

describe('lastAtMost', () => {
  it('finds the same index as a search from the end, in every kind of list', () => {
    const number = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(fc.array(number), fc.integer({ min: -1, max: 21 }), (numbers, value) => {
        const sorted = numbers.toSorted((a, b) => a - b);
        const expected = sorted.findLastIndex((entry) => entry <= value);
        assert.equal(lastAtMost(sorted, value), expected);
        assert.equal(lastAtMost(Uint32Array.from(sorted), value), expected);
        assert.equal(lastAtMost(Float64Array.from(sorted), value), expected);
      }),
    );
  });
});
