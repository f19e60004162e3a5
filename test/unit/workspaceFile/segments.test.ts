import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { SegmentChange } from '../../../src/catalogue/workspaceFileText.ts';
import { readText } from '../../../src/workspaceFile/readText.ts';
import { writeSegment } from '../../../src/workspaceFile/writeSegment.ts';
import { writeText } from '../../../src/workspaceFile/writeText.ts';
import { bot, changeWithBots, tag } from './content.ts';
import { sizeOf } from '../../support/sizes.ts';

const TEA = bot({ items: [tag('tag-vip', 'VIP')] });

function writeFor(text: string, name: string, segment: string | undefined): string {
  return writeSegment(text, { bot: TEA, name, segment });
}

function segmentsIn(text: string): readonly (readonly [string, string])[] {
  const { segments, problems } = readText(text);
  assert.deepEqual(problems, []);
  return segments.map((one) => [one.name, one.text] as const);
}

/** Files as users write them: on one or more lines, with trailing commas, comments everywhere. */
const BY_HAND = [
  `{ "version": 1, "bots": [{ "baseUrl": "https://api.example", "botId": "bot-tea" }] }`,
  `// Ours
{
\t"version": 1, /* of the format */
\t"bots": [
\t\t{
\t\t\t"baseUrl": "https://api.example/", // careful!
\t\t\t"botId": "bot-tea", // the one that earns the money
\t\t\t// the segments of sales
\t\t\t"segments": [
\t\t\t\t// asked for each Monday
\t\t\t\t{ "name": "Sleepers", "segment": "active > 90d" }, // from Ann
\t\t\t\t{
\t\t\t\t\t"name": "Münze \\u5e97", // a coin
\t\t\t\t\t"segment": "tag:\\"a b\\"", "colour": "red"
\t\t\t\t}, /* ends here */ // so
\t\t\t\t// more to come
\t\t\t],
\t\t\t"tags": { "tag-vip":   "VIP" },

\t\t},
\t],
}
`,
  `{
  "version": 1,
  "bots": [
    { "baseUrl": "https://other.example", "botId": "bot-tea", "segments": [{"name":"x","segment":"blocked"}] },
    {
      "baseUrl": "https://api.example",
      "botId": "bot-tea",
      "segments": [] // none yet
    } // last
  ]
}`,
  `{
  "version": 1,
  "bots": [{
    "baseUrl": "https://api.example", "botId": "bot-tea"
    // nothing else
    , "segments": [
      { "name": "a", "segment": "blocked" }
      // between
      , { "name": "b", "segment": "tags = 0" } /* b */
    ]
  }]
}`,
  writeText('', changeWithBots(TEA, bot({ botId: 'other', items: [tag('t', 'T')] }))),
];

const name = fc.constantFrom('Sleepers', 'a', 'b', 'Münze 店', 'new "one"', '__proto__', '\\n');
const segment = fc.constantFrom(
  'blocked',
  'tag:"Spring \\"sale\\""',
  'param.城 = 台北',
  'tags >= 3',
);

/** Returns whether all characters of `part` occur in `text`, in the same order. */
function containsInOrder(text: string, part: string): boolean {
  let matchedCount = 0;
  for (const character of text) if (character === part[matchedCount]) matchedCount++;
  return matchedCount === part.length;
}

