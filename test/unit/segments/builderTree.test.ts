import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseSegment } from '../../../src/segments/parseSegment.ts';
import type { Segment } from '../../../src/segments/segment.ts';
import { segmentText } from '../../../src/segments/segmentText.ts';
import { segmentOf, treeOf, type Item } from '../../../src/webview/segment/builderTree.ts';
import { newCondition, subjectOf, SUBJECTS } from '../../../src/webview/segment/conditionKinds.ts';
import { anyCondition, segmentsOf } from './anySegment.ts';

/** As a row of the builder has to be before it says anything. */
const complete = anyCondition.filter(
  (one) =>
    (!('value' in one) || one.value !== '') &&
    (!('name' in one) || one.name !== '') &&
    // Half of a character pair stands in no text field.
    JSON.stringify(one).isWellFormed(),
);

function rowsIn(item: Item): number {
  if (item.kind === 'row') return 1;
  return item.items.reduce((sum, one) => sum + rowsIn(one), 0);
}

function conditionsIn(segment: Segment): number {
  if (segment.kind === 'not') return conditionsIn(segment.part);
  if (segment.kind !== 'and' && segment.kind !== 'or') return 1;
  return segment.parts.reduce((sum, part) => sum + conditionsIn(part), 0);
}

describe('the builder’s groups', () => {
  it('say what the text says, whatever it is, each condition in a row of its own', () => {
    fc.assert(
      fc.property(segmentsOf(complete), (segment) => {
        const text = segmentText(segment);
        const tree = treeOf(parseSegment(text).segment);
        assert.equal(rowsIn(tree), conditionsIn(segment));
        const back = segmentOf(tree);
        assert.ok(back);
        assert.equal(segmentText(back), text);
      }),
      { numRuns: 500 },
    );
  });

  it('leave out what is not complete, and groups of nothing', () => {
    const tree = treeOf({ kind: 'not', part: { kind: 'blocked' } });
    assert.equal(tree.items.length, 1);
    tree.items.push({ kind: 'row', isNot: true, condition: newCondition('tag') });
    tree.items.push({ kind: 'group', join: 'none', items: [] });
    const segment = segmentOf(tree);
    assert.equal(segment && segmentText(segment), 'not blocked');
    assert.equal(segmentOf(treeOf(undefined)), undefined);
    assert.equal(
      segmentOf({ kind: 'group', join: 'none', items: [...tree.items.slice(1)] }),
      undefined,
    );
  });

  it('begin a condition about anything that there is', () => {
    for (const subject of SUBJECTS) assert.equal(subjectOf(newCondition(subject)), subject);
  });
});
