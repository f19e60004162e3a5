import assert from 'node:assert/strict';

import * as fc from 'fast-check';

import { createdId, createdIdFromText } from '../../../src/service/createdId.ts';
import { readCreatedId } from '../../../src/service/readAnswer.ts';
import { answerOf, problemOf, SECRET, serviceErrorOf, successOf } from './answers.ts';

const ID = 'tag--PTfLM4wQ';

const READABLE: readonly (readonly [name: string, res: unknown])[] = [
  ['an object', { id: ID }],
  ['an object with other fields', { name: 'x', id: ID, other: null }],
  ['a string of JSON', JSON.stringify({ id: ID })],
  ['a string of JSON with spaces', ` { "id" : "${ID}" } `],
  ['a string of a string of JSON', JSON.stringify(JSON.stringify({ id: ID }))],
  ['a string that is almost JSON', `"{ "id": "${ID}" }"`],
  ['almost JSON with single quotes', `{'id': '${ID}'}`],
  ['almost JSON without quotes around the key', `{id:"${ID}"}`],
  ['almost JSON with a name that has an ID', `{'name': 'x "id": "evil"', 'id': '${ID}'}`],
  [
    'almost JSON with a name that has an ID in escaped quotes',
    `"{ "name": "x \\"id\\": \\"evil\\"", "id": "${ID}" }"`,
  ],
  ['almost JSON, the name last', `{id: "${ID}", name: 'x, id: "evil"'}`],
  ['almost JSON with other fields', `{id:'${ID}', type: 0, tags: [{id: 'other'}], a: {id: 'b'}}`],
  ['the bare ID', ID],
  ['the bare ID between spaces', ` ${ID}\n`],
  ['the bare ID in quotes', `"${ID}"`],
];

describe('created ID in an answer', () => {
  for (const [name, res] of READABLE) {
    it(`is read from ${name}`, () => {
      assert.equal(createdId(res), ID);
      assert.equal(readCreatedId(successOf(res), SECRET), ID);
    });
  }

  it('may consist of digits only', () => {
    for (const res of [123, '123', { id: 123 }, { id: '123' }, '{"id":123}']) {
      assert.equal(createdId(res), '123');
    }
  });

  it('is read from a body with unescaped quotes in `res`, unless the body is ambiguous', () => {
    const body = `{"res":"{ "id": "${ID}" }","status":200}`;
    assert.equal(readCreatedId(answerOf(body), SECRET), ID);
    const failed = `{"errorMessage":"{ "id": "${ID}" }","status":200}`;
    assert.equal(createdIdFromText(failed), undefined);
    assert.equal(createdIdFromText(`<p>"id": "${ID}"</p>`), undefined);
    const nameMember = '"name": "x \\"id\\": \\"evil\\""';
    const whole = `{"status": 200 , "res": "{ ${nameMember}, "id": "${ID}" }"}`;
    assert.equal(readCreatedId(answerOf(whole), SECRET), ID);
    for (const ambiguous of [
      `{"status":200,"res":"{ "name": "x", "id": "evil" }","a":"{ "q": "", "id": "${ID}" }"}`,
      `{"name":"\\"id\\":\\"evil\\"","res":"{ "name": "x" }","status":200}`,
      `{"res":"{ "name": "x "id": "evil"", "id": "${ID}" }","status":200}`,
      `{"res":"{ "name": "x" }","id":"evil","status":200}`,
      `{"res":"{ "id": "${ID}" }","status":2000}`,
      `{"res":"{ "id": "${ID}" }","x":"\\"status\\":200"}`,
    ]) {
      assert.equal(createdIdFromText(ambiguous), undefined, ambiguous);
    }
    problemOf('protocol', () => readCreatedId(answerOf(failed), SECRET));
  });

  const unreadable: readonly unknown[] = [
    {},
    { created: true },
    { id: '' },
    { id: null },
    { id: 1.5 },
    { id: 2 ** 53 },
    [],
    true,
    1.5,
    '',
    'created',
    '{"grid":"x"}',
    '"',
    '[1]',
    'null',
    '{"name":"x \\"id\\": \\"evil\\""}',
    '{"name": "x "id": "evil"", "id": "tag-1"}',
    '"{ "name": "x", "id": "evil", "y": "", "id": "tag-1" }"',
    `{'name': 'it's "id": "evil"'}`,
    `{'created': {'id': 'evil'}}`,
    `name = "id": "evil"`,
    `{id:"a b"}`,
    `{id:"tag-1"} {id:"tag-2"}`,
    `${'{a:'.repeat(100_000)}"id":"evil"`,
  ];
  for (const res of unreadable) {
    it(`is unknown in ${JSON.stringify(res).slice(0, 80)}, and the error reports it`, () => {
      assert.equal(createdId(res), undefined);
      const error = serviceErrorOf(() => readCreatedId(successOf(res), SECRET));
      assert.deepEqual(error.problem, { kind: 'unknown-id' });
      assert.equal(error.outcome, 'unknown');
      assert.match(error.message, /may have been created/);
    });
  }

  it('is the same in an object, JSON, almost JSON and plain text, for any ID', () => {
    const idText = fc.stringMatching(/^tag-[\w.~:@-]{1,20}$/);
    fc.assert(
      fc.property(idText, (id) => {
        const json = JSON.stringify({ id });
        for (const res of [{ id }, json, `"{ "id": "${id}" }"`, id]) {
          assert.equal(readCreatedId(successOf(res), SECRET), id);
        }
        assert.equal(createdIdFromText(`{"res":"${json}","status":200}`), id);
      }),
    );
  });

  it('is not read from a failure, which is reported as a failure', () => {
    const body = JSON.stringify({ errorMessage: `{"id":"${ID}"}`, errorCode: 500 });
    const problem = problemOf('failure', () => readCreatedId(answerOf(body), SECRET));
    assert.equal(problem.errorCode, 500);
  });

  it('is not searched for in an unterminated answer of 20 MB, which is a protocol error', () => {
    const endless = `{"status":200,"res":"{ "id": "${'a'.repeat(20_000_000)}`;
    problemOf('protocol', () => readCreatedId(answerOf(endless), SECRET));
  });
});
