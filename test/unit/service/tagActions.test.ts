import assert from 'node:assert/strict';

import { userOf } from '../../../src/base/customer.ts';
import type { Customer, UserRef } from '../../../src/base/model.ts';
import { KnownTags } from '../../../src/service/userMemory.ts';
import { TagActions, type UserTagged } from '../../../src/service/tagActions.ts';
import { BOT, FakeClock, fakeService } from '../base/fakes.ts';

const USER: UserRef = { rawUid: 'U1', pageId: '@p', channel: 1 };
const { signal } = new AbortController();
const knownTags = new KnownTags(new FakeClock(), () => undefined);

const CUSTOMER: Customer = {
  id: 'U1',
  name: 'n',
  platform: 'LINE',
  pageId: '@p',
  status: 1,
  created: 1,
  lastActive: 1,
};

describe('TagActions', () => {
  it('reports a change after the service has made it', async () => {
    const calls: unknown[] = [];
    const record = async (...call: readonly unknown[]): Promise<void> => void calls.push(call);
    const service = fakeService({
      attachTag: (...call) => record('attach', ...call),
      detachTag: (...call) => record('detach', ...call),
    });
    const actions = new TagActions(() => Promise.resolve(service), knownTags);
    actions.onDidTag((change) => calls.push(change));
    await actions.attach(BOT, 'tag-a', USER, signal);
    await actions.detach(BOT, 'tag-b', USER, signal);
    const tagged: UserTagged = { bot: BOT.key, user: USER };
    assert.deepEqual(calls, [
      ['attach', 'tag-a', USER, signal],
      tagged,
      ['detach', 'tag-b', USER, signal],
      tagged,
    ]);
  });

  it('reports nothing when the service refuses', async () => {
    const fail = (): Promise<never> => Promise.reject(new Error('refused'));
    const service = fakeService({ attachTag: fail, detachTag: fail, listUserTags: fail });
    const actions = new TagActions(() => Promise.resolve(service), knownTags);
    actions.onDidTag(() => assert.fail('nothing changed'));
    await assert.rejects(actions.attach(BOT, 'tag-a', USER, signal), /refused/);
    await assert.rejects(actions.detach(BOT, 'tag-a', USER, signal), /refused/);
    await assert.rejects(actions.list(BOT, USER, signal), /refused/);
  });

  it('returns the tag lists of the service', async () => {
    const lists = [{ tags: [] }];
    const service = fakeService({ listUserTags: () => Promise.resolve(lists) });
    const actions = new TagActions(() => Promise.resolve(service), knownTags);
    assert.equal(await actions.list(BOT, USER, signal), lists);
  });
});

describe('userOf', () => {
  it('returns the unencrypted ID with account page and channel', () => {
    assert.deepEqual(userOf(CUSTOMER), USER);
    assert.deepEqual(userOf({ ...CUSTOMER, platform: 'FB' }), { ...USER, channel: 0 });
  });

  it('returns the reason if the ID, the account page or a known platform is missing', () => {
    assert.equal(userOf(undefined), 'bad-record');
    assert.equal(userOf({ ...CUSTOMER, id: '', pageId: '' }), 'no-id');
    assert.equal(userOf({ ...CUSTOMER, pageId: '' }), 'no-page');
    for (const platform of ['', 'fb', 'Line', 'TELEGRAM', 'constructor', '__proto__']) {
      assert.equal(userOf({ ...CUSTOMER, platform }), 'unknown-platform');
    }
  });
});
