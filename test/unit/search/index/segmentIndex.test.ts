import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasBit } from '../../../../src/search/index/bits.ts';
import { BLOCK_ROWS } from '../../../../src/search/index/block.ts';
import { SegmentIndex } from '../../../../src/search/index/segmentIndex.ts';
import { namedVocabulary } from '../../../../src/search/segmentNames.ts';
import { parseSegment } from '../../../../src/search/parseSegment.ts';
import type { Condition, Vocabulary, When } from '../../../../src/search/segment.ts';
import { NO_VOCABULARY } from '../../../../src/search/segment.ts';
import { segmentText } from '../../../../src/search/segmentText.ts';
import {
  anyChanges,
  anyRecord,
  DAYS,
  fill,
  FOLDERS,
  HOUR,
  NAMES,
  NOW,
  TEXTS,
} from '../anyRecords.ts';
import { anyComparison, anyOrder, anyWhen, segmentsOf } from '../anySegment.ts';
import { isTrue, WORDS } from '../naive.ts';
import { sizeOf } from '../../../support/sizes.ts';

const anyVocabulary: fc.Arbitrary<Vocabulary> = fc.record({
  tags: fc.array(
    fc.record({
      id: fc.constantFrom('t1', 't2', 't3', 'VIP', '__proto__'),
      name: fc.constantFrom(...NAMES),
      folder: fc.constantFrom(null, ...FOLDERS),
    }),
    { maxLength: 5 },
  ),
  folders: fc.array(
    fc.record({
      id: fc.constantFrom(...FOLDERS),
      name: fc.constantFrom('Campaigns', 'Old', 'VIP'),
      parent: fc.constantFrom(null, ...FOLDERS),
    }),
    { maxLength: 4 },
  ),
});

const age: fc.Arbitrary<When> = fc.record({
  comparison: anyOrder,
  operand: fc.constantFrom(
    { kind: 'age' as const, amount: 1, unit: 'h' as const },
    { kind: 'age' as const, amount: 2, unit: 'd' as const },
    { kind: 'age' as const, amount: 2, unit: 'w' as const },
    { kind: 'age' as const, amount: 0, unit: 'd' as const },
  ),
});
const when = anyWhen(fc.constantFrom(...DAYS), age);
const smallCount = fc.nat({ max: 4 });
const tagNames = fc.constantFrom('t1', 't2', 'VIP', 'f1', 'f2', 'Campaigns', 'Old', ...NAMES);

const anyText = fc.constantFrom(
  ...['vip', 'SPRING SALE', 'spring  sale', '台', 'running', 'blocked the', 'male', '女', 'face'],
  ...['2026-01-3', '1970', '+886', '@B.', '4', 'rue', '', '__proto', 'a"b', 'line', '\n'],
);

const anyCondition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('text' as const), text: anyText }) },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        kind: fc.constant('tag' as const),
        by: fc.constantFrom('tag', 'tagid', 'folder', 'folderid'),
        value: tagNames,
        applied: when,
        count: fc.record({ comparison: anyComparison, number: smallCount }),
      },
      { requiredKeys: ['kind', 'by', 'value'] },
    ),
  },
  fc.record({ kind: fc.constant('tags' as const), comparison: anyComparison, number: smallCount }),
  fc.record({
    kind: fc.constant('field' as const),
    field: fc.constantFrom('status', 'platform', 'page', 'gender'),
    comparison: fc.constantFrom('=' as const, '!=' as const),
    value: fc.constantFrom(
      ...['Running', 'blocked', '9', '4', 'LINE', 'line', 'Facebook', 'FB', 'Web', '123', 'male'],
      ...['女', '', 'x', '7', '{}', 'true', 'blocked bot', 'blocking', '5'],
    ),
  }),
  fc.record({
    kind: fc.constant('time' as const),
    field: fc.constantFrom('active', 'first'),
    when,
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('param' as const),
      name: fc.constantFrom('city', 'size', '台北', '', '__proto__', '7', 'nobody'),
      comparison: anyComparison,
      value: fc.constantFrom(...TEXTS, '7.5'),
    }),
  },
  fc.record({
    kind: fc.constant('has' as const),
    field: fc.constantFrom('email', 'phone', 'status', 'platform', 'page', 'gender'),
  }),
  fc.record({
    kind: fc.constant('hasParam' as const),
    name: fc.constantFrom('city', 'size', '', 'nobody'),
  }),
  fc.constant({ kind: 'blocked' as const }),
);

function rowsOf(bits: Uint32Array, count: number): readonly number[] {
  return Array.from({ length: count }, (_, row) => row).filter((row) => hasBit(bits, row));
}

