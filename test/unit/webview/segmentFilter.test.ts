import assert from 'node:assert/strict';
import { NO_FILTER } from '../../../src/rowIndex/filter.ts';
import { RowIndex } from '../../../src/rowIndex/rowIndex.ts';
import type { Vocabulary } from '../../../src/segments/segment.ts';
import type { Filter } from '../../../src/surface/gridMessages.ts';
import { LatestCount } from '../../../src/webview/latestCount.ts';
import { customer, pageRows, row, STRINGS } from './sample.ts';

const WORDS = { status: STRINGS.status, male: STRINGS.male, female: STRINGS.female };
const DAY = 24 * 3_600_000;
const VOCABULARY: Vocabulary = {
  tags: [{ id: 'other', name: 'Renamed', folder: 'f' }],
  folders: [{ id: 'f', name: 'Campaigns', parent: null }],
};

function tagged(number: number, id: string): unknown {
  return { ...customer(number), tags: [{ id, name: `Name of ${id}`, timestamp: 0, count: 1 }] };
}

function made(now: () => number = Date.now): RowIndex {
  const index = new RowIndex(WORDS, 'en', now);
  for (const start of [0, 5]) {
    const records = Array.from({ length: 5 }, (_, index) =>
      tagged(start + index, index % 2 === 0 ? 'even' : 'other'),
    );
    index.add(pageRows(records.map((record) => row(0, { record }))));
  }
  return index;
}

function found(index: RowIndex, filter: Partial<Filter>): readonly number[] | null {
  const all = { ...NO_FILTER, ...filter };
  const rows = index.rows(all, null);
  assert.equal(index.countOf(all), rows?.length ?? index.count);
  return rows && [...rows];
}

describe('rows by a segment', () => {
  it('are those that it is true of, within what else is wanted', () => {
    const index = made();
    assert.deepEqual(found(index, { segment: 'tagid:other' }), [1, 3, 6, 8]);
    assert.deepEqual(found(index, { segment: 'tagid:other', text: 'user6@' }), [6]);
    assert.deepEqual(found(index, { segment: 'not tagid:other', tag: ['other'] }), []);
    assert.equal(found(index, { segment: ' ' }), null, 'everybody');
  });

  it('are none of a text with a problem', () => {
    assert.deepEqual(found(made(), { segment: 'tagid:other and' }), []);
  });

  it('follow rows that change and that come', () => {
    const index = made();
    assert.equal(index.countOf({ ...NO_FILTER, segment: 'tagid:other' }), 4);
    index.patch(0, tagged(0, 'other'));
    index.patch(1, tagged(1, 'even'));
    assert.deepEqual(found(index, { segment: 'tagid:other' }), [0, 3, 6, 8]);
    index.add(pageRows([row(0, { record: tagged(10, 'other') })]));
    assert.deepEqual(found(index, { segment: 'tagid:other' }), [0, 3, 6, 8, 10]);
    assert.deepEqual(found(index, { segment: 'tagid:other', text: 'user10@' }), [10]);
  });

  it('follow the list of tags, and so do their statistics', () => {
    const index = made();
    const filter = { ...NO_FILTER, segment: 'folder:Campaigns and tag:Renamed' };
    assert.deepEqual(found(index, filter), []);
    assert.equal(index.statistics('platform', filter).rows, 0);
    index.vocabulary = VOCABULARY;
    assert.equal(index.statistics('platform', filter).rows, 4);
    assert.deepEqual(found(index, filter), [1, 3, 6, 8]);
  });

  it('have the age that they have when it is asked', () => {
    let now = customerTime(9);
    const index = made(() => now);
    assert.ok(found(index, { segment: 'active < 1h' })?.includes(9));
    now += 100 * DAY;
    assert.deepEqual(found(index, { segment: 'active < 1h' }), []);
  });
});

function customerTime(number: number): number {
  const { lastActive } = customer(number) as { readonly lastActive: number };
  return lastActive;
}

describe('counting while somebody types', () => {
  const filter = (segment: string): Filter => {
    return { ...NO_FILTER, segment };
  };

  it('asks one question at a time, and the newest next', async () => {
    const sent: string[] = [];
    const counts = new LatestCount((_, { segment }) => sent.push(segment));
    const answers = ['a', 'ab', 'abc'].map((text) => counts.ask(filter(text)));
    assert.deepEqual(sent, ['a']);
    counts.take({ id: 1, count: 10 });
    assert.deepEqual(sent, ['a', 'abc']);
    counts.take({ id: 3, count: 7 });
    assert.deepEqual(await Promise.all(answers), [undefined, undefined, 7]);
  });

  it('has no answer about rows that are gone', async () => {
    const counts = new LatestCount(() => undefined);
    const answers = [counts.ask(filter('a')), counts.ask(filter('b'))];
    counts.drop();
    assert.deepEqual(await Promise.all(answers), [undefined, undefined]);
    const answer = counts.ask(filter('c'));
    counts.take({ id: 1, count: 10 });
    counts.take({ id: 3, count: 5 });
    assert.equal(await answer, 5);
  });
});
