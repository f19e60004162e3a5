import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import { checkBaseUrl, withoutEndSlashes } from '../../../src/base/baseUrl.ts';

/** Accepted texts. `isExposed`: the token would be sent to another machine without encryption. */
const ACCEPTED: readonly (readonly [text: string, url: string, isExposed: boolean])[] = [
  ['https://bots.example', 'https://bots.example', false],
  [' https://Bots.Example:443/ \n', 'https://bots.example', false],
  ['https://bots.example:8443/a/b//', 'https://bots.example:8443/a/b', false],
  ['https://bots.example/a/../b', 'https://bots.example/b', false],
  ['http://127.0.0.1:8080', 'http://127.0.0.1:8080', false],
  ['http://127.1/', 'http://127.0.0.1', false],
  ['http://2130706433', 'http://127.0.0.1', false],
  ['http://localhost:1/x/', 'http://localhost:1/x', false],
  ['http://api.localhost', 'http://api.localhost', false],
  ['http://[::1]:9', 'http://[::1]:9', false],
  ['http://bots.example', 'http://bots.example', true],
  ['http://localhost.example', 'http://localhost.example', true],
  ['http://127.0.0.1.example', 'http://127.0.0.1.example', true],
  ['http://notlocalhost', 'http://notlocalhost', true],
  ['http://10.0.0.1', 'http://10.0.0.1', true],
];

const REFUSED: readonly (readonly [text: string, problem: string])[] = [
  ['', 'invalid'],
  ['bots.example', 'invalid'],
  ['https://', 'invalid'],
  ['https://a b', 'invalid'],
  ['ftp://bots.example', 'scheme'],
  ['file:///etc', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['localhost:8080', 'scheme'],
  ['https://me@bots.example', 'credentials'],
  ['https://me:pw@bots.example', 'credentials'],
  ['https://:pw@bots.example', 'credentials'],
  ['https://bots.example?', 'query'],
  ['https://bots.example/?token=x', 'query'],
  ['https://bots.example#', 'fragment'],
  ['https://bots.example/#/x?y', 'fragment'],
];

describe('checkBaseUrl', () => {
  it('accepts at most 2,048 characters, also after encoding', () => {
    // 21 characters are before the path.
    const longest = `https://bots.example/${'x'.repeat(2048 - 21)}`;
    assert.equal(longest.length, 2048);
    assert.ok(checkBaseUrl(` ${longest} `).ok);
    const tooLong = { ok: false, problem: 'too-long' };
    assert.deepEqual(checkBaseUrl(`${longest}x`), tooLong);
    assert.deepEqual(checkBaseUrl(`https://bots.example/${'李'.repeat(300)}`), tooLong, 'encoded');
  });

  it('trims slashes at the end, in time proportional to the length of the path', () => {
    assert.equal(withoutEndSlashes('/a//b//'), '/a//b');
    assert.equal(withoutEndSlashes('///'), '');
    const path = `${'/'.repeat(2_000_000)}x`;
    assert.equal(withoutEndSlashes(path), path);
    assert.equal(withoutEndSlashes(`${path}///`), path);
  });

  for (const [text, url, isExposed] of ACCEPTED) {
    it(`accepts ${JSON.stringify(text)}`, () => {
      assert.deepEqual(checkBaseUrl(text), { ok: true, url, isExposed });
    });
  }

  for (const [text, problem] of REFUSED) {
    it(`rejects ${JSON.stringify(text)}: ${problem}`, () => {
      assert.deepEqual(checkBaseUrl(text), { ok: false, problem });
    });
  }

  it('never accepts credentials, a query or a fragment, and returns its own result unchanged', () => {
    const part = fc.string({ unit: fc.constantFrom(...'a1.:/?#@%[]\\ \t;&=~é'), maxLength: 8 });
    const text = fc.oneof(
      fc.webUrl({ withQueryParameters: true, withFragments: true, size: 'small' }),
      fc
        .tuple(fc.constantFrom('http://', 'https:', 'HTTPS:\\\\', ' https://'), part, part)
        .map(([scheme, a, b]) => `${scheme}${a}bots.example${b}`),
      fc
        .tuple(fc.constantFrom('https://u@', 'https://u:p@', 'http://:p@'), part)
        .map(([start, end]) => `${start}bots.example/${end}`),
    );
    let accepted = 0;
    fc.assert(
      fc.property(text, (baseUrl) => {
        const check = checkBaseUrl(baseUrl);
        if (!check.ok) return;
        accepted++;
        const original = new URL(baseUrl);
        assert.equal(original.username + original.password + original.search + original.hash, '');
        assert.doesNotMatch(check.url, /[?#\s]|\/$/);
        const url = new URL(check.url);
        assert.equal(url.username + url.password + url.search + url.hash, '');
        assert.match(url.protocol, /^https?:$/);
        assert.deepEqual(checkBaseUrl(check.url), check);
        assert.equal(new URL(`${check.url}/v1/api/x`).origin, original.origin);
      }),
      { numRuns: 3000 },
    );
    assert.ok(accepted > 100, String(accepted));
  });
});
