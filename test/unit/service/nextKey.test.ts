import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import { nextKeyFromTail } from '../../../src/service/readRecords.ts';
import { sizeOf } from '../../support/sizes.ts';

const RUNS = { numRuns: sizeOf('scannedTexts') };

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
/** Returns the key of the next page, `null` on the last page, or `undefined` if the parser must read the page. */
const keyOf = (text: string): string | null | undefined => nextKeyFromTail(bytes(text));

interface Body {
  readonly status: unknown;
  readonly errorCode?: unknown;
  readonly errorMessage?: unknown;
  readonly res: { readonly next: unknown };
}

/** Checks the key against the parsed body. Invalid JSON is not checked. */
function assertMatchesParse(key: string | null, body: Uint8Array): void {
  let parsed: Body;
  try {
    parsed = JSON.parse(new TextDecoder().decode(body)) as Body;
  } catch {
    return;
  }
  assert.equal(key, parsed.res.next === '' ? null : parsed.res.next);
  assert.equal(parsed.status, 200);
  assert.deepEqual([parsed.errorCode ?? null, parsed.errorMessage ?? null], [null, null]);
}

const names = ['res', 'next', 'records', 'status', 'errorCode', 'errorMessage', 'x', '"next":"no"'];
const space = fc.constantFrom('', '', '', ' ', '\n', '\t\r\n  ');
/** Generates a string as JSON, sometimes with unnecessary escapes. */
const textJson = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.boolean()).map(([value, isEscaped]) => {
    const json = JSON.stringify(value);
    if (!isEscaped || !/^"[a-z]/.test(json)) return json;
    return `"\\u${json.charCodeAt(1).toString(16).padStart(4, '0')}${json.slice(2)}`;
  });
const text = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    'k',
    '門市',
    '"',
    '\\',
    '\\"',
    '"},"next":"no"',
    '},',
    ']}',
    '"next":"',
    '\\\\"',
  ),
);
const scalar = fc.oneof(
  textJson(text),
  textJson(fc.constantFrom('k', 'key-2')),
  fc.constantFrom('null', 'true', '0', '200', '-1.5E+3', '404', '1e2'),
);

interface Member {
  readonly json: string;
}

const { value: anyValue } = fc.letrec<{ value: string; object: string; list: string }>((tie) => ({
  value: fc.oneof({ maxDepth: 3, depthSize: 'small' }, scalar, scalar, tie('object'), tie('list')),
  object: objectOf(fc.array(memberOf(fc.constantFrom(...names), tie('value')), { maxLength: 4 })),
  list: fc
    .tuple(fc.array(tie('value'), { maxLength: 3 }), space)
    .map(([values, gap]) => `[${gap}${values.join(`${gap},${gap}`)}${gap}]`),
}));

function memberOf(name: fc.Arbitrary<string>, value: fc.Arbitrary<string>): fc.Arbitrary<Member> {
  return fc
    .tuple(textJson(name), value, space, space)
    .map(([key, json, before, after]) => ({ json: `${key}${before}:${after}${json}` }));
}

function objectOf(members: fc.Arbitrary<readonly Member[]>): fc.Arbitrary<string> {
  return fc
    .tuple(members, space, space)
    .map(([list, a, b]) => `{${a}${list.map(({ json }) => json).join(`${b},${a}`)}${b}}`);
}

const memberNamed = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<Member> =>
  memberOf(fc.constant(name), value);
const anyMember = memberOf(fc.constantFrom(...names), anyValue);
const anyMembers = fc.array(anyMember, { maxLength: 2 });
/** Generates the members in any order. */
const shuffled = (
  ...parts: fc.Arbitrary<Member | readonly Member[]>[]
): fc.Arbitrary<readonly Member[]> =>
  fc
    .tuple(fc.tuple(...parts), fc.array(fc.nat(), { minLength: 8, maxLength: 8 }))
    .map(([list, order]) =>
      list
        .flat()
        .map((member, index) => ({ member, rank: order[index % 8] ?? 0 }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ member }) => member),
    );

const record = fc.oneof(
  objectOf(fc.array(memberOf(fc.constantFrom('id', 'next', 'tags'), scalar), { maxLength: 3 })),
  anyValue,
);
const records = fc.array(record, { maxLength: 3 }).map((list) => `[${list.join(',')}]`);
const next = memberNamed('next', fc.oneof(textJson(text), fc.constant('null'), scalar));
/** Pages with their members in any order, and with members that a page does not have. */
const page = fc.oneof(
  shuffled(memberNamed('records', records), next),
  shuffled(memberNamed('records', records), next, anyMembers),
);
const body = fc
  .tuple(
    objectOf(
      fc.oneof(
        shuffled(memberNamed('status', fc.constant('200')), memberNamed('res', objectOf(page))),
        shuffled(
          memberNamed('status', fc.constant('200')),
          memberNamed('res', objectOf(page)),
          anyMembers,
        ),
      ),
    ),
    space,
    space,
  )
  .map(([json, before, after]) => before + json + after);

