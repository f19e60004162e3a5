import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Column } from '../../../../src/base/customerFields.ts';
import type { CustomerRecord } from '../../../../src/base/model.ts';
import { RowIndex } from '../../../../src/search/index/rowIndex.ts';
import type { ColumnStatistics } from '../../../../src/search/index/indexMessages.ts';
import { lastAtMost } from '../../../../src/base/numbers.ts';
import { timeEdges } from '../../../../src/search/index/columnStatistics.ts';
import { customerAt, firstTagsAt } from '../../../../src/sandbox/madeCustomers.ts';
import { sandboxSeedItems, seedTagIds } from '../../../../src/sandbox/seedItems.ts';
import { filterText } from '../../../../src/search/filterText.ts';
import { pageRows, row, DISPLAYED_WORDS } from '../../customers/page/sample.ts';

const DAY = 86_400_000;
/** Time after the last activity of the customers. */
const LATEST = Date.UTC(2026, 9, 31, 12);
const TEXT_COLUMNS = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  birthday: 'birthday',
} as const;

type TestRecord = Omit<CustomerRecord, 'tags'> & { tags: { id: string; name: string }[] };

/** Returns a record as the sandbox serves it. */
function recordAt(index: number): TestRecord {
  const names = new Map(sandboxSeedItems().map(({ id, name }) => [id, name]));
  const tags = [...firstTagsAt(index)].map(([id, tagging]) => {
    return { id, name: names.get(id) ?? '', ...tagging };
  });
  return { ...customerAt(index), tags };
}

const RECORDS = Array.from({ length: 600 }, (_, index) => recordAt(index));

/** Creates an index of these records, which arrive in pages of 250. */
function indexOf(records: readonly unknown[]): RowIndex {
  const index = new RowIndex(DISPLAYED_WORDS, 'en');
  for (let at = 0; at < records.length; at += 250) {
    index.add(pageRows(records.slice(at, at + 250).map((record) => row(0, { record }))));
  }
  return index;
}

