import assert from 'node:assert/strict';
import type { Socket } from 'node:net';

import { Cancelled, ServiceError } from '../../../src/core/errors.ts';
import { MAX_BODY } from '../../../src/http/call.ts';
import { cleanUp } from '../cleanup.ts';
import { assertNoSecret, problemIn, SECRET } from '../contract/answers.ts';
import { ALL_CALLS, CALLS, openClient, SIGNAL, WRITES } from './client.ts';
import { closing, deadUrl, httpAnswer, openRawServer } from './rawServer.ts';
import { rejectedWith, rejectionOf } from './rejection.ts';

const OK = httpAnswer('{"res":"ok","status":200}');
const HTML = ['content-type: text/html; charset=utf-8'];

/** The outcome of this call when nobody can tell what became of the request. */
function unclear(name: (typeof ALL_CALLS)[number][0]): string {
  return WRITES.has(name) ? 'unknown' : 'refused';
}

describe('http: answers that are no answers', () => {
  afterEach(cleanUp);

  it('reports a proxy page with status, content type and how it begins', async () => {
    const page = `<html>${SECRET}${'x'.repeat(1000)}</html>`;
    const answer = httpAnswer(page, { status: '502 Bad Gateway', headers: HTML });
    const { baseUrl, requests } = await openRawServer((socket) => socket.write(answer));
    const { service, log } = openClient(baseUrl);
    for (const [name, call] of ALL_CALLS) {
      const error = await rejectionOf(call(service));
      const problem = problemIn('protocol', error);
      assert.equal(problem.httpStatus, 502);
      assert.equal(problem.contentType, 'text/html; charset=utf-8');
      assert.equal(problem.excerpt, `<html>***${'x'.repeat(191)}`);
      assert.equal(error.outcome, unclear(name), name);
    }
    assert.equal(requests.length, ALL_CALLS.length);
    assertNoSecret(log.join('\n'));
    assert.equal(log.filter((line) => line.includes('HTTP 502')).length, ALL_CALLS.length);
  });

  it('reports an empty body and one that is cut off as JSON', async () => {
    for (const body of ['', '{"res":"ok","sta']) {
      const { baseUrl } = await openRawServer((socket) => socket.write(httpAnswer(body)));
      const { service } = openClient(baseUrl);
      const problem = await rejectedWith('protocol', CALLS.attachTag(service));
      assert.match(problem.detail, body === '' ? /empty/ : /not JSON/);
      assert.equal(problem.excerpt, body);
    }
  });

  it('takes an answer without any content type', async () => {
    const answer = httpAnswer('{"res":"ok","status":200}', { headers: ['x-a: b'] });
    const { baseUrl } = await openRawServer((socket) => socket.write(answer));
    await CALLS.attachTag(openClient(baseUrl).service);
  });

  it('knows that a body shorter than announced was lost', async () => {
    const { baseUrl, requests } = await openRawServer((socket) => socket.end(OK.slice(0, -5)));
    for (const [name, call] of ALL_CALLS) {
      const error = await rejectionOf(call(openClient(baseUrl).service));
      assert.deepEqual([error.problem.kind, error.outcome], ['lost', unclear(name)], name);
    }
    assert.equal(requests.length, ALL_CALLS.length);
  });

  it('reports what is not HTTP', async () => {
    const { baseUrl, requests } = await openRawServer((socket) => socket.end('SSH-2.0-x\r\n'));
    const error = await rejectionOf(CALLS.createItem(openClient(baseUrl).service));
    assert.deepEqual([error.problem.kind, error.outcome], ['lost', 'unknown']);
    assert.equal(requests.length, 1);
  });

  it('reads no more than the limit', async () => {
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
    await closing(socket);
    assert.ok(socket.bytesWritten < 2 * MAX_BODY, String(socket.bytesWritten));
  });

  it('reads as much as the limit and not one byte more', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    let more = '';
    const { baseUrl } = await openRawServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${MAX_BODY + more.length}\r\n\r\n`);
      void writeMany(socket, chunk, MAX_BODY / chunk.length).then(() => socket.write(more));
    });
    const { service } = openClient(baseUrl);
    assert.match((await rejectedWith('protocol', CALLS.attachTag(service))).detail, /empty/);
    more = ' ';
    await rejectedWith('too-large', CALLS.attachTag(service));
  });
});

describe('http: no answer', () => {
  afterEach(cleanUp);

  it('knows that nothing was sent when no connection can be had', async () => {
    const baseUrl = await deadUrl();
    for (const [name, call] of ALL_CALLS) {
      const { service, log } = openClient(baseUrl);
      const error = await rejectionOf(call(service));
      assert.equal(error.outcome, 'not-sent', name);
      assert.match(problemIn('connect', error).detail, /ECONNREFUSED/);
      assert.equal(log.length, 1);
      assertNoSecret(log.join());
    }
  });

  it('tells every address that was tried by one reason', async () => {
    const { port } = new URL(await deadUrl());
    const { service } = openClient(`http://localhost:${port}`);
    const problem = await rejectedWith('connect', CALLS.getItem(service));
    assert.match(problem.detail, /ECONNREFUSED/);
  });

  it('knows that a name which does not exist was never sent to', async () => {
    const { service } = openClient('http://nowhere.invalid');
    const error = await rejectionOf(CALLS.createItem(service));
    assert.deepEqual([error.problem.kind, error.outcome], ['connect', 'not-sent']);
  });

  it('knows that nothing was sent over a TLS connection that was never made', async () => {
    const { baseUrl, connections } = await openRawServer();
    const { service } = openClient(baseUrl.replace('http:', 'https:'));
    const call = rejectionOf(CALLS.createItem(service));
    const connected = await untilConnected(connections);
    connected.destroy();
    const error = await call;
    assert.deepEqual([error.problem.kind, error.outcome], ['connect', 'not-sent']);
  });

  it('gives up in time on a connection that is never made, and for a caller who aborts', async () => {
    const { baseUrl, connections } = await openRawServer();
    const url = baseUrl.replace('http:', 'https:');
    const error = await rejectionOf(CALLS.createItem(openClient(url, { timeoutMs: 60 }).service));
    assert.deepEqual(
      [error.problem, error.outcome],
      [{ kind: 'timeout', limitMs: 60 }, 'not-sent'],
    );
    const stop = new AbortController();
    const call = CALLS.createItem(openClient(url).service, stop.signal);
    const ended = assert.rejects(call, (reason) => Cancelled.is(reason));
    await untilConnected(connections, 1);
    stop.abort(new Cancelled());
    await ended;
  });

  it('never sends anything twice, whether reset before an answer or in it', async () => {
    const resets: readonly ((socket: Socket) => void)[] = [
      (socket) => socket.resetAndDestroy(),
      (socket) => socket.end(),
      (socket) => socket.write(OK.slice(0, 20), () => socket.resetAndDestroy()),
      (socket) => socket.write(OK.slice(0, -1), () => socket.resetAndDestroy()),
    ];
    for (const reset of resets) {
      const { baseUrl, requests } = await openRawServer(reset);
      for (const [name, call] of ALL_CALLS) {
        const error = await rejectionOf(call(openClient(baseUrl).service));
        assert.deepEqual([error.problem.kind, error.outcome], ['lost', unclear(name)], name);
      }
      assert.equal(requests.length, ALL_CALLS.length);
    }
  });

  it('never sends anything again that a kept connection lost', async () => {
    const used = new Set<Socket>();
    const { baseUrl, requests } = await openRawServer((socket) => {
      if (used.has(socket)) socket.resetAndDestroy();
      else socket.write(OK);
      used.add(socket);
    });
    const { service } = openClient(baseUrl);
    let calls = 0;
    for (const call of [CALLS.attachTag, CALLS.detachTag]) {
      let isLost = false;
      while (!isLost) {
        calls++;
        isLost = await call(service).then(
          () => false,
          (error: unknown) => ServiceError.is(error) && error.problem.kind === 'lost',
        );
      }
    }
    assert.equal(requests.length, calls);
  });

  it('gives up on a black hole when the time is over, and frees the connection', async () => {
    const { baseUrl, requests, connections } = await openRawServer();
    for (const [name, call] of ALL_CALLS) {
      const { service } = openClient(baseUrl, { timeoutMs: 60 });
      const error = await rejectionOf(call(service));
      assert.deepEqual(error.problem, { kind: 'timeout', limitMs: 60 });
      assert.equal(error.outcome, unclear(name), name);
      const [socket] = connections.slice(-1);
      assert.ok(socket);
      await closing(socket);
    }
    assert.equal(requests.length, ALL_CALLS.length);
  });

  it('limits the whole call: an answer that trickles in is late too', async () => {
    const { baseUrl } = await openRawServer((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write(' '), 5);
      socket.on('close', () => clearInterval(timer));
    });
    const { service } = openClient(baseUrl, { timeoutMs: 80 });
    const error = await rejectionOf(service.deleteItem('tag-a', SIGNAL));
    assert.deepEqual([error.problem.kind, error.outcome], ['timeout', 'unknown']);
  });
});

async function writeMany(socket: Socket, chunk: Buffer, times: number): Promise<void> {
  for (let time = 0; time < times && !socket.destroyed; time++) {
    if (!socket.write(chunk)) await drained(socket);
  }
}

/** Ends when there is room for more, or nobody there to take it. */
async function drained(socket: Socket): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const go = (): void => resolve();
  socket.once('drain', go).once('close', go);
  await promise;
  socket.off('drain', go).off('close', go);
}

async function untilConnected(connections: readonly Socket[], index = 0): Promise<Socket> {
  for (;;) {
    const socket = connections[index];
    if (socket !== undefined) return socket;
    await new Promise(setImmediate);
  }
}