describe('nextKeyFromTail', () => {
  it('reads past empty and escaped strings without needing the parser', () => {
    const after = '"status":200,"res":{"records":[],"next":"k"}}';
    for (const value of ['', '\\"', '\\\\']) {
      assert.equal(keyOf(`{"x":"${value}",${after}`), 'k', value);
    }
  });

  it('reads the key of a page with any order of members and any white space', () => {
    const key = '"k\\"1\\\\"';
    for (const json of [
      `{"status":200,"res":{"records":[{"id":"a"},{"id":"b"}],"next":${key}}}`,
      `{"res":{"records":[],"next":${key}},"status":200}`,
      `{"res":{"records":[],"next":${key},"total":3,"more":"}]"},"errorCode":null,"status":200}`,
      ` { "a" : "}" , "status" : 200 ,\n"res" : { "records" : [ { } , { } ] , "next" : ${key} } } \n`,
      `{"status":200,"\\u0072es":{"next":"no","records":[],"n\\u0065xt":${key}}}`,
    ]) {
      assert.equal(keyOf(json), 'k"1\\', json);
    }
  });

  it('returns null for the last page', () => {
    assert.equal(keyOf('{"status":200,"res":{"records":[],"next":null}}'), null);
    assert.equal(keyOf('{"status":200,"res":{"records":[],"next":""}}'), null);
  });

  it('returns undefined if the key is not certain', () => {
    for (const json of [
      '',
      '}',
      '}}',
      '"k"}}',
      '[]',
      '{"next":"k"}',
      '{"res":{"next":"k"}}',
      '{"status":500,"res":{"next":"k"}}',
      '{"status":200,"status":500,"res":{"next":"k"}}',
      '{"errorCode":1,"status":200,"res":{"next":"k"}}',
      '{"status":200,"res":{"next":"k"},"errorMessage":"no"}',
      '{"status":200,"res":{"next":"k"},"res":5}',
      '{"status":200,"res":{"next":"k","records":[]}}',
      '{"status":200,"res":{"records":[]}}',
      '{"status":200,"res":{"records":[],"next":7}}',
      '{"status":200,"res":{"records":[]},"page":{"list":[],"next":"k"}}',
      '{"status":200,"page":{"list":[],"next":"k"}}',
      '{"status":200,"res":{"records":[],"page":{"next":"k"}}}',
      '{"status":200,"res":{"records":[{"at":{},"id":"a"}],"next":"k"}}',
      '{"status":200,"res":"{\\"next\\":\\"k\\"}"}',
    ]) {
      assert.equal(keyOf(json), undefined, json);
    }
  });

  it('agrees with the parser, or returns undefined', () => {
    let certain = 0;
    fc.assert(
      fc.property(body, (json) => {
        const key = keyOf(json);
        if (key === undefined) return;
        certain++;
        assertMatchesParse(key, bytes(json));
      }),
      RUNS,
    );
    assert.ok(certain > RUNS.numRuns / 20, `only ${certain} cases have a certain result`);
  });

  it('agrees with the parser on mutated bytes that still are a page', () => {
    const piece = fc.constantFrom(...'{}[]",:\\ 0a\u0080\u00ff'.split(''), '},"', '"next":"z"');
    const change = fc.tuple(fc.nat(), fc.nat(3), piece);
    fc.assert(
      fc.property(body, fc.array(change, { minLength: 1, maxLength: 3 }), (json, changes) => {
        let changed = Buffer.from(json).toString('latin1');
        for (const [offset, removedCount, added] of changes) {
          const position = offset % (changed.length + 1);
          changed = changed.slice(0, position) + added + changed.slice(position + removedCount);
        }
        const mutated = Buffer.from(changed, 'latin1');
        const key = nextKeyFromTail(mutated);
        if (key !== undefined) assertMatchesParse(key, mutated);
      }),
      RUNS,
    );
  });

  it('reads a body that is a part of a larger buffer', () => {
    const json = bytes('}}{"status":200,"res":{"records":[{},{}],"next":"k"}}"}}');
    assert.equal(nextKeyFromTail(json.subarray(2, -3)), 'k');
  });
});
