import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { ServiceError } from '../../../src/base/errors.ts';
import { DIRECT } from '../../../src/base/networkOptions.ts';
import { createTransport } from '../../../src/service/transport/createTransport.ts';
import { TransportError, type Transport } from '../../../src/service/transport/transport.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { SECRET, successOf } from './answers.ts';
import { ALL_CALLS, CALLS, openClient, SIGNAL, WRITES, type ClientOptions } from './client.ts';

const NO_HEADERS = { location: undefined, retryAfter: undefined };
const SENT = 'sent';
const READ_ONLY_TEXT =
  '"Shop" is read-only, so nothing was sent. To allow changes, use "Bot Settings…" on the bot.';

async function readOnlyErrorOf(sending: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(ServiceError.isReadOnly(error), String(error));
  return error;
}

describe('Read-only bot', () => {
  afterEach(cleanUp);

  /**
   * Opens a client of a sandbox. The bot is read-only while `lockedAs` returns a label.
   * @returns `writes`: number of writes that arrived at the sandbox
   */
  async function openLocked(lockedAs: () => string | undefined, options: ClientOptions = {}) {
    const sandbox = await startSandbox({ token: SECRET, customers: 20 });
    onCleanup(() => sandbox.close());
    const client = openClient(sandbox.baseUrl, { ...options, lockedAs });
    const writes = (): number =>
      [...WRITES].reduce((sum, endpoint) => sum + sandbox.requests[endpoint], 0);
    return { ...client, sandbox, writes };
  }

  it('rejects each write, explains how to unlock, and allows reads', async () => {
    const { service, sandbox, writes, log } = await openLocked(() => 'Shop');
    for (const [endpoint, send] of ALL_CALLS) {
      if (!WRITES.has(endpoint)) {
        await send(service).catch(() => undefined);
        assert.equal(sandbox.requests[endpoint], 1, endpoint);
        continue;
      }
      const error = await readOnlyErrorOf(send(service));
      assert.equal(error.message, `${endpoint}: ${READ_ONLY_TEXT}`);
      assert.deepEqual([error.outcome, error.subject], ['not-sent', undefined]);
      assert.ok(log.includes(error.message), endpoint);
    }
    assert.equal(writes(), 0);
  });

  it('checks each write with the ID that it names, right before sending', async () => {
    const checkedIds: (string | undefined)[] = [];
    const problem = {
      kind: 'guarded-elsewhere',
      id: 'x',
      label: 'B',
      guard: 'production',
    } as const;
    const { service, writes } = await openLocked(() => undefined, {
      refusal: (id) => {
        checkedIds.push(id);
        return problem;
      },
    });
    const assertRefused = async (sending: Promise<unknown>): Promise<void> =>
      assert.rejects(
        sending,
        (error) =>
          ServiceError.isWriteRefused(error) &&
          error instanceof ServiceError &&
          error.outcome === 'not-sent' &&
          /in the list of "B", which is in production, so nothing was sent/.test(error.message),
      );
    for (const endpoint of WRITES) await assertRefused(CALLS[endpoint](service));
    const inFolder = { botId: 'b', name: 'n', type: 0, parentId: 'tag-folder' };
    await assertRefused(service.createItem(inFolder, SIGNAL));
    assert.deepEqual(checkedIds, [undefined, 'tag-a', 'tag-a', 'tag-a', 'tag-folder']);
    assert.equal(writes(), 0);
  });

  it("rejects writes over the host's fetch too", async () => {
    const network = { ...DIRECT, transport: 'host' } as const;
    const transport = createTransport({ settings: { network } });
    const { service, writes } = await openLocked(() => 'Shop', { transport });
    await readOnlyErrorOf(CALLS.createItem(service));
    assert.equal(writes(), 0);
  });

  it('stops a write that waits for a retry', async () => {
    let label: string | undefined;
    let tries = 0;
    const transport: Transport = {
      send: async () => {
        tries++;
        label = 'Shop';
        throw new TransportError('refused', false);
      },
      close: async () => undefined,
    };
    const limits = { maxTries: 4, maxTotalMs: 60_000 };
    const pacing = { limits, random: () => 0 };
    const { service } = openClient('http://127.0.0.1:1', {
      transport,
      pacing,
      lockedAs: () => label,
    });
    await readOnlyErrorOf(CALLS.deleteItem(service));
    assert.equal(tries, 1);
  });

  it('stops a write that waits for its turn', async () => {
    let label = '';
    const heldAnswers: (() => void)[] = [];
    const sent: string[] = [];
    const transport: Transport = {
      send: async ({ method }) => {
        sent.push(method);
        await new Promise<void>((resolve) => heldAnswers.push(resolve));
        return { ...successOf([]), ...NO_HEADERS };
      },
      close: async () => undefined,
    };
    const { service } = openClient('http://127.0.0.1:1', {
      transport,
      pacing: { concurrency: 1 },
      lockedAs: () => label || undefined,
    });
    const first = service.listUserTags({ rawUid: 'a', pageId: 'p', channel: 0 }, SIGNAL);
    const write = readOnlyErrorOf(CALLS.attachTag(service));
    while (heldAnswers.length === 0) await new Promise(setImmediate);
    label = 'Shop';
    for (const answer of heldAnswers) answer();
    await first.catch(() => undefined);
    await write;
    assert.equal(sent.length, 1);
  });

  it('stops a write while its connection is being established', async () => {
    const received: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('data', (chunk) => received.push(chunk));
      socket.on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onCleanup(() => void server.close());
    const transport = createTransport();
    let checks = 0;
    const { service } = openClient(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      // Unlocked at the check of the call, locked at the check of the transport.
      { transport, lockedAs: () => (checks++ === 0 ? undefined : 'Shop') },
    );
    await readOnlyErrorOf(CALLS.createItem(service));
    assert.deepEqual([checks, received], [2, []]);
    await transport.close();
  });

  it('sends no write in any of 10,000 random calls', async function () {
    this.timeout(120_000);
    const { service, sandbox, writes } = await openLocked(() => 'Shop', { keepsLog: false });
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
    const id = fc.oneof(fc.constantFrom(...sandbox.items().map((item) => item.id)), name);
    const user = fc.record({ rawUid: name, pageId: name, channel: fc.constantFrom(0, 1) });
    const create = fc.record({
      name,
      type: fc.nat(2),
      parentId: fc.option(id, { nil: undefined }),
    });
    const call = fc.oneof(
      create.map((item) => () => service.createItem({ ...item, botId: 'b' }, SIGNAL)),
      id.map((itemId) => () => service.deleteItem(itemId, SIGNAL)),
      fc.tuple(id, user).map(
        ([itemId, who]) =>
          () =>
            service.attachTag(itemId, who, SIGNAL),
      ),
      fc.tuple(id, user).map(
        ([itemId, who]) =>
          () =>
            service.detachTag(itemId, who, SIGNAL),
      ),
    );
    let refusedCount = 0;
    const property = fc.asyncProperty(
      fc.array(call, { minLength: 100, maxLength: 100 }),
      async (calls) => {
        const ends = await Promise.allSettled(calls.map((start) => start()));
        for (const end of ends) {
          assert.equal(end.status, 'rejected');
          assert.ok(end.reason instanceof ServiceError);
          assert.equal(end.reason.outcome, 'not-sent');
          refusedCount++;
        }
      },
    );
    await fc.assert(property, { numRuns: 100, endOnFailure: true });
    assert.equal(refusedCount, 10_000);
    assert.equal(writes(), 0);
  });

  it('sends exactly the writes that start while the bot is unlocked', async () => {
    const step = fc.record({
      lock: fc.boolean(),
      endpoint: fc.constantFrom('createItem', 'deleteItem', 'attachTag', 'detachTag'),
    });
    const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      let label: string | undefined;
      const { service, writes } = await openLocked(() => label);
      let expected = 0;
      for (const { lock, endpoint } of steps) {
        label = lock ? 'Shop' : undefined;
        const call = CALLS[endpoint as keyof typeof CALLS](service).then(() => SENT);
        if (lock) await readOnlyErrorOf(call);
        else {
          await call.catch((error: unknown) => assert.ok(!ServiceError.isReadOnly(error)));
          expected++;
        }
      }
      assert.equal(writes(), expected);
      await cleanUp();
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
