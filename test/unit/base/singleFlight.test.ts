import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { type SharedRequest, SingleFlight } from '../../../src/base/promises.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import type { RetryWait } from '../../../src/base/endpoints.ts';
import { type PacingChanges, pacingOf } from '../service/client.ts';

/** Creates reads that end when the test resolves them. */
function heldReads() {
  const started: (PromiseWithResolvers<string> & { readonly request: SharedRequest })[] = [];
  const start = (request: SharedRequest): Promise<string> => {
    const heldBack = Promise.withResolvers<string>();
    started.push({ ...heldBack, request });
    return heldBack.promise;
  };
  return { started, start };
}

const newSignal = (): AbortSignal => new AbortController().signal;

describe('SingleFlight', () => {
  it('rejects for all callers after a failure, without starting again', async () => {
    const { started, start } = heldReads();
    const flights = new SingleFlight();
    const joined = [1, 2, 3].map(() => flights.join('key', newSignal(), start));
    const failure = new Error('no such tag');
    started[0]?.reject(failure);
    for (const read of joined) await assert.rejects(read, (error) => error === failure);
    assert.equal(started.length, 1);
  });

  it('lists its waiting callers, and removes its listeners from their signals', async () => {
    const { started, start } = heldReads();
    const flights = new SingleFlight();
    const [first, second] = [newSignal(), newSignal()];
    const leaving = new AbortController();
    const staying = [first, second].map((signal) => flights.join('key', signal, start));
    const leavingCall = flights.join('key', leaving.signal, start);
    const [firstStarted] = started;
    assert.deepEqual(firstStarted?.request.callerSignals, [first, second, leaving.signal]);
    leaving.abort(new Error('left'));
    await assert.rejects(leavingCall, /left/);
    assert.deepEqual(firstStarted?.request.callerSignals, [first, second]);
    await assert.rejects(flights.join('key', leaving.signal, start), /left/);
    firstStarted?.resolve('answer');
    assert.deepEqual(await Promise.all(staying), ['answer', 'answer']);
    for (const signal of [first, second, leaving.signal]) {
      assert.deepEqual(getEventListeners(signal, 'abort'), []);
    }
    assert.equal(started.length, 1);
  });

  it('can still be joined after many other flights have ended', async () => {
    const { started, start } = heldReads();
    const flights = new SingleFlight();
    const first = flights.join('key', newSignal(), start);
    for (let other = 0; other < 2_000; other++) {
      await flights.join(`other ${other}`, newSignal(), () => Promise.resolve(''));
    }
    const second = flights.join('key', newSignal(), start);
    started[0]?.resolve('answer');
    assert.deepEqual(await Promise.all([first, second]), ['answer', 'answer']);
    assert.equal(started.length, 1);
  });
});

describe('tries', () => {
  const lost = new ServiceError('getItem', { kind: 'lost', detail: 'reset' }, 'refused');
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const timerCount = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

  function triesOf(signal: AbortSignal, options: PacingChanges) {
    return pacingOf(log, { random: () => 0, ...options }).tries({
      signal,
      callerSignals: [signal],
    });
  }

  it('end when the maximum number is reached', async () => {
    const limits = { maxTries: 3, maxTotalMs: 60_000 };
    const tries = triesOf(newSignal(), { limits, sleep: () => Promise.resolve() });
    await tries.wait(lost, undefined);
    await tries.wait(lost, undefined);
    await assert.rejects(tries.wait(lost, undefined), (error) => error === lost);
  });

  it('end when the next one would start too late', async () => {
    let now = 0;
    const limits = { maxTries: 9, maxTotalMs: 1_000 };
    const sleep = () => Promise.resolve();
    const tries = triesOf(newSignal(), { limits, sleep, clock: { now: () => now } });
    now = 700;
    await tries.wait(lost, 300);
    now = 701;
    await assert.rejects(tries.wait(lost, 300), (error) => error === lost);
  });

  it('leave no timer or listener after waiting or after being aborted', async () => {
    const limits = { maxTries: 9, maxTotalMs: 3_600_000 };
    // A test has its own timer only after it has started.
    await new Promise(setImmediate);
    const timersBefore = timerCount();
    const stop = new AbortController();
    const waits: RetryWait[] = [];
    const tries = triesOf(stop.signal, { limits, onWait: (wait) => waits.push(wait) });
    await tries.wait(lost, undefined);
    assert.deepEqual(getEventListeners(stop.signal, 'abort'), []);
    const waiting = tries.wait(lost, 600_000);
    assert.equal(getEventListeners(stop.signal, 'abort').length, 1);
    stop.abort(new Error('enough'));
    await assert.rejects(waiting, /enough/);
    await assert.rejects(tries.wait(lost, 600_000), /enough/);
    assert.deepEqual(getEventListeners(stop.signal, 'abort'), []);
    assert.equal(timerCount(), timersBefore);
    // The 0 reports the end of the first wait. The second wait was aborted, so its end is not reported.
    assert.deepEqual(
      waits.map(({ delayMs }) => delayMs),
      [250, 0, 600_000],
    );
  });

  it('notify the remaining callers that the wait is over when the first caller leaves', async () => {
    const leader = new AbortController();
    const joined = newSignal();
    const reported: (readonly [AbortSignal, number])[] = [];
    const onWait = ({ signal, delayMs }: RetryWait) => reported.push([signal, delayMs]);
    const { signal } = leader;
    const limits = { maxTries: 9, maxTotalMs: 3_600_000 };
    const pacing = pacingOf(log, { random: () => 0, limits, onWait });
    const waiting = pacing.tries({ signal, callerSignals: [signal, joined] }).wait(lost, 30_000);
    leader.abort(new Error('left'));
    await assert.rejects(waiting, /left/);
    assert.deepEqual(reported, [
      [signal, 30_000],
      [joined, 30_000],
      [joined, 0],
    ]);
  });
});
