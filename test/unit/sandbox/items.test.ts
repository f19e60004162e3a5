import assert from 'node:assert/strict';

import { FOLDER, TAG } from '../../../src/base/model.ts';
import { sandboxSeedItems } from '../../../src/sandbox/seedItems.ts';
import {
  BUILT_IN_TAG,
  closeSandboxes,
  create,
  openSandbox,
  page,
  read,
  send,
  tagList,
} from './client.ts';

const USER = { bot_raw_uid: 'someone', bot_pid: 'page', bot_channel: 0 };

describe('Sandbox: tags and folders', () => {
  afterEach(closeSandboxes);

  it('creates a tag that can be read', async () => {
    const sandbox = await openSandbox({ clock: { now: () => 1_790_000_000_123 } });
    const id = await create(sandbox, { name: '新品 & more', type: TAG });
    assert.match(id, /^tag-./);
    const created = 1_790_000_000_123;
    const expected = { created, id, name: '新品 & more', botId: sandbox.botId, type: TAG };
    assert.deepEqual(await read(sandbox, id), expected);
  });

  it('gives every item a different ID', async () => {
    const sandbox = await openSandbox();
    const creations = Array.from({ length: 50 }, () =>
      create(sandbox, { name: 'same', type: TAG }),
    );
    assert.equal(new Set(await Promise.all(creations)).size, 50);
  });

  it('deletes a folder with everything below it, and lists all deleted items', async () => {
    const sandbox = await openSandbox();
    const root = await create(sandbox, { name: 'root', type: FOLDER });
    const sub = await create(sandbox, { name: 'sub', type: FOLDER, parentId: root });
    const deep = await create(sandbox, { name: 'deep', type: TAG, parentId: sub });
    const near = await create(sandbox, { name: 'near', type: TAG, parentId: root });
    const outside = await create(sandbox, { name: 'outside', type: TAG });
    const reply = await send(sandbox, `DELETE /v1/api/tag/${root}`);
    assert.equal(reply.json?.status, 200);
    assert.deepEqual([...(reply.res as string[])].toSorted(), [root, sub, deep, near].toSorted());
    for (const id of [root, sub, deep, near]) assert.equal(await read(sandbox, id), undefined);
    assert.ok(await read(sandbox, outside));
  });

  it('detaches a deleted tag from every user', async () => {
    const sandbox = await openSandbox();
    const id = await create(sandbox, { name: 'short-lived', type: TAG });
    await send(sandbox, 'POST /v1/api/user/tag', { bot_tag_id: id, ...USER });
    assert.deepEqual(
      (await tagList(sandbox, USER))[0]?.tags.map((tag) => tag.id),
      [id],
    );
    assert.deepEqual((await send(sandbox, `DELETE /v1/api/tag/${id}`)).res, [id]);
    assert.deepEqual((await tagList(sandbox, USER))[0]?.tags, []);
  });

  it('detaches a deleted built-in tag from every customer', async () => {
    const sandbox = await openSandbox({ customers: 300 });
    const id = BUILT_IN_TAG;
    const countCarriers = async (): Promise<number> => {
      const { records } = await page(sandbox, { limit: 300 });
      return records.filter((record) => record.tags?.some((tag) => tag.id === id)).length;
    };
    assert.ok((await countCarriers()) > 10);
    assert.deepEqual((await send(sandbox, `DELETE /v1/api/tag/${id}`)).res, [id]);
    assert.equal(await countCarriers(), 0);
  });

  it('has all built-in items, and each of them can be read', async () => {
    const sandbox = await openSandbox();
    assert.ok(sandboxSeedItems().length >= 30);
    assert.equal(new Set(sandboxSeedItems().map(({ id }) => id)).size, sandboxSeedItems().length);
    for (const { id, name, type, created } of sandboxSeedItems()) {
      const expected = { created, id, name, botId: sandbox.botId, type };
      assert.deepEqual(await read(sandbox, id), expected);
    }
  });

  it('lists the content of a built-in folder when it is deleted', async () => {
    const sandbox = await openSandbox();
    const folder = sandboxSeedItems().find(({ name }) => name.startsWith('Interests'));
    const deletedIds = new Set([folder?.id]);
    for (const { id, parentId } of sandboxSeedItems()) {
      if (parentId !== null && deletedIds.has(parentId)) deletedIds.add(id);
    }
    const { res } = await send(sandbox, `DELETE /v1/api/tag/${folder?.id}`);
    assert.ok(deletedIds.size > 8);
    assert.deepEqual(new Set(res as string[]), deletedIds);
  });

  const badItems: readonly (readonly [why: string, item: object, code: number])[] = [
    ['no name', { type: TAG }, 400],
    ['an empty name', { name: '', type: TAG }, 400],
    ['a name that is a number', { name: 7, type: TAG }, 400],
    ['no type', { name: 'x' }, 400],
    ['a type that is not 0 or 1', { name: 'x', type: 2 }, 400],
    ['a type that is a string', { name: 'x', type: '0' }, 400],
    ['another bot', { name: 'x', type: TAG, botId: 'other' }, 404],
    ['no bot', { name: 'x', type: TAG, botId: null }, 400],
    ['a folder that does not exist', { name: 'x', type: TAG, parentId: 'tag-none' }, 404],
    ['a folder number that does not exist', { name: 'x', type: TAG, parentId: 12 }, 404],
    ['a tag as the folder', { name: 'x', type: TAG, parentId: BUILT_IN_TAG }, 400],
    ['an object as the folder', { name: 'x', type: TAG, parentId: {} }, 400],
  ];
  for (const [why, item, code] of badItems) {
    it(`rejects a create request with ${why}`, async () => {
      const sandbox = await openSandbox();
      const body = { botId: sandbox.botId, ...item };
      const reply = await send(sandbox, 'POST /v1/api/tag/autogen', body);
      assert.equal(reply.httpStatus, code);
      assert.equal(reply.errorCode, code);
      assert.equal(reply.res, undefined);
    });
  }

  it('rejects any request for an unknown item', async () => {
    const sandbox = await openSandbox();
    const tagging = { bot_tag_id: 'tag-none', ...USER };
    const replies = [
      await send(sandbox, 'GET /v1/api/tag/tag-none'),
      await send(sandbox, 'DELETE /v1/api/tag/tag-none'),
      await send(sandbox, 'POST /v1/api/user/tag', tagging),
      await send(sandbox, 'DELETE /v1/api/user/tag', tagging),
    ];
    assert.deepEqual(
      replies.map(({ httpStatus, errorCode }) => [httpStatus, errorCode]),
      replies.map(() => [404, 404]),
    );
  });

  it('reads an ID with any characters', async () => {
    const sandbox = await openSandbox();
    const reply = await send(sandbox, `GET /v1/api/tag/${encodeURIComponent('a/b c?標籤%')}`);
    assert.match(reply.errorMessage, /a\/b c\?標籤%/);
    assert.equal((await send(sandbox, 'GET /v1/api/tag/%E4%ZZ')).httpStatus, 400);
  });
});
