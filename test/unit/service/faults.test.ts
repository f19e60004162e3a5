import assert from 'node:assert/strict';
import type { Socket } from 'node:net';

import { Cancelled, ServiceError } from '../../../src/base/errors.ts';
import { MAX_BODY } from '../../../src/service/call.ts';
import { cleanUp } from '../cleanup.ts';
import { CALLS, openClient } from './client.ts';
import { writeMany } from './faultServers.ts';
import { untilClosed, closedPortUrl, httpAnswer, openRawServer } from './rawServer.ts';
import { rejectedWith, rejectionOf } from './rejection.ts';

const OK = httpAnswer('{"res":"ok","status":200}');

describe('BotService: unusual answers', () => {
  afterEach(cleanUp);

  it('accepts an answer without a content type', async () => {
    const answer = httpAnswer('{"res":"ok","status":200}', { headers: ['x-a: b'] });
    const { baseUrl } = await openRawServer((socket) => socket.write(answer));
    await CALLS.attachTag(openClient(baseUrl).service);
  });

  it('stops reading a body that is larger than the limit', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    const { baseUrl, connections } = await openRawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${10 * MAX_BODY}\r\n\r\n`);
      void writeMany(socket, chunk, (10 * MAX_BODY) / chunk.length);
    });
    assert.equal(MAX_BODY, 64 * 1024 * 1024);
    const error = await rejectionOf(CALLS.attachTag(openClient(baseUrl).service));
    assert.deepEqual(error.problem, { kind: 'too-large', limitBytes: MAX_BODY });
    assert.equal(error.outcome, 'unknown');
    const [socket] = connections;
    assert.ok(socket);
    await untilClosed(socket);
    assert.ok(socket.bytesWritten < 2 * MAX_BODY, String(socket.bytesWritten));
  });

  it('reads a body of exactly the limit, but not with one byte more', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    let extraBytes = '';
    const { baseUrl } = await openRawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${MAX_BODY + extraBytes.length}\r\n\r\n`);
      void writeMany(socket, chunk, MAX_BODY / chunk.length).then(() => socket.write(extraBytes));
    });
    const { service } = openClient(baseUrl);
    // A body of white space is read to its end, and then reported as empty.
    assert.match((await rejectedWith('protocol', CALLS.attachTag(service))).detail, /empty/);
    extraBytes = ' ';
    await rejectedWith('too-large', CALLS.attachTag(service));
  });
});

describe('BotService: no answer', () => {
  afterEach(cleanUp);

  it('reports one reason for all addresses that were tried', async () => {
    const { port } = new URL(await closedPortUrl());
    const { service } = openClient(`http://localhost:${port}`);
    const problem = await rejectedWith('connect', CALLS.getItem(service));
    assert.match(problem.detail, /ECONNREFUSED/);
  });

  it('treats a request to a nonexistent host as not sent', async () => {
    const { service } = openClient('http://nowhere.invalid');
    const error = await rejectionOf(CALLS.createItem(service));
    assert.deepEqual([error.problem.kind, error.outcome], ['connect', 'not-sent']);
  });

  it('stops connecting when the caller aborts', async () => {
    const { baseUrl, connections } = await openRawServer();
    const stop = new AbortController();
    const { service } = openClient(baseUrl.replace('http:', 'https:'));
    const call = CALLS.createItem(service, stop.signal);
    const ended = assert.rejects(call, (reason) => Cancelled.is(reason));
    await untilConnected(connections);
    stop.abort(new Cancelled());
    await ended;
  });

  it('never resends a write that was lost on a kept-alive connection', async () => {
    const used = new Set<Socket>();
    const { baseUrl, requests } = await openRawServer((socket) => {
      if (used.has(socket)) socket.resetAndDestroy();
      else socket.write(OK);
      used.add(socket);
    });
    const { service } = openClient(baseUrl);
    let calls = 0;
    // The server resets a connection when its second request arrives.
    for (const call of [CALLS.attachTag, CALLS.detachTag]) {
      let isLost = false;
      while (!isLost) {
        calls++;
        isLost = await call(service).then(
          () => false,
          (error: unknown) => error instanceof ServiceError && error.problem.kind === 'lost',
        );
      }
    }
    assert.equal(requests.length, calls);
  });

  it('closes the connection when the time limit is over', async () => {
    const { baseUrl, connections } = await openRawServer();
    await rejectedWith('timeout', CALLS.getItem(openClient(baseUrl, { timeoutMs: 60 }).service));
    const [socket] = connections;
    assert.ok(socket);
    await untilClosed(socket);
  });
});

async function untilConnected(connections: readonly Socket[]): Promise<void> {
  while (connections.length === 0) await new Promise(setImmediate);
}
