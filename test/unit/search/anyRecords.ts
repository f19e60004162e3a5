import fc from 'fast-check';
import type { SegmentIndex } from '../../../src/search/index/segmentIndex.ts';

export const HOUR = 3_600_000;
export const NOW = new Date(2026, 0, 31, 12, 30).getTime();
export const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01'];
const midnight = new Date(2026, 0, 31).getTime();
/** Times around the boundaries of days and ages. */
const TIMES = [
  ...[NOW, NOW - HOUR, NOW - 24 * HOUR, NOW - 48 * HOUR, NOW - 336 * HOUR, midnight],
  ...[new Date(2026, 1, 1).getTime(), new Date(2026, 0, 30).getTime(), 0],
].flatMap((time) => [time - 1, time, time + 1, time - 0.25]);
export const NAMES = ['VIP', 'vip', 'Spring sale', '台北', '', '__proto__', 'and', 'a"b', '7'];
const IDS = ['t1', 't2', 't3', 'VIP', '__proto__', '', 7];
export const FOLDERS = ['f1', 'f2', 'f3', 'f4'];
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
export const anyRecord = fc.oneof(
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

interface Change {
  readonly at: number;
  readonly record: unknown;
}

export const anyChanges = fc.array(fc.record({ at: fc.nat(), record: anyRecord }), {
  maxLength: 10,
});

/**
 * Adds the records, and changes some in between.
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
