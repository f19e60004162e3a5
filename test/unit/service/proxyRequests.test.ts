import assert from 'node:assert/strict';

import type { HttpAnswer } from '../../../src/service/transport/transport.ts';
import { cleanUp } from '../cleanup.ts';
import { SECRET } from './answers.ts';
import { makeAuthority, makeCertificate, type KeyPair } from './certificates.ts';
import { openHttp2Server, openHttpServer } from './httpServer.ts';
import { openProxy } from './proxyServer.ts';
import { closedPortUrl } from './rawServer.ts';
import { failureOf, openWith, requestTo } from './sending.ts';

const HTTP = 'http://service.invalid';
const HTTPS = 'https://service.invalid';

describe('Requests through a proxy', () => {
  let servicePair: KeyPair;
  let proxyPair: KeyPair;
  /** Certificates are not checked in these tests. */
  const unchecked = { strictSsl: false };

  before(async () => {
    const ca = await makeAuthority();
    servicePair = await makeCertificate('service.invalid', { ca });
    proxyPair = await makeCertificate('localhost', { ca });
  });

  afterEach(cleanUp);

  const assertOk = ({ httpStatus, body }: HttpAnswer): void => {
    assert.equal(httpStatus, 200);
    assert.equal(Buffer.from(body).toString(), '{"res":"ok","status":200}');
  };

  for (const [kind, isSecure] of [
    ['an HTTP', false],
    ['an HTTPS', true],
  ] as const) {
    it(`reach an HTTPS service through a tunnel of ${kind} proxy, which cannot read them`, async () => {
      const { baseUrl, requests } = await openHttpServer(undefined, servicePair);
      const proxy = await openProxy(baseUrl, isSecure ? proxyPair : undefined);
      proxy.requiredAuth = 'Basic abc';
      const { transport } = openWith({
        ...unchecked,
        proxy: proxy.url,
        proxyAuthorization: 'Basic abc',
      });
      for (let time = 0; time < 3; time++) assertOk(await transport.send(requestTo(HTTPS)));
      const lines = proxy.seen.map(({ line }) => line);
      assert.deepEqual([...new Set(lines)], ['CONNECT service.invalid:443']);
      // undici may open a second tunnel before it notices that the first is free.
      assert.ok(lines.length <= 2, String(lines.length));
      assert.ok(!JSON.stringify(proxy.seen).includes(SECRET));
      assert.equal(requests.length, 3);
      for (const { url, headers } of requests) {
        assert.equal(url, '/a?b=c');
        assert.equal(headers.host, 'service.invalid');
        assert.equal(headers['authorization'], `Bearer ${SECRET}`);
        assert.equal(headers['proxy-authorization'], undefined);
      }
    });

    it(`use HTTP/1.1 through ${kind} proxy and without one, even if the service offers HTTP/2`, async () => {
      const { baseUrl, versions } = await openHttp2Server(servicePair);
      const proxy = await openProxy(baseUrl, isSecure ? proxyPair : undefined);
      const { transport } = openWith({ ...unchecked, proxy: proxy.url });
      assertOk(await transport.send(requestTo(HTTPS)));
      assertOk(await transport.send(requestTo(baseUrl)));
      assert.deepEqual(versions, ['1.1', '1.1']);
    });

    it(`reach an HTTP service through ${kind} proxy`, async () => {
      const { baseUrl, requests } = await openHttpServer();
      const proxy = await openProxy(baseUrl, isSecure ? proxyPair : undefined);
      proxy.requiredAuth = `Basic ${Buffer.from('me:word').toString('base64')}`;
      const { transport } = openWith({
        ...unchecked,
        proxy: proxy.url.replace('//', '//me:word@'),
      });
      for (let time = 0; time < 3; time++) assertOk(await transport.send(requestTo(HTTP)));
      assert.deepEqual(
        proxy.seen.map(({ line }) => line),
        Array.from({ length: 3 }, () => `POST ${HTTP}/a?b=c`),
      );
      assert.deepEqual(
        requests.map(({ url, headers }) => [url, headers.host]),
        Array.from({ length: 3 }, () => ['/a?b=c', 'service.invalid']),
      );
    });
  }

  it('do not blame the proxy for the certificate of the service', async () => {
    const { baseUrl, requests } = await openHttpServer(undefined, servicePair);
    const proxy = await openProxy(baseUrl);
    const { transport } = openWith({ proxy: proxy.url });
    const error = await failureOf(transport.send(requestTo(HTTPS)));
    assert.match(error.message, /UNABLE_TO_VERIFY_LEAF_SIGNATURE/);
    assert.ok(!error.message.includes('proxy'));
    assert.deepEqual([error.wasSent, requests.length], [false, 0]);
  });

  it('use a new proxy after the settings change, while running requests continue', async () => {
    const held = Promise.withResolvers<void>();
    const arrived = Promise.withResolvers<void>();
    const { baseUrl } = await openHttpServer((request, answer) => {
      const end = (): void => void answer.end('{"res":"ok","status":200}');
      if (request.url !== '/held') return end();
      arrived.resolve();
      void held.promise.then(end);
    });
    const [first, second] = [await openProxy(baseUrl), await openProxy(baseUrl)];
    const opened = openWith({ proxy: first.url });
    const running = opened.transport.send(requestTo(HTTP, { path: '/held' }));
    await arrived.promise;
    opened.network = { ...opened.network, proxy: second.url };
    assertOk(await opened.transport.send(requestTo(HTTP)));
    held.resolve();
    assertOk(await running);
    // An equal copy of the settings changes nothing.
    opened.network = { ...opened.network };
    assertOk(await opened.transport.send(requestTo(HTTP)));
    opened.network = { ...opened.network, useProxy: false };
    const error = await failureOf(opened.transport.send(requestTo(HTTP)));
    assert.match(error.message, /service\.invalid/);
    assert.deepEqual([first.seen.length, second.seen.length], [1, 2]);
  });

  it('do not use the proxy for this machine', async () => {
    const { baseUrl } = await openHttpServer();
    const { transport } = openWith({ proxy: await closedPortUrl() });
    assertOk(await transport.send(requestTo(baseUrl)));
  });

  for (const url of [HTTP, HTTPS]) {
    it(`to ${url} end when the transport closes, even if they began before a settings change`, async () => {
      const arrived = Promise.withResolvers<void>();
      const pair = url === HTTPS ? servicePair : undefined;
      const { baseUrl } = await openHttpServer(() => arrived.resolve(), pair);
      const proxy = await openProxy(baseUrl);
      const opened = openWith({ ...unchecked, proxy: proxy.url });
      const running = failureOf(opened.transport.send(requestTo(url, { limitMs: 600_000 })));
      await arrived.promise;
      opened.network = { ...opened.network, useProxy: false };
      await failureOf(opened.transport.send(requestTo(url)));
      await opened.transport.close();
      assert.equal((await running).wasSent, true);
    });
  }
});
