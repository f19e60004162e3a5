import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import { retryWhileBusy } from '../../../src/runs/runErrors.ts';
import { SIGNAL } from '../service/client.ts';

function refusedWith(httpStatus: number, retryAfterMs?: number): ServiceError {
  const problem = { kind: 'failure', httpStatus, errorCode: httpStatus, errorMessage: '' } as const;
  const error = new ServiceError('createItem', problem, 'refused');
  error.retryAfterMs = retryAfterMs;
  return error;
}

/**
 * Calls `retryWhileBusy` with requests that fail with these errors, and then succeed.
 * @returns the waits (in ms) and the requests, in order, and the answer or the last error
 */
async function eventsOf(errors: readonly Error[]) {
  const events: (number | 'sent')[] = [];
  const remainingErrors = errors.values();
  const clock = {
    sleep: async (ms: number) => {
      await Promise.resolve();
      events.push(ms);
    },
  };
  const result = await retryWhileBusy(clock, SIGNAL, async () => {
    events.push('sent');
    const { value: error } = remainingErrors.next();
    if (error !== undefined) throw error;
    return 'answer';
  }).catch((error: unknown) => error);
  return { events, ended: result };
}

describe('retryWhileBusy', () => {
  it('doubles the wait each time, up to one minute', async () => {
    const busyErrors = Array.from({ length: 8 }, () => refusedWith(429));
    const { events, ended } = await eventsOf(busyErrors);
    assert.equal(ended, 'answer');
    const waits = [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000];
    assert.deepEqual(events, [...waits.flatMap((ms) => ['sent' as const, ms]), 'sent']);
  });

  it('waits as long as the service says, up to one minute', async () => {
    const busyErrors = [refusedWith(429, 0), refusedWith(429, 2500), refusedWith(429, Infinity)];
    const { events } = await eventsOf([...busyErrors, refusedWith(429)]);
    const waits = [0, 2500, 60_000, 8000];
    assert.deepEqual(events, [...waits.flatMap((ms) => ['sent' as const, ms]), 'sent']);
  });

  it('gives up after ten tries', async () => {
    const busyErrors = Array.from({ length: 20 }, () => refusedWith(429, 1));
    const { events, ended } = await eventsOf(busyErrors);
    assert.equal(ended, busyErrors[9]);
    assert.equal(events.filter((event) => event === 'sent').length, 10);
    assert.equal(events.at(-1), 'sent', 'the last attempt is not followed by a wait');
  });

  it('does not retry other errors', async () => {
    for (const error of [refusedWith(400), refusedWith(503), new Error('429')]) {
      assert.deepEqual(await eventsOf([error]), { events: ['sent'], ended: error });
    }
  });
});
