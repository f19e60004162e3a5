import fc from 'fast-check';
import type { SegmentIndex } from '../../../src/search/index/segmentIndex.ts';

export const HOUR = 3_600_000;
/** Current time of the tests, on the second of `DAYS`. */
export const NOW = new Date(2026, 0, 31, 12, 30).getTime();
export const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01'];
const midnight = new Date(2026, 0, 31).getTime();
/** Times around the boundaries of days and ages. */
const TIMES = [
  ...[NOW, NOW - HOUR, NOW - 24 * HOUR, NOW - 48 * HOUR, NOW - 336 * HOUR, midnight],
  ...[new Date(2026, 1, 1).getTime(), new Date(2026, 0, 30).getTime(), 0],
].flatMap((time) => [time - 1, time, time + 1, time - 0.25]);
/** Names of tags, some of which are easily confused with each other, with keywords or with members of objects. */
export const NAMES = ['VIP', 'vip', 'Spring sale', '台北', '', '__proto__', 'and', 'a"b', '7'];
const IDS = ['t1', 't2', 't3', 'VIP', '__proto__', '', 7];
export const FOLDERS = ['f1', 'f2', 'f3', 'f4'];
/** Values of params: texts, and numbers in usual, unusual and invalid spellings. */
export const TEXTS = [
  '台北',
  '',
  '42',
  ' 42 ',
  '4.5e1',
  '41',
  '-0',
  '0',
  'x',
  '1e999',
  '0x10',
  '1,000',
];

/** Generates values that are invalid for most fields. */
const anyInvalid = fc.constantFrom<unknown>(
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
const orInvalid = (arbitrary: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary }, { weight: 1, arbitrary: anyInvalid });

const anyTag = fc.record(
  {
    id: orInvalid(fc.constantFrom<unknown>(...IDS)),
    name: orInvalid(fc.constantFrom(...NAMES)),
    timestamp: orInvalid(fc.constantFrom(...TIMES)),
    count: orInvalid(fc.constantFrom<unknown>(0, 1, 2, 3, 2.5, 2 ** 40, -1)),
  },
  { requiredKeys: [] },
);
const anyParam = fc.record(
  {
    name: orInvalid(fc.constantFrom('city', 'size', '台北', '', '__proto__', '7')),
    value: orInvalid(fc.constantFrom<unknown>(...TEXTS, 42, 7.5)),
  },
  { requiredKeys: [] },
);
/** Generates customer records with missing fields, and with a few invalid values. */
export const anyRecord = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record(
      {
        status: orInvalid(fc.constantFrom<unknown>(1, 2, 4, 5, 9, '4', '5', 'blocked')),
        platform: orInvalid(fc.constantFrom('LINE', 'FB', 'line', 'Web')),
        pageId: orInvalid(fc.constantFrom('123', '456')),
        gender: orInvalid(fc.constantFrom('男', '女', 'male', 'other')),
        email: orInvalid(fc.constantFrom('a@b.example', '')),
        phone: orInvalid(fc.constantFrom('+886', '')),
        lastActive: orInvalid(fc.constantFrom(...TIMES)),
        created: orInvalid(fc.constantFrom(...TIMES)),
        tags: orInvalid(fc.array(orInvalid(anyTag), { maxLength: 5 })),
        params: orInvalid(fc.array(orInvalid(anyParam), { maxLength: 4 })),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: anyInvalid },
);

/** Change of the record in row `at` (modulo the number of rows). If `at` is even, a query comes before the change. */
interface Change {
  readonly at: number;
  readonly record: unknown;
}

export const anyChanges = fc.array(fc.record({ at: fc.nat(), record: anyRecord }), {
  maxLength: 10,
});

/**
 * Adds the records one after the other. After some of them, changes a record that is already in the index.
 * @param changes the change at index i is made after record i was added
 * @param queryBetween queries the index before some of the changes, so that the index has cached results to update
 * @returns the final records
 */
export function fill(
  index: SegmentIndex,
  records: readonly unknown[],
  changes: readonly Change[],
  queryBetween: () => void,
): unknown[] {
  const currentRecords: unknown[] = [];
  records.forEach((record, row) => {
    index.add(1, () => record);
    currentRecords.push(record);
    const { at, record: newRecord } = changes[row] ?? { at: -1, record: undefined };
    if (at === -1) return;
    if (at % 2 === 0) queryBetween();
    const changedRow = at % currentRecords.length;
    index.set(changedRow, newRecord);
    currentRecords[changedRow] = newRecord;
  });
  return currentRecords;
}
