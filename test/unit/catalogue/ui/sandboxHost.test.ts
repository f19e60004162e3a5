import assert from 'node:assert/strict';
import { SandboxHost } from '../../../../src/catalogue/ui/sandboxHost.ts';
import type { SecretTokens } from '../../../../src/catalogue/ui/tokens.ts';
import { BOT } from '../../base/fakes.ts';

/** Returns a host whose sandboxes start when `letStart` is called, and the number of sandboxes that are running. */
function openHost() {
  const { promise, resolve: letStart } = Promise.withResolvers<void>();
  const tokens = { get: async () => 'token' } as Partial<SecretTokens> as SecretTokens;
  let runningCount = 0;
  const host = new SandboxHost(tokens, async (options) => {
    await promise;
    runningCount++;
    const close = async () => void runningCount--;
    return { ...options, baseUrl: 'http://localhost', items: () => [], close };
  });
  return { host, letStart, countRunning: () => runningCount };
}

describe('SandboxHost', () => {
  it('stops a sandbox, and starts it again for the next request', async () => {
    const { host, letStart, countRunning } = openHost();
    letStart();
    await host.running(BOT);
    assert.equal(await host.running(BOT), await host.running(BOT));
    assert.equal(countRunning(), 1);
    await host.stop(BOT.key);
    assert.equal(countRunning(), 0);
    await host.running(BOT);
    assert.equal(countRunning(), 1);
  });

  it('stops only the sandbox of the given bot, or all', async () => {
    const { host, letStart, countRunning } = openHost();
    letStart();
    for (const key of ['a', 'b', 'c']) await host.running({ ...BOT, key });
    await host.stop('b');
    assert.equal(countRunning(), 2);
    await host.stop();
    assert.equal(countRunning(), 0);
  });

  it('stops a sandbox that is still starting', async () => {
    const { host, letStart, countRunning } = openHost();
    const starting = host.running(BOT);
    await host.stop(BOT.key);
    letStart();
    await assert.rejects(starting, { name: 'Cancelled' });
    assert.equal(countRunning(), 0);
  });
});
