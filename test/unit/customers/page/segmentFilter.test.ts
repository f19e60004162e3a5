import assert from 'node:assert/strict';
import { RowIndex } from '../../../../src/search/index/rowIndex.ts';
import type { Vocabulary } from '../../../../src/search/segment.ts';
import { filterText, type Filter } from '../../../../src/search/filterText.ts';
import { customer, pageRows, row, DISPLAYED_WORDS } from './sample.ts';

const DAY = 24 * 3_600_000;
const VOCABULARY: Vocabulary = {
  tags: [{ id: 'other', name: 'Renamed', folder: 'f' }],
  folders: [{ id: 'f', name: 'Campaigns', parent: null }],
};

function tagged(number: number, id: string): unknown {
  return { ...customer(number), tags: [{ id, name: `Name of ${id}`, timestamp: 0, count: 1 }] };
}

/** Returns an index of ten customers in two pages. The rows 1, 3, 6 and 8 have the tag `other`, the rest `rest`. */
function createIndex(now: () => number = Date.now): RowIndex {
  const index = new RowIndex(DISPLAYED_WORDS, 'en', now);
  for (const start of [0, 5]) {
    const records = Array.from({ length: 5 }, (_, position) =>
      tagged(start + position, position % 2 === 0 ? 'rest' : 'other'),
    );
    index.add(pageRows(records.map((record) => row(0, { record }))));
  }
  return index;
}

function rowsOf(index: RowIndex, filter: Filter): readonly number[] | null {
  const rows = index.rows(filterText(filter), null);
  return rows && [...rows];
}

describe('rows filtered by a segment', () => {
  it('match the segment and the other filters', () => {
    const index = createIndex();
    assert.deepEqual(rowsOf(index, { segment: 'tagid:other' }), [1, 3, 6, 8]);
    assert.deepEqual(rowsOf(index, { segment: 'tagid:other', text: 'user6@' }), [6]);
    assert.deepEqual(rowsOf(index, { segment: 'not tagid:other', tag: ['other'] }), []);
    assert.equal(rowsOf(index, { segment: ' ' }), null, 'a blank segment matches all customers');
  });

  it('are empty for a segment with an error', () => {
    assert.deepEqual(rowsOf(createIndex(), { segment: 'tagid:other and' }), []);
  });

  it('follow changed and added rows', () => {
    const index = createIndex();
    assert.equal(rowsOf(index, { segment: 'tagid:other' })?.length, 4);
    index.patch(0, tagged(0, 'other'));
    index.patch(1, tagged(1, 'rest'));
    assert.deepEqual(rowsOf(index, { segment: 'tagid:other' }), [0, 3, 6, 8]);
    index.add(pageRows([row(0, { record: tagged(10, 'other') })]));
    assert.deepEqual(rowsOf(index, { segment: 'tagid:other' }), [0, 3, 6, 8, 10]);
    assert.deepEqual(rowsOf(index, { segment: 'tagid:other', text: 'user10@' }), [10]);
  });

  it('follow the list of tags, and so do their statistics', () => {
    const index = createIndex();
    const search = 'folder:Campaigns and tag:Renamed';
    assert.deepEqual(rowsOf(index, { segment: search }), []);
    assert.equal(index.statistics('platform', search).rows, 0);
    index.vocabulary = VOCABULARY;
    assert.equal(index.statistics('platform', search).rows, 4);
    assert.deepEqual(rowsOf(index, { segment: search }), [1, 3, 6, 8]);
  });

  it('use ages at the time of the query', () => {
    let now = customerTime(9);
    const index = createIndex(() => now);
    assert.ok(rowsOf(index, { segment: 'active < 1h' })?.includes(9));
    now += 100 * DAY;
    assert.deepEqual(rowsOf(index, { segment: 'active < 1h' }), []);
  });
});

function customerTime(number: number): number {
  const { lastActive } = customer(number) as { readonly lastActive: number };
  return lastActive;
}
