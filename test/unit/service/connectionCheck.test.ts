import assert from 'node:assert/strict';
import { Cancelled } from '../../../src/base/errors.ts';
import { DIRECT } from '../../../src/base/networkOptions.ts';
import { checkConnection, type ConnectionOptions } from '../../../src/service/connectionCheck.ts';
import { createTransport } from '../../../src/service/transport/createTransport.ts';
import { startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { assertNoSecret, SECRET } from './answers.ts';
import { makeAuthority, makeCertificate } from './certificates.ts';
import { SIGNAL } from './client.ts';
import { openHttpServer } from './httpServer.ts';
import { untilClosed, closedPortUrl, openRawServer } from './rawServer.ts';

type Overrides = Partial<ConnectionOptions['settings']> & Pick<ConnectionOptions, 'addressesOf'>;

/** Checks a connection, and returns the result of each step by the name of the step. */
async function check(
  baseUrl: string,
  { timeoutMs = 5000, network = DIRECT, addressesOf }: Overrides = {},
  signal = SIGNAL,
) {
  const transport = createTransport();
  onCleanup(() => transport.close());
  const target = { baseUrl, botId: 'bot-sandbox', token: SECRET };
  const clock = { now: () => Date.now() };
  const settings = { timeoutMs, network };
  const options = { transport, clock, settings, ...(addressesOf && { addressesOf }) };
  const steps = await checkConnection(target, options, signal);
  assertNoSecret(JSON.stringify(steps));
  return Object.fromEntries(steps.map(({ name, ...step }) => [name, step]));
}

const EMPTY_PAGE = '{"status":200,"res":{"records":[]}}';

const statesOf = (steps: Record<string, { state: string }>) =>
  Object.fromEntries(Object.entries(steps).map(([name, { state }]) => [name, state]));

describe('checkConnection', () => {
  afterEach(cleanUp);

  it('passes for a working service, with one request', async () => {
    const sandbox = await startSandbox({ token: SECRET });
    onCleanup(() => sandbox.close());
    const steps = await check(sandbox.baseUrl);
    assert.deepEqual(statesOf(steps), {
      proxy: 'ok',
      dns: 'ok',
      tls: 'skipped',
      http: 'ok',
      authentication: 'ok',
      clock: 'ok',
    });
    assert.equal(steps['dns']?.detail, '127.0.0.1');
    assert.doesNotMatch(steps['clock']?.detail ?? '', /\b[01] s\b/, 'no difference is shown');
    assert.equal(sandbox.requests.listCustomers, 1);
  });

  it('distinguishes a refused token from an unreachable service', async () => {
    const sandbox = await startSandbox({ token: 'another' });
    onCleanup(() => sandbox.close());
    const refused = await check(sandbox.baseUrl);
    assert.equal(refused['http']?.state, 'ok');
    assert.equal(refused['authentication']?.state, 'failed');
    assert.match(refused['authentication']?.detail ?? '', /the token is not valid/);

    const unreachable = await check(await closedPortUrl());
    assert.equal(unreachable['http']?.state, 'failed');
    assert.match(unreachable['http']?.detail ?? '', /ECONNREFUSED/);
    assert.equal(unreachable['authentication']?.state, 'skipped');
  });

  it('shows the certificates of an untrusted server, and the expiry date', async () => {
    const ca = await makeAuthority();
    const pair = await makeCertificate('localhost', { ca, isExpired: true });
    const server = await openHttpServer(undefined, pair);
    const steps = await check(server.baseUrl.replace('127.0.0.1', 'localhost'));
    assert.equal(steps['tls']?.state, 'failed');
    assert.match(
      steps['tls']?.detail ?? '',
      /TLSv1\.\d: localhost, valid until .+ GMT.*; the certificate is not trusted: /,
    );
    assert.equal(steps['http']?.state, 'failed');
  });

  it('hides a token that the service echoes, and warns of a wrong clock', async () => {
    const hour = 60 * 60 * 1000;
    const server = await openHttpServer(({ headers }, response) => {
      response.setHeader('date', new Date(Date.now() - hour).toUTCString());
      response.end(JSON.stringify({ errorMessage: `no ${headers.authorization}`, errorCode: 401 }));
    });
    const steps = await check(server.baseUrl);
    assert.match(steps['authentication']?.detail ?? '', /no Bearer \*\*\*/);
    assert.equal(steps['clock']?.state, 'warning');
    assert.match(
      steps['clock']?.detail ?? '',
      /clock of this machine is 3\d{3} s ahead of the service$/,
    );
  });

  it('hides a token in the error of a step', async () => {
    const addressesOf = () => Promise.reject(new Error(`no address: ${SECRET}`));
    const { dns } = await check(await closedPortUrl(), { addressesOf });
    assert.match(dns?.detail ?? '', /^no address: \*\*\*/);
  });

  it('reports a clock difference of half a minute without a warning', async () => {
    const server = await openHttpServer((_, response) => {
      response.setHeader('date', new Date(Date.now() + 30_000).toUTCString()).end(EMPTY_PAGE);
    });
    const { clock } = await check(server.baseUrl);
    assert.equal(clock?.state, 'ok');
    assert.match(
      clock?.detail ?? '',
      /clock of this machine is (?:2\d|3[01]) s behind the service$/,
    );
  });

  it('sends the headers of every request, for strict services', async () => {
    const server = await openHttpServer(({ headers }, response) => {
      const isComplete = headers['content-type'] === 'application/json';
      response.writeHead(isComplete ? 200 : 415).end(isComplete ? EMPTY_PAGE : '{"errorCode":415}');
    });
    const steps = await check(server.baseUrl);
    assert.equal(steps['authentication']?.state, 'ok', steps['authentication']?.detail);
  });

  for (const [answerName, answer, detail] of [
    ['415', { status: 415, body: '{"errorMessage":"no JSON","errorCode":415}' }, /no JSON/],
    ['500', { status: 500, body: '<html>' }, /HTTP 500, 6 bytes: .*the body is not a JSON object/],
    ['a redirect', { status: 302, body: '' }, /redirects to http:\/\/127\.0\.0\.1\/login/],
  ] as const) {
    it(`does not interpret ${answerName} as a statement about the token`, async () => {
      const server = await openHttpServer((_, response) => {
        const headers = answer.status === 302 ? { location: 'http://127.0.0.1/login' } : {};
        response.writeHead(answer.status, headers).end(answer.body);
      });
      const steps = await check(server.baseUrl);
      assert.equal(steps['http']?.state, 'failed');
      assert.match(steps['http']?.detail ?? '', detail);
      assert.equal(steps['authentication']?.state, 'skipped');
      assert.match(
        steps['authentication']?.detail ?? '',
        /does not show whether the token is valid/,
      );
    });
  }

  it('waits for a silent server no longer than a call does', async () => {
    const server = await openRawServer();
    const steps = await check(server.baseUrl.replace('http:', 'https:'), { timeoutMs: 50 });
    assert.deepEqual(steps['tls'], {
      state: 'failed',
      detail: 'no response within 50 ms',
      ms: steps['tls']?.ms,
    });
    assert.equal(steps['http']?.state, 'failed');
    const [tlsConnection] = server.connections;
    assert.ok(tlsConnection);
    await untilClosed(tlsConnection);
  });

  it('limits the wait for a silent name server, and only warns if a proxy is used', async () => {
    const silent = { timeoutMs: 50, addressesOf: () => new Promise<never>(() => undefined) };
    const steps = await check(await closedPortUrl(), silent);
    assert.equal(steps['dns']?.detail, 'no response within 50 ms');
    assert.equal(steps['dns']?.state, 'failed');
    const proxy = await closedPortUrl();
    const network = { ...DIRECT, useProxy: true, proxy };
    const proxied = await check('http://service.invalid', { ...silent, network });
    assert.equal(proxied['dns']?.state, 'warning');
    assert.match(
      proxied['dns']?.detail ?? '',
      /^no response within 50 ms; the proxy might be able to resolve the host name/,
    );
  });

  for (const step of ['dns', 'tls', 'http'] as const) {
    it(`can be canceled while it waits in the ${step} step`, async () => {
      const server = await openRawServer();
      const caller = new AbortController();
      const stop = (): void => caller.abort(new Cancelled());
      if (step === 'dns') setImmediate(stop);
      else server.onConnection(stop);
      const forever = () => new Promise<never>(() => undefined);
      const overrides = step === 'dns' ? { addressesOf: forever } : {};
      const url = step === 'tls' ? server.baseUrl.replace('http:', 'https:') : server.baseUrl;
      await assert.rejects(check(url, overrides, caller.signal), Cancelled);
    });
  }

  it('fails for a host name that does not exist', async () => {
    const steps = await check('http://no-such-host.invalid');
    assert.equal(steps['dns']?.state, 'failed');
    assert.equal(steps['http']?.state, 'failed');
  });
});
