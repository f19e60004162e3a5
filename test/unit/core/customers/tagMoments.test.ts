import assert from 'node:assert/strict';
import { TagMoments, tagsIn, tagsText } from '../../../../src/core/customers/tagMoments.ts';

const user = { rawUid: 'u', pageId: 'p', channel: 0 };
const tag = (id: string, timestamp = 5) => ({ id, name: `name ${id}`, timestamp });

describe('core: tagMoments', () => {
  it('keeps the moments of each user of each bot apart, the latest of them', () => {
    const moments = new TagMoments();
    for (let time = 1; time <= 25; time++) moments.keep('bot', user, { time, tags: [] });
    assert.deepEqual(
      moments.of('bot', user).map(({ time }) => time),
      Array.from({ length: 20 }, (_, index) => index + 6),
    );
    const others = [
      { ...user, channel: 1 },
      { ...user, pageId: 'q' },
      { uid: 'u', pageId: 'p', channel: 0 },
    ];
    for (const other of others) assert.deepEqual(moments.of('bot', other), []);
    assert.deepEqual(moments.of('other', user), []);
  });

  it('forgets the user that was asked for longest ago, and all of a bot', () => {
    const moments = new TagMoments();
    const userAt = (index: number) => ({ ...user, rawUid: String(index) });
    for (let index = 0; index < 200; index++) {
      moments.keep('bot', userAt(index), { time: index, tags: [] });
    }
    moments.keep('bot', userAt(0), { time: 200, tags: [] });
    moments.keep('bot2', user, { time: 201, tags: [] });
    assert.equal(moments.of('bot', userAt(0)).length, 2);
    assert.equal(moments.of('bot', userAt(1)).length, 0);
    moments.forget('bot');
    assert.equal(moments.of('bot', userAt(0)).length, 0);
    assert.equal(moments.of('bot2', user).length, 1);
  });

  it('finds tags in answers and records, sorted by ID', () => {
    const tags = [tag('b'), tag('a')];
    const found = [tag('a'), tag('b')];
    for (const value of [
      tags,
      [{ tags }],
      { res: [{ tags }] },
      { id: 'u', tags },
      [{ tags: [] }, { tags }],
    ]) {
      assert.deepEqual(tagsIn(value), found);
    }
    assert.deepEqual(tagsIn([]), []);
    const [timeless] = found.map(({ id, name }) => ({ id, name }));
    const odd = [
      { ...timeless, timestamp: 'yesterday' },
      { ...tag('b'), timestamp: '5' },
    ];
    assert.deepEqual(tagsIn({ id: 'u', name: 'Ada', tags: odd }), [timeless, tag('b')]);
    assert.deepEqual(tagsIn([{ id: 'u', name: 'Ada', tags: [timeless] }]), [timeless]);
    for (const value of [undefined, 5, 'VIP', {}, [5], { tags: 'VIP' }, { tags: [{ id: 5 }] }]) {
      assert.equal(tagsIn(value), undefined, JSON.stringify(value));
    }
  });

  it('shows them without what only records count', () => {
    const counted = [
      { id: 'c', name: 'name c' },
      { ...tag('b', Number.NaN), count: 2 },
      tag('a', 0),
    ];
    assert.deepEqual(JSON.parse(tagsText(counted)), [
      { id: 'a', name: 'name a', timestamp: 0, time: '1970-01-01T00:00:00.000Z' },
      { id: 'b', name: 'name b', timestamp: null, time: null },
      { id: 'c', name: 'name c', timestamp: null, time: null },
    ]);
  });
});
