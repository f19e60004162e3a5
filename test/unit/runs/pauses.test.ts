import assert from 'node:assert/strict';
import type { ServiceError } from '../../../src/base/errors.ts';
import type { PauseReason } from '../../../src/base/operation.ts';
import { attaches, LOST, OK, problem, reasonOf, refused, ScriptedRun } from './scriptedRun.ts';

const PAUSES: readonly (readonly [string, ServiceError, PauseReason])[] = [
  ['401', refused(401), 'unauthorized'],
  ['403 as an error code', refused(200, 'no', 403), 'unauthorized'],
  ['no token', problem({ kind: 'token-missing' }, 'not-sent'), 'unauthorized'],
  [
    'a token that no header carries',
    problem({ kind: 'bad-input', field: 'token', detail: '' }),
    'unauthorized',
  ],
  ['read-only', problem({ kind: 'read-only', label: 'Shop' }, 'not-sent'), 'read-only'],
  ['the tag gone', refused(404), 'tag-gone'],
  ['no base URL', problem({ kind: 'bad-input', field: 'baseUrl', detail: '' }), 'unreachable'],
];

describe('core: what makes a run pause', () => {
  for (const [name, error, reason] of PAUSES) {
    it(`${name}: nothing counts as failed, and it goes on where it was`, async () => {
      const run = new ScriptedRun(attaches(200));
      run.reply = (index) => (index >= 90 ? { error } : OK);
      const end = await run.run();
      assert.deepEqual([reasonOf(end), end.kind === 'paused' && end.error], [reason, error]);
      assert.deepEqual(run.tally(), { done: 90, waiting: 110 });
      assert.deepEqual(end.counts, run.steps.at(-1)?.counts);
      assert.ok(run.sent.length <= 94);
      run.reply = () => OK;
      assert.equal(reasonOf(await run.run()), 'done');
      assert.deepEqual(run.tally(), { done: 200 });
    });
  }

  it('asks whether it is the tag that is not there', async () => {
    const run = new ScriptedRun(attaches(50));
    run.reply = (index) => (index === 5 ? { error: refused(404, 'no such user') } : OK);
    assert.equal(reasonOf(await run.run({}, { isTagGone: async () => false })), 'done');
    assert.deepEqual(run.tally(), { done: 49, failed: 1 });
    assert.equal(run.states.get(5)?.words, 'no such user');
    const gone = new ScriptedRun(attaches(50));
    gone.reply = run.reply;
    assert.equal(reasonOf(await gone.run({}, { isTagGone: async () => true })), 'tag-gone');
    const nobodyKnows = new ScriptedRun(attaches(50));
    nobodyKnows.reply = run.reply;
    const isTagGone = () => Promise.reject(LOST);
    assert.equal(reasonOf(await nobodyKnows.run({}, { isTagGone })), 'tag-gone');
    assert.equal(nobodyKnows.state(5), 'waiting');
  });

  it('pauses after 20 failures of the same words in a row, whosever they are', async () => {
    const run = new ScriptedRun(attaches(200));
    run.concurrency = 1;
    run.reply = (index) => (index >= 90 ? { error: refused(400, `no user-${index} here`) } : OK);
    assert.equal(reasonOf(await run.run()), 'failing');
    assert.deepEqual(run.tally(), { done: 90, failed: 20, waiting: 90 });
    assert.equal(run.states.get(95)?.words, 'no … here');
    // It tries the next twenty when it goes on.
    assert.equal(reasonOf(await run.run()), 'failing');
    assert.deepEqual(run.tally(), { done: 90, failed: 40, waiting: 70 });
  });

  it('does not pause for failures that differ, or are not in a row', async () => {
    const run = new ScriptedRun(attaches(200));
    run.concurrency = 1;
    run.reply = (index) => (index % 19 === 0 ? OK : { error: refused(400) });
    assert.equal(reasonOf(await run.run()), 'done');
    const other = new ScriptedRun(attaches(200));
    other.reply = (index) => ({ error: refused(400, `reason ${index >> 2}`) });
    assert.equal(reasonOf(await other.run()), 'done');
  });

  it('lets what is on its way come to its end when somebody pauses it', async () => {
    const run = new ScriptedRun(attaches(200));
    run.reply = (index) => {
      if (index === 50) run.runner?.pause('token-replaced');
      return { carried: true, takes: index === 50 ? 5000 : 20 };
    };
    const end = await run.run();
    run.runner?.pause('person');
    assert.equal(reasonOf(end), 'token-replaced');
    assert.equal(run.state(50), 'done');
    assert.ok(run.sent.length <= 54);
    assert.deepEqual(run.tally(), { done: run.sent.length, waiting: 200 - run.sent.length });
  });

  it('gives up its questions, not what it knows, when somebody pauses it', async () => {
    const run = new ScriptedRun(attaches(10));
    run.reply = (index) => (index === 3 ? { error: LOST, carried: true } : OK);
    run.onAsk = () => assert.fail('it was not given up');
    const running = run.start(
      {},
      {
        stands: async (_operation, signal) => {
          run.runner?.pause('closed');
          assert.ok(signal.aborted);
          throw signal.reason;
        },
      },
    );
    assert.equal(reasonOf(await run.time.until(running)), 'closed');
    assert.deepEqual(run.tally(), { done: 9, unknown: 1 });
  });

  it('can be paused before it begins', async () => {
    const run = new ScriptedRun(attaches(10));
    const running = run.start();
    run.runner?.pause('closed');
    assert.equal(reasonOf(await run.time.until(running)), 'closed');
    assert.deepEqual(run.sent, []);
  });

  it('pauses when its journal cannot be written, and loses nothing of what it knows', async () => {
    const run = new ScriptedRun(attaches(200));
    const full = new Error('the disk is full');
    run.onStep = () => {
      if (run.sent.length > 50) throw full;
    };
    const end = await run.run();
    assert.ok(end.kind === 'paused');
    assert.deepEqual([end.reason, end.error], ['journal', full]);
    assert.ok((end.unsaved?.length ?? 0) > 0);
    const through = run.sent.length;
    assert.equal(end.counts.done, through);
    run.onStep = () => undefined;
    assert.equal(reasonOf(await run.run({ unsaved: end.unsaved })), 'done');
    assert.deepEqual(run.tally(), { done: 200 });
    assert.deepEqual([run.sent.length, run.asked.length], [200, 0]);
  });

  it('pauses for its journal at its end too, and without what it knew asks the service', async () => {
    const run = new ScriptedRun(attaches(10));
    run.onStep = (ended) => {
      if (ended.length > 0) throw new Error('the disk is full');
    };
    assert.equal(reasonOf(await run.run()), 'journal');
    run.onStep = () => undefined;
    assert.equal(reasonOf(await run.run()), 'done');
    assert.deepEqual([run.sent.length, run.asked.length], [10, 10]);
    assert.deepEqual(run.tally(), { done: 10 });
  });

  it('throws faults of the program', async () => {
    const operations = attaches(3);
    const run = new ScriptedRun(operations);
    const at = (): never => {
      throw new RangeError('a fault');
    };
    await assert.rejects(run.run({ operations: { count: 3, at } }), /a fault/);
  });
});
