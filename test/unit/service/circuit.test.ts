import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { CircuitBreaker } from '../../../src/service/pacing.ts';
import { TransportError, type Transport } from '../../../src/service/transport/transport.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { cleanUp } from '../cleanup.ts';
import { SECRET, successOf } from './answers.ts';
import { CALLS, openClient } from './client.ts';
import { rejectionOf } from './rejection.ts';

const NO_HEADERS = { location: undefined, retryAfter: undefined };

describe('CircuitBreaker', () => {
  afterEach(cleanUp);

  /** Returns a circuit that is open for 15 s, and tickets of requests from before it opened. */
  function openCircuit() {
    let now = 0;
    const circuit = new CircuitBreaker(() => now);
    const early = [1, 2, 3].map(() => circuit.enter());
    for (let failure = 0; failure < 5; failure++) circuit.unreachable(circuit.enter());
    const wait = (ms: number): void => void (now += ms);
    return { circuit, early, wait };
  }

  it('opens after five failures, allows one probe after 15 s, and closes when the probe succeeds', () => {
    const { circuit, wait } = openCircuit();
    assert.equal(circuit.remainingOpenMs(), 15_000);
    wait(15_000);
    assert.equal(circuit.remainingOpenMs(), 0);
    const probe = circuit.enter();
    assert.ok(circuit.remainingOpenMs() > 0, 'no other request is allowed during the probe');
    circuit.unreachable(probe);
    assert.equal(circuit.remainingOpenMs(), 15_000);
    wait(15_000);
    circuit.abandoned(circuit.enter());
    assert.equal(circuit.remainingOpenMs(), 0, 'the next request is the probe');
    circuit.reached(circuit.enter());
    assert.equal(circuit.remainingOpenMs(), 0);
    for (let failure = 0; failure < 4; failure++) circuit.unreachable(circuit.enter());
    assert.equal(circuit.remainingOpenMs(), 0, 'the count of failures starts again');
  });

  for (const end of ['reached', 'unreachable', 'abandoned'] as const) {
    it(`depends only on its probe when an earlier request ends late: ${end}`, () => {
      const { circuit, early, wait } = openCircuit();
      const [first = 0, second = 0, third = 0] = early;
      wait(1000);
      circuit[end](first);
      assert.equal(circuit.remainingOpenMs(), 14_000, 'the late request does not change the wait');
      wait(14_000);
      const probe = circuit.enter();
      circuit[end](second);
      assert.ok(circuit.remainingOpenMs() > 0, 'the probe has not ended yet');
      circuit.reached(probe);
      circuit[end](third);
      for (let failure = 0; failure < 4; failure++) circuit.unreachable(circuit.enter());
      assert.equal(circuit.remainingOpenMs(), 0);
      circuit.unreachable(circuit.enter());
      assert.equal(circuit.remainingOpenMs(), 15_000);
    });
  }

  it('allows one probe at a time, regardless of earlier requests', async () => {
    const ends: ((error: Error) => void)[] = [];
    const transport: Transport = {
      send: () => new Promise((_, reject) => ends.push(reject)),
      close: async () => undefined,
    };
    let now = 0;
    const clock = { now: () => now };
    const { service } = openClient('http://127.0.0.1:1', { transport, clock });
    // The function is wrapped in an object, so that `await send()` does not wait for the end of the call.
    const send = async () => {
      const call = rejectionOf(CALLS.createItem(service));
      await new Promise(setImmediate);
      return { kind: async () => (await call).problem.kind };
    };
    for (let call = 0; call < 7; call++) await send();
    // Five failures open the circuit. Requests 6 and 7 still wait for their answers.
    for (const end of ends.slice(0, 5)) end(new TransportError('refused', false));
    await new Promise(setImmediate);
    now = 15_000;
    await send();
    assert.equal(ends.length, 8, 'only the probe was sent');
    ends[5]?.(new TransportError('reset', true));
    ends[6]?.(new TransportError('refused', false));
    await new Promise(setImmediate);
    assert.equal(await (await send()).kind(), 'circuit-open');
    assert.equal(ends.length, 8);
  });

  it('fails immediately with circuit-open while it is open', async () => {
    const sandbox = await startSandbox({ token: SECRET });
    await sandbox.close();
    const { service } = openClient(sandbox.baseUrl);
    const kinds: unknown[] = [];
    // The fifth failure opens the circuit.
    for (let index = 0; index < 6; index++) {
      const error = await rejectionOf(CALLS.createItem(service));
      kinds.push(error instanceof ServiceError && [error.problem.kind, error.outcome]);
    }
    assert.deepEqual(kinds.at(-2), ['connect', 'not-sent']);
    assert.deepEqual(kinds.at(-1), ['circuit-open', 'not-sent']);
  });
});

describe('CircuitBreaker: outcomes of requests', () => {
  afterEach(cleanUp);

  /**
   * Creates a client whose requests end with the error that `scripted` returns, or otherwise with success.
   * @returns function that sends `times` requests. For each request, it returns the result, the kind of problem, or an
   * error that is not a `ServiceError`.
   */
  function openScripted() {
    let next: (signal: AbortSignal) => Error | undefined = () => undefined;
    const transport: Transport = {
      send: async ({ signal }) => {
        const error = next(signal);
        if (error !== undefined) throw error;
        return { ...successOf('ok'), ...NO_HEADERS };
      },
      close: async () => undefined,
    };
    const { service } = openClient('http://127.0.0.1:1', { transport });
    return async (times: number, scripted: typeof next, stop = new AbortController()) => {
      next = scripted;
      const ends: unknown[] = [];
      for (let time = 0; time < times; time++) {
        const error = await CALLS.attachTag(service, stop.signal).catch(
          (failure: unknown) => failure,
        );
        ends.push(error instanceof ServiceError ? error.problem.kind : error);
      }
      return ends;
    };
  }

  const refused = (): Error => new TransportError('refused', false);

  for (const [name, scripted] of [
    ['an answer', () => undefined],
    ['a connection that breaks', () => new TransportError('reset', true)],
  ] as const) {
    it(`resets the count of failures after ${name}`, async () => {
      const send = openScripted();
      await send(4, refused);
      await send(1, scripted);
      assert.deepEqual(await send(5, refused), Array(5).fill('connect'));
      assert.deepEqual(await send(1, refused), ['circuit-open']);
    });
  }

  it('ignores a request that its caller aborted', async () => {
    const send = openScripted();
    await send(4, refused);
    const stop = new AbortController();
    const giveUp = (): Error => {
      stop.abort(new Error('enough'));
      return refused();
    };
    assert.deepEqual(await send(1, giveUp, stop), [stop.signal.reason]);
    assert.deepEqual(await send(1, refused), ['connect']);
    assert.deepEqual(await send(1, refused), ['circuit-open']);
  });
});
