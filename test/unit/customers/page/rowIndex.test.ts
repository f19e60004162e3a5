import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { FIELD_NAMES } from '../../../../src/base/customerFields.ts';
import { filterText, type Filter } from '../../../../src/search/filterText.ts';
import { COLUMNS } from '../../../../src/customers/page/columns.ts';
import { createFormat } from '../../../../src/customers/page/format.ts';
import { RowIndex } from '../../../../src/search/index/rowIndex.ts';
import { customer, pageRows, row, DISPLAYED_WORDS } from './sample.ts';

function indexOf(...pages: readonly (readonly unknown[])[]): RowIndex {
  const index = new RowIndex(DISPLAYED_WORDS, 'en');
  for (const records of pages) {
    index.add(pageRows(records.map((record) => row(0, { record }))));
  }
  return index;
}

const customers = (start: number, count: number) =>
  Array.from({ length: count }, (_, index) => customer(start + index));

function rowsOf(index: RowIndex, filter: Filter): number[] | null {
  const rows = index.rows(filterText(filter), null);
  return rows && [...rows];
}

describe('RowIndex', () => {
  it('returns all rows in loading order without a filter', () => {
    assert.equal(indexOf(customers(0, 5)).rows('', null), null);
    assert.equal(rowsOf(indexOf(customers(0, 5)), { text: '  ' }), null);
  });

  it('finds words in any field, on every page, ignoring case', () => {
    const index = indexOf(customers(0, 5), customers(5, 5));
    assert.deepEqual(rowsOf(index, { text: '王小明' }), [0, 5]);
    assert.deepEqual(rowsOf(index, { text: 'LOVELACE' }), [1, 6]);
    assert.deepEqual(rowsOf(index, { text: 'user7@' }), [7]);
    assert.deepEqual(rowsOf(index, { text: 'blocked' }), [3, 4, 8, 9], 'name of the status');
    assert.deepEqual(rowsOf(index, { text: 'vip line' }), [1, 5, 7], 'each word must match');
    assert.deepEqual(rowsOf(index, { text: '台北 春季' }), [2, 5, 8]);
    assert.deepEqual(rowsOf(index, { text: 'nobody' }), []);
    assert.deepEqual(
      rowsOf(index, { text: '1750000000000' }),
      [],
      'a search does not find the digits of a time',
    );
    const pictured = { ...customer(0), pic: 'https://pictures.example/zebra.jpg' };
    assert.deepEqual(
      rowsOf(indexOf([pictured]), { text: 'zebra' }),
      [],
      'a search does not find URLs of pictures',
    );
  });

  describe('in a browser', () => {
    /** Number of conversions by `FileReaderSync`. */
    let readCount = 0;

    beforeEach(() => {
      readCount = 0;
      const failing = class {
        readAsBinaryString(): string {
          readCount++;
          throw new DOMException('Try again.', 'NotReadableError');
        }
      };
      Object.assign(globalThis, { FileReaderSync: failing });
    });

    afterEach(() => {
      Reflect.deleteProperty(globalThis, 'FileReaderSync');
    });

    it('finds all rows if FileReaderSync fails for lack of resources', () => {
      const large = { ...customer(0), name: 'x'.repeat(10_000) };
      const index = indexOf([large, ...customers(1, 4)], customers(5, 5));
      assert.ok(readCount > 0);
      assert.equal(index.count, 10);
      assert.deepEqual(rowsOf(index, { text: 'LOVELACE' }), [1, 6]);
    });

    it('does not use FileReaderSync, which is slow, for each row that a run has changed', () => {
      const index = indexOf(customers(0, 5));
      for (let changed = 0; changed < 5; changed++) index.patch(changed, customer(changed + 5));
      assert.deepEqual(rowsOf(index, { text: 'user7@' }), [2]);
      assert.equal(readCount, 0);
    });
  });

  it('finds unknown fields, and values that are not records', () => {
    const index = indexOf([{ ...customer(0), extra: { deep: ['Rosebud'] } }, null, 'odd text', 7]);
    assert.deepEqual(rowsOf(index, { text: 'rosebud' }), [0]);
    assert.deepEqual(rowsOf(index, { text: 'odd' }), [2]);
    assert.deepEqual(index.rows('', { column: 'created', descending: false })?.length, 4);
  });

  it('keeps all rows if one is nested too deeply for JSON.stringify', () => {
    const deep = `${'[{"a":'.repeat(100_000)}"Rosebud"${'}]'.repeat(100_000)}`;
    const deepRecord = `{"name":${deep},"platform":${deep},"tags":[{"id":${deep}}],"extra":${deep}}`;
    const index = indexOf([customer(0)]);
    const json = new TextEncoder().encode(deepRecord);
    index.add({ json, spans: Uint32Array.of(0, json.length) });
    index.add(pageRows([row(2)]));
    assert.equal(index.count, 3);
    assert.deepEqual(rowsOf(index, { text: 'user2@' }), [2]);
    assert.deepEqual(rowsOf(index, { text: 'rosebud' }), [1]);
    index.patch(1, { ...(JSON.parse(deepRecord) as object), email: 'zebra' });
    assert.deepEqual(rowsOf(index, { text: 'zebra' }), [1]);
  });

  it('finds names of tags, even if there are more than the 10,000 that are stored once for all rows', () => {
    const rowCount = 12_000;
    const tagged = (number: number) => ({
      ...customer(0),
      name: `no ${number}`,
      tags: [{ id: `t${number}`, name: `Tag-${number}`, timestamp: 1 }, { name: 'Everyone' }],
    });
    const index = indexOf(Array.from({ length: rowCount }, (_, number) => tagged(number)));
    assert.deepEqual(rowsOf(index, { text: 'tag-5' })?.slice(0, 2), [5, 50]);
    assert.deepEqual(rowsOf(index, { text: 'tag-11999' }), [rowCount - 1]);
    // The tags 77, 770 to 779, and 7700 to 7799.
    assert.deepEqual(rowsOf(index, { text: 'TAG-77 everyone no' })?.length, 111);
    assert.equal(rowsOf(index, { text: 'everyone' })?.length, rowCount);
    index.patch(5, { ...tagged(5), tags: [] });
    assert.deepEqual(rowsOf(index, { text: 'tag-5' })?.slice(0, 2), [50, 51]);
  });

  it('finds the same rows as a search of each single record', () => {
    const word = fc.constantFrom('a', 'A', 'ab', '王', '王小', 'é', '12', '');
    const text = fc.array(word, { maxLength: 3 }).map((parts) => parts.join(' '));
    const named = fc.record({ id: text, name: text });
    const fields = { id: text, name: text, email: text, note: text, tags: fc.array(named) };
    const records = fc.array(fc.record(fields, { noNullPrototype: true }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.array(records, { maxLength: 3 }), text, (pages, query) => {
        const words = query.toLowerCase().split(' ').filter(Boolean);
        const naive = pages.flat().flatMap((record, row) => {
          const values = Object.values(record).flatMap((value) =>
            typeof value === 'string' ? [value] : value.flatMap(Object.values<string>),
          );
          const hasWord = (part: string) =>
            values.some((value) => value.toLowerCase().includes(part));
          return words.every(hasWord) ? [row] : [];
        });
        const foundRows = rowsOf(indexOf(...pages), { text: query });
        assert.deepEqual(foundRows, words.length === 0 ? null : naive);
      }),
    );
  });

  it('filters by the values of a facet, and counts them', () => {
    const index = indexOf(customers(0, 10));
    const { status, platform, tag } = index.facets();
    assert.deepEqual(
      status.values.map(({ key, count }) => [key, count]),
      ['1', '2', '3', '4', '5'].map((key) => [key, 2]),
    );
    assert.deepEqual(
      platform.values.map(({ key, count }) => [key, count]),
      [
        ['FB', 5],
        ['LINE', 5],
      ],
    );
    assert.deepEqual(tag.values, [
      { key: 't1', label: 'VIP', count: 6 },
      { key: '', label: '', count: 4 },
      { key: 't2', label: '春季活動 2025', count: 3 },
    ]);
    assert.deepEqual([status.omittedCount, platform.omittedCount, tag.omittedCount], [0, 0, 0]);
    assert.deepEqual(rowsOf(index, { status: ['2'] }), [1, 6]);
    assert.deepEqual(rowsOf(index, { status: ['2', '3'], platform: ['FB'] }), [2, 6]);
    assert.deepEqual(rowsOf(index, { tag: ['t2'] }), [2, 5, 8]);
    assert.deepEqual(rowsOf(index, { tag: ['gone'] }), []);
  });

  it('distinguishes customers without a tag from those whose tags are too many to list', () => {
    const tagged = (id: string) => ({ tags: [{ id, name: id }] });
    const many = Array.from({ length: 10_000 }, (_, number) => tagged(`t${number}`));
    const index = indexOf([...many, { tags: [] }, {}, { tags: [{}] }, tagged('t0')]);
    assert.deepEqual(rowsOf(index, { tag: [''] }), [10_000, 10_001, 10_002]);
    assert.deepEqual(rowsOf(index, { tag: ['t0', 't9999'] }), [0, 9999, 10_003]);
  });

  it('filters by time', () => {
    const index = indexOf(customers(0, 5));
    const time = (number: number) => customer(number)['lastActive'] as number;
    assert.deepEqual(rowsOf(index, { after: time(2) }), [0, 1, 2]);
    assert.deepEqual(rowsOf(index, { after: time(3), before: time(1) }), [1, 2, 3]);
  });

  it('sorts the matches, with empty values last', () => {
    const index = indexOf([{ name: 'b' }, { name: '' }, { name: 'a' }, {}, { name: 'C' }]);
    const sorted = (descending: boolean) => [
      ...(index.rows('', { column: 'name', descending }) ?? []),
    ];
    assert.deepEqual(sorted(false), [2, 0, 4, 1, 3]);
    assert.deepEqual(sorted(true), [4, 0, 2, 1, 3]);
    const filteredRows = index.rows('c', { column: 'name', descending: false });
    assert.deepEqual([...(filteredRows ?? [])], [4]);
  });

  it('sorts by every column', () => {
    const low = { status: 1, created: 1, lastActive: 1, tags: [], params: [{}] };
    const high = { status: 2, created: 2, lastActive: 2, tags: [{ id: 't' }], params: [{}, {}] };
    const textsOf = (text: string) => Object.fromEntries(FIELD_NAMES.map((field) => [field, text]));
    const index = indexOf([
      { ...textsOf('b'), ...high },
      { ...textsOf('a'), ...low },
    ]);
    for (const { id: column } of COLUMNS) {
      assert.deepEqual([...(index.rows('', { column, descending: false }) ?? [])], [1, 0]);
      assert.deepEqual([...(index.rows('', { column, descending: true }) ?? [])], [0, 1]);
    }
  });

  it('sorts values that are not records by the text shown as their name', () => {
    const records = [{ name: 'a' }, 'b', ['c'], 4, {}, null, false];
    const format = createFormat('en');
    const shownNames = records.map((record) => format.text('name', record));
    assert.deepEqual(shownNames, ['a', 'b', '["c"]', '4', '', '', 'false']);
    const sorted = indexOf(records).rows('', { column: 'name', descending: false });
    const names = [...(sorted ?? [])].map((row) => shownNames[row]);
    assert.deepEqual(names, ['["c"]', '4', 'a', 'b', 'false', '', '']);
  });

  it('updates changed rows', () => {
    const index = indexOf(customers(0, 4));
    assert.deepEqual(rowsOf(index, { text: 'lovelace' }), [1]);
    index.patch(1, {
      ...customer(1),
      name: 'Nobody',
      tags: [{ id: 't9', name: 'new', timestamp: 1 }],
    });
    assert.deepEqual(rowsOf(index, { text: 'lovelace' }), []);
    assert.deepEqual(rowsOf(index, { text: 'nobody' }), [1]);
    assert.deepEqual(rowsOf(index, { tag: ['t9'] }), [1]);
    assert.deepEqual(index.facets().tag.values.find(({ key }) => key === 't1')?.count, 1);
  });
});
