import assert from 'node:assert/strict';
import { attaches, NOT_SENT, OK, problem, reasonOf, refused, ScriptedRun } from './scriptedRun.ts';

const busyError = (retryAfterMs?: number) =>
  problem(
    { kind: 'failure', httpStatus: 429, errorMessage: 'slowly', errorCode: 429 },
    'refused',
    retryAfterMs,
  );

describe('Run: pacing', () => {
  it('pauses all requests as long as the service says, and then resends the refused one', async () => {
    const run = new ScriptedRun(attaches(400));
    run.reply = (index, times) => (index === 100 && times === 1 ? { error: busyError(7000) } : OK);
    let savedTime = 0;
    run.onStep = (ended) => {
      if (savedTime === 0 && ended.some(({ index }) => index === 100)) savedTime = run.time.now();
    };
    assert.equal(reasonOf(await run.run()), 'done');
    assert.deepEqual(run.tally(), { done: 400 });
    const [firstTime = 0, resentTime = 0] = run.sentAt.get(100) ?? [];
    // Each request takes 20 ms.
    const refusedTime = firstTime + 20;
    assert.ok(resentTime >= refusedTime + 7000);
    assert.ok(savedTime < refusedTime + 100, 'known outcomes are saved before the wait');
    for (const [, [sentTime = 0]] of run.sentAt) {
      assert.ok(sentTime < refusedTime || sentTime >= refusedTime + 7000);
    }
    const waits = run.progress.map(({ waitingMs }) => waitingMs).filter((ms) => ms > 0);
    assert.ok(waits.length >= 6 && Math.max(...waits) === 7000);
    assert.deepEqual(
      waits,
      waits.toSorted((a, b) => b - a),
    );
    assert.deepEqual([run.reads.length, run.times(101)], [0, 1]);
  });

  it('treats an error code or the status of a proxy page like the HTTP status', async () => {
    const run = new ScriptedRun(attaches(20));
    const page = { kind: 'protocol', contentType: 'text/html', detail: '', excerpt: '' } as const;
    run.reply = (index, times) => {
      if (times > 1) return OK;
      if (index === 3) return { error: refused(200, 'slowly', 429) };
      return index === 5 ? { error: problem({ ...page, httpStatus: 429 }, 'unknown') } : OK;
    };
    assert.equal(reasonOf(await run.run()), 'done');
    assert.deepEqual([run.times(3), run.times(5), run.reads.length], [2, 2, 0]);
  });

  it('sends fewer requests at a time after a refusal, and recovers slowly', async () => {
    const run = new ScriptedRun(attaches(1000));
    run.reply = (index, times) => (index === 20 && times === 1 ? { error: busyError(1000) } : OK);
    await run.run();
    const startOf = (index: number): number => run.sentAt.get(index)?.at(-1) ?? 0;
    const tookFrom = (index: number): number => startOf(index + 40) - startOf(index);
    // 40 requests of 20 ms each with two, three and four at a time.
    for (const [from, took] of [
      [25, 400],
      [75, 267],
      [200, 200],
    ] as const) {
      assert.ok(Math.abs(tookFrom(from) - took) <= 20, `${tookFrom(from)} from ${from} on`);
    }
  });

  it('slows down only once for requests that were refused together', async () => {
    const run = new ScriptedRun(attaches(400));
    run.reply = (index, times) => (index < 4 && times === 1 ? { error: busyError(1000) } : OK);
    await run.run();
    const startOf = (index: number): number => run.sentAt.get(index)?.at(-1) ?? 0;
    // Includes the four refused requests. One request at a time would take 800 ms.
    assert.equal(startOf(45) - startOf(5), 440);
  });

  it('waits longer each time if the service does not say how long', async () => {
    const run = new ScriptedRun(attaches(1));
    run.reply = (_, times) => (times < 9 ? { error: busyError() } : OK);
    await run.run();
    const times = run.sentAt.get(0) ?? [];
    const waits = times
      .slice(1)
      .map((time, index) => Math.round((time - (times[index] ?? 0)) / 1000));
    assert.deepEqual(waits, [1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it('retries immediately at first, but waits over 10 s in the end, if the service asks for no wait', async () => {
    const run = new ScriptedRun(attaches(1));
    run.reply = (_, times) => (times < 9 ? { error: busyError(0) } : OK);
    await run.run();
    const times = run.sentAt.get(0) ?? [];
    assert.ok((times[1] ?? 0) - (times[0] ?? 0) < 100);
    assert.ok((times.at(-1) ?? 0) - (times.at(-2) ?? 0) > 10_000);
  });

  it('can be paused during any wait', async () => {
    const run = new ScriptedRun(attaches(10));
    run.reply = () => ({ error: busyError(Number.POSITIVE_INFINITY) });
    const running = run.start();
    void run.time.sleep(5000, new AbortController().signal).then(() => run.runner?.pause('person'));
    assert.equal(reasonOf(await run.time.until(running)), 'person');
    assert.deepEqual(run.tally(), { waiting: 10 });
  });

  it('resends requests that were not sent', async () => {
    const run = new ScriptedRun(attaches(100));
    run.reply = (index, times) => (index % 10 === 0 && times === 1 ? { error: NOT_SENT } : OK);
    assert.equal(reasonOf(await run.run()), 'done');
    assert.deepEqual(run.tally(), { done: 100 });
    assert.equal(run.reads.length, 0);
  });

  it('waits while the circuit of the client is open, and pauses after one minute', async () => {
    const run = new ScriptedRun(attaches(100));
    const open = problem({ kind: 'circuit-open', retryInMs: 15_000 }, 'not-sent');
    run.reply = () => ({ error: open, duration: 0 });
    const startTime = run.time.now();
    const end = await run.run();
    assert.deepEqual([reasonOf(end), end.kind === 'paused' && end.error], ['unreachable', open]);
    assert.deepEqual(run.tally(), { waiting: 100 });
    const lasted = run.time.now() - startTime;
    assert.ok(lasted >= 60_000 && lasted < 80_000, `${lasted} ms`);
    assert.ok(run.sent.length <= 20);
    // The next run starts with a clean state.
    run.reply = () => OK;
    assert.equal(reasonOf(await run.run()), 'done');
  });

  it('pauses after twenty requests that were not sent', async () => {
    const run = new ScriptedRun(attaches(100));
    run.reply = () => ({ error: NOT_SENT, duration: 0 });
    run.concurrency = 30;
    assert.equal(reasonOf(await run.run()), 'unreachable');
    assert.deepEqual(run.tally(), { waiting: 100 });
  });

  it('pauses immediately on an error that only a changed setting can fix', async () => {
    const run = new ScriptedRun(attaches(100));
    const lasting = { kind: 'connect', detail: 'certificate', isLasting: true } as const;
    run.reply = () => ({ error: problem(lasting, 'not-sent') });
    assert.equal(reasonOf(await run.run()), 'unreachable');
    assert.ok(run.sent.length <= 4);
  });

  it('pauses when only a gateway responds although reads work, and checks the outcome later', async () => {
    const run = new ScriptedRun(attaches(100));
    run.reply = () => ({ error: refused(503), isCarriedOut: true });
    assert.equal(reasonOf(await run.run()), 'unreachable');
    assert.ok((run.tally().unknown ?? 0) + (run.tally().done ?? 0) <= 20);
    run.reply = () => OK;
    assert.equal(reasonOf(await run.run()), 'done');
    assert.deepEqual(run.tally(), { done: 100 });
    assert.deepEqual(
      [...run.carriedOut.values()],
      Array.from({ length: 100 }, () => 1),
    );
  });
});
