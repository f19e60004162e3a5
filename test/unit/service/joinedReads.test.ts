import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { TransportError, type Transport } from '../../../src/service/transport/transport.ts';
import { cleanUp } from '../cleanup.ts';
import { successOf } from './answers.ts';
import { CALLS, openClient, openSandboxClient, SIGNAL } from './client.ts';

const NO_HEADERS = { location: undefined, retryAfter: undefined };

describe('Identical reads', () => {
  afterEach(cleanUp);

  it('share one request, which continues when a caller who joined it leaves', async () => {
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
    assert.equal(sandbox.requests.listCustomers, 3, 'the answer of an ended read is not reused');
    assert.deepEqual(getEventListeners(SIGNAL, 'abort'), [], 'no listener remains');
  });

  it('are requested once more when the first caller leaves', async () => {
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

describe('Read with a new token', () => {
  afterEach(cleanUp);

  it('joins no read with the previous token, but other reads with the same token', async () => {
    let generation = 0;
    const heldAnswers: (() => void)[] = [];
    const transport: Transport = {
      send: async () => {
        await new Promise<void>((resolve) => heldAnswers.push(resolve));
        return { ...successOf([]), ...NO_HEADERS };
      },
      close: async () => undefined,
    };
    const client = { transport, tokenGeneration: () => generation };
    const { service } = openClient('http://127.0.0.1:1', client);
    const reads = [CALLS.listUserTags(service)];
    while (heldAnswers.length < 1) await new Promise(setImmediate);
    generation = 1;
    reads.push(CALLS.listUserTags(service), CALLS.listUserTags(service));
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    assert.equal(heldAnswers.length, 2);
    for (const answer of heldAnswers) answer();
    await Promise.all(reads);
  });
});

describe('Read after a write', () => {
  afterEach(cleanUp);

  for (const outcome of ['done', 'failed'] as const) {
    it(`joins no read that started before the write (write ${outcome})`, async () => {
      const heldAnswers: ((tags: readonly object[]) => void)[] = [];
      const transport: Transport = {
        send: async ({ path }) => {
          if (path.endsWith('/taglist')) {
            const { promise, resolve } = Promise.withResolvers<readonly object[]>();
            heldAnswers.push(resolve);
            return { ...successOf([{ tags: await promise }]), ...NO_HEADERS };
          }
          if (outcome === 'failed') throw new TransportError('reset', true);
          return { ...successOf('ok'), ...NO_HEADERS };
        },
        close: async () => undefined,
      };
      const { service } = openClient('http://127.0.0.1:1', { transport });
      const readBefore = CALLS.listUserTags(service);
      while (heldAnswers.length < 1) await new Promise(setImmediate);
      await CALLS.attachTag(service).catch(() => assert.equal(outcome, 'failed'));
      const readsAfter = [1, 2].map(() => CALLS.listUserTags(service));
      while (heldAnswers.length < 2) await new Promise(setImmediate);
      heldAnswers[0]?.([]);
      assert.deepEqual((await readBefore)[0]?.tags, []);
      // When the older read ends, the newer one must remain joinable.
      const last = CALLS.listUserTags(service);
      heldAnswers[1]?.([{ id: 'tag-a', name: 'A', timestamp: 1 }]);
      for (const lists of await Promise.all([...readsAfter, last])) {
        assert.deepEqual(
          lists[0]?.tags.map(({ id }) => id),
          ['tag-a'],
        );
      }
      assert.equal(heldAnswers.length, 2);
    });
  }
});
