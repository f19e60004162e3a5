import assert from 'node:assert/strict';

import { FOLDER, TAG } from '../../../src/base/model.ts';
import { SWITCHES_PATH } from '../../../src/sandbox/route.ts';
import type { Sandbox } from '../../../src/sandbox/startSandbox.ts';
import type { Switches } from '../../../src/sandbox/switches.ts';
import { defaultSwitches, switchTable } from '../../../src/sandbox/switches.ts';
import {
  BUILT_IN_TAG,
  TOKEN,
  closeSandboxes,
  create,
  openSandbox,
  read,
  send,
  tagList,
} from './client.ts';

/** Folder that every sandbox has from the start. */
const BUILT_IN_FOLDER = 'tag-Km9aj04Bx';
const USER = { bot_raw_uid: 'someone', bot_pid: 'page', bot_channel: 0 };
const TAGGING = { bot_tag_id: BUILT_IN_TAG, ...USER };

/** Returns `res` in the answer to a create request. */
async function createdRes(createRes: Switches['createRes']): Promise<unknown> {
  const sandbox = await openSandbox({ switches: { createRes } });
  const item = { botId: sandbox.botId, name: 'x', type: TAG };
  return (await send(sandbox, 'POST /v1/api/tag/autogen', item)).res;
}

/** Creates a folder in a folder, with a tag in it. Returns their IDs. */
async function createFolders(
  sandbox: Sandbox,
): Promise<readonly [root: string, sub: string, tag: string]> {
  const root = await create(sandbox, { name: 'root', type: FOLDER });
  const sub = await create(sandbox, { name: 'sub', type: FOLDER, parentId: root });
  return [root, sub, await create(sandbox, { name: 'tag', type: TAG, parentId: sub })];
}

