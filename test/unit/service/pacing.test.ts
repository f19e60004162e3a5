import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceError } from '../../../src/base/errors.ts';
import type { RetryWait } from '../../../src/base/endpoints.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { SECRET } from './answers.ts';
import { makeCertificate } from './certificates.ts';
import {
  ALL_CALLS,
  CALLS,
  openClient,
  openSandboxClient,
  type PacingChanges,
  SIGNAL,
} from './client.ts';
import { openHttpServer } from './httpServer.ts';
import { rejectionOf } from './rejection.ts';

const LIMITS = { maxTries: 4, maxTotalMs: 60_000 };

/** Returns pacing options without real waits. `onSleep` receives each wait in ms. */
function hurried(onSleep: (ms: number) => unknown = () => {}): PacingChanges {
  return {
    limits: LIMITS,
    random: () => 0,
    sleep: async (ms, signal) => {
      await onSleep(ms);
      signal.throwIfAborted();
    },
  };
}

/** Opens a server that sends these answers in order, repeats the last one, and counts the requests. */
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

describe('Retries', () => {
  afterEach(cleanUp);

  it('report Retry-After in the error of a write, which is not retried', async () => {
    const answer = { status: 429, body: { errorCode: 429, errorMessage: 'slowly' } };
    const server = await openServer([{ ...answer, retryAfter: '7' }, answer]);
    const { service } = openClient(server.baseUrl, { pacing: hurried() });
    for (const [count, retryAfterMs] of [7000, undefined].entries()) {
      const error = await rejectionOf(CALLS.attachTag(service));
      assert.ok(error instanceof ServiceError);
      assert.equal(error.retryAfterMs, retryAfterMs);
      assert.equal(ServiceError.withoutExcerpt(error).retryAfterMs, retryAfterMs);
      assert.equal(server.arrived(), count + 1);
    }
  });

  it('follow Retry-After, report each wait, and end with the answer', async () => {
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
        // The wait is over.
        ['getItem', 0, true],
      ],
    );
    assert.ok(log.some((line) => line.includes('the next one in 7000 ms')));
  });

  it('resend any call that was not sent because no connection was made, exactly once', async () => {
    for (const [name, call] of ALL_CALLS) {
      const closedSandbox = await startSandbox({ token: SECRET, customers: 1 });
      await closedSandbox.close();
      const port = Number(new URL(closedSandbox.baseUrl).port);
      let reopenedSandbox: Awaited<ReturnType<typeof startSandbox>> | undefined;
      // The service is reachable again after the first wait.
      const pacing = hurried(async () => {
        reopenedSandbox ??= await startSandbox({ token: SECRET, customers: 1, port });
      });
      const { service } = openClient(closedSandbox.baseUrl, { pacing });
      await call(service).catch((error: unknown) => {
        assert.ok(error instanceof ServiceError && error.outcome === 'refused', name);
      });
      assert.equal(reopenedSandbox?.requests[name], 1, name);
      await reopenedSandbox?.close();
    }
  });

  it('end immediately when the caller aborts during a wait', async () => {
    const { sandbox } = await openSandboxClient({ outage: 'on' });
    const stop = new AbortController();
    const reason = new Error('enough');
    const delays: number[] = [];
    const pacing = {
      ...hurried(() => stop.abort(reason)),
      onWait: ({ delayMs }: RetryWait) => delays.push(delayMs),
    };
    const client = openClient(sandbox.baseUrl, { pacing });
    await assert.rejects(CALLS.getItem(client.service, stop.signal), (error) => error === reason);
    assert.equal(sandbox.requests.getItem, 1);
    assert.ok(delays.length === 1 && delays[0] !== 0, 'only the start of the wait is reported');
  });

  it('end before the total time of a call is over', async () => {
    const server = await openServer([{ status: 503, retryAfter: '25' }]);
    let now = 0;
    const pacing = { ...hurried((ms) => (now += ms)), clock: { now: () => now } };
    const { service } = openClient(server.baseUrl, { pacing });
    await rejectionOf(CALLS.getItem(service));
    // A third wait would end after 75 s, and the limit is 60 s.
    assert.deepEqual([server.arrived(), now], [3, 50_000]);
  });
});

describe('Lasting failures', () => {
  afterEach(cleanUp);

  it('are not retried, and do not open the circuit', async () => {
    const pair = await makeCertificate('localhost');
    const server = await openHttpServer(undefined, pair);
    const { service, log } = openClient(server.baseUrl, { pacing: hurried() });
    // Five failures that may be temporary would open the circuit.
    for (let index = 0; index < 7; index++) {
      const error = await rejectionOf(CALLS.getItem(service));
      assert.ok(error instanceof ServiceError && error.problem.kind === 'connect');
      assert.equal(error.problem.isLasting, true);
    }
    assert.ok(log.every((line) => !line.includes('the next one in')));
  });
});
