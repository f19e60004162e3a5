import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { redact, redactedStart } from '../../../src/service/redact.ts';
import { countReads } from '../../support/countedSteps.ts';
import { SECRET } from './answers.ts';
import { sizeOf } from '../../support/sizes.ts';

const spellEach = (text: string, spell: (letter: string, code: number) => string): string =>
  [...text].map((letter) => spell(letter, letter.charCodeAt(0))).join('');
const hex = (code: number, digits = 2): string => code.toString(16).padStart(digits, '0');

/** Spellings in which a text may be echoed from JSON, HTML, a URL or Base64. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  'JSON with \\/': (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  'JSON in JSON': (text) =>
    JSON.stringify(JSON.stringify(text).replaceAll('/', '\\/')).slice(3, -3),
  'JSON with \\u': (text) => spellEach(text, (_, code) => `\\u${hex(code, 4)}`),
  'JSON with \\U for some': (text) =>
    spellEach(text, (letter, code) =>
      /\w/.test(letter) ? letter : `\\u${hex(code, 4).toUpperCase()}`,
    ),
  'HTML by name': (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
  'HTML with more names': (text) =>
    text.replaceAll('/', '&sol;').replaceAll('+', '&plus;').replaceAll('=', '&equals;'),
  'HTML by number': (text) => spellEach(text, (_, code) => `&#${code};`),
  'HTML by number, with zeros': (text) => spellEach(text, (_, code) => `&#00${code};`),
  'HTML by hex': (text) => spellEach(text, (_, code) => `&#x${hex(code)};`),
  'HTML in HTML': (text) => spellEach(text, (_, code) => `&amp;#X${hex(code).toUpperCase()};`),
  'a URL': (text) => encodeURIComponent(text),
  'a URL in small letters': (text) => encodeURIComponent(text).toLowerCase(),
  'a URL, every letter': (text) => spellEach(text, (_, code) => `%${hex(code)}`),
  'a URL in a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  Base64: (text) => Buffer.from(text).toString('base64'),
  Base64url: (text) => Buffer.from(text).toString('base64url'),
  'Base64, after 1 byte': (text) => Buffer.from(`:${text}:`).toString('base64').slice(2, -2),
  'Base64, after 2 bytes': (text) => Buffer.from(`::${text}:`).toString('base64').slice(3, -2),
  'Base64 in a URL': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
};

/** Returns whether the token can be recognized. A URL in small letters loses the case of the token. */
const isReversible = (name: string, text: string): boolean =>
  name !== 'a URL in small letters' || text === text.toLowerCase();