/** Counts each value that is not empty, in a simple way. */
function countsOfValues(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = Object.create(null) as Record<string, number>;
  for (const value of values) if (value !== '') counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Returns the counts in the statistics that are not 0, by value. */
function countsOf({ values }: ColumnStatistics): Record<string, number> {
  const presentValues = values.filter(({ count }) => count > 0);
  return Object.assign(
    Object.create(null),
    Object.fromEntries(presentValues.map(({ key, count }) => [key, count])),
  ) as Record<string, number>;
}

const someOf = (keys: readonly string[]) =>
  fc.subarray([...keys], { maxLength: Math.min(3, keys.length) });
const searches = fc
  .record({
    text: fc.constantFrom('', '', 'a', '台', 'facebook', 'nobody at all'),
    status: someOf(['1', '2', '3', '4', '5']),
    platform: someOf(['FB', 'LINE']),
    tag: someOf(['', ...seedTagIds]),
    after: fc.option(fc.integer({ min: LATEST - 25 * DAY, max: LATEST })),
    before: fc.constant(null),
    segment: fc.constant(''),
  })
  .map(filterText);

describe('statistics of columns', () => {
  const index = indexOf(RECORDS);
  const statisticsOf = (column: Column, search: string) => index.statistics(column, search);

  /** Returns the records that the index finds. Other tests check that these are the right ones. */
  function matching(search: string): TestRecord[] {
    const rows = index.rows(search, null);
    return rows === null ? RECORDS : Array.from(rows, (number) => RECORDS[number] ?? assert.fail());
  }

  it('equal the counts of the records for any search', () => {
    fc.assert(
      fc.property(searches, (search) => {
        const records = matching(search);
        const byValue: [Column, (record: TestRecord) => readonly string[]][] = [
          ['status', ({ status }) => [String(status)]],
          ['platform', ({ platform }) => [platform]],
          ['page', ({ pageId }) => [pageId]],
          ['gender', ({ gender }) => [gender ?? '']],
          ['tags', ({ tags }) => tags.map(({ id }) => id)],
          ['params', ({ params }) => [...new Set(params.map(({ name }) => name))]],
        ];
        for (const [column, valuesOf] of byValue) {
          const statistics = statisticsOf(column, search);
          const counts = countsOfValues(records.flatMap(valuesOf));
          assert.deepEqual(countsOf(statistics), counts, column);
          assert.equal(statistics.rows, records.length);
          assert.equal(statistics.distinct, Object.keys(counts).length, column);
          const emptyRecords = records.filter((record) => valuesOf(record).join('') === '');
          assert.equal(statistics.empty, emptyRecords.length, column);
        }
      }),
    );
  });

  it('count distinct and empty texts of columns without a list of values', () => {
    fc.assert(
      fc.property(searches, (search) => {
        const records = matching(search);
        for (const column of Object.values(TEXT_COLUMNS)) {
          const texts = records.map((record) => record[column] ?? '');
          const { empty, distinct, values } = statisticsOf(column, search);
          assert.equal(empty, texts.filter((text) => text === '').length, column);
          assert.equal(distinct, new Set(texts.filter((text) => text !== '')).size, column);
          assert.deepEqual(values, []);
        }
      }),
    );
  });

  it('count times in intervals that are the same for every search', () => {
    const edges = statisticsOf('lastActive', '').bins.map(({ from }) => from);
    assert.ok(edges.length > 4 && edges.length <= 32, String(edges.length));
    fc.assert(
      fc.property(searches, (search) => {
        const records = matching(search);
        const { bins, empty, distinct } = statisticsOf('lastActive', search);
        assert.deepEqual(
          bins.map(({ from }) => from),
          edges,
        );
        for (const { from, to, count } of bins) {
          const recordsInBin = records.filter(
            ({ lastActive }) => lastActive >= from && lastActive < to,
          );
          assert.equal(count, recordsInBin.length);
        }
        assert.equal(empty, 0);
        assert.equal(distinct, new Set(records.map(({ lastActive }) => lastActive)).size);
      }),
    );
  });

  it('include values of other rows, so that they can be added to the filter', () => {
    const { values, distinct } = statisticsOf('status', 'status = 2');
    assert.equal(distinct, 1);
    assert.equal(values[0]?.key, '2');
    assert.deepEqual(
      values
        .slice(1)
        .map(({ key, count }) => `${key}: ${count}`)
        .toSorted((a, b) => a.localeCompare(b)),
      ['1: 0', '3: 0', '4: 0', '5: 0'],
    );
  });

  it('follow changed and added rows', () => {
    const patchedIndex = indexOf(RECORDS.slice(0, 10));
    const columns: Column[] = ['name', 'tags', 'params', 'created', 'gender'];
    const statisticsOfAll = (rowIndex: RowIndex) =>
      columns.map((column) => rowIndex.statistics(column, ''));
    statisticsOfAll(patchedIndex);
    const changedRecord = { ...recordAt(700), gender: 'x', tags: [], params: [] };
    patchedIndex.patch(3, changedRecord);
    patchedIndex.add(pageRows(RECORDS.slice(10, 20).map((record) => row(0, { record }))));
    const expectedIndex = indexOf(
      RECORDS.slice(0, 20).map((record, at) => (at === 3 ? changedRecord : record)),
    );
    // The order of values with the same count is not compared.
    const comparable = (columnStatistics: ColumnStatistics[]) =>
      columnStatistics.map(({ values, ...rest }) => {
        const presentValues = values
          .filter(({ count }) => count > 0)
          .map((value) => JSON.stringify(value));
        return { ...rest, values: presentValues.toSorted() };
      });
    assert.deepEqual(
      comparable(statisticsOfAll(patchedIndex)),
      comparable(statisticsOfAll(expectedIndex)),
    );
  });

  it('accept any record, and an empty index', () => {
    const invalidRecords = [
      null,
      7,
      'text',
      {},
      { status: 'x', tags: 5, params: [null, { name: {} }] },
    ];
    const indexOfInvalid = indexOf([
      ...invalidRecords,
      { created: 1e300, lastActive: '5', gender: ['x'] },
    ]);
    const columns: Column[] = ['name', 'status', 'tags', 'params', 'created', 'lastActive'];
    for (const column of columns) {
      const statistics = indexOfInvalid.statistics(column, '');
      assert.equal(statistics.rows, 6);
      assert.deepEqual(statistics.bins, [], column);
    }
    assert.equal(indexOfInvalid.statistics('created', '').empty, 6);
    assert.equal(indexOf([]).statistics('created', '').rows, 0);
    const names = indexOf(['__proto__', 'constructor'].map((gender) => ({ gender })));
    assert.deepEqual(
      names
        .statistics('gender', '')
        .values.map(({ key }) => key)
        .toSorted(),
      ['__proto__', 'constructor'],
    );
  });
});

describe('timeEdges', () => {
  it('returns at most 34 increasing edges around both times, at full or half hours', () => {
    const time = fc.integer({ min: -8.64e15, max: 8.64e15 });
    const recentTime = fc.integer({ min: Date.UTC(1990, 0), max: Date.UTC(2040, 0) });
    fc.assert(
      fc.property(fc.oneof(time, recentTime), fc.oneof(time, recentTime), (timeA, timeB) => {
        const [from, to] = [Math.min(timeA, timeB), Math.max(timeA, timeB)];
        const edges = timeEdges(from, to);
        assert.ok(edges.length >= 2 && edges.length <= 34, `${edges.length}`);
        assert.ok((edges[0] ?? to) <= from && (edges.at(-1) ?? from) > to);
        for (const [at, edge] of edges.entries()) {
          if (at > 0) assert.ok(edge > (edges[at - 1] ?? edge));
          // Before 1970, zones had offsets with other minutes. Beyond the limits of `Date`, an edge is the limit.
          const isEnd = Math.abs(edge) >= 8.64e15 - DAY;
          if (!isEnd && edge > 0) assert.equal(new Date(edge).getMinutes() % 30, 0);
        }
        const edgeArray = Float64Array.from(edges);
        const bin = lastAtMost(edgeArray, from);
        assert.ok((edges[bin] ?? 0) <= from && (edges[bin + 1] ?? 0) > from);
      }),
    );
  });

  it('returns edges of days, weeks, months, quarters or years, depending on the span', () => {
    const at = (...parts: [number, number, number]) => new Date(...parts).getTime();
    const edges = (from: number, to: number) => timeEdges(from, to).map((time) => new Date(time));
    const days = edges(at(2026, 2, 20), at(2026, 3, 3));
    assert.equal(days.length, 16, 'days');
    const weeks = edges(at(2026, 0, 1), at(2026, 5, 1));
    assert.ok(
      weeks.every((date) => date.getDay() === 1 && date.getHours() === 0),
      'weeks',
    );
    const months = edges(at(2025, 0, 15), at(2026, 10, 1));
    assert.ok(months.every((date) => date.getDate() === 1) && months.length === 24, 'months');
    const quarters = edges(at(2022, 4, 15), at(2026, 10, 1));
    assert.ok(
      quarters.every((date) => date.getMonth() % 3 === 0),
      'quarters',
    );
    const years = edges(at(2003, 4, 15), at(2026, 10, 1));
    assert.ok(years.every((date) => date.getMonth() === 0) && years.length === 25, 'years');
  });
});
