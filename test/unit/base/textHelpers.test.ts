import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { codeOf, messageOf } from '../../../src/base/errors.ts';
import { isCount, isOneOf, parseJson } from '../../../src/base/jsonValues.ts';
import {
  commonEnds,
  duplicatesIn,
  escapedRegex,
  fill,
  hashText,
  skip,
} from '../../../src/base/text.ts';

describe('escapedRegex', () => {
  it('matches the text and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, other) => {
        const pattern = new RegExp(`^${escapedRegex(text)}$`);
        assert.ok(pattern.test(text));
        assert.equal(pattern.test(other), other === text);
      }),
    );
    assert.equal(escapedRegex('a.b'), String.raw`a\.b`);
  });
});

describe('fill', () => {
  it('replaces all placeholders in one pass', () => {
    assert.equal(fill('{1} of {0}, {1}', 'a', '{0}'), '{0} of a, {0}');
    assert.equal(fill('{0} $& {2}', '$&'), '$& $& {2}');
  });
});

describe('commonEnds', () => {
  it('returns the common prefix and suffix, which never overlap', () => {
    assert.deepEqual(commonEnds('abcd', 'abXcd'), { start: 2, end: 2 });
    assert.deepEqual(commonEnds('aa', 'aaa'), { start: 2, end: 0 });
    assert.deepEqual(commonEnds('', 'a'), { start: 0, end: 0 });
  });
});

describe('duplicatesIn', () => {
  it('returns each text that occurs more than once', () => {
    assert.deepEqual([...duplicatesIn(['a', 'b', 'a', 'c', 'b', 'a'])], ['a', 'b']);
  });
});

describe('skip', () => {
  it('returns the end of a match that begins at the position', () => {
    assert.deepEqual(
      [0, 1, 3].map((at) => skip(/\d+/y, 'a12b', at)),
      [0, 3, 3],
    );
  });
});

describe('hashText', () => {
  it('is FNV-1a, on which stored data depends', () => {
    assert.deepEqual(['', 'a', 'foobar'].map(hashText), [0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  });
});

describe('parseJson', () => {
  it('returns undefined only for a text that is not JSON', () => {
    assert.deepEqual(['1', 'null', '"a"', '{', ''].map(parseJson), [
      1,
      null,
      'a',
      undefined,
      undefined,
    ]);
  });
});

describe('isCount', () => {
  it('accepts whole numbers from 0', () => {
    assert.deepEqual([0, 7].map(isCount), [true, true]);
    assert.ok(![-1, 1.5, Number.NaN, 2 ** 53, '1', null].some(isCount));
  });
});

describe('isOneOf', () => {
  it('compares without conversion', () => {
    assert.ok(isOneOf(['a', 'b'], 'b'));
    assert.ok(![undefined, 'c', ['a']].some((value) => isOneOf(['a', 'b'], value)));
  });
});

describe('codeOf', () => {
  it('returns the code of a system error only', () => {
    assert.equal(codeOf(Object.assign(new Error('no'), { code: 'ENOENT' })), 'ENOENT');
    const others = [
      new Error('no'),
      Object.assign(new Error('no'), { code: 1 }),
      { code: 'E' },
      null,
    ];
    assert.deepEqual(others.map(codeOf), ['', '', '', '']);
  });
});

describe('messageOf', () => {
  it('returns a text for anything that was thrown', () => {
    assert.deepEqual([new Error('no'), 'text', undefined].map(messageOf), [
      'no',
      'text',
      'undefined',
    ]);
  });
});
