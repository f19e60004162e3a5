import assert from 'node:assert/strict';

import { DIRECT, networkOf } from '../../../src/base/networkOptions.ts';

describe('core: network options', () => {
  it('are what the user set', () => {
    const options = networkOf(() => ({
      'botTags.network.transport': 'host',
      'http.proxySupport': 'off',
      'http.proxy': ' http://proxy.example:8080 ',
      'http.noProxy': ['a.example', 1],
      'http.proxyAuthorization': 'Basic abc',
      'http.proxyStrictSSL': false,
      'botTags.network.ca': '/ca.pem',
      'botTags.network.clientCertificate': '/cert.pem',
      'botTags.network.clientKey': '/key.pem',
    }))();
    assert.deepEqual(options, {
      transport: 'host',
      useProxy: false,
      proxy: 'http://proxy.example:8080',
      noProxy: ['a.example', '1'],
      proxyAuthorization: 'Basic abc',
      strictSsl: false,
      ca: '/ca.pem',
      clientCertificate: '/cert.pem',
      clientKey: '/key.pem',
    });
  });

  it('are safe ones when nothing is set, or nonsense', () => {
    const asked: string[] = [];
    const standard = { ...DIRECT, useProxy: true };
    assert.deepEqual(networkOf((keys) => (asked.push(...keys), {}))(), standard);
    assert.equal(asked.length, Object.keys(standard).length);
    for (const nonsense of [null, 0, 7, {}, ['x']]) {
      const values = Object.fromEntries(asked.map((key) => [key, nonsense]));
      const noProxy = Array.isArray(nonsense) ? ['x'] : [];
      assert.deepEqual(networkOf(() => values)(), { ...standard, noProxy });
    }
  });

  it('are the same object until something changes', () => {
    let values: Readonly<Record<string, unknown>> = {};
    const current = networkOf(() => values);
    const first = current();
    assert.equal(current(), first);
    values = { 'http.proxy': 'http://p' };
    assert.equal(current().proxy, 'http://p');
    assert.equal(current(), current());
  });
});
