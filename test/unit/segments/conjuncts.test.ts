import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { alternativesOf, withAlternatives } from '../../../src/segments/conjuncts.ts';
import { parseSegment } from '../../../src/segments/parseSegment.ts';
import type { Segment } from '../../../src/segments/segment.ts';
import { segmentText } from '../../../src/segments/segmentText.ts';
import { anyCondition, segmentsOf } from './anySegment.ts';

function read(text: string): Segment | undefined {
  const { segment, problem } = parseSegment(text);
  assert.equal(problem, undefined, text);
  return segment;
}

const alternatives = (text: string, subject: Parameters<typeof alternativesOf>[1]) =>
  alternativesOf(read(text), subject).map(segmentText);

function changed(
  text: string,
  subject: Parameters<typeof alternativesOf>[1],
  ...next: string[]
): string {
  const parts = next.map((one) => read(one) ?? assert.fail());
  const segment = withAlternatives(read(text), subject, parts);
  return segment === undefined ? '' : segmentText(segment);
}

describe('parts of a segment that are about a column', () => {
  it('are found on the top level', () => {
    assert.deepEqual(alternatives('', 'page'), []);
    assert.deepEqual(alternatives('page = 1', 'page'), ['page = 1']);
    assert.deepEqual(alternatives('blocked and (page = 1 or page = 2)', 'page'), [
      'page = 1',
      'page = 2',
    ]);
    assert.deepEqual(
      alternatives('first >= 2026-01-01 and blocked and first < 2026-02-01', 'first'),
      ['first >= 2026-01-01 and first < 2026-02-01'],
    );
    assert.deepEqual(alternatives('page = 1 or blocked', 'page'), [], 'not of nothing else');
    assert.deepEqual(
      alternatives('(page != 1 and page != 2) or page = 3', 'page'),
      ['page != 1 and page != 2', 'page = 3'],
      'a chain of the page alone is one of them',
    );
    assert.deepEqual(alternatives('(page != 1 and blocked) or page = 3', 'page'), []);
    assert.deepEqual(alternatives('not has gender', 'gender'), ['not has gender']);
    assert.deepEqual(alternatives('param.city = x or has param.a', 'params'), [
      'param.city = x',
      'has param.a',
    ]);
  });

  it('are replaced where they stand, and all else is as it was', () => {
    assert.equal(changed('', 'page', 'page = 1'), 'page = 1');
    assert.equal(changed('not blocked', 'page', 'page = 1'), 'not blocked and page = 1');
    assert.equal(
      changed('page = 1 and tag:VIP', 'page', 'page = 2', 'page = 3'),
      '(page = 2 or page = 3) and tag:VIP',
    );
    assert.equal(changed('page = 1 and tag:VIP', 'page'), 'tag:VIP');
    assert.equal(changed('page = 1', 'page'), '');
    assert.equal(
      changed('tag:VIP or blocked', 'page', 'page = 2'),
      '(tag:VIP or blocked) and page = 2',
    );
    assert.equal(
      changed('first > 2026-01-01 and tag:VIP and first < 30d', 'first', 'first >= 2025-01-01'),
      'first >= 2025-01-01 and tag:VIP',
    );
  });

  it('come back as they were put in, whatever the segment', () => {
    const page = fc.stringMatching(/^[1-9]\d{0,5}$/);
    fc.assert(
      fc.property(
        segmentsOf(anyCondition),
        fc.uniqueArray(page, { maxLength: 3 }),
        (any, pages) => {
          const segment = read(segmentText(any));
          const next = pages.map((value): Segment => {
            return { kind: 'field', field: 'page', comparison: '=', value };
          });
          const after = withAlternatives(segment, 'page', next);
          const again = after === undefined ? undefined : read(segmentText(after));
          assert.deepEqual(
            alternativesOf(again, 'page').map(segmentText),
            next.map((one) => segmentText(one)),
          );
          // Taken out again, only what was about the page is gone.
          const out = withAlternatives(again, 'page', []);
          const before = withAlternatives(segment, 'page', []);
          assert.equal(out && segmentText(out), before && segmentText(before));
        },
      ),
    );
  });
});
