import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import { readCreatedId } from '../../../src/service/readAnswer.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import { answerOf, SECRET, successOf } from './answers.ts';

/*
 * Almost-JSON is JSON as some services write it by hand: with single quotes, unquoted keys, comments, trailing commas
 * or unescaped quotes. The ID of a created tag is read from it only if the text has one meaning.
 */

/** ID of the created tag. */
const ID = 'tag-1';
/** ID in the name of a tag, or in a duplicate member. Must never be read. */
const WRONG_ID = 'tag-evil';

/** Values that a service may send as `res`, with the ID that is read from each. */
const RES_VALUES: readonly (readonly [res: string, id: string | undefined])[] = [
  ['"{ "id": "tag-1" }"', ID],
  [`'{ 'id': 'tag-1' }'`, ID],
  ['{ "id": "tag-1" } // created', ID],
  ['// created\n{ "id": "tag-1" // the tag\'s "ID"\n}', ID],
  ['/* created */ { /* a */ "id" /* b */ : /* c */ "tag-1" /* d */ , /* e */ }', ID],
  ['"/* created */ { "id": "tag-1", /* its ID */ }" // end', ID],
  ['{ "id": "tag-1", }', ID],
  ['{ "tags": [1, 2, ], "id": "tag-1" , }', ID],
  ["{id:'tag-1',}", ID],
  [`{id:'tag-1', name: '// } , "'}`, ID],
  [`{name: 'http://a.example/*', 'id': 'tag-1', other: "*/"}`, ID],
  ['{ "id": "tag-\\u0031" , }', ID],
  ['{ "id": "a\\/b" , }', 'a/b'],
  ['{ id: 42 }', '42'],
  ['{ id: 9007199254740991 }', '9007199254740991'],
  ['{ id: 9007199254740993 }', undefined],
  ['{ id: 12345678901234567890 }', undefined],
  ['{ "id": 12345678901234567890 }', undefined],
  ['{ id: "12345678901234567890" }', '12345678901234567890'],
  ['{ id: 0x1F }', undefined],
  ['{ id: 017 }', undefined],
  ['{ id: +5 }', undefined],
  ['{ id: 1e3 }', undefined],
  ['{ id: tag-1 }', undefined],
  ['{ id: tag-a//b\n }', undefined],
  ["{ id: 'tag-\\x31' }", undefined],
  ["{ id: 'a\\\\b' }", undefined],
  ['{ "id": "tag-1" /* no end }', undefined],
  ['{ "id": "tag-1" } / ', undefined],
  ['{ , "id": "tag-1" }', undefined],
  ['{ "id": "tag-1",, }', undefined],
  // Quotes in these names are not escaped, so the text has several meanings.
  ['{"id":"tag-1","name":"x","id":"tag-evil"}', undefined],
  ['"{ "name": "x", "id": "tag-evil" }" //", "id": "tag-1" }"', undefined],
  ['{ name: "x", id: "tag-evil" } //", id: "tag-1" }', undefined],
  ['{ "name": "x", "id": "tag-evil" /*", "id": /* of the tag */ "tag-1" }', undefined],
];

/** Complete bodies, with the ID that is read from each. */
const BODIES: readonly (readonly [body: string, id: string | undefined])[] = [
  ['{"res": {"id": "tag-1",}, "status": 200}', ID],
  ['{"res": "tag-1", "status": 200, /* done */ }', ID],
  ['{"res": "{\\"id\\": \\"tag-1\\"}", "status": 200,}', ID],
  ['{"res": "{ "id": "tag-1", // ID\n }", "status": 200}', ID],
  ['{"res": {"id": "tag-1"}, "status": 200, "id": "tag-evil",}', ID],
  ['{"status":200,"res":{"id":"tag-1","name":"x","id":"tag-evil"}}', undefined],
  ['{"status":200,"res":{"id":"tag-1","name":"x"},"res":{"id":"tag-evil"}}', undefined],
  [
    `{"res":"{ 'name': 'x', 'id': 'tag-evil' }", "y": "', 'id': 'tag-1' }","status":200}`,
    undefined,
  ],
  ['{"name":"x","res":{"id":"tag-evil"},"status":200} //","res":"tag-1","status":200}', undefined],
];

function idFrom(body: string): string | undefined {
  try {
    return readCreatedId(answerOf(body), SECRET);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return undefined;
  }
}

function idFromRes(res: string): string | undefined {
  try {
    return readCreatedId(successOf(res), SECRET);
  } catch (error) {
    assert.ok(error instanceof ServiceError);
    return undefined;
  }
}

const spaces = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\r\n\t',
  ' // a comment\n',
  '/* it\'s "one" */',
  '/**/ ',
);

