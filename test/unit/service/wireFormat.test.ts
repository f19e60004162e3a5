import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import {
  createBody,
  customersQuery,
  deletedIds,
  okResult,
  pathId,
  remoteItem,
  taggingBody,
  userBody,
  userTagLists,
} from '../../../src/service/wireFormat.ts';
import { endpoints } from '../../../src/base/endpoints.ts';
import { FACEBOOK, FOLDER, LINE, MAX_LIMIT, TAG } from '../../../src/base/model.ts';
import { problemOf, serviceErrorOf } from './answers.ts';

const ITEM = { id: 'tag-a', name: 'VIP', botId: 'b', type: 0, created: 1_700_000_000_000 };
const QUERY = { botId: 'bot', limit: 100 };
/** Account page and channel of a user. */
const ACCOUNT = { pageId: 'page', channel: LINE };

/** Returns the field that is rejected before any request. */
function refusedField(step: () => unknown): string {
  const error = serviceErrorOf(step);
  assert.equal(error.outcome, 'not-sent');
  return problemOf('bad-input', step).field;
}

describe('Request bodies and paths', () => {
  it('encode IDs in paths, so that any ID is decoded unchanged', () => {
    assert.equal(pathId('getItem', 'tag--PTfLM4wQ'), 'tag--PTfLM4wQ');
    assert.equal(pathId('getItem', 'a/b?c#d%20é'), 'a%2Fb%3Fc%23d%2520%C3%A9');
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (id) => {
        fc.pre(id !== '.' && id !== '..');
        const path = pathId('getItem', id);
        assert.doesNotMatch(path, /[^\w.~!*'()%-]/);
        assert.equal(decodeURIComponent(path), id);
      }),
    );
  });

  it('reject an ID that a path cannot contain', () => {
    for (const id of ['', '.', '..']) {
      assert.equal(
        refusedField(() => pathId('deleteItem', id)),
        'tagId',
      );
    }
    assert.equal(pathId('getItem', '...'), '...');
  });

  it('send parentId as received, or as a number if that is lossless', () => {
    const parentIn = (parentId: string | undefined): unknown =>
      createBody({ botId: 'b', name: 'n', type: TAG, parentId })['parentId'];
    for (const id of ['tag-a', '007', '9007199254740992', '1e3', '-0', ' 1', '', '0x10', '1.5']) {
      assert.equal(parentIn(id), id);
    }
    for (const id of ['0', '1', '12345678901234', '9007199254740991']) {
      assert.equal(parentIn(id), Number(id));
    }
    assert.ok(!('parentId' in createBody({ botId: 'b', name: 'n', type: FOLDER })));
  });

  it('send the name unchanged, and reject a blank one', () => {
    const body = createBody({ botId: 'b', name: ' 名 ', type: FOLDER });
    assert.deepEqual(body, { botId: 'b', name: ' 名 ', type: 1 });
    for (const name of ['', '  ']) {
      assert.equal(
        refusedField(() => createBody({ botId: 'b', name, type: TAG })),
        'name',
      );
    }
  });

  it('contain exactly one user ID', () => {
    assert.deepEqual(userBody('attachTag', { rawUid: 'U1', ...ACCOUNT }), {
      bot_raw_uid: 'U1',
      bot_pid: 'page',
      bot_channel: 1,
    });
    assert.deepEqual(
      userBody('attachTag', { uid: 'E1', rawUid: '', pageId: 'p', channel: FACEBOOK }),
      {
        bot_uid: 'E1',
        bot_pid: 'p',
        bot_channel: 0,
      },
    );
  });

  it('reject both user IDs and neither, with advice on what to remove or add', () => {
    const both = (): unknown => userBody('attachTag', { rawUid: 'U', uid: 'E', ...ACCOUNT });
    assert.equal(refusedField(both), 'user');
    assert.match(problemOf('bad-input', both).detail, /drop one/);
    for (const user of [ACCOUNT, { rawUid: '', uid: '', ...ACCOUNT }]) {
      const neither = (): unknown => userBody('listUserTags', user);
      assert.equal(refusedField(neither), 'user');
      assert.match(problemOf('bad-input', neither).detail, /add the user ID/);
    }
  });

  it('reject a user without an account page, or with an unknown channel', () => {
    const withAccount = (pageId: string, channel: number): unknown =>
      userBody('detachTag', { rawUid: 'U', pageId, channel });
    assert.equal(
      refusedField(() => withAccount('', 0)),
      'pageId',
    );
    for (const channel of [NaN, 0.5, Infinity, 2, 7, -1]) {
      assert.equal(
        refusedField(() => withAccount('p', channel)),
        'channel',
      );
    }
  });

  it('reject an ID that ends in half a surrogate pair, which would arrive as a different ID', () => {
    const half = 'U\ud83d';
    const requests: readonly (readonly [string, () => unknown])[] = [
      ['user', () => userBody('attachTag', { rawUid: half, ...ACCOUNT })],
      ['user', () => userBody('attachTag', { uid: half, ...ACCOUNT })],
      ['pageId', () => userBody('attachTag', { rawUid: 'U', pageId: half, channel: LINE })],
      ['tagId', () => pathId('getItem', half)],
      ['tagId', () => taggingBody('attachTag', half, { rawUid: 'U', ...ACCOUNT })],
      ['tagId', () => createBody({ botId: 'b', name: 'n', type: TAG, parentId: half })],
      ['botId', () => createBody({ botId: half, name: 'n', type: TAG })],
      ['botId', () => customersQuery({ ...QUERY, botId: half })],
    ];
    for (const [field, request] of requests) {
      assert.equal(refusedField(request), field);
      assert.match(problemOf('bad-input', request).detail, /half of a character/);
      assert.ok(problemOf('bad-input', request).isIllFormed);
    }
    const whole = userBody('attachTag', { rawUid: 'U😀', ...ACCOUNT });
    assert.equal(whole['bot_raw_uid'], 'U😀');
  });

  it('reject a tagging without a tag', () => {
    assert.equal(
      refusedField(() => taggingBody('detachTag', '', { rawUid: 'U', ...ACCOUNT })),
      'tagId',
    );
    const body = taggingBody('attachTag', 'tag-a', { rawUid: 'U', ...ACCOUNT });
    const user = { bot_raw_uid: 'U', bot_pid: 'page', bot_channel: 1 };
    assert.deepEqual(body, { bot_tag_id: 'tag-a', ...user });
  });

  it('accept a limit from 1 to 3086 only', () => {
    for (const limit of [1, 100, MAX_LIMIT]) {
      assert.equal(customersQuery({ ...QUERY, limit }), `botId=bot&limit=${limit}`);
    }
    assert.equal(MAX_LIMIT, 3086);
    for (const limit of [0, -1, 3087, 1.5, NaN, Infinity]) {
      assert.equal(
        refusedField(() => customersQuery({ ...QUERY, limit })),
        'limit',
      );
    }
  });

  it('accept a "from" with 13 digits only', () => {
    const query = customersQuery({ ...QUERY, from: 1_700_000_000_000 });
    assert.equal(query, 'botId=bot&limit=100&from=1700000000000');
    for (const from of [0, 1_700_000_000, 99_999_999_999_999, 1.5, -1_700_000_000_000, NaN, 1e21]) {
      assert.equal(
        refusedField(() => customersQuery({ ...QUERY, from })),
        'from',
      );
    }
  });

  it('encode any bot ID and page key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (botId, next) => {
        const query = new URLSearchParams(customersQuery({ botId, limit: 1, next }));
        assert.deepEqual(
          [...query],
          [
            ['botId', botId],
            ['limit', '1'],
            ['next', next],
          ],
        );
      }),
    );
  });

  it('replace half a surrogate pair in a page key', () => {
    assert.match(customersQuery({ ...QUERY, next: '\ud800' }), /next=%EF%BF%BD$/);
  });
});

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
