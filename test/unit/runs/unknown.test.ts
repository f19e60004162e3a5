import assert from 'node:assert/strict';
import type { ServiceError } from '../../../src/base/errors.ts';
import {
  attaches,
  LIMIT_MS,
  LOST,
  OK,
  problem,
  reasonOf,
  refused,
  ScriptedRun,
} from './scriptedRun.ts';

const PROXY_PAGE = {
  kind: 'protocol',
  contentType: 'text/html',
  detail: 'no JSON',
  excerpt: '',
} as const;

const UNKNOWN: Readonly<Record<string, ServiceError>> = {
  'a lost answer': LOST,
  'a time-out': problem({ kind: 'timeout', limitMs: LIMIT_MS }, 'unknown'),
  'HTTP 502': refused(502),
  'HTTP 503 of a gateway': problem({ ...PROXY_PAGE, httpStatus: 503 }, 'unknown'),
  'HTTP 504': refused(504),
  'errorCode 503 with HTTP 200': refused(200, 'away', 503),
  'an unreadable answer': problem({ ...PROXY_PAGE, httpStatus: 200 }, 'unknown'),
  'HTTP 303': problem({ kind: 'redirect', httpStatus: 303, location: 'x' }, 'unknown'),
  'an answer too large': problem({ kind: 'too-large', limitBytes: 1 }, 'unknown'),
};

