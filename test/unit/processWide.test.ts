import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import * as esbuild from 'esbuild';

import { hostBundles } from '../../scripts/build.ts';
import { sharedBundles } from '../../scripts/sharedBundles.ts';
import { startSandbox } from '../../src/sandbox/startSandbox.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { cleanUp, onCleanup } from './cleanup.ts';
import { makeCertificate } from './service/certificates.ts';
import { openProxy } from './service/proxyServer.ts';

const run = promisify(execFile);

/** State of the process that ran the bundle, and the results of its requests. */
interface ProcessState {
  /** Names of the process-wide slots of undici that are in use. */
  readonly slots: readonly string[];
  readonly isFetchKept: boolean;
  /** Name of the requested item. */
  readonly name: string;
  /** Name of the item when it was requested through a proxy, or the error message. */
  readonly proxied: string;
}

/** Script of a fresh Node process: loads the bundle, reads the sandbox's tag VIP by its ID, inspects the process. */
const SCRIPT = `
const [bundle, baseUrl, token, proxy] = process.argv.slice(1);
const fetchBefore = JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'fetch'));
const fetch = globalThis.fetch;
const ignore = () => undefined;
const { createClient } = require(bundle);
const network = { transport: 'undici', useProxy: true, proxy, noProxy: [], strictSsl: false,
  proxyAuthorization: '', ca: '', clientCertificate: '', clientKey: '' };
const client = createClient({
  settings: { timeoutMs: 600_000, retryLimits: { maxTries: 1, maxTotalMs: 0 }, network },
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
  const proxied = await through.getItem('tag--PTfLM4wQ', signal).then(
    (item) => item.name,
    (error) => error.message,
  );
  await client.close();
  const names = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'];
  const slots = names.filter((name) => globalThis[Symbol.for(name)] !== undefined);
  const after = JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'fetch'));
  const isFetchKept = globalThis.fetch === fetch && after === fetchBefore;
  console.log(JSON.stringify({ slots, isFetchKept, name, proxied }));
});
`;

interface BundleOptions {
  /** Plugins that replace those of the product build. */
  readonly plugins?: esbuild.Plugin[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Returns the URL of a proxy for the service. Defaults to the service, which has no tunnels. */
  readonly proxyBefore?: (service: string) => Promise<string>;
}

/** Builds the client as in the product, and runs it. */
async function tryBundle({
  plugins,
  environment,
  proxyBefore,
}: BundleOptions = {}): Promise<ProcessState> {
  const folder = temporaryFolder('bundle');
  onCleanup(() => folder.remove());
  const bundle = join(folder.path, 'client.cjs');
  const bundles = hostBundles(false);
  const options = bundles.get('client.cjs');
  await esbuild.build({ ...options, ...(plugins && { plugins }), outfile: bundle });
  for (const name of Object.keys(sharedBundles)) {
    await esbuild.build({ ...bundles.get(name), outfile: join(folder.path, name) });
  }
  const sandbox = await startSandbox({ token: 'a-token', customers: 1 });
  onCleanup(() => sandbox.close());
  const { baseUrl, token } = sandbox;
  const proxy = (await proxyBefore?.(baseUrl)) ?? baseUrl;
  const args = ['-e', SCRIPT, bundle, baseUrl, token, proxy];
  const env = { ...process.env, ...environment };
  const { stdout } = await run(process.execPath, args, { cwd: folder.path, timeout: 8000, env });
  assert.equal(sandbox.requests.getItem, proxyBefore === undefined ? 1 : 2);
  return JSON.parse(stdout) as ProcessState;
}

/**
 * Serves this service over TLS, with HTTP/2.
 * @returns the base URL
 */
async function serveHttp2(service: string, onRequest: (version: string) => void): Promise<string> {
  const server = createSecureServer({
    allowHTTP1: true,
    ...(await makeCertificate('service.invalid')),
  });
  onCleanup(() => void server.close());
  server.on('request', (message: Http2ServerRequest, answer: Http2ServerResponse) => {
    onRequest(message.httpVersion);
    const authorization = message.headers.authorization ?? '';
    void fetch(new URL(message.url, service), { headers: { authorization } }).then(
      async (response) => answer.writeHead(response.status).end(await response.text()),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('bundle of the client', () => {
  afterEach(cleanUp);

  it('leaves the globals of the process unchanged, and lets the process end', async () => {
    const { proxied, ...seen } = await tryBundle();
    assert.deepEqual(seen, { slots: [], isFetchKept: true, name: 'VIP' });
    assert.match(proxied, /the proxy 127\.0\.0\.1:\d+ /);
  });

  it('uses HTTP/1.1 through the tunnel of a proxy, also for a service with HTTP/2', async () => {
    const versions: string[] = [];
    const proxyBefore = async (service: string): Promise<string> => {
      const target = await serveHttp2(service, (version) => versions.push(version));
      const { url } = await openProxy(target, await makeCertificate('proxy.invalid'));
      return url;
    };
    const { proxied } = await tryBundle({ proxyBefore });
    assert.equal(proxied, 'VIP');
    assert.deepEqual(versions, ['1.1']);
  });

  it('has only one HTTP parser, also where undici would load its other one', async () => {
    // With this variable, undici also loads its parser without SIMD.
    const { name } = await tryBundle({ environment: { JEST_WORKER_ID: '1' } });
    assert.equal(name, 'VIP');
  });

  it('occupies global slots if undici is bundled unchanged', async () => {
    const { slots, name } = await tryBundle({ plugins: [] });
    assert.equal(name, 'VIP');
    assert.ok(slots.length > 0);
  });
});

/** Script of a fresh Node process: loads zod as another extension has configured it, and inspects the configuration. */
const ZOD_SCRIPT = `
const [file, language] = process.argv.slice(1);
const other = () => 'of another extension';
globalThis.__zod_globalConfig = language === '' ? {} : { localeError: other };
import(file).then(({ string }) => {
  const { message } = string().safeParse(1).error.issues[0];
  console.log(JSON.stringify({ names: Object.keys(globalThis.__zod_globalConfig), message }));
});
`;

describe('zod', () => {
  const load = async (language: string): Promise<unknown> => {
    const file = pathToFileURL(join(import.meta.dirname, '../../src/base/zod.ts')).href;
    const { stdout } = await run(process.execPath, ['-e', ZOD_SCRIPT, file, language]);
    return JSON.parse(stdout);
  };

  it('adds only English messages to the configuration of the process', async () => {
    const message = 'Invalid input: expected string, received number';
    assert.deepEqual(await load(''), { names: ['localeError'], message });
  });

  it('keeps the language that another extension has set', async () => {
    const message = 'of another extension';
    assert.deepEqual(await load('zh'), { names: ['localeError'], message });
  });
});
