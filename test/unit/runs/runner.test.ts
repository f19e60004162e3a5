import assert from 'node:assert/strict';
import type { Operations } from '../../../src/base/operation.ts';
import { attaches, OK, reasonOf, refused, ScriptedRun } from './scriptedRun.ts';

/** Returns the numbers from 0 to `count - 1`. */
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('Run', () => {
  it('sends each request once, at most four at a time, each committed beforehand', async () => {
    const run = new ScriptedRun(attaches(1000));
    const end = await run.run();
    assert.deepEqual(end, {
      kind: 'done',
      counts: { total: 1000, done: 1000, failed: 0, unknown: 0, skipped: 0, waiting: 0 },
    });
    assert.deepEqual(run.sent, upTo(1000));
    assert.deepEqual(run.tally(), { done: 1000 });
    assert.equal(run.maxConcurrent, 4);
  });

  it('changes one tag of a user at a time, and several users at the same time', async () => {
    const run = new ScriptedRun(attaches(200, 3));
    run.reply = (index) => ({ ...OK, duration: 5 + (index % 7) * 10 });
    await run.run();
    assert.deepEqual(run.tally(), { done: 600 });
    assert.equal(run.maxConcurrent, 4);
    assert.equal(run.maxConcurrentOfUser, 1);
  });

  it('commits the next group while requests are running, so that requests do not stall', async () => {
    const run = new ScriptedRun(attaches(2000));
    // Longer than a request, so that a late commit would stall the requests.
    const commitMs = 30;
    run.onStep = () => run.time.sleep(commitMs, new AbortController().signal);
    const startTime = run.time.now();
    await run.run();
    const took = run.time.now() - startTime;
    const requestMs = 20;
    const timeOfRequests = (2000 / 4) * requestMs;
    assert.ok(
      took <= timeOfRequests + 2 * commitMs + requestMs,
      `${took} ms, and ${timeOfRequests} without commits`,
    );
    const largest = Math.max(...run.steps.map(({ begun }) => begun.length));
    assert.ok(run.steps.length < 30 && largest <= 160, `${run.steps.length} of ${largest}`);
  });

  it('keeps the text of a refusal, without the user', async () => {
    const run = new ScriptedRun(attaches(40));
    run.reply = (index) => (index === 7 ? { error: refused(400, 'USER-7 is blocked') } : OK);
    await run.run();
    assert.deepEqual(run.states.get(7), { state: 'failed', detail: '… is blocked' });
    assert.equal(run.times(7), 1);
  });

  it('checks first if requested, and sends no operation before its check', async () => {
    const run = new ScriptedRun(attaches(200));
    run.isThere = (index) => index % 3 === 0;
    const readCountAtBegin = new Map<number, number>();
    run.onStep = () => {
      for (const [index, { state }] of run.states) {
        if (state === 'sending' && !readCountAtBegin.has(index))
          readCountAtBegin.set(index, run.reads.length);
      }
    };
    const end = await run.run({ checkFirst: true });
    assert.equal(reasonOf(end), 'done');
    assert.deepEqual(run.tally(), { skipped: 67, done: 133 });
    assert.ok(run.sent.every((index) => index % 3 !== 0));
    for (const index of run.sent) {
      const readIndex = run.reads.findIndex((read) => read.index === index);
      assert.ok(readIndex >= 0 && readIndex < (readCountAtBegin.get(index) ?? 0));
    }
    assert.equal(run.reads.length, 200);
    assert.equal(run.maxConcurrent, 4);
  });

  it('checks first only for selected operations', async () => {
    const run = new ScriptedRun(attaches(100));
    run.isThere = () => true;
    await run.run({ checkFirst: (index) => index % 10 === 0 });
    assert.deepEqual(run.tally(), { skipped: 10, done: 90 });
  });

  it('ends when all operations were skipped, and has committed them', async () => {
    const run = new ScriptedRun(attaches(1500));
    run.isThere = () => true;
    assert.equal(reasonOf(await run.run({ checkFirst: true })), 'done');
    assert.deepEqual(run.tally(), { skipped: 1500 });
    assert.ok(run.steps.length >= 3);
  });

  it('pauses after the requested number of users, and continues with the next ones', async () => {
    const run = new ScriptedRun(attaches(30, 2));
    run.reply = (index) => (index === 3 ? { error: refused(400) } : OK);
    assert.equal(reasonOf(await run.run({ pauseAfterUsers: 10 })), 'person');
    assert.deepEqual(run.tally(), { done: 19, failed: 1, waiting: 40 });
    assert.equal(reasonOf(await run.run({ pauseAfterUsers: 10 })), 'person');
    assert.deepEqual(run.tally(), { done: 39, failed: 1, waiting: 20 });
    assert.equal(reasonOf(await run.run({ pauseAfterUsers: 10 })), 'done');
    assert.deepEqual(
      run.sent.toSorted((a, b) => a - b),
      upTo(60),
    );
  });

  it('counts an item to delete as skipped if it is already gone', async () => {
    const operations: Operations = {
      count: 3,
      at: (index) => ({ kind: 'delete', itemId: `tag-${index}`, line: 0 }),
    };
    const run = new ScriptedRun(operations);
    run.reply = (index) => (index === 1 ? { error: refused(404) } : OK);
    assert.equal(reasonOf(await run.run()), 'done');
    assert.deepEqual(run.tally(), { done: 2, skipped: 1 });
  });

  it('reports progress at most five times a second, and at the end', async () => {
    const run = new ScriptedRun(attaches(2000));
    await run.run();
    const { progress } = run;
    assert.ok(progress.length > 40 && progress.length < 55, `${progress.length} in 10 s`);
    const last = progress.at(-1);
    assert.deepEqual([last?.counts.done, last?.waitingMs], [2000, 0]);
    for (const { rate } of progress.slice(3)) assert.ok(rate > 185 && rate < 205, `${rate}`);
  });

  it('reports the rate of the last seconds', async () => {
    const run = new ScriptedRun(attaches(2000));
    run.reply = (index) => ({ ...OK, duration: index < 1800 ? 20 : 200 });
    await run.run();
    const rate = run.progress.at(-1)?.rate ?? 0;
    assert.ok(rate > 15 && rate < 25, String(rate));
  });

  it('saves outcomes after two seconds, even while requests are running', async () => {
    const run = new ScriptedRun(attaches(16));
    let doneBeforeLast = 0;
    run.reply = (index) => {
      if (index === 15) doneBeforeLast = run.tally().done ?? 0;
      return { ...OK, duration: 2500 + index * 100 };
    };
    await run.run();
    assert.ok(doneBeforeLast >= 8, String(doneBeforeLast));
  });

  it('does nothing if there are no operations', async () => {
    const run = new ScriptedRun(attaches(0));
    assert.equal(reasonOf(await run.run()), 'done');
    assert.deepEqual(run.steps, []);
  });
});
