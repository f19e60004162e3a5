import assert from 'node:assert/strict';
import type { ServiceError } from '../../../src/base/errors.ts';
import type { PauseReason } from '../../../src/base/operation.ts';
import { attaches, LOST, OK, problem, reasonOf, refused, ScriptedRun } from './scriptedRun.ts';

/** Errors after which a run pauses, with their titles and the reason of the pause. */
const PAUSES: readonly (readonly [string, ServiceError, PauseReason])[] = [
  ['HTTP 401', refused(401), 'unauthorized'],
  ['errorCode 403', refused(200, 'no', 403), 'unauthorized'],
  ['a missing token', problem({ kind: 'token-missing' }, 'not-sent'), 'unauthorized'],
  [
    'a token that a header cannot contain',
    problem({ kind: 'bad-input', field: 'token', detail: '' }),
    'unauthorized',
  ],
  [
    'a refusal because the bot is read-only',
    problem({ kind: 'read-only', label: 'Shop' }, 'not-sent'),
    'read-only',
  ],
  ['HTTP 404 of a deleted tag', refused(404), 'tag-gone'],
  [
    'an invalid base URL',
    problem({ kind: 'bad-input', field: 'baseUrl', detail: '' }),
    'unreachable',
  ],
];

describe('Run: pauses', () => {
  for (const [name, error, reason] of PAUSES) {
    it(`pauses after ${name}, counts nothing as failed, and resumes where it paused`, async () => {
      const run = new ScriptedRun(attaches(200));
      run.reply = (index) => (index >= 90 ? { error } : OK);
      const end = await run.run();
      assert.deepEqual([reasonOf(end), end.kind === 'paused' && end.error], [reason, error]);
      assert.deepEqual(run.tally(), { done: 90, waiting: 110 });
      assert.deepEqual(end.counts, run.steps.at(-1)?.counts);
      // Four requests run at the same time.
      assert.ok(run.sent.length <= 94);
      run.reply = () => OK;
      assert.equal(reasonOf(await run.run()), 'done');
      assert.deepEqual(run.tally(), { done: 200 });
    });
  }

  it('checks after a 404 whether the tag is gone', async () => {
    const run = new ScriptedRun(attaches(50));
    run.reply = (index) => (index === 5 ? { error: refused(404, 'no such user') } : OK);
    assert.equal(reasonOf(await run.run({}, { isTagGone: async () => false })), 'done');
    assert.deepEqual(run.tally(), { done: 49, failed: 1 });
    assert.equal(run.states.get(5)?.detail, 'no such user');
    const goneTag = new ScriptedRun(attaches(50));
    goneTag.reply = run.reply;
    assert.equal(reasonOf(await goneTag.run({}, { isTagGone: async () => true })), 'tag-gone');
    const failedCheck = new ScriptedRun(attaches(50));
    failedCheck.reply = run.reply;
    const isTagGone = () => Promise.reject(LOST);
    assert.equal(reasonOf(await failedCheck.run({}, { isTagGone })), 'tag-gone');
    assert.equal(failedCheck.state(5), 'waiting');
  });

  it('pauses after 20 consecutive failures whose texts differ only in the user ID', async () => {
    const run = new ScriptedRun(attaches(200));
    run.concurrency = 1;
    run.reply = (index) => (index >= 90 ? { error: refused(400, `no user-${index} here`) } : OK);
    assert.equal(reasonOf(await run.run()), 'failing');
    assert.deepEqual(run.tally(), { done: 90, failed: 20, waiting: 90 });
    assert.equal(run.states.get(95)?.detail, 'no … here');
    // The next run tries the next twenty.
    assert.equal(reasonOf(await run.run()), 'failing');
    assert.deepEqual(run.tally(), { done: 90, failed: 40, waiting: 70 });
  });

  it('does not pause for different or non-consecutive failures', async () => {
    const run = new ScriptedRun(attaches(200));
    run.concurrency = 1;
    // This run has at most 18 failures in a row. The other run has at most four equal failures in a row.
    run.reply = (index) => (index % 19 === 0 ? OK : { error: refused(400) });
    assert.equal(reasonOf(await run.run()), 'done');
    const other = new ScriptedRun(attaches(200));
    other.reply = (index) => ({ error: refused(400, `reason ${index >> 2}`) });
    assert.equal(reasonOf(await other.run()), 'done');
  });

  it('lets current requests finish when it is paused', async () => {
    const run = new ScriptedRun(attaches(200));
    run.reply = (index) => {
      if (index === 50) run.runner?.pause('token-replaced');
      return { isCarriedOut: true, duration: index === 50 ? 5000 : 20 };
    };
    const end = await run.run();
    // A second pause does not change the reason.
    run.runner?.pause('person');
    assert.equal(reasonOf(end), 'token-replaced');
    assert.equal(run.state(50), 'done');
    // Four requests run at the same time.
    assert.ok(run.sent.length <= 54);
    assert.deepEqual(run.tally(), { done: run.sent.length, waiting: 200 - run.sent.length });
  });

  it('aborts its check of an unknown operation, and keeps the other outcomes, when it is paused', async () => {
    const run = new ScriptedRun(attaches(10));
    run.reply = (index) => (index === 3 ? { error: LOST, isCarriedOut: true } : OK);
    run.onRead = () => assert.fail('the check was not aborted');
    const running = run.start(
      {},
      {
        isApplied: async (_operation, signal) => {
          run.runner?.pause('closed');
          assert.ok(signal.aborted);
          throw signal.reason;
        },
      },
    );
    assert.equal(reasonOf(await run.time.until(running)), 'closed');
    assert.deepEqual(run.tally(), { done: 9, unknown: 1 });
  });

  it('can be paused before it starts', async () => {
    const run = new ScriptedRun(attaches(10));
    const running = run.start();
    run.runner?.pause('closed');
    assert.equal(reasonOf(await run.time.until(running)), 'closed');
    assert.deepEqual(run.sent, []);
  });

  it('pauses when the Journal cannot be written, without losing known outcomes', async () => {
    const run = new ScriptedRun(attaches(200));
    const diskFull = new Error('the disk is full');
    run.onStep = () => {
      if (run.sent.length > 50) throw diskFull;
    };
    const end = await run.run();
    assert.ok(end.kind === 'paused');
    assert.deepEqual([end.reason, end.error], ['journal', diskFull]);
    assert.ok((end.unsaved?.length ?? 0) > 0);
    const sentCount = run.sent.length;
    assert.equal(end.counts.done, sentCount);
    run.onStep = () => undefined;
    assert.equal(reasonOf(await run.run({ unsaved: end.unsaved })), 'done');
    assert.deepEqual(run.tally(), { done: 200 });
    assert.deepEqual([run.sent.length, run.reads.length], [200, 0]);
  });

  it('pauses if the last outcomes cannot be written, and checks them with the service when it resumes', async () => {
    const run = new ScriptedRun(attaches(10));
    run.onStep = (ended) => {
      if (ended.length > 0) throw new Error('the disk is full');
    };
    assert.equal(reasonOf(await run.run()), 'journal');
    run.onStep = () => undefined;
    assert.equal(reasonOf(await run.run()), 'done');
    assert.deepEqual([run.sent.length, run.reads.length], [10, 10]);
    assert.deepEqual(run.tally(), { done: 10 });
  });

  it('throws programming errors', async () => {
    const operations = attaches(3);
    const run = new ScriptedRun(operations);
    const fail = (): never => {
      throw new RangeError('a fault');
    };
    await assert.rejects(run.run({ operations: { count: 3, at: fail } }), /a fault/);
  });
});
