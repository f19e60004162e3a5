import assert from 'node:assert/strict';

import { cutEnd, cutMiddle, oneLine } from '../../../src/base/safeText.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import { ACTIVE_CHARACTER, hostileTexts } from '../../support/hostileTexts.ts';

describe('safeText', () => {
  it('turns text into one line without active characters', () => {
    for (const [name, text] of Object.entries(hostileTexts)) {
      assert.doesNotMatch(oneLine(text), ACTIVE_CHARACTER, name);
    }
    assert.equal(oneLine('a\r\nb\nc\rd\u2028e'), 'a↵b↵c↵d↵e');
    assert.equal(oneLine('a\tb'), 'a b');
    assert.equal(oneLine('\u001b[31m\u007f\u0085'), '␛[31m␡↵');
    assert.equal(oneLine('x\u202ey\u2066\u009b'), 'x[U+202E]y[U+2066][U+009B]');
    assert.equal(oneLine('a\ud800b'), 'a\ufffdb');
  });

  it('leaves plain text unchanged', () => {
    for (const text of ['', 'VIP', '臺北市 😀', 'naïve “quote” — …', 'שלום\u200f', '[x](y) $(z)']) {
      assert.equal(oneLine(text), text);
    }
  });

  it('cuts text at the end or in the middle, never within a character', () => {
    assert.equal(cutEnd('abcdef', 6), 'abcdef');
    assert.equal(cutEnd('abcdefg', 6), 'abcde…');
    assert.equal(cutEnd('ab😀cd', 4), 'ab…');
    assert.equal(cutMiddle('abcdef', 6), 'abcdef');
    assert.equal(cutMiddle('0123456789', 5), '01…89');
    // A surrogate pair at the cut is kept whole, so the text can be one unit longer than the limit.
    for (let maxLength = 2; maxLength < 12; maxLength++) {
      const cut = cutMiddle('a😀b😀c😀d😀', maxLength);
      assert.ok(cut.length <= maxLength + 1 && cut.isWellFormed(), cut);
    }
  });

  it("limits the length of the service's message in an error, and shows it as one line", () => {
    const long = 'x'.repeat(5_000_000);
    const failure = {
      kind: 'failure',
      httpStatus: 500,
      errorMessage: long,
      errorCode: long,
    } as const;
    const refused = new ServiceError('attachTag', failure, 'refused');
    assert.equal(refused.problem.kind === 'failure' && refused.problem.errorMessage?.length, 300);
    assert.ok(refused.message.length < 400, String(refused.message.length));
    for (const text of Object.values(hostileTexts)) {
      const problem = { kind: 'failure', httpStatus: 500, errorMessage: text } as const;
      const error = new ServiceError('getItem', { ...problem, errorCode: undefined }, 'refused');
      assert.doesNotMatch(error.message, ACTIVE_CHARACTER);
    }
  });

  it('keeps the excerpt of a body out of messages and out of the error for callers', () => {
    const excerpt = '{"name":"王小明","phone":"0912-345-678"';
    const page = { httpStatus: 200, contentType: 'text/html', detail: 'not JSON', excerpt };
    const problem = { kind: 'protocol', ...page } as const;
    const error = new ServiceError('createItem', problem, 'unknown');
    error.bot = 'key';
    assert.doesNotMatch(`${error.message}${error.stack}`, /王小明|0912/);
    const clean = ServiceError.withoutExcerpt(error);
    assert.doesNotMatch(JSON.stringify({ ...clean, message: clean.message }), /王小明|0912/);
    assert.deepEqual([clean.message, clean.outcome, clean.bot], [error.message, 'unknown', 'key']);
    assert.equal(error.problem.kind === 'protocol' && error.problem.excerpt, problem.excerpt);
  });
});
