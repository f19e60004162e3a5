import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { FOLDER, TAG } from '../../../src/base/model.ts';
import { TagIndex, type IndexedItem } from '../../../src/catalogue/tagIndex.ts';
import { TagSearch } from '../../../src/catalogue/tagSearch.ts';

type Row = readonly [name: string, id?: string, parentId?: string | null, type?: number];

function itemsOf(rows: readonly Row[]): IndexedItem[] {
  return rows.map(([name, id, parentId = null, type = TAG], index) => {
    return { bot: 'k', id: id ?? `tag-${index}`, name, type, parentId, state: 'ok' };
  });
}

function indexOf(rows: readonly Row[]): TagIndex {
  const index = new TagIndex();
  for (const item of itemsOf(rows)) index.set(item);
  return index;
}

function names(index: TagIndex, query: string, limit = 200): readonly string[] {
  return new TagSearch(index).findNow(query, limit).matches.map(({ item }) => item.name);
}

describe('TagSearch', () => {
  it('ranks exact, prefix, word start, inner and scattered matches, in this order', () => {
    const rankings = {
      gold: ['gold', 'goldfish', 'my gold', 'marigold', 'go old'],
      26: ['26', '265', 'may 26', '126', '2 6'],
    };
    for (const [query, ranked] of Object.entries(rankings)) {
      for (const rows of [ranked, ranked.toReversed()]) {
        const index = indexOf([...rows, 'silver', 'dlog', '6 2'].map((name): Row => [name]));
        assert.deepEqual(names(index, query), ranked);
      }
    }
  });

  it('ranks a name before the path, and the path before a part of the ID', () => {
    const index = indexOf([
      ['x', 'tag-1tea'],
      ['y', 'tag-2', 'folder'],
      ['Tea', 'folder', null, FOLDER],
      ['steam', 'tag-3'],
      ['z', 'tea'],
    ]);
    // "z" has exactly the ID "tea", which ranks before a part of a name.
    assert.deepEqual(names(index, 'tea'), ['Tea', 'z', 'steam', 'y', 'x']);
  });

  it('ranks a name before IDs, all of which begin with "tag-"', () => {
    const others = Array.from({ length: 500 }, (_, index): Row => [`n${index}`, `tag-${index}`]);
    assert.equal(names(indexOf([...others, ['Stage', 'tag-x']]), 'tag', 200)[0], 'Stage');
  });

  it('ignores scattered letters of an ID, because IDs are random', () => {
    const index = indexOf([
      ['x', 'tag-1e2a'],
      ['y', 'tag-Q'],
    ]);
    assert.deepEqual(names(index, 'tea'), []);
    assert.deepEqual(names(index, '1E'), ['x']);
  });

  it('prefers shorter names, earlier positions, and letters close together', () => {
    const shorter = indexOf([['Tea House'], ['Teapot']]);
    assert.deepEqual(names(shorter, 'tea'), ['Teapot', 'Tea House']);
    const earlierMatches = indexOf([['my old tea'], ['my tea set and more']]);
    assert.deepEqual(names(earlierMatches, 'tea'), ['my tea set and more', 'my old tea']);
    const closer = indexOf([['t------e------a'], ['txeya']]);
    assert.deepEqual(names(closer, 'tea'), ['txeya', 't------e------a']);
  });

  it('finds Chinese by two characters, by one, and by some characters of a word in order', () => {
    const index = indexOf([['金卡會員'], ['銀卡會員'], ['企業客戶'], ['黃金'], ['金'], ['烏龍茶']]);
    assert.deepEqual(names(index, '金卡'), ['金卡會員']);
    assert.deepEqual(names(index, '金'), ['金', '金卡會員', '黃金']);
    assert.deepEqual(names(index, '會員'), ['金卡會員', '銀卡會員']);
    assert.deepEqual(names(index, '金員'), ['金卡會員']);
    assert.deepEqual(names(index, '員金'), []);
    assert.deepEqual(names(index, '茶'), ['烏龍茶']);
  });

  it('treats Chinese after Latin letters or digits as the start of a word', () => {
    const index = indexOf([['VIP會員'], ['金卡會員'], ['2026會員']]);
    assert.deepEqual(names(index, '會員'), ['VIP會員', '2026會員', '金卡會員']);
  });

  it('ignores case and the width of letters, in both directions', () => {
    const index = indexOf([['ＶＩＰ　會員'], ['vip'], ['ｶﾞﾂ']]);
    assert.deepEqual(names(index, 'ＶiＰ'), ['vip', 'ＶＩＰ　會員']);
    assert.deepEqual(names(index, 'VIP 會員'), ['ＶＩＰ　會員']);
    assert.deepEqual(names(index, 'ガツ'), ['ｶﾞﾂ']);
  });

  it('combines several words, each from the name, the path or the ID', () => {
    const index = indexOf([
      ['興趣 Interests', 'f', null, FOLDER],
      ['飲品', 'd', 'f', FOLDER],
      ['烏龍茶', 'tag-1', 'd'],
      ['紅茶', 'tag-2', 'd'],
      ['紅茶', 'tag-3'],
    ]);
    const ids = (query: string): readonly string[] =>
      new TagSearch(index).findNow(query, 9).matches.map(({ item }) => item.id);
    assert.deepEqual(ids('飲品 茶'), ['tag-2', 'tag-1']);
    assert.deepEqual(ids('interests/飲品/烏龍'), ['tag-1']);
    assert.deepEqual(ids('紅茶 tag-3'), ['tag-3']);
    assert.deepEqual(ids('  '), ids(''));
    const firstMatch = new TagSearch(index).findNow('烏龍', 9).matches[0];
    assert.deepEqual(firstMatch?.path, ['興趣 Interests', '飲品']);
  });

  it('ranks adjacent words before separate words', () => {
    const index = indexOf([['old gold tea'], ['tea gold'], ['gold tea']]);
    assert.deepEqual(names(index, 'gold tea'), ['gold tea', 'old gold tea', 'tea gold']);
  });

  it('returns the best of many matches, and their total number', () => {
    const index = indexOf(Array.from({ length: 999 }, (_, number): Row => [`tea ${number}`]));
    const { matches, total } = new TagSearch(index).findNow('tea', 3);
    assert.deepEqual(
      matches.map(({ item }) => item.name),
      ['tea 0', 'tea 1', 'tea 2'],
    );
    assert.equal(total, 999);
  });

  it('returns and counts only accepted items, however the query grows', () => {
    const index = indexOf([['tea'], ['teapot', 'other'], ['tea folder', 'f', null, FOLDER]]);
    const search = new TagSearch(index, ({ type, id }) => type !== FOLDER && id !== 'other');
    for (const query of ['', 't', 'tea']) {
      const { matches, total } = search.findNow(query, 1);
      assert.deepEqual([matches.map(({ item }) => item.name), total], [['tea'], 1]);
    }
  });

  it('follows changes of names, places and folders, and removals', () => {
    const index = indexOf([
      ['Old', 'f', null, FOLDER],
      ['Inner', 'g', 'f', FOLDER],
      ['tea', 't', 'g'],
    ]);
    const search = new TagSearch(index);
    const ids = (query: string): readonly string[] =>
      search.findNow(query, 9).matches.map(({ item }) => item.id);
    assert.deepEqual(ids('old tea'), ['t']);
    index.set({ bot: 'k', id: 'f', name: 'New', type: FOLDER, parentId: null, state: 'ok' });
    assert.deepEqual(ids('old tea'), []);
    assert.deepEqual(ids('new tea'), ['t']);
    index.set({ bot: 'k', id: 'g', name: 'Inner', type: FOLDER, parentId: null, state: 'ok' });
    assert.deepEqual(ids('new tea'), []);
    index.delete('k', 'g');
    assert.deepEqual(ids('inner'), []);
    index.delete('k', 't');
    index.delete('k', 't');
    assert.equal(index.size, 1);
    index.set({ bot: 'k2', id: 't', name: 'tea', type: TAG, parentId: 'f', state: 'ok' });
    assert.deepEqual(search.findNow('tea', 9).matches[0]?.path, [], 'folder of another bot');
  });

  it('terminates if folders contain each other', () => {
    const index = indexOf([
      ['a', 'a', 'b', FOLDER],
      ['b', 'b', 'a', FOLDER],
      ['tag', 't', 'a'],
    ]);
    assert.deepEqual(new TagSearch(index).findNow('tag', 9).matches[0]?.path, ['b', 'a']);
  });

  it('yields to other work, and stops when it is aborted', async () => {
    const index = indexOf(
      Array.from({ length: 50_000 }, (_, number): Row => [`tea ${number} 烏龍茶`]),
    );
    const search = new TagSearch(index);
    const allMatches = search.findNow('te茶', 5);
    let turns = 0;
    let time = 0;
    const now = performance.now.bind(performance);
    const timer = setInterval(() => turns++, 0);
    // Each step exceeds the time slice, however fast the machine is.
    performance.now = () => (time += 1000);
    try {
      const matches = await new TagSearch(index).find('te茶', 5, new AbortController().signal);
      assert.deepEqual(matches, allMatches);
    } finally {
      performance.now = now;
      clearInterval(timer);
    }
    assert.ok(turns > 0, 'a timer fired during the search');
    const controller = new AbortController();
    const aborted = search.find('te', 5, controller.signal);
    controller.abort();
    assert.equal(await aborted, undefined);
    assert.deepEqual(search.findNow('te茶', 5), allMatches);
  });

  it('finds the same items by narrowing, and after deleted letters, as by a full search', () => {
    const letters = fc.constantFrom(
      'a',
      'b',
      'T',
      ' ',
      '/',
      '-',
      '1',
      '金',
      '卡',
      'Ａ',
      'é',
      '\u0301',
    );
    const text = fc.string({ unit: letters, maxLength: 6 });
    const rows = fc.array(fc.tuple(text, fc.option(fc.nat(20)), fc.boolean()), { maxLength: 30 });
    const edits = fc.array(fc.oneof(letters, fc.constant('back')), { maxLength: 12 });
    const property = fc.property(rows, edits, fc.nat(4), (randomRows, edits, limit) => {
      const index = indexOf(
        randomRows.map(([name, parent, isFolder], rowIndex): Row => {
          const parentId = parent === null || parent >= rowIndex ? null : `tag-${parent}`;
          return [name, `tag-${rowIndex}`, parentId, isFolder ? FOLDER : TAG];
        }),
      );
      const typing = new TagSearch(index);
      let query = '';
      for (const edit of edits) {
        query = edit === 'back' ? query.slice(0, -1) : query + edit;
        const expected = new TagSearch(index).findNow(query, limit + 1);
        assert.deepEqual(typing.findNow(query, limit + 1), expected, JSON.stringify(query));
      }
    });
    fc.assert(property, { numRuns: 500 });
  });

  it('finds those of 100,000 items that a comparison with every name finds', () => {
    const words = ['金卡', '會員', '烏龍茶', 'VIP', 'Tea', '優惠', 'Summer'];
    const word = (number: number): string => words[number % words.length] ?? '';
    const rows = Array.from({ length: 100_000 }, (_, number): Row => [
      `${word(number)}${word(number >> 3)} ${number}`,
    ]);
    const index = indexOf(rows);
    const search = new TagSearch(index);
    for (const query of ['金', '金卡', '金卡會', '金卡會員', '金員']) {
      const inOrder = new RegExp([...query].join('.*'));
      const expected = rows.filter(([name]) => inOrder.test(name));
      const { total, matches } = search.findNow(query, 200);
      assert.equal(total, expected.length, query);
      assert.ok(
        matches.every(({ item }) => inOrder.test(item.name)),
        query,
      );
    }
  });
});
