import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import { recordsInCleanCopy, spanText } from '../../../src/base/jsonScan.ts';
import { reindent } from '../../../src/base/reindent.ts';
import { sizeOf } from '../../support/sizes.ts';

/** Returns the text of each record of a page. */
function recordTexts(page: string): readonly string[] {
  const { json, spans } = recordsInCleanCopy(new TextEncoder().encode(page));
  return spans.map((span) => spanText(json, span));
}

const RUNS = { numRuns: sizeOf('jsonTexts') };

const space = fc.string({ unit: fc.constantFrom(' ', '\t', '\r', '\n'), maxLength: 3 });
const numberText = fc.constantFrom(
  '0',
  '-0',
  '1.0',
  '1.50',
  '-1e3',
  '1E+2',
  '12e-4',
  '1e999',
  '12345678901234567890',
);
const anyString = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('"', '\\', '\\"', ',]}[{:'),
);

const ESCAPES: Readonly<Record<string, string>> = { a: '\\u0061', '/': '\\/' };

/** Generates a JSON string in which some characters are escaped unnecessarily. */
const stringText = fc.tuple(anyString, fc.boolean()).map(([text, isEscaped]) => {
  const quotedText = JSON.stringify(text);
  // Existing escapes stay unchanged, because "\\u001a" contains a letter itself.
  return isEscaped
    ? quotedText.replaceAll(/\\u\w{4}|\\.|[a/]/g, (part) => ESCAPES[part] ?? part)
    : quotedText;
});
const key = fc.oneof(
  stringText,
  fc.constantFrom('"id"', '"res"', '"records"', '"__proto__"', '"r\\u0065s"', '"x"', '"x"'),
);

type Member = readonly [before: string, key: string, after: string, value: unknown];

/** Returns whether two keys are equal and contain an escape. V8 of Node 24 then keeps the first instead of the last. */
function isConfusing([, a]: Member, [, b]: Member): boolean {
  return `${a}${b}`.includes('\\') && JSON.parse(a) === JSON.parse(b);
}

interface JsonTexts {
  readonly value: string;
  readonly list: string;
  readonly object: string;
}

/** Generates JSON unlike `JSON.stringify`: unusual white space, escapes, and duplicate keys. */
const { value } = fc.letrec<JsonTexts>((tie) => ({
  value: fc
    .tuple(
      space,
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('true', 'false', 'null', '[]', '{}', '[ ]', '{\n}'),
        numberText,
        stringText,
        tie('list'),
        tie('object'),
      ),
      space,
    )
    .map((parts) => parts.join('')),
  list: fc.array(tie('value'), { maxLength: 4 }).map((texts) => `[${texts.join(',')}]`),
  object: fc
    .uniqueArray(fc.tuple(space, key, space, tie('value')), {
      maxLength: 4,
      comparator: isConfusing,
    })
    .map(
      (members) =>
        `{${members.map(([before, name, after, text]) => `${before}${name}${after}:${String(text)}`).join()}}`,
    ),
}));

const TOKEN = /"(?:[^"\\]|\\.)*"|[^\s,:[\]{}"]+|[,:[\]{}]/g;

function tokens(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}

describe('JSON as text', () => {
  it('is indented without changing a token', async () => {
    await fc.assert(
      fc.asyncProperty(value, async (text) => {
        const indented = await reindent(text);
        assert.deepEqual(tokens(indented), tokens(text));
        assert.deepEqual(JSON.parse(indented), JSON.parse(text));
        assert.equal(await reindent(indented), indented);
      }),
      RUNS,
    );
  });

  it('is indented like JSON.stringify does', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (json) => {
        const compact = JSON.stringify(json);
        assert.equal(await reindent(compact), JSON.stringify(JSON.parse(compact), null, 2));
      }),
      RUNS,
    );
    assert.equal(
      await reindent(' { "a" : [ 1.0 ,\r\n{ } ] } '),
      '{\n  "a": [\n    1.0,\n    {}\n  ]\n}',
    );
  });

  it('yields the text of every record in order, from the last of equal keys', () => {
    const pages = fc.array(value, { maxLength: 5 }).chain((records) =>
      fc
        .tuple(value, value, value, space, fc.constantFrom('"records"', '"\\u0072ecords"'))
        .map(([a, b, c, s, name]) => ({
          records,
          text:
            `${s}{"x":${a},"res":${b},"status":200,"r\\u0065s":${s}{"next":${c},"records":[1],` +
            `${s}${name}${s}:${s}[${records.length === 0 ? s : records.join(',')}]${s}},"y":${a}}${s}`,
        })),
    );
    fc.assert(
      fc.property(pages, ({ records, text }) => {
        const texts = recordTexts(text);
        assert.deepEqual(
          texts,
          records.map((record) => record.replaceAll(/^[ \t\r\n]+|[ \t\r\n]+$/g, '')),
        );
        // Throws if the generated page is not JSON.
        JSON.parse(text);
      }),
      RUNS,
    );
  });

  it('yields the same records as JSON.parse for any JSON, page or not', () => {
    fc.assert(
      fc.property(value, value, (text, records) => {
        for (const page of [text, `{"res":${text}}`, `{"res":{"records":${records}}}`]) {
          const json = JSON.parse(page) as { res?: { records?: unknown } } | null;
          const isPage =
            Object.hasOwn(json ?? {}, 'res') && Object.hasOwn(json?.res ?? {}, 'records');
          const expected = isPage ? json?.res?.records : [];
          const foundRecords = recordTexts(page).map((recordText): unknown =>
            JSON.parse(recordText),
          );
          assert.deepEqual(foundRecords, Array.isArray(expected) ? expected : []);
        }
      }),
      RUNS,
    );
  });

  it('is read and indented with strings of megabytes and any nesting', async () => {
    for (const long of [
      'a'.repeat(2e7),
      '\\n'.repeat(1e7),
      '\\\\'.repeat(1e7),
      '\\"'.repeat(1e6),
    ]) {
      const page = `{"res":{"records":["${long}",2]}}`;
      assert.deepEqual(
        recordTexts(page).map(({ length }) => length),
        [long.length + 2, 1],
      );
      // Two brackets, two quotes, two line ends and two spaces are added.
      assert.equal((await reindent(`["${long}"]`)).length, long.length + 8);
    }
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    assert.deepEqual(tokens(await reindent(deep)), tokens(deep));
    assert.deepEqual(recordTexts(`{"res":{"records":[${deep}]}}`), [deep]);
  });

  it('with a million nested lists is indented to a similar size, without blocking other work', async () => {
    const levels = 1_000_000;
    const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    let turns = 0;
    const timer = setInterval(() => turns++);
    const indented = await reindent(deep);
    clearInterval(timer);
    assert.ok(turns >= 3, `${turns} turns`);
    assert.ok(indented.length < 1.1 * deep.length, `${indented.length} characters`);
    assert.equal(indented.replaceAll(/\s/g, ''), deep);
    const wide = `${'['.repeat(1000)}${'1,'.repeat(1000)}1${']'.repeat(1000)}`;
    assert.ok((await reindent(wide)).length < 2 * wide.length);
  });

  it('stops being indented when aborted', async () => {
    const reason = new Error('stop');
    const work = reindent(`[${'1,'.repeat(100_000)}1]`, AbortSignal.abort(reason));
    await assert.rejects(work, reason);
  });
});
