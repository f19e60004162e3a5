import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';

import { Cancelled } from '../../../src/base/errors.ts';
import { HttpBotService } from '../../../src/service/botService.ts';
import { DEFAULT_CONCURRENCY } from '../../../src/service/transport/transport.ts';
import { createTransport } from '../../../src/service/transport/createTransport.ts';
import { TransportError } from '../../../src/service/transport/transport.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { assertNoSecret, SECRET } from './answers.ts';
import { ALL_CALLS, CALLS, openClient, pacingOf, SIGNAL, USER } from './client.ts';
import { untilClosed, httpAnswer, openRawServer } from './rawServer.ts';
import { rejectedWith, rejectionOf } from './rejection.ts';

const OK = httpAnswer('{"res":"ok","status":200}');

/** Parses a request into its request line, its headers by lower-case name, and its body. */
function parseRequest(request = ''): {
  readonly line: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  const [head = '', body = ''] = request.split('\r\n\r\n', 2);
  const [line = '', ...fields] = head.split('\r\n');
  const headers = Object.fromEntries(
    fields.map((field) => [field.split(':', 1)[0]?.toLowerCase(), field.replace(/^[^:]*: */, '')]),
  ) as Record<string, string>;
  return { line, headers, body };
}

describe('Requests', () => {
  afterEach(cleanUp);

  it('have the path, headers and body that docs/service-interface.md requires', async () => {
    const { baseUrl, requests } = await openRawServer((socket) => socket.write(OK));
    const { service } = openClient(baseUrl);
    for (const [, call] of ALL_CALLS) await call(service).catch(() => undefined);
    const sent = requests.map(parseRequest);
    const user = { bot_raw_uid: 'someone', bot_pid: 'page', bot_channel: 0 };
    const tagging = { bot_tag_id: 'tag-a', ...user };
    assert.deepEqual(
      sent.map(({ line, body }) => [line, body === '' ? undefined : (JSON.parse(body) as unknown)]),
      [
        ['POST /v1/api/tag/autogen HTTP/1.1', { botId: 'b', name: 'n', type: 0 }],
        ['GET /v1/api/tag/tag-a HTTP/1.1', undefined],
        ['DELETE /v1/api/tag/tag-a HTTP/1.1', undefined],
        ['POST /v1/api/user/tag HTTP/1.1', tagging],
        ['DELETE /v1/api/user/tag HTTP/1.1', tagging],
        ['POST /v1/api/user/taglist HTTP/1.1', user],
        ['GET /v1/api/bot/customers?botId=b&limit=10 HTTP/1.1', undefined],
      ],
    );
    for (const { headers, body } of sent) {
      assert.equal(headers['authorization'], `Bearer ${SECRET}`);
      assert.equal(headers['content-type'], 'application/json');
      assert.equal(headers['host'], new URL(baseUrl).host);
      assert.equal(headers['content-length'] ?? '0', String(Buffer.byteLength(body)));
    }
  });

  it('transmit text in any script', async () => {
    const { baseUrl, requests } = await openRawServer((socket) => socket.write(OK));
    await openClient(baseUrl).service.attachTag('tag-a', { ...USER, rawUid: '王小明' }, SIGNAL);
    const body = Buffer.from(parseRequest(requests[0]).body, 'latin1').toString();
    assert.equal((JSON.parse(body) as { bot_raw_uid: string }).bot_raw_uid, '王小明');
  });

  it('encode IDs completely in the path, below the path of the base URL', async () => {
    const { baseUrl, requests } = await openRawServer((socket) => socket.write(OK));
    for (const prefix of ['/a/b', '/a/b/', '/a/b//']) {
      await rejectionOf(openClient(baseUrl + prefix).service.getItem('x/../$&?#é', SIGNAL));
    }
    await rejectionOf(openClient(`${baseUrl}/`).service.getItem('tag--PTfLM4wQ', SIGNAL));
    const path = '/a/b/v1/api/tag/x%2F..%2F%24%26%3F%23%C3%A9';
    assert.deepEqual(
      requests.map((request) => parseRequest(request).line),
      [path, path, path, '/v1/api/tag/tag--PTfLM4wQ'].map((path) => `GET ${path} HTTP/1.1`),
    );
  });

  it('reuse connections, with at most two for each concurrent request', async () => {
    const waiting: Socket[] = [];
    /** Number of requests that the server collects before it answers them. */
    let batchSize = 1;
    const { baseUrl, connections } = await openRawServer((socket) => {
      waiting.push(socket);
      if (waiting.length === batchSize) for (const held of waiting.splice(0)) held.write(OK);
    });
    const { service } = openClient(baseUrl);
    for (let call = 0; call < 20; call++) await CALLS.attachTag(service);
    // undici may open a second connection before it notices that the first is free.
    assert.ok(connections.length <= 2, String(connections.length));
    batchSize = 8;
    await Promise.all(Array.from({ length: 80 }, () => CALLS.attachTag(service)));
    assert.ok(connections.length >= 8 && connections.length <= 16, String(connections.length));
  });

  it('are never sent with a bad or missing token, or an invalid base URL', async () => {
    const { baseUrl, requests } = await openRawServer((socket) => socket.write(OK));
    for (const token of ['a b', 'a\r\nx: y', 'tökén', '', '\u0000']) {
      const { service } = openClient(baseUrl, { token });
      const error = await rejectionOf(CALLS.attachTag(service));
      assert.deepEqual([error.problem.kind, error.outcome], ['bad-input', 'not-sent']);
      assert.ok(token === '' || !error.message.includes(token));
    }
    const { service } = openClient(baseUrl, { token: undefined });
    await rejectedWith('token-missing', CALLS.attachTag(service));
    const urls = [
      '',
      'nowhere',
      'ftp://127.0.0.1',
      baseUrl.replace('//', '//u:p@'),
      `${baseUrl}/?a=b`,
    ];
    for (const url of urls) {
      const problem = await rejectedWith('bad-input', CALLS.attachTag(openClient(url).service));
      assert.equal(problem.field, 'baseUrl');
    }
    assert.equal(requests.length, 0);
  });

  it("reject with the caller's own reason after an abort, and free the connection", async () => {
    const { baseUrl, connections } = await openRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{');
      arrived.resolve();
    });
    const arrived = Promise.withResolvers<void>();
    const stop = new AbortController();
    const reason = new Cancelled();
    const call = CALLS.deleteItem(openClient(baseUrl).service, stop.signal);
    await arrived.promise;
    const [socket] = connections;
    assert.ok(socket);
    const socketClosed = untilClosed(socket);
    stop.abort(reason);
    await assert.rejects(call, (error) => error === reason);
    await socketClosed;
  });

  it('are not sent after the caller aborts at any point', async () => {
    const { baseUrl, requests } = await openRawServer((socket) => socket.write(OK));
    for (const point of ['before', 'baseUrl', 'token'] as const) {
      const transport = createTransport();
      onCleanup(() => transport.close());
      const stop = new AbortController();
      const abortAt = <T>(here: typeof point, value: T): Promise<T> => {
        if (here === point) stop.abort(new Cancelled());
        return Promise.resolve(value);
      };
      const ignore = (): void => undefined;
      const log = { info: ignore, warn: ignore, error: ignore };
      const service = new HttpBotService({
        transport,
        baseUrl: () => abortAt('baseUrl', baseUrl),
        token: () => abortAt('token', SECRET),
        settings: { timeoutMs: 2000 },
        log,
        clock: { now: () => 0 },
        pacing: pacingOf(log),
      });
      await abortAt('before', undefined);
      await assert.rejects(
        CALLS.attachTag(service, stop.signal),
        (error) => Cancelled.is(error),
        point,
      );
    }
    assert.equal(requests.length, 0);
  });

  it('leave no listeners at the signal of a caller', async () => {
    const { baseUrl } = await openRawServer((socket) => socket.write(OK));
    const stop = new AbortController();
    const { service } = openClient(baseUrl);
    for (const [, call] of ALL_CALLS) await call(service, stop.signal).catch(() => undefined);
    assert.deepEqual(getEventListeners(stop.signal, 'abort'), []);
  });

  it('log one line each, without the token, the path or a query', async () => {
    const { baseUrl } = await openRawServer((socket) => socket.write(OK));
    const { service, log } = openClient(`${baseUrl}/prefix`);
    await CALLS.attachTag(service);
    assert.equal(log.length, 1);
    assert.match(log[0] ?? '', /^attachTag http:\/\/127\.0\.0\.1:\d+: HTTP 200, \d+ ms, 25 bytes$/);
    assertNoSecret(log.join());
  });
});

