import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RowIndex } from '../../../src/search/index/rowIndex.ts';
import { filterText, type Filter } from '../../../src/search/filterText.ts';
import { parseSegment } from '../../../src/search/parseSegment.ts';
import { sizeOf } from '../../support/sizes.ts';
import { pageRows, row, DISPLAYED_WORDS } from '../customers/page/sample.ts';

const TIMES = [0, 1_750_000_000_000, 1_750_000_000_001, 1_760_000_000_000];
const IDS = ['t1', 't2', 'VIP', 'blocked'];

const anyTag = fc.record(
  { id: fc.constantFrom(...IDS), name: fc.constantFrom('VIP', 'Spring sale', 'blocked', '') },
  { requiredKeys: [] },
);
const anyRecord = fc.record(
  {
    name: fc.constantFrom('Mei Lin', '王小明', 'has status'),
    status: fc.constantFrom<unknown>(1, 2, 4, 5, 9, null, '7'),
    platform: fc.constantFrom<unknown>('LINE', 'FB', 'Web', '', 3),
    lastActive: fc.constantFrom<unknown>(...TIMES, null, '2026'),
    tags: fc.array(anyTag, { maxLength: 3 }),
  },
  { requiredKeys: [], noNullPrototype: true },
);
/** Filter in which no field is missing. */
type WholeFilter = {
  readonly [Field in keyof Filter]-?: NonNullable<Filter[Field]> | Extract<Filter[Field], null>;
};

const anyTime = fc.option(fc.constantFrom(...TIMES));
const anyFilter: fc.Arbitrary<WholeFilter> = fc.record({
  text: fc.constantFrom('', ' ', 'mei', 'MEI lin', '"mei', 'tag:', 'has', 'not', 'vip 1', '王'),
  status: fc.uniqueArray(fc.constantFrom('1', '2', '4', '5', '7', '9', ''), { maxLength: 2 }),
  platform: fc.uniqueArray(fc.constantFrom('LINE', 'FB', 'Web', '3', ''), { maxLength: 2 }),
  tag: fc.uniqueArray(fc.constantFrom(...IDS, ''), { maxLength: 2 }),
  after: anyTime,
  before: anyTime,
  segment: fc.constant(''),
});

type JsonObject = Readonly<Record<string, unknown>>;

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === null || value === undefined ? '' : JSON.stringify(value);
}

/** Applies the conditions of the filter, except its text, one after the other. */
function isMatch(filter: WholeFilter, record: JsonObject): boolean {
  const { status, platform, tag, after, before } = filter;
  const isOneOf = (values: readonly string[], value: unknown): boolean =>
    values.length === 0 || values.includes(textOf(value));
  const tags = ((record['tags'] ?? []) as readonly JsonObject[])
    .map(({ id, name }) => textOf(id) || textOf(name))
    .filter(Boolean);
  const isTagged = tag.some((id) => (id === '' ? tags.length === 0 : tags.includes(id)));
  const time = record['lastActive'];
  const isInRange =
    typeof time === 'number' && time >= (after ?? -Infinity) && time <= (before ?? Infinity);
  return (
    isOneOf(status, record['status']) &&
    isOneOf(platform, record['platform']) &&
    (tag.length === 0 || isTagged) &&
    ((after === null && before === null) || isInRange)
  );
}

/** Returns the positions of the rows that the filter finds. */
function rowsOf(index: RowIndex, filter: Filter): readonly number[] {
  const rows = index.rows(filterText(filter), null);
  return rows === null ? Array.from({ length: index.count }, (_, position) => position) : [...rows];
}

describe('filterText', () => {
  it('returns a search that finds the same rows as the filter', () => {
    const property = fc.property(
      fc.array(anyRecord, { maxLength: 30 }),
      anyFilter,
      (records, filter) => {
        const index = new RowIndex(DISPLAYED_WORDS, 'en');
        index.add(pageRows(records.map((record) => row(0, { record }))));
        const matchingRows = records.flatMap((record, at) => (isMatch(filter, record) ? [at] : []));
        assert.deepEqual(rowsOf(index, { ...filter, text: '' }), matchingRows);
        const words = filter.text.split(' ').filter(Boolean);
        const byWord = words.map((text) => new Set(rowsOf(index, { text })));
        const expectedRows = matchingRows.filter((at) => byWord.every((rows) => rows.has(at)));
        assert.deepEqual(rowsOf(index, filter), expectedRows, filterText(filter));
      },
    );
    fc.assert(property, { numRuns: sizeOf('segmentRuns') });
  });

  it('supports times that a search cannot express', () => {
    const index = new RowIndex(DISPLAYED_WORDS, 'en');
    index.add(pageRows(TIMES.map((lastActive) => row(0, { record: { lastActive } }))));
    const maxTime = Number.MAX_SAFE_INTEGER;
    assert.equal(rowsOf(index, { after: -maxTime, before: maxTime }).length, TIMES.length);
    assert.deepEqual(rowsOf(index, { after: maxTime }), []);
  });

  it('keeps its segment unchanged, including errors', () => {
    const segment = 'tag:VIP  or blocked ';
    assert.equal(filterText({ segment }), segment.trim());
    assert.equal(filterText({ text: 'mei', segment }), 'mei (tag:VIP  or blocked)');
    assert.equal(filterText({ tag: ['x'], segment: 'count' }), 'tagid:x and count');
    const text = filterText({ text: 'mei "has', status: ['1', ''], segment: 'tag:' });
    assert.equal(text, 'mei "\\"has" (status = running or not has status) tag:');
    assert.equal(parseSegment(text).problem?.code, 'nameMissing');
  });
});
