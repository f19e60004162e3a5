import assert from 'node:assert/strict';

import { ServiceError } from '../../../src/base/errors.ts';
import { FOLDER, TAG } from '../../../src/base/model.ts';
import { cleanUp } from '../cleanup.ts';
import { openClient, openSandboxClient, SIGNAL, USER } from './client.ts';
import { openHttpServer } from './httpServer.ts';
import { rejectionOf } from './rejection.ts';

describe('Seven calls of the service', () => {
  afterEach(cleanUp);

  it('create, read, tag, list and delete', async () => {
    const { service, sandbox } = await openSandboxClient();
    const { botId } = sandbox;
    const folder = await service.createItem({ botId, name: 'F', type: FOLDER }, SIGNAL);
    const item = { botId, name: '標籤', type: TAG, parentId: folder };
    const tag = await service.createItem(item, SIGNAL);
    const read = await service.getItem(tag, SIGNAL);
    assert.deepEqual(
      [read.id, read.name, read.type, read.botId],
      [tag, '標籤', TAG, sandbox.botId],
    );
    assert.match(String(read.created), /^\d{13}$/);

    await service.attachTag(tag, USER, SIGNAL);
    const [list] = await service.listUserTags(USER, SIGNAL);
    assert.deepEqual(
      list?.tags.map(({ id }) => id),
      [tag],
    );
    const encrypted = { uid: list?.bot_uid ?? '', pageId: USER.pageId, channel: USER.channel };
    assert.deepEqual(await service.listUserTags(encrypted, SIGNAL), [list]);
    await service.detachTag(tag, encrypted, SIGNAL);
    assert.deepEqual((await service.listUserTags(USER, SIGNAL))[0]?.tags, []);

    assert.deepEqual([...(await service.deleteItem(folder, SIGNAL))].sort(), [folder, tag].sort());
    const gone = await rejectionOf(service.getItem(tag, SIGNAL));
    assert.ok(ServiceError.isGone(gone));
    assert.equal((await service.listCustomers({ botId, limit: 6 }, SIGNAL)).records.length, 6);
  });

  it('return no tags of another user', async () => {
    const tag = (id: string) => ({ id, name: id, timestamp: 1 });
    const own = { bot_raw_uid: USER.rawUid, bot_pid: USER.pageId, tags: [tag('own')] };
    const other = { bot_raw_uid: 'another-user', bot_pid: USER.pageId, tags: [tag('other')] };
    let res = [other, own, other];
    const server = await openHttpServer((_, answer) => {
      answer.end(JSON.stringify({ status: 200, res }));
    });
    const { service, log } = openClient(server.baseUrl);
    const lists = await service.listUserTags(USER, SIGNAL);
    assert.deepEqual(
      lists.flatMap(({ tags }) => tags.map(({ id }) => id)),
      ['own'],
    );
    assert.ok(log.includes('listUserTags: 2 of 3 entries are about another user'));
    assert.ok(!log.join('\n').includes('another-user'));

    res = [other];
    const { message } = await rejectionOf(service.listUserTags(USER, SIGNAL));
    assert.match(message, /about a different item or customer/);
    assert.ok(!message.includes('another-user'));
    res = [];
    assert.deepEqual(await service.listUserTags(USER, SIGNAL), []);
  });

  it('hide the token in the error about another item, with any content type', async () => {
    const server = await openHttpServer(({ headers }, answer) => {
      answer.setHeader('content-type', `text/plain; auth="${headers.authorization}"`);
      const res = { id: 'tag-other', name: 'x', botId: 'b', type: TAG, created: 1 };
      answer.end(JSON.stringify({ status: 200, res }));
    });
    const { service } = openClient(server.baseUrl);
    // `rejectionOf` asserts that the error does not contain the token.
    const { message } = await rejectionOf(service.getItem('tag-1', SIGNAL));
    assert.match(message, /about a different item .*auth="Bearer \*\*\*"/);
  });

  it('list customers who were active after a time', async () => {
    const { service, sandbox } = await openSandboxClient();
    const allCustomers = await service.listCustomers({ botId: sandbox.botId, limit: 20 }, SIGNAL);
    const times = allCustomers.records.map(
      (record) => (record as { lastActive: number }).lastActive,
    );
    // Ten of the twenty customers were active after this time.
    const from = times.toSorted((a, b) => a - b)[9] ?? 0;
    const query = { botId: sandbox.botId, limit: 20, from };
    assert.equal((await service.listCustomers(query, SIGNAL)).records.length, 10);
  });
});
