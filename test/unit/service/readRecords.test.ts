import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceError } from '../../../src/base/errors.ts';
import { readPage } from '../../../src/service/readPage.ts';
import { readRecords } from '../../../src/service/readRecords.ts';
import { oddJson } from '../../../src/sandbox/spoiledData.ts';
import { recordTexts } from '../../support/recordTexts.ts';
import { sizeOf } from '../../support/sizes.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

function answerOf(body: Uint8Array | string) {
  const bytes = typeof body === 'string' ? bytesOf(body) : body;
  return { httpStatus: 200, contentType: 'application/json', body: bytes };
}

/** Returns the texts of the records and the key, or the error, as `readRecords` finds them. */
function byRecords(body: Uint8Array | string): unknown {
  try {
    const page = readRecords(answerOf(body), 'secret');
    const texts = page.records.map(({ start, end }) => textOf(page.body.subarray(start, end)));
    for (const { end } of page.records)
      assert.ok(end < page.body.length, 'a byte follows each record');
    return { texts, next: page.next };
  } catch (error) {
    return String(error);
  }
}

/** Returns the same as `byRecords`, but with the parser. */
function byParse(body: Uint8Array | string): unknown {
  const answer = answerOf(body);
  try {
    const { next } = readPage(answer, 'secret');
    return { texts: recordTexts(textOf(answer.body)), next };
  } catch (error) {
    return String(error);
  }
}

const page = (records: string, rest = ''): string =>
  `{"status":200,"res":{"records":${records}${rest}}}`;

/** Bodies of pages. Their records are found without a parser and without a copy of the body. */
const scannable = [
  page('[]'),
  page('[{"id":"a","n":1.0},null , [1] ]', ',"next":"k"'),
  page('[{"a":"\\u0041\\/"}]', ',"next":null'),
  page('[1]', ',"next":""'),
  ` \n${page('[ {"x" : 12345678901234567890.10 ,\r\n"y":"}"} ]', ' , "more":{"next":"no"}')}\t`,
  page(`[{"a":1},${'['.repeat(100_000)}${']'.repeat(100_000)},2]`),
  '{"errorCode":null,"res":{"next":"\\u006b2","records":["李"]},"errorMessage":null,"status":200}',
];

/** Bodies that are no page, and pages with duplicate or escaped names, unusual keys or a byte order mark. */
const unusual = [
  ...['', 'no', '[]', '{}', 'null', '<html>', page('[1]').slice(0, -1), `${page('[1]')}x`],
  page('{}'),
  page('null'),
  page('[1,]'),
  page('["\\x"]'),
  page('[01]'),
  page('[1]', ',"next":5'),
  page('[1]', ',"next":{}'),
  page('[1]', ',"records":[2]'),
  page('[1]', ',"next":"a","next":"b"'),
  page('[1]', ',"\\u006eext":"b"'),
  '{"status":200.0,"res":{"records":[1]}}',
  '{"status":201,"res":{"records":[1]}}',
  '{"status":"200","res":{"records":[1]}}',
  '{"res":{"records":[1]}}',
  '{"status":200,"res":{"records":[1]},"res":{"records":[2]}}',
  '{"status":200,"res":{"records":[1]},"errorCode":500}',
  '{"status":200,"res":{"records":[1]},"errorMessage":"no"}',
  '{"status":200,"res":{}}',
  '{"status":200,"res":[]}',
  `\u{feff}${page('[1]')}`,
];

describe('readRecords', () => {
  for (const body of scannable) {
    it(`finds the records of ${body.slice(0, 60)} without copying the body`, () => {
      const answer = answerOf(body);
      assert.equal(readRecords(answer, 'secret').body, answer.body);
      assert.deepEqual(byRecords(body), byParse(body));
    });
  }

  for (const body of unusual) {
    it(`has the same result as the parser for ${JSON.stringify(body.slice(0, 70))}`, () => {
      assert.deepEqual(byRecords(body), byParse(body));
    });
  }

  it('describes the whole body in an error', () => {
    const isWhole = (error: unknown): boolean =>
      error instanceof ServiceError &&
      error.problem.kind === 'protocol' &&
      error.problem.excerpt === '{"status":500,"res":{"records":[1,2]}}';
    assert.throws(
      () => readRecords(answerOf('{"status":500,"res":{"records":[1,2]}}'), 'secret'),
      isWhole,
    );
  });

  it('replaces invalid UTF-8 like the parser', () => {
    const body = Buffer.from(page('["a?b"]').replace('?', '\u{ff}'), 'latin1');
    assert.deepEqual(byRecords(body), byParse(body));
    assert.deepEqual(byRecords(body), { texts: ['"a\u{fffd}b"'], next: undefined });
  });

  it('has the same result as the parser for any valid or broken page', () => {
    const key = fc.oneof(fc.constantFrom('next', 'records', 'status', 'errorCode'), fc.string());
    const value = fc.jsonValue({ maxDepth: 3 });
    const fields = fc.dictionary(key, value, { maxKeys: 3 });
    const whole = fc.record({
      more: fields,
      status: fc.constantFrom<unknown>(200, 200, 200, 500, '200'),
      res: fc.record({
        more: fields,
        records: fc.array(value),
        next: fc.oneof(fc.string(), value),
      }),
    });
    const body = fc.tuple(whole, fc.boolean(), fc.option(fc.nat()), fc.string({ maxLength: 2 }));
    fc.assert(
      fc.property(body, ([{ more, status, res }, isOdd, cut, replacement]) => {
        const json = {
          ...more,
          status,
          res: { ...res.more, records: res.records, next: res.next },
        };
        const text = isOdd ? oddJson(json) : JSON.stringify(json);
        const position = cut === null ? text.length : cut % text.length;
        const broken = text.slice(0, position) + replacement + text.slice(position + 1);
        assert.deepEqual(byRecords(broken), byParse(broken));
      }),
      { numRuns: sizeOf('pageBodies') },
    );
  });
});