describe('Redirects', () => {
  afterEach(cleanUp);

  it('are not assumed without a location', async () => {
    const answer = httpAnswer('{"res":"ok","status":200}', { status: '300 Choices', headers: [] });
    const { baseUrl } = await openRawServer((socket) => socket.write(answer));
    await CALLS.attachTag(openClient(baseUrl).service);
  });
});

describe('TransportError.wasSent', () => {
  afterEach(cleanUp);

  const request = {
    method: 'POST',
    path: '/',
    headers: {},
    body: '{}',
    limitMs: 5000,
    maxBytes: 1000,
  } as const;

  /** Default maximum of connections to one origin: two for each concurrent request. */
  const MAX_CONNECTIONS = 2 * DEFAULT_CONCURRENCY;

  it('is false for a request that was waiting for a free connection', async () => {
    const allBusy = Promise.withResolvers<void>();
    const { baseUrl, requests } = await openRawServer((socket, sent) => {
      if (requests.length === MAX_CONNECTIONS) allBusy.resolve();
      if (sent.startsWith('POST /last ')) socket.write(OK);
    });
    const transport = createTransport();
    onCleanup(() => transport.close());
    const stop = new AbortController();
    const running = Array.from({ length: MAX_CONNECTIONS }, () =>
      transport.send({ ...request, origin: baseUrl, signal: stop.signal }),
    );
    const ended = Promise.allSettled(running);
    await allBusy.promise;
    const impatient = new AbortController();
    const waiting = transport.send({
      ...request,
      path: '/waiting',
      origin: baseUrl,
      signal: impatient.signal,
    });
    impatient.abort(new Error('late'));
    const isUnsent = (error: unknown): boolean => error instanceof TransportError && !error.wasSent;
    await assert.rejects(waiting, isUnsent);
    assert.deepEqual(getEventListeners(impatient.signal, 'abort'), []);
    const slow = { ...request, path: '/slow', origin: baseUrl, signal: SIGNAL, limitMs: 5 };
    await assert.rejects(
      transport.send(slow),
      (error) => isUnsent(error) && error instanceof TransportError && error.isLate,
    );
    stop.abort(new Error('enough'));
    for (const result of await ended) {
      assert.equal(result.status, 'rejected');
      assert.ok(result.reason instanceof TransportError && result.reason.wasSent);
    }
    await transport.send({ ...request, path: '/last', origin: baseUrl, signal: SIGNAL });
    assert.deepEqual(
      requests.slice(MAX_CONNECTIONS).map((sent) => parseRequest(sent).line),
      ['POST /last HTTP/1.1'],
    );
  });

  it('is true for a running request of a closed transport', async () => {
    const arrived = Promise.withResolvers<void>();
    const { baseUrl } = await openRawServer(() => arrived.resolve());
    const transport = createTransport();
    const running = transport.send({ ...request, origin: baseUrl, signal: SIGNAL });
    const ended = assert.rejects(
      running,
      (error) => error instanceof TransportError && error.wasSent,
    );
    await arrived.promise;
    await transport.close();
    await ended;
  });
});
