import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import * as esbuild from 'esbuild';

import { hostBundle } from '../../scripts/build.ts';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { cleanUp, onCleanup } from './cleanup.ts';

const run = promisify(execFile);

interface Seen {
  /** Of the process-wide slots of undici: the names of those that are taken. */
  readonly slots: readonly string[];
  readonly isFetchKept: boolean;
  /** What the request came to. */
  readonly name: string;
  /** How a request through a proxy failed that knows no tunnels. */
  readonly proxied: string;
}

/** What a fresh Node does: loads the bundle, sends a request with it, and looks around. */
const SCRIPT = `
const [bundle, baseUrl, token] = process.argv.slice(1);
const fetchBefore = JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'fetch'));
const fetch = globalThis.fetch;
const ignore = () => undefined;
const { createClient } = require(bundle);
const network = { transport: 'undici', useProxy: true, proxy: baseUrl, noProxy: [], strictSsl: true,
  proxyAuthorization: '', ca: '', clientCertificate: '', clientKey: '' };
const client = createClient({
  timeoutMs: () => 600_000,
  limits: () => ({ maxTries: 1, maxTotalMs: 0 }),
  network: () => network,
  log: { info: ignore, warn: ignore, error: ignore },
  clock: { now: Date.now },
});
const service = client.createService({ baseUrl: async () => baseUrl, token: async () => token });
const through = client.createService({
  baseUrl: async () => 'https://service.invalid',
  token: async () => token,
});
const { signal } = new AbortController();
service.getItem('tag--PTfLM4wQ', signal).then(async ({ name }) => {
  const proxied = await through.getItem('tag--PTfLM4wQ', signal).catch((error) => error.message);
  await client.close();
  const names = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];
  const slots = names.filter((name) => globalThis[Symbol.for(name)] !== undefined);
  const after = JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'fetch'));
  const isFetchKept = globalThis.fetch === fetch && after === fetchBefore;
  console.log(JSON.stringify({ slots, isFetchKept, name, proxied }));
});
`;

/** Builds the client as the product has it, or with these plugins instead, and tries it. */
async function tryBundle(plugins?: esbuild.Plugin[]): Promise<Seen> {
  const folder = temporaryFolder('bundle');
  onCleanup(() => folder.remove());
  const bundle = join(folder.path, 'client.cjs');
  const options = hostBundle('src/http/client.ts', 'client.cjs', false);
  await esbuild.build({ ...options, ...(plugins && { plugins }), outfile: bundle });
  const sandbox = await startSandbox({ token: 'a-token', customers: 1 });
  onCleanup(() => sandbox.close());
  const args = ['-e', SCRIPT, bundle, sandbox.baseUrl, sandbox.token];
  const { stdout } = await run(process.execPath, args, { cwd: folder.path, timeout: 8000 });
  assert.equal(sandbox.requests.getItem, 1);
  return JSON.parse(stdout) as Seen;
}

describe('the bundle of the client', () => {
  afterEach(cleanUp);

  it('leaves the process as it found it, and lets it end', async () => {
    const { proxied, ...seen } = await tryBundle();
    assert.deepEqual(seen, { slots: [], isFetchKept: true, name: 'VIP' });
    assert.match(proxied, /the proxy 127\.0\.0\.1:\d+ /);
  });

  it('would not, if undici were bundled as it is', async () => {
    const { slots, name } = await tryBundle([]);
    assert.equal(name, 'VIP');
    assert.ok(slots.length > 0);
  });
});
