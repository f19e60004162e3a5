import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import { readAnswer } from '../../../src/service/readAnswer.ts';
import { deletedIds, okResult, remoteItem, userTagLists } from '../../../src/service/wireFormat.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import {
  answerOf,
  assertNoSecret,
  problemOf,
  SECRET,
  serviceErrorOf,
  successOf,
  textOf,
} from './answers.ts';

/** Bodies in which the service reports a failure, with the message and code that are read from each. */
const FAILURES: readonly (readonly [body: string, message: unknown, code: unknown])[] = [
  ['{"errorMessage":"no","errorCode":500}', 'no', 500],
  ['{"errorMessage":"no"}', 'no', undefined],
  ['{"errorCode":"E7"}', undefined, 'E7'],
  ['{"errorCode":0}', undefined, 0],
  ['{"errorMessage":""}', '', undefined],
  ['{"errorMessage":{"a":1},"errorCode":null}', '{"a":1}', undefined],
  ['{"status":200,"res":"ok","errorCode":7}', undefined, 7],
];

/** Bodies that violate the service interface, with the detail of each error. */
const BROKEN: readonly (readonly [body: string, detail: RegExp])[] = [
  ['', /body is empty/],
  [' \r\n', /body is empty/],
  ['<html>502</html>', /not a JSON object/],
  ['{"status":200,"res":', /not a JSON object/],
  ['[]', /not a JSON object/],
  ['null', /not a JSON object/],
  ['"ok"', /not a JSON object/],
  ['{"res":"ok"}', /the status is missing, not 200/],
  ['{"res":"ok","status":"200"}', /the status is "200", not 200/],
  ['{"res":"ok","status":"0912345678"}', /the status is a value of type string, not 200/],
  ['{"res":"ok","status":201}', /status is 201/],
  ['{"res":"ok","status":null}', /status is null/],
  ['{"status":200}', /"res" is missing/],
  ['{"status":200,"res":null}', /"res" is missing/],
];

