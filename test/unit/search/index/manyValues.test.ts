import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { MAX_FACET_VALUES } from '../../../../src/search/index/indexMessages.ts';
import { RowIndex } from '../../../../src/search/index/rowIndex.ts';
import { filterText } from '../../../../src/search/filterText.ts';
import { pageRows, row, DISPLAYED_WORDS } from '../../customers/page/sample.ts';

interface TestRecord {
  readonly tags: readonly { readonly id?: string; readonly name?: string }[];
  readonly params: readonly { readonly name: string; readonly value: string }[];
}

const param = (name: string) => ({ name, value: '1' });

/** Returns a record with a unique tag and parameter, and with tags and parameters that many rows share. */
function createRecord(index: number): TestRecord {
  const isEarly = index < 100;
  return {
    tags: [
      { id: `t${index}`, name: `T${index % 7}` },
      ...(isEarly ? [{ id: 'early', name: 'Early' }] : [{ id: 'late', name: 'Late' }]),
      ...(index % 3 === 0 ? [{ name: 'No ID' }, { id: '', name: `n${index}` }] : []),
    ],
    params: [param(`p${index}`), ...(index % 5 === 0 ? [param('shared')] : [])],
  };
}

/** Returns the key of each tag: its ID, or its name. The key is empty if there are no tags. */
function keysOf({ tags }: TestRecord): readonly string[] {
  const keys = tags.map(({ id = '', name = '' }) => id || name).filter(Boolean);
  return keys.length === 0 ? [''] : [...new Set(keys)];
}

describe('RowIndex with more than 10,000 tags and parameters', () => {
  /** Enough rows with a unique tag each, so that not all tags are listed. */
  const ROWS = MAX_FACET_VALUES + 600;
  const index = new RowIndex(DISPLAYED_WORDS, 'en');
  const records: TestRecord[] = [];

  before(() => {
    for (let number = 0; number < ROWS; number++) records.push(createRecord(number));
    records.push({ tags: [], params: [] }, { tags: [{}], params: [] });
    for (let start = 0; start < records.length; start += 1000) {
      const page = records.slice(start, start + 1000);
      index.add(pageRows(page.map((record) => row(0, { record }))));
    }
    for (const changed of [3, ROWS - 1]) {
      const record = { tags: [{ id: 'patched', name: 'Patched' }], params: [param('patched')] };
      index.patch(changed, record);
      records[changed] = record;
    }
  });

  const anyKey = fc.oneof(
    fc.constantFrom('', 'early', 'late', 'No ID', 'patched', 'nobody', 'T1', 'n9999', '__proto__'),
    fc.integer({ min: MAX_FACET_VALUES - 200, max: ROWS }).map((number) => `t${number}`),
    fc.integer({ min: 0, max: ROWS }).map((number) => `n${number * 3}`),
  );

  it('finds the rows of every tag, as a plain search of the records does', () => {
    const property = fc.property(fc.array(anyKey, { minLength: 1, maxLength: 4 }), (tag) => {
      const expected = records.flatMap((record, at) =>
        keysOf(record).some((key) => tag.includes(key)) ? [at] : [],
      );
      assert.deepEqual([...(index.rows(filterText({ tag }), null) ?? [])], expected);
    });
    fc.assert(property, { numRuns: 60 });
    const last = filterText({ tag: [`t${ROWS - 2}`] });
    assert.deepEqual([...(index.rows(last, null) ?? [])], [ROWS - 2]);
  });

  it('lists the most common tags, and counts all of them in the statistics', () => {
    const { tag } = index.facets();
    const countOf = (testRecords: readonly TestRecord[], key: string): number =>
      testRecords.filter((record) => keysOf(record).includes(key)).length;
    const keys = new Set(records.flatMap(keysOf));
    assert.equal(tag.values.length, MAX_FACET_VALUES);
    assert.equal(tag.omittedCount, keys.size - MAX_FACET_VALUES);
    for (const { key, count } of tag.values.slice(0, 20)) {
      assert.equal(count, countOf(records, key), key);
    }
    const counts = tag.values.map(({ count }) => count);
    assert.deepEqual(
      counts,
      counts.toSorted((one, other) => other - one),
    );

    for (const search of ['', 'tagid:late']) {
      const matchingRows = index.rows(search, null);
      const rows =
        matchingRows === null
          ? records
          : [...matchingRows].map((at) => records[at] ?? createRecord(0));
      const tags = index.statistics('tags', search);
      assert.equal(tags.empty, countOf(rows, ''));
      assert.equal(tags.distinct, new Set(rows.flatMap(keysOf)).size - Number(tags.empty > 0));
      for (const { key, count } of tags.values) assert.equal(count, countOf(rows, key), key);
      const taggings = rows.flatMap(keysOf).filter(Boolean).length;
      const listedTaggings = tags.values.reduce((sum, { count }) => sum + count, 0);
      assert.equal(tags.others, taggings - listedTaggings);
      const params = index.statistics('params', search);
      assert.equal(params.empty, rows.filter((record) => record.params.length === 0).length);
      const names = rows.flatMap((record) => record.params.map(({ name }) => name));
      assert.equal(params.distinct, new Set(names).size);
    }
  });
});
