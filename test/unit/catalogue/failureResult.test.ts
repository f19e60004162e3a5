import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceError, type Outcome } from '../../../src/base/errors.ts';
import type { Operation } from '../../../src/base/operation.ts';
import { errorTextOf, failureResultOf } from '../../../src/catalogue/failureResult.ts';
import { problem, refused } from '../runs/scriptedRun.ts';

function attach(rawUid: string): Operation {
  return { kind: 'attach', tagId: 't', user: { rawUid, pageId: 'p', channel: 1 }, line: 1 };
}

const ID = 'U0123456789abcdef0123456789abcdef';

describe('errorTextOf', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['the ID', `user ${ID} is blocked`, 'user … is blocked'],
    ['the ID in capitals', `USER ${ID.toUpperCase()}!`, 'USER …!'],
    ['the ID twice', `${ID}, ${ID}`, '…, …'],
    ['no ID', 'the tag is full', 'the tag is full'],
    ['line breaks', 'no\nway\u202e', 'no↵way[U+202E]'],
    ['an ID beyond the length limit', 'x'.repeat(280) + ID, `${'x'.repeat(280)}…`],
  ];
  for (const [name, message, expectedText] of cases) {
    it(`returns "${expectedText.slice(0, 30)}" for a message with ${name}`, () => {
      assert.equal(errorTextOf(refused(400, message), attach(ID)), expectedText);
    });
  }

  it('hides a short ID only as a separate word', () => {
    assert.equal(errorTextOf(refused(400, 'user ab about'), attach('ab')), 'user … about');
  });

  it('hides an encrypted ID, and an ID that is encoded as in a URL or in JSON', () => {
    const user = { uid: 'enc/1 "x" é', pageId: 'p', channel: 0 };
    const operation = { kind: 'detach', tagId: 't', user, line: 1 } as const;
    const message = `${user.uid} ${encodeURIComponent(user.uid)} ${JSON.stringify(user.uid)}`;
    assert.equal(errorTextOf(refused(400, message), operation), '… … "…"');
  });

  it('describes the problem if the service sent no message', () => {
    const errorText = errorTextOf(refused(400, ' ', 17), attach(ID));
    assert.match(errorText, /errorCode 17/);
    const lostConnection = problem({ kind: 'lost', detail: `reset by ${ID}` });
    assert.equal(errorTextOf(lostConnection, attach(ID)), 'the connection was lost: reset by …');
  });

  it('never contains an ID, for any ID and message', () => {
    const id = fc.string({ unit: 'grapheme', minLength: 6, maxLength: 40 });
    const text = fc.string({ unit: 'grapheme', maxLength: 400 });
    const property = fc.property(id, text, text, (userId, before, after) => {
      const errorText = errorTextOf(refused(400, before + userId + after), attach(userId));
      // The ID is replaced by `…`, so an ID with this character may appear to be there.
      assert.ok(!errorText.toLowerCase().includes(userId.toLowerCase()) || userId.includes('…'));
      assert.ok(errorText.length <= 300);
    });
    fc.assert(property, { seed: 14, numRuns: 2000 });
  });
});

describe('failureResultOf for a gateway failure', () => {
  const resultOfFailure = (outcome: Outcome) => {
    const down = { kind: 'failure', httpStatus: 502, errorMessage: 'down', errorCode: 1 } as const;
    return failureResultOf(new ServiceError('deleteItem', down, outcome));
  };

  it('returns "lost" if the write was sent, whatever the gateway says', () => {
    assert.deepEqual(
      [resultOfFailure('unknown'), resultOfFailure('refused')],
      [{ kind: 'lost' }, { kind: 'lost' }],
    );
  });

  it('returns "not-sent" if the check before the write failed', () => {
    assert.deepEqual(resultOfFailure('not-sent'), { kind: 'not-sent' });
  });
});
