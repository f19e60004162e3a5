import assert from 'node:assert/strict';
import { Emitter } from '../../../src/core/async/emitter.ts';
import { Gate } from '../../../src/http/gate.ts';
import type { Transport } from '../../../src/http/transport/transport.ts';
import { cleanUp } from '../cleanup.ts';
import { successOf } from '../contract/answers.ts';
import { CALLS, openClient, SIGNAL } from './client.ts';
import { openRawServer } from './rawServer.ts';

describe('http: the gate', () => {
  it('lets so many run at once, in order, and forgets who aborted', async () => {
    const gate = new Gate(() => 2);
    const ends: (() => void)[] = [];
    const started: number[] = [];
    const run = async (id: number, signal = SIGNAL): Promise<void> => {
      if (!gate.enter()) await gate.wait(signal);
      started.push(id);
      await new Promise<void>((resolve) => ends.push(resolve));
      gate.leave();
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

describe('http: requests beyond the limit', () => {
  afterEach(cleanUp);

  it('are sent when it is their turn, and not at all once their caller has left', async () => {
    const answers: (() => void)[] = [];
    const transport: Transport = {
      send: async () => {
        await new Promise<void>((resolve) => answers.push(resolve));
        return { ...successOf('ok'), location: undefined, retryAfter: undefined };
      },
      close: async () => undefined,
    };
    const pacing = { concurrency: () => 1 };
    const { service } = openClient('http://127.0.0.1:1', { transport, pacing });
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 3; turn++) await new Promise(setImmediate);
    };
    const stop = new AbortController();
    const first = CALLS.attachTag(service);
    const left = CALLS.attachTag(service, stop.signal);
    const last = CALLS.attachTag(service);
    await turns();
    assert.equal(answers.length, 1);
    stop.abort(new Error('gone'));
    await assert.rejects(left, /gone/);
    await turns();
    assert.equal(answers.length, 1, 'who leaves makes no room');
    answers[0]?.();
    await first;
    await turns();
    assert.equal(answers.length, 2);
    answers[1]?.();
    await last;
  });
});

describe('http: a limit of requests at once that is changed', () => {
  afterEach(cleanUp);

  const hold = async (gate: Gate, id: number, started: number[]): Promise<void> => {
    if (!gate.enter()) await gate.wait(SIGNAL);
    started.push(id);
  };

  it('lets in all who have room now, in order, when one leaves', async () => {
    let limit = 1;
    const gate = new Gate(() => limit);
    const started: number[] = [];
    const runs = [1, 2, 3, 4, 5].map((id) => hold(gate, id, started));
    limit = 3;
    gate.leave();
    await Promise.all(runs.slice(0, 4));
    assert.deepEqual(started, [1, 2, 3, 4]);
    limit = 1;
    gate.leave();
    gate.leave();
    assert.ok(!gate.enter(), 'one is in, and one waits');
    gate.leave();
    await runs[4];
    assert.deepEqual(started, [1, 2, 3, 4, 5]);
  });

  it('passes nobody who waits', async () => {
    let limit = 1;
    const gate = new Gate(() => limit);
    const started: number[] = [];
    const runs = [1, 2].map((id) => hold(gate, id, started));
    limit = 2;
    assert.ok(!gate.enter(), 'it is the turn of the one that waits');
    await runs[1];
  });

  it('lets requests go at once, while none has ended', async () => {
    let concurrency = 1;
    const changed = new Emitter<void>();
    const [first, all] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const server = await openRawServer(() => {
      first.resolve();
      if (server.requests.length === 3) all.resolve();
    });
    const { service } = openClient(server.baseUrl, {
      pacing: { concurrency: () => concurrency, onDidChangeConcurrency: changed.event },
    });
    const stop = new AbortController();
    const calls = [1, 2, 3].map(() => CALLS.createItem(service, stop.signal));
    const ends = Promise.allSettled(calls);
    await first.promise;
    concurrency = 3;
    changed.fire();
    await all.promise;
    stop.abort();
    await ends;
  });
});
