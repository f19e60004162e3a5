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
}

/** What a fresh Node does: loads the bundle, sends a request with it, and looks around. */
const SCRIPT = `
const [bundle, baseUrl, token] = process.argv.slice(1);
const fetchBefore = JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'fetch'));
const fetch = globalThis.fetch;
const ignore = () => undefined;
const { createBackend } = require(bundle);
const backend = createBackend({
  timeoutMs: () => 5000,
  log: { info: ignore, warn: ignore, error: ignore },
  clock: { now: Date.now },
});
const service = backend.createService({ baseUrl: async () => baseUrl, token: async () => token });
service.getItem('tag--PTfLM4wQ', new AbortController().signal).then(async ({ name }) => {
  await backend.close();
  const names = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];
  const slots = names.filter((name) => globalThis[Symbol.for(name)] !== undefined);
  const after = JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'fetch'));
  const isFetchKept = globalThis.fetch === fetch && after === fetchBefore;
  console.log(JSON.stringify({ slots, isFetchKept, name }));
});
`;

/** Builds the backend as the product has it, or with these plugins instead, and tries it. */
async function tryBundle(plugins?: esbuild.Plugin[]): Promise<Seen> {
  const folder = temporaryFolder('bundle');
  onCleanup(() => folder.remove());
  const bundle = join(folder.path, 'backend.cjs');
  const options = hostBundle('src/backend.ts', 'backend.cjs', false);
  await esbuild.build({ ...options, ...(plugins && { plugins }), outfile: bundle });
  const sandbox = await startSandbox({ token: 'a-token', customers: 1 });
  onCleanup(() => sandbox.close());
  const args = ['-e', SCRIPT, bundle, sandbox.baseUrl, sandbox.token];
  const { stdout } = await run(process.execPath, args, { cwd: folder.path });
  assert.equal(sandbox.requests.getItem, 1);
  return JSON.parse(stdout) as Seen;
}

describe('the backend bundle', () => {
  afterEach(cleanUp);

  it('leaves the process as it found it', async () => {
    assert.deepEqual(await tryBundle(), { slots: [], isFetchKept: true, name: 'VIP' });
  });

  it('would not, if undici were bundled as it is', async () => {
    const { slots, name } = await tryBundle([]);
    assert.equal(name, 'VIP');
    assert.ok(slots.length > 0);
  });
});