describe('Sandbox: switches', () => {
  afterEach(closeSandboxes);

  it('are read and changed over HTTP, and apply from the next request on', async () => {
    const sandbox = await openSandbox();
    assert.deepEqual((await send(sandbox, `GET ${SWITCHES_PATH}`)).res, defaultSwitches());
    const reply = await send(sandbox, `PUT ${SWITCHES_PATH}`, {
      createRes: 'bare-id',
      emptyPages: 2,
    });
    const changed = { ...defaultSwitches(), createRes: 'bare-id', emptyPages: 2 };
    assert.deepEqual(reply.res, changed);
    assert.deepEqual(sandbox.switches, changed);
    assert.deepEqual((await send(sandbox, `GET ${SWITCHES_PATH}`)).res, changed);
  });

  it('can be read although other response bodies are cut', async () => {
    const sandbox = await openSandbox({ switches: { bodies: 'cut' } });
    assert.equal((await send(sandbox, 'GET /v1/api/tag/x')).json, undefined);
    const reply = await send(sandbox, `GET ${SWITCHES_PATH}`);
    assert.deepEqual(reply.res, { ...defaultSwitches(), bodies: 'cut' });
  });

  it('require the token', async () => {
    const sandbox = await openSandbox();
    const headers = { authorization: 'Bearer wrong' };
    const reply = await send(sandbox, `PUT ${SWITCHES_PATH}`, { createRes: 'bare-id' }, headers);
    assert.equal(reply.httpStatus, 401);
    assert.equal(sandbox.switches.createRes, 'object');
  });

  const refused: readonly (readonly [switchValues: object, message: RegExp])[] = [
    [{ colour: 'red' }, /unknown switch "colour".*createRes/],
    [{ constructor: 'x' }, /unknown switch/],
    [{ createRes: 'xml' }, /createRes must be one of "object".*not "xml"/],
    [{ emptyPages: -1 }, /emptyPages must be an integer from 0/],
    [{ emptyPages: '3' }, /emptyPages/],
    [{ badRecords: 1.5 }, /badRecords/],
    [{ emptyPages: 3, createRes: null }, /createRes/],
  ];
  for (const [switchValues, message] of refused) {
    it(`reject ${JSON.stringify(switchValues)} and change nothing`, async () => {
      const sandbox = await openSandbox();
      const reply = await send(sandbox, `PUT ${SWITCHES_PATH}`, switchValues);
      assert.equal(reply.httpStatus, 400);
      assert.match(reply.errorMessage, message);
      assert.deepEqual(sandbox.switches, defaultSwitches());
      await assert.rejects(openSandbox({ switches: switchValues }), message);
    });
  }

  it('all have an explanation', () => {
    for (const { about } of Object.values(switchTable)) assert.match(about, /\w.*\.$/);
  });

  it('createRes sets the form of the answer to create', async () => {
    const object = (await createdRes('object')) as { id: string };
    assert.match(object.id, /^tag-/);
    const inString = JSON.parse((await createdRes('json-string')) as string) as { id: string };
    assert.match(inString.id, /^tag-/);
    const almost = (await createdRes('almost-json')) as string;
    assert.match(almost, /^"\{ "id": "tag-[\w-]+" \}"$/);
    assert.throws(() => JSON.parse(almost));
    assert.match((await createdRes('bare-id')) as string, /^tag-[\w-]+$/);
    assert.doesNotMatch(JSON.stringify(await createdRes('unreadable')), /tag-/);
  });

  it('failureStatus sets the HTTP status of failures', async () => {
    const sandbox = await openSandbox({ switches: { failureStatus: 'ok' } });
    const reply = await send(sandbox, 'GET /v1/api/tag/none');
    assert.deepEqual([reply.httpStatus, reply.errorCode], [200, 404]);
    assert.equal(reply.json?.status, undefined);
  });

  it('unauthorized sets the answer to a wrong token', async () => {
    const expected = { 'http-401': [401, 401], 'ok-401': [200, 401], 'http-403': [403, 403] };
    const headers = { authorization: `Bearer not-${TOKEN}` };
    const sandbox = await openSandbox();
    for (const [value, codes] of Object.entries(expected)) {
      sandbox.switches.unauthorized = value as Switches['unauthorized'];
      const reply = await send(sandbox, 'GET /v1/api/tag/none', undefined, headers);
      assert.deepEqual([reply.httpStatus, reply.errorCode], codes);
    }
    sandbox.switches.unauthorized = 'html';
    const reply = await send(sandbox, 'GET /v1/api/tag/none', undefined, headers);
    assert.deepEqual([reply.httpStatus, reply.contentType], [401, 'text/html']);
    assert.match(reply.text, /<html>/);
    assert.equal((await send(sandbox, `GET /v1/api/tag/${BUILT_IN_TAG}`)).httpStatus, 200);
  });

  it('outage answers with 503 until it is switched off', async () => {
    const sandbox = await openSandbox({ switches: { outage: 'on' } });
    const failed = await send(sandbox, 'POST /v1/api/user/taglist', USER);
    assert.deepEqual([failed.httpStatus, failed.errorCode], [503, 503]);
    assert.equal(failed.retryAfter, null);
    await send(sandbox, `PUT ${SWITCHES_PATH}`, { busySeconds: 9 });
    const later = await send(sandbox, 'POST /v1/api/user/taglist', USER);
    assert.deepEqual([later.httpStatus, later.retryAfter], [503, '9']);
    await send(sandbox, `PUT ${SWITCHES_PATH}`, { outage: 'off' });
    const again = await send(sandbox, 'POST /v1/api/user/taglist', USER);
    assert.equal(again.httpStatus, 200);
  });

  it('missingItem sets the status for an unknown item', async () => {
    const sandbox = await openSandbox({ switches: { missingItem: '500' } });
    for (const method of ['GET', 'DELETE']) {
      const reply = await send(sandbox, `${method} /v1/api/tag/none`);
      assert.deepEqual([reply.httpStatus, reply.errorCode], [500, 500]);
    }
  });

  it('getItemParent adds the parent ID to items', async () => {
    const sandbox = await openSandbox();
    const [root, sub] = await createFolders(sandbox);
    assert.ok(!('parentId' in ((await read(sandbox, sub)) ?? {})));
    sandbox.switches.getItemParent = 'present';
    assert.equal(Object.entries((await read(sandbox, sub)) ?? {}).at(-1)?.[1], root);
  });

  it('parentIds makes IDs numeric', async () => {
    const sandbox = await openSandbox({
      switches: { parentIds: 'numbers', getItemParent: 'present' },
    });
    const folder = await create(sandbox, { name: 'f', type: FOLDER });
    assert.match(folder, /^\d+$/);
    assert.ok(Number.isSafeInteger(Number(folder)));
    const item = { botId: sandbox.botId, name: 'x', type: TAG };
    const asText = await send(sandbox, 'POST /v1/api/tag/autogen', { ...item, parentId: folder });
    assert.equal(asText.httpStatus, 400);
    const inside = await create(sandbox, { ...item, parentId: Number(folder) });
    assert.deepEqual((await send(sandbox, `DELETE /v1/api/tag/${folder}`)).res, [folder, inside]);
    assert.match(await create(sandbox, { ...item, parentId: BUILT_IN_FOLDER }), /^\d+$/);
  });

  it('deleteRes root-only lists only the deleted root', async () => {
    const sandbox = await openSandbox({ switches: { deleteRes: 'root-only' } });
    const [root, sub, tag] = await createFolders(sandbox);
    assert.deepEqual((await send(sandbox, `DELETE /v1/api/tag/${root}`)).res, [root]);
    for (const id of [root, sub, tag]) assert.equal(await read(sandbox, id), undefined);
  });

  it('deleteRes keeps-children keeps the content of a deleted folder', async () => {
    const sandbox = await openSandbox({ switches: { deleteRes: 'keeps-children' } });
    const [root, sub, tag] = await createFolders(sandbox);
    assert.deepEqual((await send(sandbox, `DELETE /v1/api/tag/${root}`)).res, [root]);
    assert.equal(await read(sandbox, root), undefined);
    for (const id of [sub, tag]) assert.ok(await read(sandbox, id));
  });

  it('attachAgain sets the answer to a repeated attach', async () => {
    const sandbox = await openSandbox({ switches: { attachAgain: 'error' } });
    assert.equal((await send(sandbox, 'POST /v1/api/user/tag', TAGGING)).res, 'ok');
    assert.equal((await send(sandbox, 'POST /v1/api/user/tag', TAGGING)).errorCode, 500);
    sandbox.switches.attachAgain = 'ok';
    assert.equal((await send(sandbox, 'POST /v1/api/user/tag', TAGGING)).res, 'ok');
  });

  it('detachMissing sets the answer to detaching a missing tag', async () => {
    const sandbox = await openSandbox();
    assert.equal((await send(sandbox, 'DELETE /v1/api/user/tag', TAGGING)).res, 'ok');
    sandbox.switches.detachMissing = 'error';
    assert.equal((await send(sandbox, 'DELETE /v1/api/user/tag', TAGGING)).errorCode, 500);
    await send(sandbox, 'POST /v1/api/user/tag', TAGGING);
    assert.equal((await send(sandbox, 'DELETE /v1/api/user/tag', TAGGING)).res, 'ok');
  });

  it('busyEvery and busySeconds refuse requests with 429 and Retry-After', async () => {
    const sandbox = await openSandbox({ switches: { busyEvery: 1, busySeconds: 7 } });
    const reply = await send(sandbox, 'POST /v1/api/user/tag', TAGGING);
    assert.deepEqual([reply.httpStatus, reply.errorCode, reply.retryAfter], [429, 429, '7']);
    assert.equal((await tagList(sandbox, USER))[0]?.tags.length, 0);
    // On average, every third request is refused.
    sandbox.switches.busyEvery = 3;
    let refusedCount = 0;
    for (let call = 0; call < 60; call++) {
      const { httpStatus, retryAfter } = await send(sandbox, 'POST /v1/api/user/tag', TAGGING);
      assert.equal(retryAfter, httpStatus === 429 ? '7' : null);
      if (httpStatus === 429) refusedCount++;
    }
    assert.ok(refusedCount > 8 && refusedCount < 35, `${refusedCount} of 60`);
  });

  for (const [fault, when, tags] of [
    ['resetEvery', 'before', 0],
    ['lostEvery', 'after', 1],
  ] as const) {
    it(`${fault} ends the connection ${when} the write is carried out`, async () => {
      const sandbox = await openSandbox({ switches: { [fault]: 1 } });
      await assert.rejects(send(sandbox, 'POST /v1/api/user/tag', TAGGING));
      assert.equal((await tagList(sandbox, USER))[0]?.tags.length, tags);
    });
  }

  it('lostBy sets how the answer is lost', async () => {
    const sandbox = await openSandbox({ switches: { lostEvery: 1, lostBy: '502' } });
    const reply = await send(sandbox, 'POST /v1/api/user/tag', TAGGING);
    assert.deepEqual([reply.httpStatus, reply.contentType], [502, 'text/html']);
    sandbox.switches.lostBy = 'silence';
    const silent = send(sandbox, 'DELETE /v1/api/user/tag', TAGGING);
    while ((await tagList(sandbox, USER))[0]?.tags.length !== 0) await new Promise(setImmediate);
    const firstToEnd = await Promise.race([silent, tagList(sandbox, USER).then(() => 'silence')]);
    assert.equal(firstToEnd, 'silence');
    await sandbox.close();
    await assert.rejects(silent);
  });

  it('faultSeed determines which requests fail', async () => {
    const statusesOf = async (faultSeed: number): Promise<readonly number[]> => {
      const sandbox = await openSandbox({ switches: { busyEvery: 4, faultSeed } });
      const statuses: number[] = [];
      for (let call = 0; call < 40; call++) {
        statuses.push((await send(sandbox, 'POST /v1/api/user/tag', TAGGING)).httpStatus);
      }
      return statuses;
    };
    assert.deepEqual(await statusesOf(1), await statusesOf(1));
    assert.notDeepEqual(await statusesOf(1), await statusesOf(2));
  });

  it('bothUids sets the answer to a request with both user IDs', async () => {
    const sandbox = await openSandbox();
    const [entry] = await tagList(sandbox, USER);
    const both = { ...USER, bot_uid: entry?.bot_uid, bot_raw_uid: 'another' };
    assert.equal((await send(sandbox, 'POST /v1/api/user/taglist', both)).httpStatus, 400);
    sandbox.switches.bothUids = 'first';
    assert.equal((await tagList(sandbox, both))[0]?.bot_raw_uid, USER.bot_raw_uid);
  });

  it('untaggedUser sets the answer for a user without tags', async () => {
    const sandbox = await openSandbox();
    assert.equal((await tagList(sandbox, USER)).length, 1);
    sandbox.switches.untaggedUser = 'none';
    assert.deepEqual(await tagList(sandbox, USER), []);
    await send(sandbox, 'POST /v1/api/user/tag', TAGGING);
    assert.equal((await tagList(sandbox, USER)).length, 1);
  });
});
