import assert from 'node:assert/strict';
import { ConcurrencyLimit } from '../../../src/service/pacing.ts';
import type { Transport } from '../../../src/service/transport/transport.ts';
import { cleanUp } from '../cleanup.ts';
import { successOf } from './answers.ts';
import { CALLS, openClient, SIGNAL } from './client.ts';

describe('ConcurrencyLimit', () => {
  it('runs a limited number at the same time, in order, and drops aborted waiters', async () => {
    const limit = new ConcurrencyLimit(2);
    const ends: (() => void)[] = [];
    const started: number[] = [];
    const run = async (id: number, signal = SIGNAL): Promise<void> => {
      if (!limit.enter()) await limit.wait(signal);
      started.push(id);
      await new Promise<void>((resolve) => ends.push(resolve));
      limit.leave();
    };
    const stop = new AbortController();
    const runs = [run(1), run(2), run(3, stop.signal), run(4)];
    assert.deepEqual(started, [1, 2]);
    stop.abort(new Error('gone'));
    await assert.rejects(runs[2] ?? Promise.resolve(), /gone/);
    ends[0]?.();
    await runs[0];
    await new Promise(setImmediate);
    assert.deepEqual(started, [1, 2, 4]);
    ends[1]?.();
    ends[2]?.();
    await Promise.all([runs[1], runs[3]]);
    await new Promise(setImmediate);
    const last = run(5);
    assert.deepEqual(started, [1, 2, 4, 5]);
    ends[3]?.();
    await last;
  });
});

describe('Requests beyond the limit', () => {
  afterEach(cleanUp);

  it('are sent when it is their turn, but not after their caller aborted', async () => {
    const answers: (() => void)[] = [];
    const transport: Transport = {
      send: async () => {
        await new Promise<void>((resolve) => answers.push(resolve));
        return { ...successOf('ok'), location: undefined, retryAfter: undefined };
      },
      close: async () => undefined,
    };
    const pacing = { concurrency: 1 };
    const { service } = openClient('http://127.0.0.1:1', { transport, pacing });
    /** Lets all steps that are ready run. */
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    };
    const stop = new AbortController();
    const first = CALLS.attachTag(service);
    const aborted = CALLS.attachTag(service, stop.signal);
    const last = CALLS.attachTag(service);
    await turns();
    assert.equal(answers.length, 1);
    stop.abort(new Error('gone'));
    await assert.rejects(aborted, /gone/);
    await turns();
    assert.equal(answers.length, 1, 'a canceled request starts no other request');
    answers[0]?.();
    await first;
    await turns();
    assert.equal(answers.length, 2);
    answers[1]?.();
    await last;
  });
});
