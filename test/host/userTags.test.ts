import assert from 'node:assert/strict';
import type { UserTagList } from '../../src/base/model.ts';
import { startSandbox, type Sandbox } from '../../src/sandbox/startSandbox.ts';
import type { InputOf } from '../../src/commands/commands.ts';
import { resOf } from '../support/ownClient.ts';
import { MEMBERSHIP, VIP } from '../support/sandboxItems.ts';
import { addBot, failure, run } from './product.ts';

type UserInput = InputOf<'botTags.attachTag'>['user'];

const user: UserInput = { rawUid: 'U123', pageId: 'page-1', channel: 'line' };

describe('Tags of a user', () => {
  let service: Sandbox;
  let bot: string;

  beforeEach(async () => {
    service = await startSandbox({ token: 'users', botId: 'bot-users', customers: 10 });
    bot = await addBot(service);
  });

  afterEach(async () => {
    await run('botTags.removeBot', { bot, confirmed: true });
    await service.close();
  });

  /** Returns the IDs of the user's tags, as the service lists them for another client. */
  async function tagsAtService(bot_raw_uid: string, bot_channel: number): Promise<string[]> {
    const body = { bot_raw_uid, bot_pid: 'page-1', bot_channel };
    const lists = await resOf(service, 'POST', '/v1/api/user/taglist', body);
    return (lists as UserTagList[]).flatMap(({ tags }) => tags.map(({ id }) => id));
  }

  const attach = (argument: InputOf<'botTags.attachTag'>) => run('botTags.attachTag', argument);
  const detach = (argument: InputOf<'botTags.detachTag'>) => run('botTags.detachTag', argument);

  it('are attached and detached', async () => {
    assert.equal(await attach({ bot, tagId: VIP, user }), undefined);
    assert.deepEqual(await tagsAtService('U123', 1), [VIP]);
    assert.deepEqual(await tagsAtService('U123', 0), [], 'another channel is another user');
    assert.equal(await detach({ bot: 'bot-users', tagId: VIP, user }), undefined);
    assert.deepEqual(await tagsAtService('U123', 1), []);
  });

  it('throw the service’s error for an attach or a detach', async () => {
    const missing = 'there is no tag or folder tag-nothing (errorCode 404)';
    const missingTag = { bot, tagId: 'tag-nothing', user };
    assert.equal(await failure(attach(missingTag)), `attachTag: ${missing}`);
    assert.equal(await failure(detach(missingTag)), `detachTag: ${missing}`);
    assert.match(
      await failure(attach({ bot, tagId: MEMBERSHIP, user })),
      /has the type 1, so nothing was sent/,
    );
    Object.assign(service.switches, { attachAgain: 'error', detachMissing: 'error' });
    assert.match(await failure(detach({ bot, tagId: VIP, user })), /is not on the user/);
    await attach({ bot, tagId: VIP, user });
    assert.match(await failure(attach({ bot, tagId: VIP, user })), /already on the user/);
    assert.deepEqual(await tagsAtService('U123', 1), [VIP]);
  });

  it('are listed as by the service, even with an encrypted ID and channel numbers', async () => {
    const start = Date.now();
    await run('botTags.attachTag', { bot, tagId: VIP, user });
    const [entry, ...others] = await run('botTags.listUserTags', { bot, user });
    assert.deepEqual(others, []);
    const { bot_uid, bot_raw_uid, bot_pid, bot_channel, tags } = entry ?? assert.fail();
    assert.deepEqual(
      { bot_raw_uid, bot_pid, bot_channel },
      {
        bot_raw_uid: 'U123',
        bot_pid: 'page-1',
        bot_channel: 1,
      },
    );
    const { timestamp = Number.NaN, ...tag } = tags[0] ?? assert.fail();
    assert.deepEqual(tag, { id: VIP, name: 'VIP' });
    assert.ok(timestamp >= start && timestamp <= Date.now());
    const uid = bot_uid ?? assert.fail();
    const encrypted = { uid, pageId: 'page-1', channel: 1 } as const;
    const again = await run('botTags.listUserTags', { bot: 'bot-users', user: encrypted });
    assert.deepEqual(again, [entry]);
    await run('botTags.detachTag', { bot, tagId: VIP, user: encrypted });
    assert.deepEqual(await tagsAtService('U123', 1), []);
  });

  it('require exactly one user ID and a known channel, otherwise nothing is sent', async () => {
    const list = (invalidUser: object) =>
      failure(run('botTags.listUserTags', { bot, user: invalidUser as UserInput }));
    assert.match(await list({ ...user, uid: 'enc' }), /^listUserTags: user: /);
    assert.match(await list({ pageId: 'page-1', channel: 1 }), /^listUserTags: user: /);
    assert.match(await list({ ...user, rawUid: '' }), /^listUserTags: user: /);
    assert.match(await list({ ...user, channel: 7 }), /^botTags\.listUserTags: user\.channel: /);
    assert.match(await list({ ...user, rawUid: 'U\ud83d' }), /^listUserTags: user: .*half of a/);
    assert.equal(service.requests.listUserTags, 0);
  });

  it('are removed when the tag is deleted', async () => {
    const tag = await run('botTags.createTag', { bot, name: 'short-lived' });
    await run('botTags.attachTag', { bot, tagId: tag, user });
    await run('botTags.deleteItem', { bot, id: tag, confirmed: true });
    const lists = await run('botTags.listUserTags', { bot, user });
    assert.deepEqual(
      lists.flatMap(({ tags }) => tags),
      [],
    );
  });
});
