import assert from 'node:assert/strict';
import { SecretsError, ServiceError } from '../../../src/base/errors.ts';
import { DIRECT } from '../../../src/base/networkOptions.ts';
import { createClient } from '../../../src/service/client.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { SECRET } from './answers.ts';
import { CALLS, SIGNAL } from './client.ts';
import { rejectionOf } from './rejection.ts';

const HOUR = 3_600_000;

/** Creates the extension's client on a machine whose clock jumps by `jump` ms at each wait. */
function openClient(baseUrl: string, jump: number, token = async () => SECRET) {
  let clockOffset = 0;
  const waits: number[] = [];
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const settings = {
    timeoutMs: 5000,
    retryLimits: { maxTries: 4, maxTotalMs: 60_000 },
    network: DIRECT,
  };
  const delay = async (ms: number): Promise<void> => {
    waits.push(ms);
    clockOffset += jump;
  };
  const options = {
    settings,
    log: { info: write, warn: write, error: write },
    clock: { now: () => Date.now() + clockOffset },
  };
  const client = createClient(options, delay);
  onCleanup(() => client.close());
  const target = { bot: 'bot', baseUrl: async () => baseUrl, token };
  const service = client.createService(target);
  const jumpNow = (): void => void (clockOffset += jump);
  return { service, waits, lines, jumpNow };
}

describe('Clock that jumps by an hour', () => {
  afterEach(cleanUp);

  for (const [name, jump] of [
    ['forward', HOUR],
    ['back', -HOUR],
  ] as const) {
    it(`${name} changes neither the number of tries nor the logged times`, async () => {
      const sandbox = await startSandbox({ token: SECRET, switches: { outage: 'on' } });
      onCleanup(() => sandbox.close());
      const { service, waits, lines } = openClient(sandbox.baseUrl, jump);
      await rejectionOf(CALLS.getItem(service));
      assert.equal(waits.length, 3, lines.join('\n'));
      const times = lines.join('\n').match(/-?\d+(?= ms, )/g) ?? [];
      assert.ok(times.length > 0 && times.every((ms) => Number(ms) >= 0 && Number(ms) < 60_000));
    });

    it(`${name} blocks no request for longer than 15 s`, async () => {
      const { service, jumpNow } = openClient('http://127.0.0.1:9', jump);
      // The first call fails four times. The first try of the second call is the fifth failure, which opens the circuit.
      await rejectionOf(CALLS.getItem(service));
      await rejectionOf(CALLS.getItem(service));
      jumpNow();
      const error = await rejectionOf(CALLS.getItem(service));
      assert.ok(
        error instanceof ServiceError && error.problem.kind === 'circuit-open',
        String(error),
      );
      const { retryInMs } = error.problem;
      assert.ok(retryInMs > 0 && retryInMs <= 15_000, String(retryInMs));
    });
  }
});

describe('Unreadable token', () => {
  afterEach(cleanUp);

  it('prevents any request from being sent, and no write counts as possibly done', async () => {
    const sandbox = await startSandbox({ token: SECRET });
    onCleanup(() => sandbox.close());
    const { service, waits } = openClient(sandbox.baseUrl, 0, async () => {
      throw new SecretsError('read', new Error('the keyring is locked'));
    });
    for (const call of [CALLS.attachTag, CALLS.getItem, CALLS.createItem]) {
      const error = await rejectionOf(call(service, SIGNAL));
      assert.ok(
        error instanceof ServiceError && error.problem.kind === 'token-missing',
        String(error),
      );
      assert.deepEqual(
        [error.outcome, error.problem.detail],
        ['not-sent', 'the keyring is locked'],
      );
      assert.match(error.message, /cannot be read from VS Code's secret storage: the keyring is/);
    }
    assert.deepEqual(waits, []);
    assert.ok(Object.values(sandbox.requests).every((count) => count === 0));
  });
});