function comments(text: string): readonly string[] {
  return text.match(/(?<!:)\/\/.*|\/\*.*?\*\//g) ?? [];
}

describe('writeSegment', () => {
  it('writes a segment into an empty file, where it is read again', () => {
    const text = writeFor('', 'Sleepers', 'active > 90d');
    assert.deepEqual(segmentsIn(text), [['Sleepers', 'active > 90d']]);
    assert.equal(readText(text).content?.bots[0]?.botId, 'bot-tea');
    assert.match(text, /\n {6}"segments": \[\n {8}\{ "name": "Sleepers", .*\}\n {6}\]\n {4}\}/);
    const { segments } = readText(text);
    const range = segments[0]?.textRange ?? { offset: 0, length: 0 };
    assert.equal(text.slice(range.offset, range.offset + range.length), '"active > 90d"');
  });

  it('adds segments to any text written by hand, and removes them, without any other change', () => {
    const steps = fc.array(fc.tuple(name, fc.option(segment, { nil: undefined })), {
      maxLength: 8,
    });
    const eol = fc.constantFrom('\n', '\r\n');
    const first = fc.constantFrom('', '\uFEFF');
    fc.assert(
      fc.property(fc.constantFrom(...BY_HAND), steps, eol, first, (original, changes, end, bom) => {
        let text = bom + original.replaceAll('\n', end);
        const expected = new Map(segmentsOfTea(text));
        for (const [key, value] of changes) {
          const next = writeFor(text, key, value);
          if (value === undefined) {
            assert.ok(containsInOrder(text, next), `text is only removed:\n${text}\n${next}`);
            if (!expected.has(key)) assert.equal(next, text);
            expected.delete(key);
          } else {
            if (!expected.has(key))
              assert.ok(containsInOrder(next, text), `text is only inserted:\n${text}\n${next}`);
            expected.set(key, value);
          }
          assert.deepEqual(new Map(segmentsOfTea(next)), expected, next);
          assert.equal(next.includes('\r\n'), text.includes('\r\n'));
          assert.doesNotMatch(next.replaceAll('\r\n', ''), end === '\r\n' ? /\n/ : /\r/);
          const lostComments = comments(text).filter((one) => !next.includes(one.trim()));
          // A comment inside of a segment is lost with that segment.
          const commentsInside = value === undefined && key === 'Münze 店' ? ['// a coin'] : [];
          assert.deepEqual(
            lostComments.filter((one) => !commentsInside.includes(one.trim())),
            [],
          );
          if (value !== undefined)
            assert.equal(writeFor(next, key, value), next, 'a second write changes nothing');
          text = next;
        }
      }),
      { numRuns: sizeOf('workspaceFiles') * 2 },
    );
  });

  it('adds no bot to a file if the segment to remove is of a bot that the file does not list', () => {
    const text = writeText('', changeWithBots(bot({ botId: 'other' })));
    assert.equal(writeFor(text, 'a', undefined), text);
  });

  it('keeps a file on one line, and leaves no gap or empty line when a segment is removed', () => {
    const [oneLine = ''] = BY_HAND;
    const empty = oneLine.replace('" }]', '", "segments": [] }]');
    const one = writeFor(empty, 'a', 'blocked');
    assert.ok(!one.includes('\n'), one);
    const two = writeFor(one, 'b', 'tags = 0');
    assert.equal(writeFor(two, 'a', undefined), writeFor(empty, 'b', 'tags = 0'));
    assert.equal(writeFor(one, 'a', undefined), empty);
    for (const eol of ['\n', '\r\n']) {
      const lines = writeFor((BY_HAND[2] ?? '').replaceAll('\n', eol), 'a', 'blocked');
      const more = writeFor(lines, 'b', 'tags = 0');
      assert.equal(writeFor(more, 'b', undefined), lines);
    }
  });

  it('reports invalid segments with their positions, and loads the others', () => {
    const text = `{ "version": 1, "bots": [
      { "baseUrl": "https://api.example", "botId": "b", "tags": { "t": "T" }, "segments": [
        7, { "name": "x" }, { "name": "a", "segment": "blocked" }, { "name": "a", "segment": "tags = 0" },
        { "name": " ", "segment": "blocked" }, { "name": "\\ud800", "segment": "blocked" } ] },
      { "baseUrl": "https://api.example", "botId": "c", "segments": {} } ] }`;
    const { content, problems, segments, segmentProblems } = readText(text);
    assert.deepEqual(problems, []);
    assert.equal(content?.bots.length, 2);
    assert.deepEqual(
      segments.map((one) => one.text),
      ['blocked'],
    );
    assert.deepEqual(
      segmentProblems.map(({ code, offset, length }) => [
        code,
        text.slice(offset, offset + length),
      ]),
      [
        ['segment', '7'],
        ['segment', '{ "name": "x" }'],
        ['duplicate-segment', '"a"'],
        ['segment', '{ "name": " ", "segment": "blocked" }'],
        ['segment', '{ "name": "\\ud800", "segment": "blocked" }'],
        ['segments', '{}'],
      ],
    );
  });

  it('refuses to write over a text that cannot be read', () => {
    const change: SegmentChange = { bot: TEA, name: 'a', segment: 'blocked' };
    assert.throws(() => writeSegment('{', change));
    assert.throws(() => writeSegment('{ "version": 2, "bots": [] }', change));
  });

  it('keeps the segments when the tags of their bot are saved', () => {
    const text = writeFor(BY_HAND[1] ?? '', 'new', 'blocked');
    const saved = writeText(text, changeWithBots(bot({ items: [tag('tag-new', 'New')] })));
    assert.deepEqual(segmentsIn(saved), segmentsIn(text));
  });
});

/** Returns name and text of the segments of the bot that the tests change. */
function segmentsOfTea(text: string): readonly (readonly [string, string])[] {
  const { segments } = readText(text.replace(/^\uFEFF/, ''));
  return segments
    .filter(({ baseUrl }) => baseUrl === TEA.baseUrl)
    .map((one) => [one.name, one.text] as const);
}
