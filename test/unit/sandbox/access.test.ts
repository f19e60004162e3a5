import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { endpoints, type EndpointName } from '../../../src/base/endpoints.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { BUILT_IN_TAG, TOKEN, closeSandboxes, openSandbox, send, sendList } from './client.ts';

const LIST_TAGS = 'POST /v1/api/user/taglist';

describe('Sandbox: requests and connections', () => {
  afterEach(closeSandboxes);

  for (const [name, { method, path }] of Object.entries(endpoints)) {
    it(`checks the token for ${name}, and counts the request`, async () => {
      const sandbox = await openSandbox();
      const wrongHeaders = [
        '',
        'Bearer',
        'Bearer wrong',
        `Basic ${TOKEN}`,
        TOKEN,
        `Bearer ${TOKEN}x`,
      ];
      for (const authorization of wrongHeaders) {
        const body = method === 'GET' ? undefined : {};
        const reply = await send(sandbox, `${method} ${path.replace('{tagId}', 't')}`, body, {
          authorization,
        });
        assert.deepEqual([reply.httpStatus, reply.errorCode], [401, 401]);
        assert.match(reply.errorMessage, /token/i);
        assert.ok(!reply.text.includes(TOKEN));
      }
      assert.equal(sandbox.requests[name as EndpointName], wrongHeaders.length);
    });
  }

  it('accepts the token with any case of "Bearer"', async () => {
    const sandbox = await openSandbox();
    const headers = { authorization: `bearer ${TOKEN}` };
    assert.equal(
      (await send(sandbox, `GET /v1/api/tag/${BUILT_IN_TAG}`, undefined, headers)).httpStatus,
      200,
    );
  });

  it('answers an unknown path with 404 and a wrong method with 405', async () => {
    const sandbox = await openSandbox();
    for (const path of ['/', '/v1/api/tags', '/v2/api/tag/x', '/v1/api/tag/', '/v1/api/tag/a/b']) {
      const reply = await send(sandbox, `GET ${path}`);
      assert.deepEqual([path, reply.httpStatus, reply.errorCode], [path, 404, 404]);
    }
    const reply = await send(sandbox, 'PUT /v1/api/user/tag', {});
    assert.equal(reply.httpStatus, 405);
    assert.match(reply.errorMessage, /POST or DELETE/);
  });

  it('rejects a body that is not a JSON object', async () => {
    const sandbox = await openSandbox();
    for (const body of ['', '{', '[]', 'null', '"x"', '{"a":1} x']) {
      const reply = await send(sandbox, LIST_TAGS, body);
      assert.deepEqual([body, reply.httpStatus, reply.errorCode], [body, 400, 400]);
    }
    assert.equal(
      (await send(sandbox, LIST_TAGS, '{}', { 'content-type': 'text/plain' })).httpStatus,
      415,
    );
  });

  it('rejects a body that is not UTF-8', async () => {
    const { baseUrl } = await openSandbox();
    const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
    const body = Buffer.from('{"bot_raw_uid":"\xe9","bot_pid":"p","bot_channel":0}', 'latin1');
    const response = await fetch(`${baseUrl}/v1/api/user/taglist`, {
      method: 'POST',
      headers,
      body,
    });
    assert.equal(response.status, 400);
  });

  it('rejects a body over 1 MiB and continues to serve', async () => {
    const sandbox = await openSandbox();
    const reply = await send(sandbox, LIST_TAGS, { bot_raw_uid: 'x'.repeat(1024 * 1024) });
    assert.deepEqual([reply.httpStatus, reply.errorCode], [413, 413]);
    assert.equal((await sendList(sandbox, { limit: 1 })).httpStatus, 200);
  });

  it('closes kept-alive connections and pending answers when it closes', async () => {
    const sandbox = await openSandbox({ switches: { latencyMs: 600_000 } });
    const agent = new Agent({ keepAlive: true });
    const headers = { authorization: `Bearer ${TOKEN}` };
    const pending = request(`${sandbox.baseUrl}/v1/api/tag/x`, { agent, headers });
    pending.end();
    while (sandbox.requests.getItem === 0) await nextTurn();
    const failed = once(pending, 'error').catch((error: unknown) => [error]);
    await sandbox.close();
    const [error] = await failed;
    assert.ok(error instanceof Error && 'code' in error && error.code === 'ECONNRESET');
    await assert.rejects(fetch(sandbox.baseUrl));
    await sandbox.close();
  });

  it('listens on the loopback address only, on the requested port', async () => {
    const first = await openSandbox();
    const { hostname, port } = new URL(first.baseUrl);
    assert.equal(hostname, '127.0.0.1');
    await assert.rejects(startSandbox({ token: TOKEN, port: Number(port) }), {
      code: 'EADDRINUSE',
    });
    await first.close();
    const second = await openSandbox({ port: Number(port) });
    assert.equal(second.baseUrl, first.baseUrl);
  });

  it('uses the preferred port while it is free, and another one otherwise', async () => {
    const first = await openSandbox();
    const preferredPort = Number(new URL(first.baseUrl).port);
    const other = await openSandbox({ preferredPort });
    assert.notEqual(other.baseUrl, first.baseUrl);
    await first.close();
    const second = await openSandbox({ preferredPort });
    assert.equal(second.baseUrl, first.baseUrl);
  });

  it('rejects invalid options', async () => {
    const invalidOptions = [
      { customers: -1 },
      { customers: 1.5 },
      { customers: 1_000_001 },
      { botId: '' },
    ];
    for (const option of invalidOptions) {
      await assert.rejects(startSandbox({ token: TOKEN, ...option }), RangeError);
    }
    await assert.rejects(startSandbox({ token: '' }), RangeError);
    await assert.rejects(startSandbox({ token: TOKEN, switches: { latencyMs: -1 } }), /latencyMs/);
  });

  it('answers with 500 if the state throws', async () => {
    const state = {
      seedOnce: () => undefined,
      items: () => [],
      item: () => {
        throw new Error('disk full');
      },
      addItem: () => undefined,
      removeItems: () => undefined,
      taggings: () => new Map(),
      setTagging: () => undefined,
      atomically: <T>(step: () => T): T => step(),
    };
    const sandbox = await openSandbox({ state });
    const reply = await send(sandbox, 'GET /v1/api/tag/x');
    assert.deepEqual([reply.httpStatus, reply.errorCode], [500, 500]);
    assert.match(reply.errorMessage, /disk full/);
  });
});
