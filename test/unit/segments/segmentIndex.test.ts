import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hasBit } from '../../../src/segments/index/bits.ts';
import { BLOCK_ROWS } from '../../../src/segments/index/block.ts';
import { SegmentIndex } from '../../../src/segments/index/segmentIndex.ts';
import { namedVocabulary } from '../../../src/segments/namedVocabulary.ts';
import { parseSegment } from '../../../src/segments/parseSegment.ts';
import type { Condition, Vocabulary, When } from '../../../src/segments/segment.ts';
import { NO_VOCABULARY } from '../../../src/segments/segment.ts';
import { segmentText } from '../../../src/segments/segmentText.ts';
import { anyComparison, anyOrder, anyWhen, segmentsOf } from './anySegment.ts';
import { isTrue, WORDS } from './naive.ts';
import { sizeOf } from '../../support/sizes.ts';

const HOUR = 3_600_000;
const NOW = new Date(2026, 0, 31, 12, 30).getTime();
const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01'];
const midnight = new Date(2026, 0, 31).getTime();
/** Around the ends of days and ages. */
const TIMES = [
  ...[NOW, NOW - HOUR, NOW - 24 * HOUR, NOW - 48 * HOUR, NOW - 336 * HOUR, midnight],
  ...[new Date(2026, 1, 1).getTime(), new Date(2026, 0, 30).getTime(), 0],
].flatMap((time) => [time - 1, time, time + 1, time - 0.25]);
const NAMES = ['VIP', 'vip', 'Spring sale', '台北', '', '__proto__', 'and', 'a"b', '7'];
const IDS = ['t1', 't2', 't3', 'VIP', '__proto__', '', 7];
const FOLDERS = ['f1', 'f2', 'f3', 'f4'];
const TEXTS = ['台北', '', '42', ' 42 ', '4.5e1', '41', '-0', '0', 'x', '1e999', '0x10', '1,000'];

const anyOdd = fc.constantFrom<unknown>(
  null,
  undefined,
  7,
  '',
  'x',
  [],
  {},
  [['VIP']],
  true,
  '2026',
);
const orOdd = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: anyOdd });

const anyTag = fc.record(
  {
    id: orOdd(fc.constantFrom<unknown>(...IDS)),
    name: orOdd(fc.constantFrom(...NAMES)),
    timestamp: orOdd(fc.constantFrom(...TIMES)),
    count: orOdd(fc.constantFrom<unknown>(0, 1, 2, 3, 2.5, 2 ** 40, -1)),
  },
  { requiredKeys: [] },
);
const anyParam = fc.record(
  {
    name: orOdd(fc.constantFrom('city', 'size', '台北', '', '__proto__', '7')),
    value: orOdd(fc.constantFrom<unknown>(...TEXTS, 42, 7.5)),
  },
  { requiredKeys: [] },
);
const anyRecord = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record(
      {
        status: orOdd(fc.constantFrom<unknown>(1, 2, 4, 5, 9, '4', '5', 'blocked')),
        platform: orOdd(fc.constantFrom('LINE', 'FB', 'line', 'Web')),
        pageId: orOdd(fc.constantFrom('123', '456')),
        gender: orOdd(fc.constantFrom('男', '女', 'male', 'other')),
        email: orOdd(fc.constantFrom('a@b.example', '')),
        phone: orOdd(fc.constantFrom('+886', '')),
        lastActive: orOdd(fc.constantFrom(...TIMES)),
        created: orOdd(fc.constantFrom(...TIMES)),
        tags: orOdd(fc.array(orOdd(anyTag), { maxLength: 5 })),
        params: orOdd(fc.array(orOdd(anyParam), { maxLength: 4 })),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: anyOdd },
);

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
  than: fc.constantFrom(
    { kind: 'age' as const, amount: 1, unit: 'h' as const },
    { kind: 'age' as const, amount: 2, unit: 'd' as const },
    { kind: 'age' as const, amount: 2, unit: 'w' as const },
    { kind: 'age' as const, amount: 0, unit: 'd' as const },
  ),
});
const when = anyWhen(fc.constantFrom(...DAYS), age);
const small = fc.nat({ max: 4 });
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
        count: fc.record({ comparison: anyComparison, number: small }),
      },
      { requiredKeys: ['kind', 'by', 'value'] },
    ),
  },
  fc.record({ kind: fc.constant('tags' as const), comparison: anyComparison, number: small }),
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

interface Change {
  readonly at: number;
  readonly record: unknown;
}

const anyChanges = fc.array(fc.record({ at: fc.nat(), record: anyRecord }), { maxLength: 10 });

/** Rows that come and change in between. @returns what stands there at the end */
function fill(
  index: SegmentIndex,
  records: readonly unknown[],
  changes: readonly Change[],
  ask: () => void,
): unknown[] {
  const now: unknown[] = [];
  records.forEach((record, row) => {
    index.add(1, () => record);
    now.push(record);
    const { at, record: other } = changes[row] ?? { at: -1, record: undefined };
    if (at === -1) return;
    if (at % 2 === 0) ask();
    const changed = at % now.length;
    index.set(changed, other);
    now[changed] = other;
  });
  return now;
}

describe('index of segments', () => {
  it('finds what a plain reading of the records finds', () => {
    const property = fc.property(
      fc.array(anyRecord, { maxLength: 70 }),
      anyChanges,
      fc.array(segmentsOf(anyCondition, 3), { minLength: 1, maxLength: 6 }),
      fc.array(anyVocabulary, { minLength: 1, maxLength: 2 }),
      (records, changes, segments, vocabularies) => {
        const index = new SegmentIndex({ words: WORDS });
        const [first = NO_VOCABULARY] = vocabularies;
        const ask = (): void => {
          for (const segment of segments) index.matches(segment, { vocabulary: first, now: NOW });
        };
        const shown = fill(index, records, changes, ask);
        for (const vocabulary of vocabularies) {
          for (const segment of [...segments, ...segments]) {
            const query = { vocabulary, now: NOW };
            const expected = shown.flatMap((record, row) =>
              isTrue(segment, record, vocabulary, NOW) ? [row] : [],
            );
            const text = segmentText(segment);
            assert.deepEqual(rowsOf(index.matches(segment, query), shown.length), expected, text);
            assert.equal(index.countOf(segment, query), expected.length, text);
            const named = { vocabulary: namedVocabulary(segment, vocabulary), now: NOW };
            assert.equal(index.countOf(segment, named), expected.length, `names alone: ${text}`);
          }
        }
      },
    );
    fc.assert(property, { numRuns: sizeOf('segmentRuns') });
  });

  it('finds them in more rows than one block has, changed ones too', () => {
    const index = new SegmentIndex();
    const count = BLOCK_ROWS * 2 + 33;
    const recordOf = (row: number): unknown => {
      return {
        status: row % 5,
        tags: [
          { id: `t${row % 7}`, name: `T${row % 7}`, count: row % 3 },
          // The last block has few of all tags there are.
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

  it('counts ages from the time of each question', () => {
    const index = new SegmentIndex();
    index.add(1, () => ({ lastActive: NOW }));
    const { segment } = parseSegment('active < 2d');
    assert.ok(segment);
    const ask = (now: number) => index.countOf(segment, { vocabulary: NO_VOCABULARY, now });
    assert.deepEqual([ask(NOW), ask(NOW + 48 * HOUR - 1), ask(NOW + 48 * HOUR)], [1, 1, 0]);
  });

  it('takes rows in order', () => {
    assert.throws(() => new SegmentIndex().set(1, {}), RangeError);
  });

  it('tells which values there are to choose from, the commonest first', () => {
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
