import assert from 'node:assert/strict';
import fc from 'fast-check';
import { elementsOf, membersOf, REFUSED, spaceEnd, valueEnd } from '../../../src/base/jsonScan.ts';
import { sizeOf } from '../../support/sizes.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Returns whether the scanner accepts the text as one JSON value surrounded only by white space. */
function isJson(text: string): boolean {
  const bytes = bytesOf(text);
  const end = valueEnd(bytes, spaceEnd(bytes, 0));
  return end !== REFUSED && spaceEnd(bytes, end) === bytes.length;
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Pieces of JSON, and a few that JSON does not allow. */
const JSON_PIECES = [
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '"',
  '\\',
  'u',
  '0',
  '1',
  '9',
  '.',
  'e',
  'E',
  '+',
  '-',
].concat(['true', 'null', 'fals', ' ', '\n', '\t', '\u{1}', 'a', 'F', '00', '李', '\\u12', '/']);

describe('jsonScan', () => {
  for (const text of [
    ...['0', '-0', '-', '01', '1.', '.5', '1.5e', '1e+', '1E-07', '12345678901234567890.10', '+1'],
    ...['"', '"a', '"\\"', '"\\x"', '"\\u12g4"', '"\\uD800"', '"\n"', '"\u{7f}"', '"\\/"', '""'],
    ...[
      '{}',
      '{ }',
      '[ ]',
      '[1,]',
      '[,1]',
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      '{a:1}',
      '[1 2]',
      '[1]]',
    ],
    ...['tru', 'true', 'nul', 'null', 'nulll', 'NaN', '', ' ', '{"a" : [ 1 , { "b":null } ] }'],
  ]) {
    it(`judges ${JSON.stringify(text)} like JSON.parse`, () => {
      assert.equal(isJson(text), isParsed(text));
    });
  }

  it('judges every character in a text like JSON.parse', () => {
    for (let code = 0; code < 0x100; code++) {
      const char = String.fromCharCode(code);
      for (const text of [`"${char}"`, `"a\\${char}"`, `{"${char}":1}`, `1${char}`, char]) {
        assert.equal(isJson(text), isParsed(text), JSON.stringify(text));
      }
    }
  });

  it('judges any text like JSON.parse', () => {
    const piecesOfJson = fc.array(fc.constantFrom(...JSON_PIECES), { maxLength: 12 });
    fc.assert(
      fc.property(
        fc.oneof(
          piecesOfJson.map((parts) => parts.join('')),
          fc.json(),
          fc.string(),
        ),
        (text) => isJson(text) === isParsed(text),
      ),
      { numRuns: sizeOf('scannedTexts') },
    );
  });

  it('judges JSON with one changed character like JSON.parse', () => {
    const changedJson = fc.tuple(fc.json(), fc.nat(), fc.constantFrom(...JSON_PIECES));
    fc.assert(
      fc.property(changedJson, ([json, at, inserted]) => {
        const position = at % (json.length + 1);
        const text = json.slice(0, position) + inserted + json.slice(position + 1);
        return isJson(text) === isParsed(text);
      }),
      { numRuns: sizeOf('scannedTexts') },
    );
  });

  it('finds members and elements at the exact byte offsets', () => {
    const bytes = bytesOf(' {"a\\u0041" : [1 , "x]"] , "李":{"b":"}"}} ');
    const textAt = ({ start, end }: { start: number; end: number }): string =>
      new TextDecoder().decode(bytes.subarray(start, end));
    const members = membersOf(bytes, 1) ?? [];
    const texts = members.map(({ key, value }) => [textAt(key), textAt(value)]);
    assert.deepEqual(texts, [
      ['"a\\u0041"', '[1 , "x]"]'],
      ['"李"', '{"b":"}"}'],
    ]);
    const list = elementsOf(bytes, members[0]?.value.start ?? 0) ?? [];
    assert.deepEqual(list.map(textAt), ['1', '"x]"']);
    assert.equal(membersOf(bytes, 0), undefined);
    assert.equal(elementsOf(bytes, 1), undefined);
  });

  it('reads any depth without failing', () => {
    const depth = 1_000_000;
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      ['[0,{"a":[', ' ]}]'],
    ] as const) {
      const inner = `${open.repeat(depth)}0${close.repeat(depth)}`;
      const text = `{"x": ${inner} ,"y":1}`;
      const bytes = bytesOf(text);
      assert.equal(valueEnd(bytes, 0), bytes.length);
      const members = membersOf(bytes, 0) ?? [];
      // The text ends with ` ,"y":1}`, which has 8 bytes.
      assert.deepEqual(
        members.map(({ key, value }) => [key.start, value.start, value.end]),
        [
          [1, 6, bytes.length - 8],
          [bytes.length - 6, bytes.length - 2, bytes.length - 1],
        ],
      );
      const list = bytesOf(`[1,${inner}, 2]`);
      assert.equal(elementsOf(list, 0)?.length, 3);
      assert.equal(valueEnd(bytes.subarray(0, -10), 0), REFUSED);
    }
  });

  it('matches brackets and braces at any depth', () => {
    const nest = fc.array(fc.boolean(), { minLength: 240, maxLength: 600 });
    fc.assert(
      fc.property(nest, fc.nat(), (kinds, at) => {
        const opening = kinds.map((isObject) => (isObject ? '{"":' : '[')).join('');
        const closing = kinds.map((isObject) => (isObject ? '}' : ']')).toReversed();
        assert.ok(isJson(`${opening}0${closing.join('')}`));
        const position = at % closing.length;
        const wrongClosing = closing.with(position, closing[position] === '}' ? ']' : '}');
        assert.ok(!isJson(`${opening}0${wrongClosing.join('')}`));
      }),
      { numRuns: 200 },
    );
  });
});
