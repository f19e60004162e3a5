import assert from 'node:assert/strict';
import type { UserRef } from '../../../src/base/model.ts';
import { setRecent, UserCache, userKey } from '../../../src/base/userCollections.ts';

describe('setRecent', () => {
  const mapOf = (entries: Readonly<Record<string, number>>) => new Map(Object.entries(entries));

  it('removes the entry that was set longest ago', () => {
    const map = mapOf({ a: 1, b: 2 });
    setRecent(map, 'c', 3, 2);
    assert.deepEqual([...map], [...mapOf({ b: 2, c: 3 })]);
    setRecent(map, 'b', 4, 2);
    setRecent(map, 'd', 5, 2);
    assert.deepEqual([...map], [...mapOf({ b: 4, d: 5 })]);
  });

  it('removes nothing before the map is full', () => {
    const map = mapOf({ a: 1 });
    setRecent(map, 'b', 2, 2);
    assert.deepEqual([...map.keys()], ['a', 'b']);
  });
});

describe('userKey', () => {
  const user: UserRef = { rawUid: 'U1', pageId: 'p', channel: 1 };

  it('is the same for the same user', () => {
    assert.equal(userKey(user), userKey({ channel: 1, uid: undefined, pageId: 'p', rawUid: 'U1' }));
  });

  it('differs if the channel, the account page, the ID or its kind differs', () => {
    const others: readonly UserRef[] = [
      { ...user, channel: 2 },
      { ...user, pageId: 'q' },
      { ...user, rawUid: 'U2' },
      { ...user, rawUid: undefined, uid: 'U1' },
      { ...user, uid: 'U1' },
      { rawUid: 'p', pageId: 'U1', channel: 1 },
    ];
    assert.equal(new Set([user, ...others].map(userKey)).size, others.length + 1);
  });
});

describe('UserCache', () => {
  const user: UserRef = { rawUid: 'U1', pageId: 'p', channel: 1 };

  it('keeps the users of each bot apart, within one limit for all bots', () => {
    const cache = new UserCache<number>(2);
    cache.set('a', user, 1);
    cache.set('b', user, 2);
    assert.deepEqual([cache.get('a', user), cache.get('b', user)], [1, 2]);
    cache.set('a', { ...user, rawUid: 'U2' }, 3);
    assert.deepEqual([cache.get('a', user), cache.entriesOf('a').length], [undefined, 1]);
    cache.removeBot('a');
    assert.deepEqual([cache.entriesOf('a').length, cache.get('b', user)], [0, 2]);
  });
});