describe('redact', () => {
  for (const [name, spell] of Object.entries(SPELLINGS)) {
    it(`redacts the token in ${name}`, () => {
      for (const token of [SECRET, 'a<b>&"c\'d\\e', 'x/+=.~_-yz?{|}%41', '%%25%2525%']) {
        if (!isReversible(name, token)) continue;
        const shown = redact(`before ${spell(token)} after`, token);
        const expected = name.startsWith('Base64')
          ? /^before \*\*\*[\w=%]{0,10} after$/
          : /^before \*\*\* after$/;
        assert.match(shown, expected);
      }
    });
  }

  it('redacts the token in any text and spelling', () => {
    const token = fc
      .string({
        unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      })
      .filter(({ length }) => length >= 8);
    const way = fc.constantFrom(...Object.keys(SPELLINGS).filter((name) => !/small/.test(name)));
    fc.assert(
      fc.property(token, way, fc.string(), fc.string(), (secret, name, before, after) => {
        const spelled = SPELLINGS[name]?.(secret) ?? '';
        const shown = redact(`${before} ${spelled} ${after}`, secret);
        // In Base64, only characters that encode neighboring text too may remain.
        assert.ok(!shown.includes(name.startsWith('Base64') ? spelled.slice(4, -4) : spelled));
      }),
      { numRuns: sizeOf('redactedTexts') },
    );
  });

  it('finds the token in a longer Base64 text', () => {
    for (const before of ['', 'x', 'xy', 'Bearer ', 'authorization: Bearer ']) {
      const text = Buffer.from(`${before}${SECRET} and more`).toString('base64');
      const shown = redact(`eyJ.${text}.sig`, SECRET);
      assert.match(shown, /^eyJ\.\S*\*\*\*\S+\.sig$/);
      const remainingParts = shown.slice(4, -4).split('***');
      for (const part of remainingParts) {
        assert.ok(!Buffer.from(part, 'base64').toString('latin1').includes('canary'));
      }
    }
  });

  it('leaves texts that only resemble the token unchanged', () => {
    const similarTexts = [
      ...['canary/7f3e+token=', 'anary/7f3e+token==', 'Canary/7f3e+token==', 'canary-7f3e+token=='],
      ...['canary\\\\x2f7f3e+token==', 'canary%2E7f3e+token==', 'canary&#470;7f3e+token=='],
      ...[
        'canary&#x2f07f3e+token==',
        'canary%252E7f3e',
        'canary\\u002e7f3e+token==',
        '%',
        '&',
        '\\',
      ],
      ...[
        'canary \\/7f3e+token==',
        'canary&solid;7f3e+token==',
        'C:\\canary\\7f3e',
        '%63%61',
        '***',
      ],
      Buffer.from('canary/7f3e+toke').toString('base64'),
    ];
    for (const text of similarTexts) assert.equal(redact(text, SECRET), text);
    assert.equal(redact('kept', ''), 'kept');
    assert.equal(redact('', SECRET), '');
  });

  it('redacts only the token itself if it is very short', () => {
    // `YWJj` is `abc` in Base64.
    const text = 'YWJj and a word, C:\\folder, 100%, &amp;, \\n';
    assert.equal(redact(text, 'ab'), text);
    assert.equal(redact('a b \\u0061 &#97; %61 %62', 'a'), '*** b *** *** *** %62');
    assert.equal(redact(text, 'zz'), text);
  });

  /** Each ASCII character that has an HTML entity, followed by the name of the entity. */
  const entityNames =
    '! excl " quot # num $ dollar % percnt & amp \' apos ( lpar ) rpar * ast * midast + plus , comma . period / sol ' +
    ': colon ; semi < lt = equals > gt ? quest @ commat [ lsqb [ lbrack \\ bsol ] rsqb ] rbrack ^ hat _ lowbar ' +
    '_ underbar ` grave ` diacriticalgrave { lcub { lbrace | verbar | vert | verticalline } rcub } rbrace';
  for (const [, char, name] of entityNames.matchAll(/(\S) (\w+)/g)) {
    it(`recognizes the HTML entity ${name}`, () => {
      assert.equal(redact(`is can&${name};ary`, `can${char}ary`), 'is ***');
    });
  }

  it('takes linear time', () => {
    const token = '%'.repeat(50) + '\\'.repeat(50) + '&'.repeat(50);
    let totalSteps = 0;
    for (const piece of ['%25', '\\', '&amp;', '%', '&#', '&#0', '\\u00', 'canary/']) {
      for (const secret of [token, SECRET]) {
        const [once = 0, twice = 0] = [2500, 5000].map((count) => {
          const text = piece.repeat(count);
          return countReads(() => {
            assert.equal(redact(text, secret).length, text.length, piece);
          });
        });
        // The steps are counted, not timed. Four times as many steps would mean a quadratic search.
        assert.ok(twice < once * 2.1 + 20, `${piece}: ${once} steps, then ${twice}`);
        totalSteps += twice;
      }
    }
    assert.ok(totalSteps > 100_000, `${totalSteps} steps`);
  });

  it('returns the start of a text, without any part of a truncated token', () => {
    const many = `${SECRET} `.repeat(100_000);
    const start = redactedStart(many, SECRET, 200);
    assert.equal(start, '*** '.repeat(50));
    assert.equal(redactedStart(many, SECRET).length, 10_000);
    for (let before = 150; before < 3000; before++) {
      const text = `${'-'.repeat(before)}${SECRET}${'-'.repeat(5000)}`;
      const shown = redactedStart(text, SECRET, 200);
      assert.ok(!shown.includes('can'), shown);
      assert.equal(shown.length, 200);
    }
    assert.equal(redactedStart('short', SECRET, 200), 'short');
  });
});