describe('SegmentIndex', () => {
  it('finds the same rows as a plain evaluation of the records', () => {
    const property = fc.property(
      fc.array(anyRecord, { maxLength: 70 }),
      anyChanges,
      fc.array(segmentsOf(anyCondition, 3), { minLength: 1, maxLength: 6 }),
      fc.array(anyVocabulary, { minLength: 1, maxLength: 2 }),
      (records, changes, segments, vocabularies) => {
        const index = new SegmentIndex({ words: WORDS });
        const [first = NO_VOCABULARY] = vocabularies;
        const runQueries = (): void => {
          for (const segment of segments) index.matches(segment, { vocabulary: first, now: NOW });
        };
        const finalRecords = fill(index, records, changes, runQueries);
        for (const vocabulary of vocabularies) {
          // The second evaluation of each segment uses cached results.
          for (const segment of [...segments, ...segments]) {
            const query = { vocabulary, now: NOW };
            const expected = finalRecords.flatMap((record, row) =>
              isTrue(segment, record, vocabulary, NOW) ? [row] : [],
            );
            const text = segmentText(segment);
            assert.deepEqual(
              rowsOf(index.matches(segment, query), finalRecords.length),
              expected,
              text,
            );
            const namedQuery = { vocabulary: namedVocabulary(segment, vocabulary), now: NOW };
            const byNames = rowsOf(index.matches(segment, namedQuery), finalRecords.length);
            assert.deepEqual(byNames, expected, `names alone: ${text}`);
          }
        }
      },
    );
    fc.assert(property, { numRuns: sizeOf('segmentRuns') });
  });

  it('finds rows, including changed ones, in more than one block', () => {
    const index = new SegmentIndex();
    // Two full blocks, and a third one that ends within its second word of 32 bits.
    const count = BLOCK_ROWS * 2 + 33;
    const recordOf = (row: number): unknown => {
      return {
        status: row % 5,
        tags: [
          { id: `t${row % 7}`, name: `T${row % 7}`, count: row % 3 },
          // The last block has only a few of all existing tags.
          { id: `own-${row}`, name: 'Own' },
        ],
      };
    };
    const records = Array.from({ length: count }, (_, row) => recordOf(row));
    index.add(count, (row) => records[row]);
    for (const row of [0, BLOCK_ROWS - 1, BLOCK_ROWS, count - 1]) {
      index.set(row, (records[row] = { status: 4, tags: [{ id: 't1', name: 'T1', count: 9 }] }));
    }
    for (const text of [
      'tag:T1 count != 1 and not blocked',
      'tagid:t3 or status = 2',
      'not tags = 2',
      `tagid:own-5 or tagid:own-${count - 2} or tagid:own-${count}`,
      'tag:Own and not tag:T2',
    ]) {
      const { segment } = parseSegment(text);
      assert.ok(segment);
      const query = { vocabulary: NO_VOCABULARY, now: NOW };
      const expected = records.flatMap((record, row) =>
        isTrue(segment, record, NO_VOCABULARY, NOW) ? [row] : [],
      );
      assert.deepEqual(rowsOf(index.matches(segment, query), count), expected, text);
    }
  });

  it('calculates ages at the time of each query', () => {
    const index = new SegmentIndex();
    index.add(1, () => ({ lastActive: NOW }));
    const { segment } = parseSegment('active < 2d');
    assert.ok(segment);
    const matchCount = (now: number) =>
      rowsOf(index.matches(segment, { vocabulary: NO_VOCABULARY, now }), 1).length;
    assert.deepEqual(
      [matchCount(NOW), matchCount(NOW + 48 * HOUR - 1), matchCount(NOW + 48 * HOUR)],
      [1, 1, 0],
    );
  });

  it('rejects a change of a row that does not exist', () => {
    assert.throws(() => new SegmentIndex().set(1, {}), RangeError);
  });

  it('returns the values to choose from, the most common first', () => {
    const index = new SegmentIndex();
    const cities = ['台北', 'Lyon', 'Lyon', '台北', 'Bonn', 'Lyon', ''];
    cities.forEach((value, row) => {
      const params = [
        { name: 'city', value },
        { name: 'member', value: `M${row}` },
      ];
      index.add(1, () => ({ pageId: `page${row % 2}`, gender: row === 0 ? null : '女', params }));
    });
    assert.deepEqual(index.values(), {
      page: ['page0', 'page1'],
      gender: ['女'],
      params: [
        { name: 'city', values: ['Lyon', '台北'] },
        { name: 'member', values: [] },
      ],
    });
  });
});
