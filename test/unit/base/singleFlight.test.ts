import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { type Caller, SingleFlight } from '../../../src/base/promises.ts';
import { ServiceError } from '../../../src/base/errors.ts';
import type { RetryWait } from '../../../src/base/endpoints.ts';
import type { PacingOptions } from '../../../src/service/pacing.ts';
import { pacingOf } from '../service/client.ts';

/** Reads that end when the test says so. */
function heldReads() {
  const started: (PromiseWithResolvers<string> & { readonly caller: Caller })[] = [];
  const start = (caller: Caller): Promise<string> => {
    const held = Promise.withResolvers<string>();
    started.push({ ...held, caller });
    return held.promise;
  };
  return { started, start };
}

const signalOf = (): AbortSignal => new AbortController().signal;

describe('core: a flight of reads', () => {
  it('fails for everybody when it fails, and is not asked again', async () => {
    const { started, start } = heldReads();
    const flights = new SingleFlight();
    const all = [1, 2, 3].map(() => flights.join('key', signalOf(), start));
    const failure = new Error('no such tag');
    started[0]?.reject(failure);
    for (const one of all) await assert.rejects(one, (error) => error === failure);
    assert.equal(started.length, 1);
  });

  it('knows who waits for it, and leaves nothing at their signals', async () => {
    const { started, start } = heldReads();
    const flights = new SingleFlight();
    const [first, second] = [signalOf(), signalOf()];
    const leaving = new AbortController();
    const staying = [first, second].map((signal) => flights.join('key', signal, start));
    const left = flights.join('key', leaving.signal, start);
    const [read] = started;
    assert.deepEqual(read?.caller.callers, [first, second, leaving.signal]);
    leaving.abort(new Error('left'));
    await assert.rejects(left, /left/);
    assert.deepEqual(read?.caller.callers, [first, second]);
    await assert.rejects(flights.join('key', leaving.signal, start), /left/);
    read?.resolve('answer');
    assert.deepEqual(await Promise.all(staying), ['answer', 'answer']);
    for (const signal of [first, second, leaving.signal]) {
      assert.deepEqual(getEventListeners(signal, 'abort'), []);
    }
    assert.equal(started.length, 1);
  });

  it('is joined however many others ended since it began', async () => {
    const { started, start } = heldReads();
    const flights = new SingleFlight();
    const first = flights.join('key', signalOf(), start);
    for (let other = 0; other < 2_000; other++) {
      await flights.join(`other ${other}`, signalOf(), () => Promise.resolve(''));
    }
    const second = flights.join('key', signalOf(), start);
    started[0]?.resolve('answer');
    assert.deepEqual(await Promise.all([first, second]), ['answer', 'answer']);
    assert.equal(started.length, 1);
  });
});

describe('http: tries', () => {
  const lost = new ServiceError('getItem', { kind: 'lost', detail: 'reset' }, 'refused');
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

  function triesOf(signal: AbortSignal, options: Partial<PacingOptions>) {
    return pacingOf(log, { random: () => 0, ...options }).tries({ signal, callers: [signal] });
  }

  it('end when there were enough of them', async () => {
    const limits = () => ({ maxTries: 3, maxTotalMs: 60_000 });
    const tries = triesOf(signalOf(), { limits, sleep: () => Promise.resolve() });
    await tries.wait(lost, undefined);
    await tries.wait(lost, undefined);
    await assert.rejects(tries.wait(lost, undefined), (error) => error === lost);
  });

  it('end when the next one would begin too late', async () => {
    let now = 0;
    const limits = () => ({ maxTries: 9, maxTotalMs: 1_000 });
    const sleep = () => Promise.resolve();
    const tries = triesOf(signalOf(), { limits, sleep, clock: { now: () => now } });
    now = 700;
    await tries.wait(lost, 300);
    now = 701;
    await assert.rejects(tries.wait(lost, 300), (error) => error === lost);
  });

  it('leave neither timer nor listener, whether they waited or were given up', async () => {
    const limits = () => ({ maxTries: 9, maxTotalMs: 3_600_000 });
    // Only after it has begun has a test a timer of its own.
    await new Promise(setImmediate);
    const before = timers();
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
    assert.equal(timers(), before);
    assert.deepEqual(
      waits.map(({ delayMs }) => delayMs),
      [250, 0, 600_000],
    );
  });

  it('tell those who stay that the wait is over when the first one leaves', async () => {
    const leader = new AbortController();
    const joined = signalOf();
    const told: (readonly [AbortSignal, number])[] = [];
    const onWait = ({ signal, delayMs }: RetryWait) => told.push([signal, delayMs]);
    const { signal } = leader;
    const limits = () => ({ maxTries: 9, maxTotalMs: 3_600_000 });
    const pacing = pacingOf(log, { random: () => 0, limits, onWait });
    const waiting = pacing.tries({ signal, callers: [signal, joined] }).wait(lost, 30_000);
    leader.abort(new Error('left'));
    await assert.rejects(waiting, /left/);
    assert.deepEqual(told, [
      [signal, 30_000],
      [joined, 30_000],
      [joined, 0],
    ]);
  });
});
