import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  distinguishingPrefixes,
  GROUPED_ABOVE,
  groupsAt,
  groupsIn,
} from '../../../src/catalogue/itemOrder.ts';

/**
 * Maximum number of groups on a level, and of items in a group without inner groups: 1,000, plus a rest of up to 100,
 * which gets no group of its own.
 */
const MAX_ROWS = 1100;

describe('groups of siblings', () => {
  it('are not used for up to two thousand siblings', () => {
    assert.deepEqual(groupsIn({ start: 0, end: GROUPED_ABOVE }), []);
    assert.equal(groupsIn({ start: 0, end: GROUPED_ABOVE + 1 }).length, 2);
  });

  it('have a thousand rows each; a small rest is added to the last group', () => {
    const sizes = (end: number): readonly number[] =>
      groupsIn({ start: 0, end }).map((group) => group.end - group.start);
    assert.deepEqual(sizes(2100), [1000, 1100]);
    assert.deepEqual(sizes(2101), [1000, 1000, 101]);
    assert.equal(sizes(100_000).length, 100);
  });

  it('cover a span without a gap, with at most 1,100 groups on a level, and contain each position', () => {
    /** Checks, level by level, the groups that contain the row at this fraction of the span. */
    const check = (end: number, fraction: number): void => {
      const span = { start: 0, end };
      const position = Math.floor(fraction * end);
      let container = span;
      let expected = groupsIn(span);
      assert.equal(expected.length === 0, end <= GROUPED_ABOVE);
      for (const group of groupsAt(span, position)) {
        assert.ok(expected.length <= MAX_ROWS);
        assert.ok(
          expected.some(
            ({ start, groupSize }) => start === group.start && groupSize === group.groupSize,
          ),
        );
        // Each group starts at the end of the previous group.
        const lastEnd = expected.reduce(
          (previousEnd, next) => (assert.equal(next.start, previousEnd), next.end),
          container.start,
        );
        assert.equal(lastEnd, container.end);
        assert.ok(position >= group.start && position < group.end);
        container = group;
        expected = groupsIn(group);
        if (expected.length === 0) assert.ok(group.end - group.start <= MAX_ROWS);
      }
      assert.deepEqual(expected, [], 'the last group holds items');
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3_000_000 }),
        fc.double({ min: 0, max: 0.999_999, noNaN: true }),
        check,
      ),
      { numRuns: 200 },
    );
    check(100_000_000, 0.7);
  });

  it('keep their starts when a sibling is added', () => {
    const starts = (end: number): readonly number[] =>
      groupsIn({ start: 0, end }).map(({ start }) => start);
    assert.deepEqual(starts(100_001), starts(100_000));
    assert.deepEqual(starts(1_000_001).slice(0, 5), starts(1_000_000).slice(0, 5));
  });

  it('are named by the shortest prefixes that distinguish names', () => {
    assert.deepEqual(distinguishingPrefixes(['Abel', 'Cato'], undefined, undefined), ['A', 'C']);
    assert.deepEqual(distinguishingPrefixes(['Abel', 'Cato'], 'Aaron', 'Cesar'), ['Ab', 'Ca']);
    assert.deepEqual(distinguishingPrefixes(['Tag 1', 'Tag 1000'], undefined, 'Tag 1001'), [
      'Tag 1',
      'Tag 1000',
    ]);
    assert.deepEqual(distinguishingPrefixes(['金卡', '銀卡'], '一般', undefined), ['金', '銀']);
    assert.deepEqual(distinguishingPrefixes(['same', 'same'], 'same', 'Same'), ['same', 'same']);
    assert.deepEqual(distinguishingPrefixes(['ab', 'b'], 'AA', undefined), ['ab', 'b']);
  });
});
