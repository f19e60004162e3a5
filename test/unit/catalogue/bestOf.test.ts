import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { BestOf } from '../../../src/catalogue/tagSearch.ts';

describe('BestOf', () => {
  it('keeps the best of any numbers up to its limit, and returns the worst of these once the limit is reached', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 })),
        fc.integer({ min: 1, max: 8 }),
        (numbers, limit) => {
          const best = new BestOf<number>(limit, (a, b) => a - b);
          for (const [index, value] of numbers.entries()) {
            best.offer(value);
            const expectedBest = numbers
              .slice(0, index + 1)
              .toSorted((a, b) => a - b)
              .slice(0, limit);
            assert.deepEqual(best.sorted(), expectedBest);
            assert.equal(best.worst, expectedBest.length < limit ? undefined : expectedBest.at(-1));
          }
        },
      ),
    );
  });
});
