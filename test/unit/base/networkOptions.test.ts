import assert from 'node:assert/strict';

import { DIRECT, networkOptionsOf } from '../../../src/base/networkOptions.ts';

describe('networkOptionsOf', () => {
  it('returns the settings of the user', () => {
    const values: Readonly<Record<string, unknown>> = {
      'botTags.network.transport': 'host',
      'http.proxySupport': 'off',
      'http.proxy': ' http://proxy.example:8080 ',
      'http.noProxy': ['a.example', 1],
      'http.proxyAuthorization': 'Basic abc',
      'http.proxyStrictSSL': false,
      'botTags.network.ca': '/ca.pem',
      'botTags.network.clientCertificate': '/cert.pem',
      'botTags.network.clientKey': '/key.pem',
    };
    assert.deepEqual(
      networkOptionsOf((key) => values[key]),
      {
        transport: 'host',
        useProxy: false,
        proxy: 'http://proxy.example:8080',
        noProxy: ['a.example', '1'],
        proxyAuthorization: 'Basic abc',
        strictSsl: false,
        ca: '/ca.pem',
        clientCertificate: '/cert.pem',
        clientKey: '/key.pem',
      },
    );
  });

  it('returns safe defaults if settings are missing or invalid', () => {
    const readKeys: string[] = [];
    const standard = { ...DIRECT, useProxy: true };
    assert.deepEqual(
      networkOptionsOf((key) => void readKeys.push(key)),
      standard,
    );
    assert.equal(readKeys.length, Object.keys(standard).length);
    for (const nonsense of [null, 0, 7, {}, ['x']]) {
      const values = Object.fromEntries(readKeys.map((key) => [key, nonsense]));
      const noProxy = Array.isArray(nonsense) ? ['x'] : [];
      assert.deepEqual(
        networkOptionsOf((key) => values[key]),
        { ...standard, noProxy },
      );
    }
  });
});
