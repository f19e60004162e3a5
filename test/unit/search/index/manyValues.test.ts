import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { MAX_FACET_VALUES } from '../../../../src/search/index/indexMessages.ts';
import { RowIndex } from '../../../../src/search/index/rowIndex.ts';
import { filterText } from '../../../../src/search/filterText.ts';
import { pageRows, row, STRINGS } from '../../customers/page/sample.ts';

const WORDS = { status: STRINGS.status, male: STRINGS.male, female: STRINGS.female };

interface TestRecord {
  readonly tags: readonly { readonly id?: string; readonly name?: string }[];
  readonly params: readonly { readonly name: string; readonly value: string }[];
}

const param = (name: string) => ({ name, value: '1' });

/**
 * Returns a record with one unique tag and parameter, and with tags and parameters shared by many
 * rows before and after the limit.
 */
function createRecord(number: number): TestRecord {
  const isEarly = number < 100;
  return {
    tags: [
      { id: `t${number}`, name: `T${number % 7}` },
      ...(isEarly ? [{ id: 'early', name: 'Early' }] : [{ id: 'late', name: 'Late' }]),
      ...(number % 3 === 0 ? [{ name: 'No ID' }, { id: '', name: `n${number}` }] : []),
    ],
    params: [param(`p${number}`), ...(number % 5 === 0 ? [param('shared')] : [])],
  };
}

function keysOf({ tags }: TestRecord): readonly string[] {
  const keys = tags.map(({ id = '', name = '' }) => id || name).filter(Boolean);
  return keys.length === 0 ? [''] : [...new Set(keys)];
}

describe('RowIndex with more than 10,000 tags and parameters', () => {
  const ROWS = MAX_FACET_VALUES + 600;
  const index = new RowIndex(WORDS, 'en');
  const records: TestRecord[] = [];

  before(() => {
    for (let number = 0; number < ROWS; number++) records.push(createRecord(number));
    records.push({ tags: [], params: [] }, { tags: [{}], params: [] });
    for (let at = 0; at < records.length; at += 1000) {
      const page = records.slice(at, at + 1000);
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
    const countOf = (all: readonly TestRecord[], key: string): number =>
      all.filter((record) => keysOf(record).includes(key)).length;
    const keys = new Set(records.flatMap(keysOf));
    assert.equal(tag.values.length, MAX_FACET_VALUES);
    assert.equal(tag.unlistedCount, keys.size - MAX_FACET_VALUES);
    for (const { key, count } of tag.values.slice(0, 20)) {
      assert.equal(count, countOf(records, key), key);
    }
    const seen = tag.values.map(({ count }) => count);
    assert.deepEqual(
      seen,
      seen.toSorted((one, other) => other - one),
    );

    for (const search of ['', 'tagid:late']) {
      const shown = index.rows(search, null);
      const rows =
        shown === null ? records : [...shown].map((at) => records[at] ?? createRecord(0));
      const tags = index.statistics('tags', search);
      assert.equal(tags.empty, countOf(rows, ''));
      assert.equal(tags.distinct, new Set(rows.flatMap(keysOf)).size - Number(tags.empty > 0));
      for (const { key, count } of tags.values) assert.equal(count, countOf(rows, key), key);
      const all = rows.flatMap(keysOf).filter(Boolean).length;
      const listed = tags.values.reduce((sum, { count }) => sum + count, 0);
      assert.equal(tags.others, all - listed);
      const params = index.statistics('params', search);
      assert.equal(params.empty, rows.filter((record) => record.params.length === 0).length);
      const names = rows.flatMap((record) => record.params.map(({ name }) => name));
      assert.equal(params.distinct, new Set(names).size);
    }
  });
});
