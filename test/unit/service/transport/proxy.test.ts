import assert from 'node:assert/strict';

import { DIRECT, type NetworkOptions } from '../../../../src/base/networkOptions.ts';
import { proxyFor } from '../../../../src/service/transport/proxy.ts';
import { TransportError } from '../../../../src/service/transport/transport.ts';

const PROXY = 'http://proxy.example:3128';

/** Returns the host and port of the proxy for this origin. `undefined`: no proxy is used. */
function proxied(
  origin: string,
  options: Partial<NetworkOptions>,
  environment: Readonly<Record<string, string>> = {},
): string | undefined {
  return proxyFor(origin, { ...DIRECT, useProxy: true, ...options }, environment)?.name;
}

describe('proxyFor', () => {
  it('uses the setting, then the environment by the kind of URL, then none', () => {
    const environment = { HTTPS_PROXY: 'http://s.example', HTTP_PROXY: 'http://p.example:8080' };
    const proxyOf = (origin: string, proxy: string): string | undefined =>
      proxied(origin, { proxy }, environment);
    assert.equal(proxyOf('https://a.example', PROXY), 'proxy.example:3128');
    assert.equal(proxyOf('https://a.example', ''), 's.example:80');
    assert.equal(proxyOf('http://a.example', ''), 'p.example:8080');
    assert.equal(proxied('https://a.example', {}), undefined);
    assert.equal(
      proxied('https://a.example', { proxy: PROXY, useProxy: false }, environment),
      undefined,
    );
  });

  it('reads variable names in either case, lowercase first', () => {
    const environment = { https_proxy: 'low.example:1', HTTPS_PROXY: 'up.example:2' };
    assert.equal(proxied('https://a.example', {}, environment), 'low.example:1');
    assert.equal(
      proxied('https://a.example', {}, { ...environment, no_proxy: 'a.example' }),
      undefined,
    );
    const empty = { https_proxy: '', HTTPS_PROXY: 'up.example:2' };
    assert.equal(proxied('https://a.example', {}, empty), 'up.example:2');
  });

  it('returns none for this machine', () => {
    for (const host of [
      'localhost',
      'localhost.',
      'a.localhost',
      '127.0.0.1',
      '127.9.8.7',
      '[::1]',
    ]) {
      assert.equal(proxied(`https://${host}:8080`, { proxy: PROXY }), undefined, host);
    }
    for (const host of [
      'localhost.example',
      '127.evil.example',
      '127.0.0.1.example',
      '128.0.0.1',
      'notlocalhost',
      '[::2]',
    ]) {
      assert.ok(proxied(`https://${host}`, { proxy: PROXY }) !== undefined, host);
    }
  });

  it('returns none for hosts listed in the setting, or in the environment without the setting', () => {
    const cases: readonly (readonly [entry: string, origin: string, isListed: boolean])[] = [
      ['*', 'https://a.example', true],
      ['a.example', 'https://a.example', true],
      [' A.Example ', 'https://a.example', true],
      ['example', 'https://a.example', true],
      ['.a.example', 'https://x.a.example', true],
      ['*.a.example', 'https://x.a.example', true],
      ['a.example', 'https://ba.example', false],
      ['a.example:443', 'https://a.example', true],
      ['a.example:80', 'http://a.example', true],
      ['a.example:8443', 'https://a.example', false],
      ['10.0.0.1', 'https://10.0.0.1', true],
      ['10.0.0.0/8', 'https://10.1.2.3', true],
      ['10.0.0.0/8', 'https://11.1.2.3', false],
      ['10.0.0.0/33', 'https://10.1.2.3', false],
      ['10.0.0.0/', 'https://10.1.2.3', false],
      ['fd00::/8', 'https://[fd12::1]', true],
      ['fd00::1', 'https://[fd00::1]', true],
      ['', 'https://a.example', false],
    ];
    for (const [entry, origin, isListed] of cases) {
      const byList = proxied(origin, { proxy: PROXY, noProxy: ['x.invalid', entry] });
      assert.equal(byList === undefined, isListed, `${entry} ${origin}`);
      const byEnvironment = proxied(origin, { proxy: PROXY }, { NO_PROXY: `x.invalid,${entry}` });
      assert.equal(byEnvironment === undefined, isListed, `${entry} ${origin}`);
    }
    const proxyWithBoth = proxied(
      'https://a.example',
      { proxy: PROXY, noProxy: ['b'] },
      { NO_PROXY: '*' },
    );
    assert.equal(proxyWithBoth, 'proxy.example:3128');
  });

  it('takes credentials from the URL, or the whole header from the setting', () => {
    const authorizationOf = (proxy: string, proxyAuthorization = ''): string | undefined =>
      proxyFor('https://a.example', { ...DIRECT, useProxy: true, proxy, proxyAuthorization }, {})
        ?.authorization;
    const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;
    assert.equal(authorizationOf(PROXY), undefined);
    assert.equal(authorizationOf('http://u:p@proxy.example'), basic('u:p'));
    assert.equal(authorizationOf('http://u%40x:%C3%A9%25%zz@proxy.example'), basic('u@x:é%%zz'));
    assert.equal(authorizationOf('http://u:p@proxy.example', 'Negotiate abc'), 'Negotiate abc');
  });

  it('reports an invalid URL without its credentials', () => {
    for (const proxy of [
      'http://',
      'u:secret@',
      'socks5://u:secret@p.example',
      'http://u:secret@:1',
    ]) {
      assert.throws(
        () => proxied('https://a.example', { proxy }),
        (error) =>
          error instanceof TransportError &&
          !error.wasSent &&
          /^(?:the value of http\.proxy is not a proxy URL$|http\.proxy: only )/.test(
            error.message,
          ) &&
          !error.message.includes('secret'),
        proxy,
      );
    }
    assert.throws(
      () => proxied('https://a.example', {}, { HTTPS_PROXY: 'socks://p' }),
      /Error: HTTPS_PROXY: only /,
    );
  });
});
