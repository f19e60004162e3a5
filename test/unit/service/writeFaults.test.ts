import assert from 'node:assert/strict';
import { ServiceError } from '../../../src/base/errors.ts';
import type { Switches } from '../../../src/sandbox/switches.ts';
import { cleanUp } from '../cleanup.ts';
import { openClient, openSandboxClient, SIGNAL, USER } from './client.ts';
import { rejectionOf } from './rejection.ts';

const SEED_TAG = 'tag--PTfLM4wQ';

/** Returns the error of one attach call, and whether the attach was carried out. `…Every: 1`: each write has the fault. */
async function attachWith(switches: Partial<Switches>, timeoutMs?: number) {
  const { sandbox } = await openSandboxClient({ faultSeed: 7, ...switches });
  const { service } = openClient(sandbox.baseUrl, timeoutMs === undefined ? {} : { timeoutMs });
  const error = await rejectionOf(service.attachTag(SEED_TAG, USER, SIGNAL));
  assert.ok(error instanceof ServiceError);
  const [list] = await service.listUserTags(USER, SIGNAL);
  assert.equal(sandbox.requests.attachTag, 1);
  const { outcome, problem, retryAfterMs } = error;
  return { outcome, kind: problem.kind, retryAfterMs, isAttached: list?.tags.length === 1 };
}

describe('Writes with faults of the sandbox', () => {
  afterEach(cleanUp);

  it('are refused and not resent if the service is busy', async () => {
    assert.deepEqual(await attachWith({ busyEvery: 1, busySeconds: 3 }), {
      outcome: 'refused',
      kind: 'failure',
      retryAfterMs: 3000,
      isAttached: false,
    });
  });

  it('have an unknown outcome if the connection is reset before or after the write', async () => {
    const lost = { outcome: 'unknown', kind: 'lost', retryAfterMs: undefined };
    assert.deepEqual(await attachWith({ resetEvery: 1 }), { ...lost, isAttached: false });
    assert.deepEqual(await attachWith({ lostEvery: 1 }), { ...lost, isAttached: true });
  });

  it('have an unknown outcome if a gateway answers instead of the service, or nothing answers', async () => {
    const lost = { outcome: 'unknown', retryAfterMs: undefined, isAttached: true };
    const gatewayAnswer = await attachWith({ lostEvery: 1, lostBy: '502' });
    assert.deepEqual(gatewayAnswer, { ...lost, kind: 'protocol' });
    const silence = await attachWith({ lostEvery: 1, lostBy: 'silence' }, 150);
    assert.deepEqual(silence, { ...lost, kind: 'timeout' });
  });
});