describe('readAnswer', () => {
  it('accepts a status of 200 with a usable res as a success, with any HTTP status', () => {
    for (const httpStatus of [200, 201, 404, 500]) {
      const answer = answerOf('{"res":"ok","status":200}', { httpStatus });
      assert.equal(readAnswer('attachTag', answer, okResult, SECRET), 'ok');
    }
    assert.equal(
      readAnswer('attachTag', answerOf('{"res":"ok","status":2e2}'), okResult, ''),
      'ok',
    );
    const withNulls = '\ufeff{"errorMessage":null,"errorCode":null,"res":"ok","status":200}';
    assert.equal(readAnswer('attachTag', answerOf(withNulls), okResult, ''), 'ok');
  });

  for (const [body, errorMessage, errorCode] of FAILURES) {
    it(`treats ${body} as a failure, with any HTTP status`, () => {
      for (const httpStatus of [200, 500]) {
        const error = serviceErrorOf(() =>
          readAnswer('attachTag', answerOf(body, { httpStatus }), okResult, SECRET),
        );
        assert.deepEqual(error.problem, { kind: 'failure', httpStatus, errorMessage, errorCode });
        assert.equal(error.outcome, 'refused');
        assert.equal(error.endpoint, 'attachTag');
      }
    });
  }

  for (const [body, detail] of BROKEN) {
    it(`treats ${JSON.stringify(body)} as a protocol error`, () => {
      const options = { httpStatus: 502, contentType: 'text/html' };
      const error = serviceErrorOf(() =>
        readAnswer('detachTag', answerOf(body, options), okResult, ''),
      );
      const problem = problemOf('protocol', () => {
        throw error;
      });
      assert.match(problem.detail, detail);
      assert.deepEqual([problem.httpStatus, problem.contentType], [502, 'text/html']);
      assert.equal(problem.excerpt, body);
      assert.equal(error.outcome, 'unknown');
      assert.match(error.message, /^detachTag: .*HTTP 502, text\/html/);
    });
  }

  it('reports where a res does not match, without its value', () => {
    const cases = [
      ['getItem', remoteItem, { id: 'x', name: 5, botId: 'b', type: 0 }, /^res: name: /],
      ['deleteItem', deletedIds, ['a', {}], /^res: 1: /],
      ['deleteItem', deletedIds, 'a', /^res: /],
      ['attachTag', okResult, 'personal data', /^res: /],
      ['listUserTags', userTagLists, [{ tags: [{ id: 'a', name: 5 }] }], /^res: 0\.tags\.0\./],
    ] as const;
    for (const [endpoint, schema, res, says] of cases) {
      const read = (): unknown => readAnswer<unknown>(endpoint, successOf(res), schema, '');
      const problem = problemOf('protocol', read);
      assert.match(problem.detail, says);
      assert.equal(problem.excerpt, '');
      assert.doesNotMatch(problem.detail, /personal/);
    }
  });

  it('treats a failed read as refused, and a failed write as unknown', () => {
    const outcomes = (['getItem', 'listUserTags', 'listCustomers'] as const).map(
      (endpoint) => serviceErrorOf(() => readAnswer(endpoint, answerOf('x'), okResult, '')).outcome,
    );
    assert.deepEqual(outcomes, ['refused', 'refused', 'refused']);
    for (const endpoint of ['createItem', 'deleteItem', 'attachTag', 'detachTag'] as const) {
      const error = serviceErrorOf(() => readAnswer(endpoint, answerOf('x'), okResult, ''));
      assert.equal(error.outcome, 'unknown');
    }
  });

  it('shows at most the first 200 characters, and redacts the token before cutting', () => {
    const long = 'x'.repeat(195) + SECRET + 'y'.repeat(500);
    const problem = problemOf('protocol', () =>
      readAnswer('attachTag', answerOf(long), okResult, SECRET),
    );
    assert.equal(problem.excerpt, `${'x'.repeat(195)}***yy`);
  });

  it('redacts the token in every field of the answer', () => {
    const encoded = encodeURIComponent(SECRET);
    const bodies = [
      `<p>${SECRET} ${encoded}</p>`,
      JSON.stringify({ errorMessage: `bad token ${SECRET}`, errorCode: `E-${encoded}` }),
      JSON.stringify({ errorMessage: { token: SECRET }, errorCode: [SECRET] }),
      JSON.stringify({ status: SECRET, res: 'ok' }),
      JSON.stringify({ status: { [SECRET]: SECRET }, res: 'ok' }),
      JSON.stringify({ status: 200, res: SECRET }),
    ];
    for (const body of bodies) {
      const answer = answerOf(body, { contentType: `text/html; x=${SECRET}` });
      const error = serviceErrorOf(() => readAnswer('attachTag', answer, okResult, SECRET));
      assertNoSecret(textOf(error));
    }
  });

  it('redacts the token between any other characters', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.integer({ min: 0, max: 3 }), (a, b, form) => {
        const inside = `${a}${SECRET}${b}`;
        const body = [
          inside,
          JSON.stringify(inside),
          JSON.stringify({ errorMessage: inside }),
          JSON.stringify({ errorMessage: [inside] }),
        ][form];
        const answer = answerOf(body ?? '');
        const error = serviceErrorOf(() => readAnswer('attachTag', answer, okResult, SECRET));
        assert.ok(!textOf(error).includes(SECRET));
      }),
    );
  });

  it('survives a failure that is nested too deeply to be serialized', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    for (const body of [
      `{"errorMessage":${deep}}`,
      `{"errorCode":${deep}}`,
      `{"status":${deep}}`,
    ]) {
      const error = serviceErrorOf(() => readAnswer('attachTag', answerOf(body), okResult, ''));
      assert.ok(error instanceof ServiceError);
    }
  });
});