/** Choices that a service makes when it writes almost-JSON. */
interface Dialect {
  readonly isKeyQuoted: boolean;
  readonly quote: string;
  readonly outerQuote: string;
  readonly isEscaped: boolean;
  readonly isIdFirst: boolean;
  readonly hasTrailingComma: boolean;
  /** White space and comments between the tokens, used in turn. */
  readonly space: readonly string[];
}

const dialects: fc.Arbitrary<Dialect> = fc.record({
  isKeyQuoted: fc.boolean(),
  quote: fc.constantFrom('"', "'"),
  outerQuote: fc.constantFrom('', '"', "'"),
  isEscaped: fc.boolean(),
  isIdFirst: fc.boolean(),
  hasTrailingComma: fc.boolean(),
  space: fc.array(spaces, { minLength: 10, maxLength: 10 }),
});

/** Generates names from fragments that end or start parts of an almost-JSON object. */
const names = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        // Single tokens.
        ...[
          '"',
          "'",
          '\\',
          '{',
          '}',
          '[',
          ']',
          ',',
          ':',
          '//',
          '/*',
          '*/',
          '\n',
          ' ',
          'x',
          'VIP',
          'id',
        ],
        // Members with the wrong ID.
        ...[
          '"id":"tag-evil"',
          "'id':'tag-evil'",
          'id:"tag-evil"',
          `", "id": "${WRONG_ID}"`,
          `', 'id': '${WRONG_ID}'`,
        ],
        // Starts and ends of other members.
        ...[
          '"y": "',
          "'y': '",
          '"y": {',
          '"status":200',
          '"res":',
          '}"',
          `}'`,
          '", "y": "',
          "', 'y': '",
        ],
        // Ends of the object, after the wrong ID.
        ...[
          `", "id": "${WRONG_ID}" }`,
          `", id: "${WRONG_ID}" } //`,
          `', id: '${WRONG_ID}' }', "y": "`,
        ],
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** Writes an answer as if by hand. Without `isEscaped`, quotes in a name end its text. */
function writeAlmostJson(name: string, dialect: Dialect): string {
  const { isKeyQuoted, quote, outerQuote, isEscaped, isIdFirst, hasTrailingComma, space } = dialect;
  let next = 0;
  const gap = (): string => space[next++ % space.length] ?? '';
  const text = (value: string): string => {
    const json = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"');
    return quote + (isEscaped ? json.replaceAll(quote, `\\${quote}`) : value) + quote;
  };
  const member = (key: string, value: string): string => {
    const writtenKey = isKeyQuoted ? quote + key + quote : key;
    return `${gap()}${writtenKey}${gap()}:${gap()}${value}${gap()}`;
  };
  const id = member('id', text(ID));
  const named = member('name', text(name));
  const rest = member('type', '0');
  const members = isIdFirst ? [id, named, rest] : [rest, named, id];
  return `${outerQuote}${gap()}{${members.join(',')}${hasTrailingComma ? `,${gap()}` : ''}}${gap()}${outerQuote}`;
}

describe('created ID in almost-JSON', () => {
  for (const [res, id] of RES_VALUES) {
    it(`is ${id ?? 'unknown'} in ${JSON.stringify(res)}`, () => {
      assert.equal(idFromRes(res), id);
    });
  }

  for (const [body, id] of BODIES) {
    it(`is ${id ?? 'unknown'} in the body ${JSON.stringify(body)}`, () => {
      assert.equal(idFrom(body), id);
    });
  }

  it('is read with any name, comments and commas, if quotes in names are escaped', () => {
    const escaped = dialects.map((dialect) => ({ ...dialect, isEscaped: true, outerQuote: '' }));
    fc.assert(
      fc.property(names, escaped, (name, dialect) => {
        const text = writeAlmostJson(name, dialect);
        assert.equal(idFromRes(text), ID);
        assert.equal(idFrom(`{"status":200,"res":${text},}`), ID);
      }),
      { numRuns: 500 },
    );
  });

  it('is correct or unknown with any name', () => {
    const texts = fc
      .tuple(names, dialects)
      .map(([name, dialect]) => writeAlmostJson(name, dialect));
    fc.assert(
      fc.property(texts, (text) => {
        const bodies = [
          `{"status":200,"res":${text}}`,
          `{"res":${text},"status":200}`,
          `{'res':${text},'status':200,}`,
        ];
        for (const id of [idFromRes(text), ...bodies.map((body) => idFrom(body))]) {
          if (id !== undefined) assert.equal(id, ID);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('is searched in linear time in any unclosed text', () => {
    // In quadratic time, 200,000 repetitions would exceed the time limit of the test.
    const parts = [`k:"{/*`, `"res":"{`, `'{"a":`, '[', '{a:', `"//`, '/*', '{"a":"{//'];
    for (const part of parts) {
      assert.equal(idFromRes(part.repeat(200_000)), undefined);
      assert.equal(idFrom(`{${part.repeat(200_000)}`), undefined);
    }
  });
});
