import assert from 'node:assert/strict';

import { deletedIds, okResult, remoteItem, userTagLists } from '../../../src/service/schemas.ts';
import { endpoints } from '../../../src/base/endpoints.ts';

const ITEM = { id: 'tag-a', name: 'VIP', botId: 'b', type: 0, created: 1_700_000_000_000 };

describe('Schemas', () => {
  it('list the seven endpoints of docs/service-interface.md', () => {
    const rows = Object.entries(endpoints).map(([name, { method, path }]) => [name, method, path]);
    assert.deepEqual(rows, [
      ['createItem', 'POST', '/v1/api/tag/autogen'],
      ['getItem', 'GET', '/v1/api/tag/{tagId}'],
      ['deleteItem', 'DELETE', '/v1/api/tag/{tagId}'],
      ['attachTag', 'POST', '/v1/api/user/tag'],
      ['detachTag', 'DELETE', '/v1/api/user/tag'],
      ['listUserTags', 'POST', '/v1/api/user/taglist'],
      ['listCustomers', 'GET', '/v1/api/bot/customers'],
    ]);
    const reads = Object.entries(endpoints).flatMap(([name, { isRead }]) => (isRead ? [name] : []));
    assert.deepEqual(reads, ['getItem', 'listUserTags', 'listCustomers']);
  });

  it('keep unknown fields and unknown types of an item', () => {
    const item = { ...ITEM, type: 9, parentId: 'tag-f', more: [1] };
    assert.deepEqual(remoteItem.parse(item), item);
  });

  it('read an ID of digits and a missing creation time', () => {
    assert.equal(remoteItem.parse({ ...ITEM, id: 12345 }).id, '12345');
    assert.equal(remoteItem.parse({ ...ITEM, created: null }).created, undefined);
    assert.deepEqual(deletedIds.parse(['tag-a', 7]), ['tag-a', '7']);
    assert.deepEqual(deletedIds.parse([]), []);
  });

  it('reject invalid items and lists', () => {
    for (const change of [
      { id: '' },
      { id: 1.5 },
      { name: null },
      { type: '0' },
      { created: 'x' },
    ]) {
      assert.equal(remoteItem.safeParse({ ...ITEM, ...change }).success, false);
    }
    for (const list of [{}, 'tag-a', [''], [null], [2 ** 53]]) {
      assert.equal(deletedIds.safeParse(list).success, false);
    }
    for (const res of ['OK', '', true, {}]) assert.equal(okResult.safeParse(res).success, false);
  });

  it('reject numbers that JSON can write but a number cannot represent', () => {
    for (const field of ['type', 'created']) {
      const text = JSON.stringify({ ...ITEM, [field]: 7 }).replace(':7', ':1e999');
      assert.equal(remoteItem.safeParse(JSON.parse(text)).success, false);
    }
  });

  it('treat keys that could change a prototype as ordinary keys', () => {
    const text = JSON.stringify(ITEM).replace('}', ',"__proto__":{"type":7}}');
    const item = remoteItem.parse(JSON.parse(text));
    assert.equal(item.type, 0);
    assert.equal(Object.getPrototypeOf(item), Object.prototype);
    const inherited = `{"__proto__":${JSON.stringify(ITEM)}}`;
    assert.equal(remoteItem.safeParse(JSON.parse(inherited)).success, false);
  });

  it('read a tag list with unusual times', () => {
    const tag = { id: 'tag-a', name: 'VIP' };
    const times = [undefined, null, 'yesterday', {}, Infinity, '1700000000000', 5];
    const tags = times.map((timestamp) => ({ ...tag, timestamp }));
    const [list] = userTagLists.parse([{ tags: [tag, ...tags] }]);
    assert.deepEqual(
      list?.tags.map(({ timestamp }) => timestamp),
      [...Array.from({ length: 6 }, () => undefined), 1_700_000_000_000, 5],
    );
    assert.equal(list?.tags[0]?.id, 'tag-a');
  });

  it('read tag lists whose entries lack fields', () => {
    const tag = { id: 'tag-a', name: 'VIP', timestamp: 1, unknown: true };
    const lists = userTagLists.parse([
      { bot_uid: null, tags: null },
      { extra: 1, tags: [tag] },
      {},
    ]);
    assert.deepEqual(
      lists.map(({ tags }) => tags),
      [[], [tag], []],
    );
    assert.equal(lists[1]?.['extra'], 1);
    for (const entry of [{ tags: [{ ...tag, id: '' }] }, { tags: [5] }, { bot_pid: {} }, null]) {
      assert.equal(userTagLists.safeParse([entry]).success, false);
    }
  });
});
