import assert from 'node:assert/strict';
import { FIELD_NAMES, FIELDS, type Column, type FieldName } from '../../src/base/customerFields.ts';
import { raw } from '../../src/base/jsonValues.ts';
import { filterText } from '../../src/search/filterText.ts';
import { RowIndex } from '../../src/search/index/rowIndex.ts';
import { customerAt, firstTagsAt } from '../../src/sandbox/madeCustomers.ts';
import { pageRows, DISPLAYED_WORDS } from '../unit/customers/page/sample.ts';
import { median } from './numbers.ts';
import type { Row } from './table.ts';

const ROWS = 100_000;
const PAGE_ROWS = 2500;
/** Maximum times for statistics and for a typed key, in ms. */
const GOAL = 100;
const TYPED_GOAL = 50;
const TYPED = [
  'huang not blocked',
  '陳 status = running',
  '"2026-01" tags >= 2',
  'sandbox@example',
];
/** Statuses that each round filters by. */
const FILTERS = [['1'], ['2', '3'], ['1', '2', '4'], []];

type RawRecord = Readonly<Record<string, unknown>>;

interface FieldColumn {
  readonly field: FieldName;
  readonly column: Column;
}

const COLUMNS: readonly FieldColumn[] = FIELD_NAMES.flatMap((field) => {
  const { column } = FIELDS[field];
  return column === null ? [] : [{ field, column: column.id }];
});

function recordAt(index: number): RawRecord {
  const tags = [...firstTagsAt(index)].map(([id, tagging]) => ({ id, name: id, ...tagging }));
  return { ...customerAt(index), tags };
}

/** Compares the statistics of matching rows in all columns with counting parsed records. */
export function statisticsRows(): Row[] {
  const records = Array.from({ length: ROWS }, (_, index) => recordAt(index));
  const index = new RowIndex(DISPLAYED_WORDS, 'en');
  for (let start = 0; start < ROWS; start += PAGE_ROWS) {
    const page = records.slice(start, start + PAGE_ROWS);
    index.add(pageRows(page.map((record) => ({ record, page: 1, problems: [], untaggable: 0 }))));
  }
  const [first] = times(index, records, ['5']);
  const rounds = FILTERS.map((status) => times(index, records, status));
  const productTime = median(rounds.map(([time]) => time));
  const worst = Math.max(...rounds.map(([time]) => time));
  const plainTime = median(rounds.map(([, time]) => time));
  return [
    {
      what: 'statistics of 100,000 rows after a search, all 14 columns',
      measured: `${productTime.toFixed(0)} ms, worst ${worst.toFixed(0)} ms`,
      goal: `<= ${GOAL} ms`,
      isMet: worst <= GOAL,
    },
    {
      what: '  the same by a Map for each column over parsed records',
      measured: `${plainTime.toFixed(0)} ms`,
      goal: 'above ours',
      isMet: plainTime > productTime,
    },
    { what: '  the same for the first time', measured: `${first.toFixed(0)} ms` },
    typedRow(index),
  ];
}

/** Measures the search after each typed key, as in the worker, with all texts and conditions. */
function typedRow(index: RowIndex): Row {
  const times = TYPED.flatMap((text) =>
    Array.from(text, (_, last) => {
      const start = performance.now();
      index.rows(text.slice(0, last + 1), null);
      return performance.now() - start;
    }),
  ).toSorted((a, b) => a - b);
  const p95 = times[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN;
  return {
    what: 'a key typed in the search over 100,000 rows, 95th percentile',
    measured: `${p95.toFixed(1)} ms (median ${median(times).toFixed(1)} ms, ${times.length} keys)`,
    goal: `<= ${TYPED_GOAL} ms`,
    isMet: p95 <= TYPED_GOAL,
  };
}

/**
 * Measures the product and the plain way, and compares their results.
 * @returns both times in ms
 */
function times(
  index: RowIndex,
  records: readonly RawRecord[],
  status: readonly string[],
): readonly [number, number] {
  const search = filterText({ status: [...status] });
  index.rows(search, null);
  const start = performance.now();
  const productStatistics = COLUMNS.map(({ column }) => index.statistics(column, search));
  const middle = performance.now();
  const matching = records.filter((record) => {
    return status.length === 0 || status.includes(String(record['status']));
  });
  const plainCounts = COLUMNS.map(({ field }) => valueCounts(matching, field));
  const end = performance.now();
  assert.deepEqual(
    productStatistics.map(({ distinct, empty }) => ({ distinct, empty })),
    plainCounts,
  );
  return [middle - start, end - middle];
}

/** Counts the values of a field: how many differ, and how many records have none. */
function valueCounts(
  records: readonly RawRecord[],
  field: FieldName,
): { distinct: number; empty: number } {
  const counts = new Map<string, number>();
  let empty = 0;
  for (const record of records) {
    const value = record[field];
    const keys = Array.isArray(value)
      ? value.map((entry: RawRecord) => String(field === 'tags' ? entry['id'] : entry['name']))
      : [raw(value)];
    if (keys.length === 0 || keys[0] === '') empty++;
    else for (const key of new Set(keys)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return { distinct: counts.size, empty };
}