describe('Run: unknown outcomes', () => {
  for (const [name, error] of Object.entries(UNKNOWN)) {
    it(`${name}: is checked after the time limit, and resent if the tagging is missing`, async () => {
      const run = new ScriptedRun(attaches(400));
      run.reply = (index, times) => {
        const duration = error.problem.kind === 'timeout' ? LIMIT_MS : 20;
        if (index === 3) return { error, duration, isCarriedOut: true };
        return index === 5 && times === 1 ? { error, duration } : OK;
      };
      assert.equal(reasonOf(await run.run()), 'done');
      assert.deepEqual(run.tally(), { done: 400 });
      assert.deepEqual([run.times(3), run.times(5)], [1, 2]);
      assert.deepEqual([run.carriedOut.get(3), run.carriedOut.get(5)], [1, 1]);
      assert.equal(run.reads.length, 2);
      for (const { index, time } of run.reads) {
        const waited = time - (run.sentAt.get(index)?.[0] ?? 0);
        assert.ok(waited >= LIMIT_MS && waited < LIMIT_MS + 200, `${waited} ms`);
      }
      // All other operations continued in the same time.
      const first = run.reads[0]?.time ?? 0;
      const otherOperations = [...run.sentAt].filter(([index]) => index !== 5);
      assert.ok(otherOperations.every(([, [sent = 0]]) => sent < first));
      // An operation that is checked immediately is not reported as unknown before its check.
      if (error.problem.kind === 'timeout') return;
      const ends = run.steps
        .flatMap(({ ended }) => ended)
        .filter(({ state }) => state === 'unknown');
      assert.deepEqual(
        ends.map(({ index }) => index),
        [3, 5],
      );
    });
  }

  it('waits for the longer of two time limits', async () => {
    const run = new ScriptedRun(attaches(1));
    let limit = 60_000;
    run.reply = () => {
      limit = 10;
      return { error: LOST, isCarriedOut: true };
    };
    await run.run({}, { timeLimitMs: () => limit });
    assert.ok((run.reads[0]?.time ?? 0) - (run.sentAt.get(0)?.[0] ?? 0) >= 60_000);
  });

  it('leaves an operation unknown if the check is rejected, and the run ends', async () => {
    const run = new ScriptedRun(attaches(40));
    run.reply = (index) => (index === 3 ? { error: LOST } : OK);
    run.onRead = () => refused(400);
    const end = await run.run();
    assert.deepEqual([reasonOf(end), end.counts.unknown], ['done', 1]);
    assert.deepEqual(run.tally(), { done: 39, unknown: 1 });
    assert.equal(run.reads.length, 1);
  });

  it('repeats a check whose answer is lost', async () => {
    const run = new ScriptedRun(attaches(40));
    run.reply = (index) => (index === 3 ? { error: LOST, isCarriedOut: true } : OK);
    run.onRead = (_, times) => [undefined, LOST, refused(503), refused(429)][times];
    await run.run();
    assert.deepEqual(run.tally(), { done: 40 });
    assert.equal(run.reads.length, 4);
  });

  it('gives up an operation that is lost each time and never applied', async () => {
    const run = new ScriptedRun(attaches(40));
    run.reply = (index) => (index === 3 ? { error: refused(503, 'not this one') } : OK);
    assert.equal(reasonOf(await run.run()), 'done');
    assert.deepEqual(run.tally(), { done: 39, failed: 1 });
    assert.deepEqual(run.states.get(3)?.detail, 'not this one');
    assert.equal(run.times(3), 5);
  });

  it('checks operations of a killed process after the time limit, while others continue', async () => {
    const run = new ScriptedRun(attaches(400));
    for (const index of [1, 2]) run.states.set(index, { state: 'sending' });
    run.states.set(3, { state: 'unknown' });
    run.states.set(4, { state: 'failed', detail: 'no' });
    for (const index of [2, 3]) run.carriedOut.set(index, 1);
    const startTime = run.time.now();
    assert.equal(reasonOf(await run.run()), 'done');
    assert.deepEqual(run.tally(), { done: 399, failed: 1 });
    assert.deepEqual(
      run.reads.map(({ index }) => index).toSorted((a, b) => a - b),
      [1, 2, 3],
    );
    assert.ok(run.reads.every(({ time }) => time >= startTime + LIMIT_MS));
    assert.deepEqual([run.times(1), run.times(2), run.times(3), run.times(4)], [1, 0, 0, 0]);
    assert.ok((run.sentAt.get(1)?.[0] ?? 0) >= startTime + LIMIT_MS);
    assert.ok((run.sentAt.get(399)?.[0] ?? 0) < startTime + LIMIT_MS);
  });

  it('only checks unknown operations with onlyCheck', async () => {
    const run = new ScriptedRun(attaches(40));
    for (const index of [1, 2]) run.states.set(index, { state: 'unknown' });
    run.states.set(3, { state: 'sending' });
    run.carriedOut.set(2, 1);
    const end = await run.run({ onlyCheck: true });
    assert.equal(reasonOf(end), 'done');
    assert.deepEqual(run.sent, []);
    assert.deepEqual([run.state(1), run.state(2), run.state(3)], ['waiting', 'done', 'waiting']);
    assert.deepEqual([end.counts.done, end.counts.waiting], [1, 39]);
  });

  it('sends failed operations again with retryFailed, and saves those that it did not reach as waiting', async () => {
    for (const checkFirst of [false, true]) {
      const run = new ScriptedRun(attaches(40));
      for (const index of [1, 2, 30]) run.states.set(index, { state: 'failed', detail: 'no' });
      run.states.set(3, { state: 'done' });
      const end = await run.run({ retryFailed: true, checkFirst, pauseAfterUsers: 5 });
      assert.equal(reasonOf(end), 'person');
      assert.deepEqual(run.sent, [0, 1, 2, 4, 5], String(checkFirst));
      assert.deepEqual(run.tally(), { done: 6, waiting: 34 });
      assert.equal(run.states.get(30)?.detail, undefined);
      assert.deepEqual([end.counts.done, end.counts.failed, end.counts.waiting], [6, 0, 34]);
    }
  });

  it('treats any other thrown error as unknown, and pauses', async () => {
    const run = new ScriptedRun(attaches(40));
    const error = new TypeError('x is not a function');
    run.reply = (index) => (index === 3 ? { error } : OK);
    const end = await run.run();
    assert.deepEqual([reasonOf(end), end.kind === 'paused' && end.error], ['failing', error]);
    assert.equal(run.state(3), 'unknown');
  });
});
