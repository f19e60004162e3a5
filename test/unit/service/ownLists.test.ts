import assert from 'node:assert/strict';
import { ownLists } from '../../../src/service/botService.ts';
import { userTagLists } from '../../../src/service/wireFormat.ts';

const USER = { rawUid: 'U1', pageId: '104', channel: 1 };
const ENTRY = { bot_uid: 'E1', bot_raw_uid: 'U1', bot_pid: '104', bot_channel: 1, tags: [] };

const isOwn = (change: object, user: Parameters<typeof ownLists>[1] = USER): boolean =>
  ownLists(userTagLists.parse([{ ...ENTRY, ...change }]), user).length === 1;

describe('ownLists', () => {
  it('includes an entry whose fields all match, with numbers as digits or strings', () => {
    assert.ok(isOwn({}));
    assert.ok(isOwn({ bot_uid: 'another, which was not asked for' }));
    assert.ok(isOwn({ bot_pid: 104, bot_channel: '1' }));
    assert.ok(isOwn({}, { uid: 'E1', pageId: '104', channel: 1 }));
    assert.ok(isOwn({ bot_raw_uid: 7 }, { ...USER, rawUid: '7' }));
  });

  for (const emptyValue of [undefined, null, '']) {
    it(`includes an entry with ${JSON.stringify(emptyValue)} in its fields`, () => {
      const fields = ['bot_uid', 'bot_raw_uid', 'bot_pid'].map((name) => [name, emptyValue]);
      // The schema allows no empty text as a channel, so the channel is `null` instead.
      assert.ok(isOwn({ ...Object.fromEntries(fields), bot_channel: emptyValue || null }));
    });
  }

  it('excludes an entry with another user, page or channel', () => {
    assert.ok(!isOwn({ bot_raw_uid: 'U2' }));
    assert.ok(!isOwn({ bot_uid: 'E2' }, { uid: 'E1', pageId: '104', channel: 1 }));
    assert.ok(!isOwn({ bot_uid: 'E2' }, { uid: 'E1', rawUid: '', pageId: '104', channel: 1 }));
    assert.ok(!isOwn({ bot_pid: '105' }));
    assert.ok(!isOwn({ bot_channel: 0 }));
    assert.ok(!isOwn({ bot_channel: '0' }));
    assert.ok(!isOwn({ bot_channel: 9 }), 'an unknown channel is another channel');
  });
});
