import { getEventListeners } from 'node:events';
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Emitter } from '../../../src/core/emitter.ts';
import { ServiceError } from '../../../src/core/errors.ts';
import type { RetryWait } from '../../../src/core/retryWait.ts';
import { Gate } from '../../../src/http/gate.ts';
import type { PacingOptions } from '../../../src/http/pacing.ts';
import { TransportError, type Transport } from '../../../src/http/transport.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { SECRET, successOf } from '../contract/answers.ts';
import { makeCertificate } from './certificates.ts';
import { ALL_CALLS, CALLS, openClient, openSandboxClient, SIGNAL } from './client.ts';
import { openHttpServer } from './httpServer.ts';
import { openRawServer } from './rawServer.ts';
import { rejectionOf } from './rejection.ts';

const NO_HEADERS = { location: undefined, retryAfter: undefined };

const LIMITS = { maxTries: 4, maxTotalMs: 60_000 };

/** Pacing whose waits end at once, and say how long they would have been. */
function hurried(onSleep: (ms: number) => unknown = () => {}): Partial<PacingOptions> {
  return {
    limits: () => LIMITS,
    random: () => 0,
    sleep: async (ms, signal) => {
      await onSleep(ms);
      signal.throwIfAborted();
    },
  };
}

/** A server that answers each request in turn, and counts them. */
async function openServer(answers: { status: number; body?: unknown; retryAfter?: string }[]) {
  let arrived = 0;
  const server = createServer((request, response) => {
    request.resume();
    const answer = answers[Math.min(arrived++, answers.length - 1)];
    if (answer?.retryAfter !== undefined) response.setHeader('retry-after', answer.retryAfter);
    response.writeHead(answer?.status ?? 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer?.body ?? {}));
  });
  const listening = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', listening.resolve);
  await listening.promise;
  onCleanup(() => server.close());
  onCleanup(() => server.closeAllConnections());
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, arrived: () => arrived };
}

describe('http: retrying', () => {
  afterEach(cleanUp);

  it('heeds Retry-After, tells of each wait, and ends with the answer', async () => {
    const res = { id: 'tag-a', name: 'n', botId: 'b', type: 0 };
    const server = await openServer([
      { status: 503, retryAfter: '7' },
      { status: 200, body: { res, status: 200 } },
    ]);
    const waits: RetryWait[] = [];
    const slept: number[] = [];
    const pacing = {
      ...hurried((ms) => slept.push(ms)),
      onWait: (wait: RetryWait) => waits.push(wait),
    };
    const { service, log } = openClient(server.baseUrl, { pacing });
    assert.equal((await service.getItem('tag-a', SIGNAL)).name, 'n');
    assert.deepEqual(slept, [7000]);
    assert.deepEqual(
      waits.map(({ endpoint, delayMs, signal }) => [endpoint, delayMs, signal === SIGNAL]),
      [
        ['getItem', 7000, true],
        ['getItem', 0, true],
      ],
    );
    assert.ok(log.some((line) => line.includes('the next one in 7000 ms')));
  });

  it('sends a write again when no connection was made, and then once', async () => {
    for (const [name, call] of ALL_CALLS) {
      const first = await startSandbox({ token: SECRET, customers: 1 });
      await first.close();
      const port = Number(new URL(first.baseUrl).port);
      let later: Awaited<ReturnType<typeof startSandbox>> | undefined;
      const pacing = hurried(async () => {
        later ??= await startSandbox({ token: SECRET, customers: 1, port });
      });
      const { service } = openClient(first.baseUrl, { pacing });
      await call(service).catch((error: unknown) => {
        assert.ok(ServiceError.is(error) && error.outcome === 'refused', name);
      });
      assert.equal(later?.requests[name], 1, name);
      await later?.close();
    }
  });

  it('ends at once when the caller aborts while it waits', async () => {
    const { sandbox } = await openSandboxClient({ outage: 'on' });
    const stop = new AbortController();
    const reason = new Error('enough');
    const pacing = hurried(() => stop.abort(reason));
    const client = openClient(sandbox.baseUrl, { pacing });
    await assert.rejects(CALLS.getItem(client.service, stop.signal), (error) => error === reason);
    assert.equal(sandbox.requests.getItem, 1);
  });
});

