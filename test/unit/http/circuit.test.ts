import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/core/errors.ts';
import { Circuit } from '../../../src/http/circuit.ts';
import { TransportError, type Transport } from '../../../src/http/transport.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { cleanUp } from '../cleanup.ts';
import { SECRET, successOf } from '../contract/answers.ts';
import { CALLS, openClient } from './client.ts';
import { rejectionOf } from './rejection.ts';

const NO_HEADERS = { location: undefined, retryAfter: undefined };

describe('http: the circuit', () => {
  afterEach(cleanUp);

  it('opens after five failures, lets one probe through after 15 s, and closes with it', () => {
    let now = 0;
    const circuit = new Circuit(() => now);
    for (let failure = 0; failure < 5; failure++) {
      assert.equal(circuit.enter(), 0);
      circuit.unreachable();
    }
    assert.equal(circuit.enter(), 15_000);
    now = 15_000;
    assert.equal(circuit.enter(), 0, 'the probe');
    assert.ok(circuit.enter() > 0, 'nobody beside it');
    circuit.unreachable();
    assert.equal(circuit.enter(), 15_000);
    now = 30_000;
    assert.equal(circuit.enter(), 0);
    circuit.abandoned();
    assert.equal(circuit.enter(), 0, 'the next one probes');
    circuit.reached();
    assert.equal(circuit.enter(), 0);
  });

  it('fails at once while it is open, and says so', async () => {
    const sandbox = await startSandbox({ token: SECRET });
    await sandbox.close();
    const { service } = openClient(sandbox.baseUrl);
    const kinds: unknown[] = [];
    for (let index = 0; index < 6; index++) {
      const error = await rejectionOf(CALLS.createItem(service));
      kinds.push(ServiceError.is(error) && [error.problem.kind, error.outcome]);
    }
    assert.deepEqual(kinds.at(-2), ['connect', 'not-sent']);
    assert.deepEqual(kinds.at(-1), ['circuit-open', 'not-sent']);
  });
});

describe('http: what the circuit learns of a request', () => {
  afterEach(cleanUp);

  /** A client whose requests end as they are told, and what became of a call. */
  function openTold() {
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
    return async (times: number, told: typeof next, stop = new AbortController()) => {
      next = told;
      const ends: unknown[] = [];
      for (let time = 0; time < times; time++) {
        const error = await CALLS.attachTag(service, stop.signal).catch((one: unknown) => one);
        ends.push(ServiceError.is(error) ? error.problem.kind : error);
      }
      return ends;
    };
  }

  const refused = (): Error => new TransportError('refused', false);

  for (const [name, told] of [
    ['an answer', () => undefined],
    ['a connection that breaks', () => new TransportError('reset', true)],
  ] as const) {
    it(`${name} ends a row of failures`, async () => {
      const send = openTold();
      await send(4, refused);
      await send(1, told);
      assert.deepEqual(await send(5, refused), Array(5).fill('connect'));
      assert.deepEqual(await send(1, refused), ['circuit-open']);
    });
  }

  it('nothing of one that its caller gave up', async () => {
    const send = openTold();
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
