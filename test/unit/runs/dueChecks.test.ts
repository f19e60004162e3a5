import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DueChecks } from '../../../src/runs/outcomes.ts';

describe('DueChecks', () => {
  it('returns the earliest check first, equal times in insertion order, and loses none', () => {
    const property = fc.property(fc.array(fc.nat({ max: 9 })), (times) => {
      const checks = new DueChecks();
      for (const [index, due] of times.entries()) checks.add(index, due);
      const expected = [...times.keys()].toSorted((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
      for (const index of expected) {
        assert.equal(checks.firstDueTime, times[index]);
        assert.equal(checks.takeFirst(), index);
      }
      assert.deepEqual([checks.isEmpty, checks.firstDueTime], [true, Number.POSITIVE_INFINITY]);
    });
    fc.assert(property);
  });
});
