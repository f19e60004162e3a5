import assert from 'node:assert/strict';
import { readText } from '../../../src/workspaceFile/readText.ts';

const wrap = (bot: string): string => `{ "version": 1, "bots": [${bot}] }`;
/** Returns a file with one bot, which has these additional members. */
const bot = (rest: string): string =>
  wrap(`{ "baseUrl": "https://a.example", "botId": "b"${rest} }`);

/** Refused texts, each with code and detail of the problem, and the underlined part. */
const refused: readonly (readonly [
  text: string,
  code: string,
  detail: string,
  underlined: string,
])[] = [
  ['', 'syntax', 'ValueExpected', ''],
  ['// nothing', 'syntax', 'ValueExpected', ''],
  ['{ "version": 1, "bots": [ }', 'syntax', 'ValueExpected', '}'],
  ['{ "version": 1 "bots": [] }', 'syntax', 'CommaExpected', '"bots"'],
  ['[]', 'shape', 'object', '[]'],
  ['{ "bots": [] }', 'version', '', '{'],
  ['{ "version": 2, "bots": [] }', 'version', '', '2'],
  ['{ "version": 1 }', 'shape', 'bots', '{'],
  ['{ "version": 1, "bots": {} }', 'shape', 'bots', '{}'],
  [wrap('5'), 'shape', 'object', '5'],
  [wrap('{ "botId": "b" }'), 'shape', 'baseUrl', '{'],
  [wrap('{ "baseUrl": "https://a.example", "botId": "" }'), 'shape', 'botId', '""'],
  [wrap('{ "baseUrl": "https://a.example", "botId": 7 }'), 'shape', 'botId', '7'],
  [
    wrap('{ "baseUrl": "ftp://a.example", "botId": "b" }'),
    'base-url',
    'scheme',
    '"ftp://a.example"',
  ],
  [
    wrap('{ "baseUrl": "https://u:p@a.example", "botId": "b" }'),
    'base-url',
    'credentials',
    '"https://u:p@a.example"',
  ],
  [wrap('{ "baseUrl": "https://a.example", "botId": "\\ud800" }'), 'shape', 'botId', '"\\ud800"'],
  [bot(', "label": ""'), 'shape', 'label', '""'],
  [bot(', "environment": []'), 'shape', 'environment', '[]'],
  [bot(', "readOnly": "yes"'), 'shape', 'readOnly', '"yes"'],
  [bot(', "readOnly": null'), 'shape', 'readOnly', 'null'],
  [bot(', "token": "secret"'), 'token', '', '"token": "secret"'],
  [bot(', "tags": []'), 'shape', 'tags', '[]'],
  [bot(', "tags": { "": "x" }'), 'shape', 'id', '""'],
  [bot(', "tags": { "t": "" }'), 'shape', 'name', '""'],
  [bot(', "tags": { "t": [["name", "T"]] }'), 'shape', 'name', '"t": [["name", "T"]]'],
  [bot(', "tags": { "t": { "type": 0 } }'), 'shape', 'name', '"t": { "type": 0 }'],
  [
    bot(', "tags": { "t": { "name": "n", "type": 1 } }'),
    'shape',
    'type',
    '{ "name": "n", "type": 1 }',
  ],
  [bot(', "folders": { "f": "F" }'), 'shape', 'name', '"f": "F"'],
  [bot(', "folders": { "f": { "name": "F", "tags": 5 } }'), 'shape', 'tags', '5'],
  [bot(', "unplaced": []'), 'shape', 'object', '[]'],
  [bot(', "tags": { "t": "a" }, "unplaced": { "tags": { "t": "b" } }'), 'duplicate-id', 't', '"t"'],
  [bot(', "tags": { "t\\ud800": "a" }'), 'shape', 'id', '"t\\ud800"'],
  [
    bot('').replace('] }', ', { "baseUrl": "https://A.example/", "botId": "b" }] }'),
    'duplicate-bot',
    '',
    '"https://A.example/"',
  ],
];

