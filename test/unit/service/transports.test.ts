import assert from 'node:assert/strict';
import { getEventListeners, once } from 'node:events';
import type { RequestListener } from 'node:http';
import * as zlib from 'node:zlib';

import type { NetworkOptions } from '../../../src/base/networkOptions.ts';
import type { Transport } from '../../../src/service/transport/transport.ts';
import { cleanUp } from '../cleanup.ts';
import { SECRET } from './answers.ts';
import { openHttpServer } from './httpServer.ts';
import { untilClosed, closedPortUrl, openRawServer } from './rawServer.ts';
import { failureOf, openWith, requestTo } from './sending.ts';

const OK = '{"res":"ok","status":200}';
const gzip = ['gzip', zlib.gzipSync] as const;
/** Content codings that each transport accepts over plain HTTP. */
const CODINGS = {
  undici: [
    gzip,
    ['br', zlib.brotliCompressSync] as const,
    ['zstd', zlib.zstdCompressSync] as const,
  ],
  host: [gzip],
};

for (const transport of ['undici', 'host'] as const satisfies NetworkOptions['transport'][]) {
  describe(`Transport: ${transport}`, () => {
    let sender: Transport;

    beforeEach(() => {
      sender = openWith({ transport }).transport;
    });
    afterEach(cleanUp);

    it('sends the request as given, and returns the answer as received', async () => {
      const bodies: string[] = [];
      const { baseUrl, requests } = await openHttpServer((request, answer) => {
        let body = '';
        request.on('data', (chunk) => (body += String(chunk)));
        request.on('end', () => {
          bodies.push(body);
          answer.writeHead(429, { 'content-type': 'a/b', 'retry-after': '7', date: 'now' }).end(OK);
        });
      });
      for (const method of ['POST', 'GET', 'DELETE'] as const) {
        const body = method === 'GET' ? undefined : '{"a":"é"}';
        const answer = await sender.send(requestTo(baseUrl, { method, body }));
        assert.deepEqual(
          { ...answer, body: Buffer.from(answer.body).toString() },
          {
            httpStatus: 429,
            contentType: 'a/b',
            location: undefined,
            retryAfter: '7',
            date: 'now',
            body: OK,
          },
        );
      }
      assert.deepEqual(
        requests.map(({ method, url }) => `${method} ${url}`),
        ['POST /a?b=c', 'GET /a?b=c', 'DELETE /a?b=c'],
      );
      for (const { headers } of requests) {
        assert.equal(headers['authorization'], `Bearer ${SECRET}`);
        assert.equal(headers['content-type'], 'application/json');
      }
      assert.deepEqual(bodies, ['{"a":"é"}', '', '{"a":"é"}']);
    });

    for (const [coding, compress] of CODINGS[transport]) {
      const respond =
        (body: Uint8Array): RequestListener =>
        (request, answer) => {
          request.resume();
          answer.writeHead(200, { 'content-encoding': coding, 'content-length': body.length });
          answer.end(body);
        };

      it(`requests ${coding}, and decodes an answer in ${coding} up to the limit`, async () => {
        // The limit of `requestTo` and one byte more.
        const large = Buffer.alloc(100_001, ' ');
        const { baseUrl, requests } = await openHttpServer((request, answer) => {
          const body = request.url === '/large' ? large : Buffer.from(OK);
          respond(compress(body))(request, answer);
        });
        const { body } = await sender.send(requestTo(baseUrl));
        const acceptEncoding = requests[0]?.headers['accept-encoding'] ?? '';
        assert.ok(acceptEncoding.includes(coding), acceptEncoding);
        assert.equal(Buffer.from(body).toString(), OK);
        const error = await failureOf(sender.send(requestTo(baseUrl, { path: '/large' })));
        assert.deepEqual([error.isTooLarge, error.wasSent], [true, true]);
        const wholeRequest = requestTo(baseUrl, { path: '/large', maxBytes: large.length });
        assert.equal((await sender.send(wholeRequest)).body.length, large.length);
      });

      it(`treats broken ${coding} as an answer`, async () => {
        const compressedBody = compress(Buffer.from(OK.repeat(100)));
        const uncompressedBody = Buffer.from('no compressed data at all');
        // The host's fetch returns the available part of a truncated body, and the reader then
        // finds that it is not JSON.
        for (const broken of transport === 'host'
          ? [uncompressedBody]
          : [uncompressedBody, compressedBody.subarray(0, -6)]) {
          const { baseUrl, requests } = await openHttpServer(respond(broken));
          const answer = await sender.send(requestTo(baseUrl));
          assert.deepEqual([answer.httpStatus, answer.body.length], [200, 0]);
          assert.match(
            answer.broken ?? '',
            new RegExp(`the body contains damaged ${coding} data: .+`),
          );
          assert.equal(requests.length, 1);
        }
      });
    }

    it('treats a request without a connection as not sent', async () => {
      const { port } = new URL(await closedPortUrl());
      for (const origin of [
        `http://127.0.0.1:${port}`,
        `http://localhost:${port}`,
        'http://nowhere.invalid',
      ]) {
        const error = await failureOf(sender.send(requestTo(origin)));
        assert.equal(error.wasSent, false, origin);
        assert.match(error.message, /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/);
      }
    });

    it('stops reading at the limit, and frees the connection', async () => {
      const { baseUrl, connections } = await openRawServer((socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 300000\r\n\r\n');
        socket.write(Buffer.alloc(200_000, ' '));
      });
      const error = await failureOf(sender.send(requestTo(baseUrl)));
      assert.deepEqual([error.isTooLarge, error.wasSent], [true, true]);
      const [socket] = connections;
      assert.ok(socket);
      await untilClosed(socket);
    });

    it('stops when the caller aborts, before sending, while waiting and in the body', async () => {
      const early = AbortSignal.abort(new Error('early'));
      const unsent = await failureOf(
        sender.send(requestTo(await closedPortUrl(), { signal: early })),
      );
      assert.deepEqual([unsent.wasSent, unsent.message], [false, 'early']);
      for (const start of ['', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{']) {
        const arrived = Promise.withResolvers<void>();
        const { baseUrl, connections } = await openRawServer((socket) => {
          socket.write(start, () => arrived.resolve());
        });
        const stop = new AbortController();
        const sending = failureOf(sender.send(requestTo(baseUrl, { signal: stop.signal })));
        await arrived.promise;
        stop.abort(new Error('enough'));
        const error = await sending;
        assert.deepEqual([error.wasSent, error.message], [true, 'enough']);
        assert.deepEqual(getEventListeners(stop.signal, 'abort'), []);
        const [socket] = connections;
        assert.ok(socket);
        await untilClosed(socket);
      }
    });
  });
}

describe('Changes of the network settings', () => {
  afterEach(cleanUp);

  it('close the connections that use the old settings', async () => {
    const { baseUrl, requests } = await openHttpServer((request, answer) => {
      answer.setHeader('keep-alive', 'timeout=600');
      request.resume().on('end', () => answer.end(OK));
    });
    const opened = openWith({});
    await opened.transport.send(requestTo(baseUrl));
    const [first] = requests;
    assert.ok(first);
    const closed = once(first.socket, 'close');
    opened.network = { ...opened.network, noProxy: ['elsewhere.example'] };
    await opened.transport.send(requestTo(baseUrl));
    await closed;
    assert.notEqual(requests[1]?.socket, first.socket);
  });

  it('let a running request finish, unless the transport is closed', async () => {
    const arrived = Promise.withResolvers<void>();
    const { baseUrl } = await openRawServer(() => arrived.resolve());
    const { baseUrl: otherUrl } = await openHttpServer();
    const opened = openWith({});
    const waiting = failureOf(opened.transport.send(requestTo(baseUrl, { limitMs: 600_000 })));
    await arrived.promise;
    opened.network = { ...opened.network, noProxy: ['elsewhere.example'] };
    await opened.transport.send(requestTo(otherUrl));
    await opened.transport.close();
    assert.equal((await waiting).wasSent, true);
  });
});