describe('http: identical reads', () => {
  afterEach(cleanUp);

  it('are one request, which a caller who joined may leave', async () => {
    const { sandbox, service } = await openSandboxClient({ latencyMs: 30 });
    const stop = new AbortController();
    const query = { botId: sandbox.botId, limit: 3 };
    const first = service.listCustomers(query, SIGNAL);
    const second = service.listCustomers(query, stop.signal);
    const other = service.listCustomers({ ...query, limit: 4 }, SIGNAL);
    stop.abort(new Error('left'));
    await assert.rejects(second, /left/);
    assert.equal((await first).records.length, 3);
    assert.equal((await other).records.length, 4);
    assert.equal(sandbox.requests.listCustomers, 2);
    await service.listCustomers(query, SIGNAL);
    assert.equal(sandbox.requests.listCustomers, 3, 'an ended read is not kept');
    assert.deepEqual(getEventListeners(SIGNAL, 'abort'), []);
  });

  it('are asked anew, once, when the one leaves that asked first', async () => {
    const { sandbox, service } = await openSandboxClient({ latencyMs: 30 });
    const stop = new AbortController();
    const query = { botId: sandbox.botId, limit: 3 };
    const first = service.listCustomers(query, stop.signal);
    const others = [1, 2].map(() => service.listCustomers(query, SIGNAL));
    while (sandbox.requests.listCustomers === 0) await new Promise(setImmediate);
    stop.abort(new Error('left'));
    await assert.rejects(first, /left/);
    for (const other of others) assert.equal((await other).records.length, 3);
    assert.equal(sandbox.requests.listCustomers, 2);
  });
});

describe('http: a read after a write', () => {
  afterEach(cleanUp);

  for (const outcome of ['done', 'failed'] as const) {
    it(`joins none that began before it: the write is ${outcome}`, async () => {
      const held: ((tags: readonly object[]) => void)[] = [];
      const transport: Transport = {
        send: async ({ path }) => {
          if (path.endsWith('/taglist')) {
            const { promise, resolve } = Promise.withResolvers<readonly object[]>();
            held.push(resolve);
            return { ...successOf([{ tags: await promise }]), ...NO_HEADERS };
          }
          if (outcome === 'failed') throw new TransportError('reset', true);
          return { ...successOf('ok'), ...NO_HEADERS };
        },
        close: async () => undefined,
      };
      const { service } = openClient('http://127.0.0.1:1', { transport });
      const before = CALLS.listUserTags(service);
      while (held.length < 1) await new Promise(setImmediate);
      await CALLS.attachTag(service).catch(() => assert.equal(outcome, 'failed'));
      const after = [1, 2].map(() => CALLS.listUserTags(service));
      while (held.length < 2) await new Promise(setImmediate);
      held[0]?.([]);
      assert.deepEqual((await before)[0]?.tags, []);
      // The end of the older one leaves the newer one where the next caller finds it.
      const last = CALLS.listUserTags(service);
      held[1]?.([{ id: 'tag-a', name: 'A', timestamp: 1 }]);
      for (const lists of await Promise.all([...after, last])) {
        assert.deepEqual(
          lists[0]?.tags.map(({ id }) => id),
          ['tag-a'],
        );
      }
      assert.equal(held.length, 2);
    });
  }
});

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

describe('http: failures that waiting does not mend', () => {
  afterEach(cleanUp);

  it('are not tried again, and do not open the circuit', async () => {
    const pair = await makeCertificate('localhost');
    const server = await openHttpServer(undefined, pair);
    const { service, log } = openClient(server.baseUrl, { pacing: hurried() });
    for (let index = 0; index < 7; index++) {
      const error = await rejectionOf(CALLS.getItem(service));
      assert.ok(ServiceError.is(error) && error.problem.kind === 'connect');
      assert.equal(error.problem.isLasting, true);
    }
    assert.ok(log.every((line) => !line.includes('the next one in')));
  });
});