describe('readText', () => {
  for (const [text, code, detail, underlined] of refused) {
    it(`refuses ${text === '' ? 'an empty text' : text}`, () => {
      const { content, problems, locatedItems } = readText(text);
      assert.equal(content, undefined);
      assert.deepEqual(locatedItems, []);
      const [first] = problems;
      assert.ok(first);
      assert.equal(problems.length, 1, 'one mistake is reported once');
      assert.deepEqual([first.code, first.detail], [code, detail]);
      assert.equal(text.slice(first.offset, first.offset + first.length), underlined);
    });
  }

  it('refuses texts that are nested too deeply or too large, without parsing them', () => {
    const deep = '{"version":1,"bots":'.padEnd(1_000_000, '[');
    assert.deepEqual(
      readText(deep).problems.map(({ code }) => code),
      ['too-deep'],
    );
    const nested = (depth: number): string =>
      depth === 0
        ? ''
        : `"folders": { "f${depth}": { "name": "F", ${nested(depth - 1) || '"tags": {}'} } }`;
    assert.equal(readText(bot(`, ${nested(99)}`)).problems.length, 0);
    // The deepest file that saving the list can write.
    const unusualTag = '"tags": { "t": { "name": "T", "type": 9 } }';
    const deepest = nested(100).replace('"tags": {}', unusualTag);
    assert.equal(readText(bot(`, "unplaced": { ${deepest} }`)).problems.length, 0);
    assert.deepEqual(
      readText(bot(`, ${nested(110)}`)).problems.map(({ code }) => code),
      ['too-deep'],
    );
    const long = `${bot('')} //`.padEnd(32 * 1024 * 1024, '.');
    assert.equal(readText(long).problems.length, 0);
    assert.deepEqual(
      readText(`${long}.`).problems.map(({ code }) => code),
      ['too-large'],
    );
  });

  it('refuses texts in which wrong closing brackets hide deep nesting', () => {
    const count = 20_000;
    const texts = [
      `{"a":1${']'.repeat(count)},"b":${'['.repeat(count)}`,
      '[1},'.repeat(count),
      '{"a":1],"b":'.repeat(count),
      '[{"a":},'.repeat(count),
    ];
    for (const text of texts) {
      const codes = readText(text).problems.map(({ code }) => code);
      assert.deepEqual(codes, ['too-deep'], text.slice(0, 20));
    }
  });

  it('accepts comments, trailing commas, unknown fields, and IDs with a meaning in JavaScript', () => {
    const text = bot(
      ', /* c */ "later": [1], "tags": { "__proto__": "P", "constructor": "C", "7": "D", },',
    );
    const [read] = readText(text).content?.bots ?? [];
    assert.deepEqual(
      read?.items.map(({ id, name }) => [id, name]),
      [
        ['__proto__', 'P'],
        ['constructor', 'C'],
        ['7', 'D'],
      ],
    );
    assert.equal(read?.label, 'b', 'without a label, the bot ID is the label');
  });

  it('normalizes the base URL, and returns the position of each name', () => {
    const text = bot(
      ', "folders": { "f": { "name": "F\\u00e9", "tags": { "t": { "name": "N", "type": 9 } } } }',
    ).replace('https://a.example', ' HTTPS://A.example:443/x/ ');
    const { content, locatedItems } = readText(text);
    assert.equal(content?.bots[0]?.baseUrl, 'https://a.example/x');
    assert.deepEqual(
      locatedItems.map(({ id, name, nameRange }) => [
        id,
        name,
        text.slice(nameRange.offset, nameRange.offset + nameRange.length),
      ]),
      [
        ['f', 'Fé', '"F\\u00e9"'],
        ['t', 'N', '"N"'],
      ],
    );
    assert.equal(content?.bots[0]?.items[0]?.items[0]?.type, 9);
  });
});
