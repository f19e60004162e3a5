import assert from 'node:assert/strict';
import type { ConnectionStep } from '../../../../src/service/connectionCheck.ts';
import { loadDescribing } from '../../l10n/describing.ts';

type Name = ConnectionStep['name'];

/** Failed steps with the details that they report, and the expected advice. */
const FAILED_STEPS: readonly (readonly [name: Name, detail: string, advice: RegExp])[] = [
  [
    'proxy',
    'the value of http.proxy is not a proxy URL',
    /"http\.proxy", or the environment variable HTTP_PROXY/,
  ],
  ['dns', 'getaddrinfo ENOTFOUND no-such-host.invalid', /host name in the base URL/],
  ['dns', 'getaddrinfo EAI_AGAIN service.invalid', /host name in the base URL/],
  ['dns', 'no response within 50 ms', /firewall.*botTags\.network\.timeout/],
  ['tls', 'connect ECONNREFUSED 127.0.0.1:9', /host name and the port/],
  [
    'tls',
    'TLSv1.3: a, valid until May 1; the certificate is not trusted: Error: CERT_HAS_EXPIRED',
    /clock.*renew/,
  ],
  [
    'tls',
    'TLSv1.3: a, valid until May 1; the certificate is not trusted: Error: ERR_TLS_CERT_ALTNAME_INVALID',
    /another host/,
  ],
  [
    'tls',
    'TLSv1.3: a, valid until May 1; the certificate is not trusted: DEPTH_ZERO_SELF_SIGNED_CERT',
    /botTags\.network\.ca/,
  ],
  ['tls', 'the file that is set in botTags.network.ca is not a PEM file', /Correct the setting/],
  ['tls', 'wrong version number (ERR_SSL_WRONG_VERSION_NUMBER)', /begin with http:/],
  [
    'http',
    'the proxy p:8080 requires a user name and password (HTTP 407)',
    /^Add the user name and password/,
  ],
  ['http', 'the proxy p:8080 failed: HTTP 502', /"http\.proxy".*"http\.noProxy"/],
  ['http', 'the proxy p:8080 failed: connect ECONNREFUSED 127.0.0.1:9', /"http\.noProxy"/],
  ['http', 'time limit', /firewall/],
  ['http', 'other side closed (UND_ERR_SOCKET)', /connection, VPN, and firewall/],
  [
    'http',
    'HTTP 302, 0 bytes: the service redirects to https://a (HTTP 302); the token was not sent there',
    /with the new base URL/,
  ],
  ['http', 'HTTP 503, 9 bytes: no (errorCode 503)', /busy or down/],
  [
    'http',
    'HTTP 404, 9 bytes: unexpected response (the body is not a JSON object, HTTP 404, text/html)',
    /The response is not from the service/,
  ],
  ['http', 'HTTP 200, 9 bytes: no bot (errorCode 404)', /bot ID and the base URL/],
  ['authentication', 'not valid (errorCode 401)', /Choose "Bot Settings…".*another token/],
  ['authentication', 'no access (errorCode 403)', /Check the bot ID/],
  ['tokenStorage', 'The bot has no token.', /"Enter Token…"/],
  ['tokenStorage', 'VS Code cannot read the token: no keyring', /keyring/],
];

describe('connectionAdvice', () => {
  let connectionAdvice: Awaited<ReturnType<typeof loadDescribing>>['connectionAdvice'];

  before(async () => {
    ({ connectionAdvice } = await loadDescribing());
  });

  for (const [name, detail, advice] of FAILED_STEPS) {
    it(`says what to do after ${name} failed with "${detail}"`, () => {
      assert.match(connectionAdvice({ name, state: 'failed', ms: 1, detail }) ?? '', advice);
    });
  }

  it('returns undefined for a step that did not fail', () => {
    for (const state of ['ok', 'warning', 'skipped'] as const) {
      assert.equal(connectionAdvice({ name: 'dns', state, ms: 1, detail: 'ENOTFOUND' }), undefined);
    }
  });
});
