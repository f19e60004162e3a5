import { lookup } from 'node:dns/promises';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { withoutEndSlashes } from '../base/baseUrl.ts';
import { problemText, ServiceError } from '../base/errors.ts';
import type { NetworkOptions } from '../base/networkOptions.ts';
import type { Clock } from '../base/ports.ts';
import { oneLine } from '../base/safeText.ts';
import { MAX_BODY, pathOf, refuseRedirect } from './call.ts';
import type { ClientSettings } from './pacing.ts';
import { httpDate } from './retries.ts';
import { readPage } from './readPage.ts';
import { redact } from './redact.ts';
import { customersQuery, requestHeaders } from './wireFormat.ts';
import {
  type Environment,
  type Proxy,
  proxyFor,
  tlsOptions,
  withoutBrackets,
} from './transport/proxy.ts';
import { type HttpAnswer, reasonOf, type Transport } from './transport/transport.ts';

export interface ConnectionStep {
  /** `tokenStorage` is not checked in this file. `src/bots/ui/checkConnection.ts` adds this step. */
  readonly name: 'dns' | 'proxy' | 'tls' | 'http' | 'authentication' | 'clock' | 'tokenStorage';
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly ms: number;
  /** Details in English, without secrets. */
  readonly detail: string;
}

type StepResult = Pick<ConnectionStep, 'state' | 'detail'>;

/** Runs steps one after another and measures their time. A step that throws counts as failed. */
class Steps {
  readonly results: ConnectionStep[] = [];
  readonly #settings: Pick<ClientSettings, 'timeoutMs'>;
  readonly #token: string;
  readonly #signal: AbortSignal;

  /** @param token redacted in every detail */
  constructor(settings: Pick<ClientSettings, 'timeoutMs'>, token: string, signal: AbortSignal) {
    this.#settings = settings;
    this.#token = token;
    this.#signal = signal;
  }

  /** @param onFailure returns the result if `check` fails or takes too long; only the signal's reason is thrown */
  async run(
    name: ConnectionStep['name'],
    check: (signal: AbortSignal) => Promise<StepResult>,
    onFailure: (reason: string) => StepResult = failedResult,
  ): Promise<void> {
    this.#signal.throwIfAborted();
    const started = performance.now();
    const result = await withTimeLimit(this.#settings.timeoutMs, this.#signal, check).catch(
      (error: unknown) => onFailure(reasonOf(error)),
    );
    this.#signal.throwIfAborted();
    const detail = redact(result.detail, this.#token);
    this.results.push({
      name,
      state: result.state,
      ms: Math.round(performance.now() - started),
      detail,
    });
  }
}

function failedResult(detail: string): StepResult {
  return { state: 'failed', detail };
}

function skippedResult(detail: string): StepResult {
  return { state: 'skipped', detail };
}

/** Some parts of a connection cannot be canceled, and none has a reliable time limit of its own. */
async function withTimeLimit<T>(
  limitMs: number,
  signal: AbortSignal,
  check: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const aborted = Promise.withResolvers<never>();
  const stopSignal = AbortSignal.any([signal, timeout.signal]);
  stopSignal.addEventListener('abort', () => aborted.reject(stopSignal.reason));
  const timer = setTimeout(
    () => timeout.abort(new Error(`no response within ${limitMs} ms`)),
    limitMs,
  );
  try {
    return await Promise.race([aborted.promise, check(stopSignal)]);
  } finally {
    clearTimeout(timer);
  }
}

export interface ConnectionTarget {
  readonly baseUrl: string;
  readonly botId: string;
  readonly token: string;
}

export interface ConnectionOptions {
  readonly transport: Transport;
  readonly clock: Clock;
  /** `timeoutMs` is the time limit of each step. */
  readonly settings: Pick<ClientSettings, 'timeoutMs' | 'network'>;
  readonly environment?: Environment;
  /** Resolves a host name. Defaults to the resolver of the system. */
  readonly addressesOf?: (hostname: string) => Promise<readonly string[]>;
}

/** Clock difference above which a warning is shown, in ms. */
const MAX_CLOCK_SKEW = 60_000;

/**
 * Sends one request, "list customers" with limit 1, and retries nothing.
 * @throws only the signal's reason; every other failure is reported as a step
 */
export async function checkConnection(
  target: ConnectionTarget,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<readonly ConnectionStep[]> {
  const url = new URL(target.baseUrl);
  const { clock, settings } = options;
  const steps = new Steps(settings, target.token, signal);
  let proxy: Proxy | undefined;
  let answer: HttpAnswer | undefined;
  await steps.run('proxy', async () => {
    if (settings.network.transport === 'host')
      return skippedResult(
        'VS Code chooses the proxy, because botTags.network.transport is set to "host"',
      );
    proxy = proxyFor(url.origin, settings.network, options.environment ?? {});
    return { state: 'ok', detail: proxy === undefined ? 'none' : proxy.name };
  });
  const onDnsFailure = proxy === undefined ? undefined : unresolvedWarning;
  await steps.run('dns', () => lookUp(url, options.addressesOf), onDnsFailure);
  await steps.run('tls', async (stopSignal) => {
    if (url.protocol !== 'https:') return skippedResult('plain http');
    if (proxy !== undefined)
      return skippedResult(
        `not checked, because the connection goes through the proxy ${proxy.name}`,
      );
    return tlsChain(url, settings.network, stopSignal);
  });
  let answerError: unknown;
  await steps.run('http', async (stopSignal) => {
    answer = await sendRequest(target, options, stopSignal);
    answerError = answerErrorIn(answer, target.token);
    const detail = `HTTP ${answer.httpStatus}, ${answer.body.length} bytes`;
    if (answerError === undefined || ServiceError.isUnauthorized(answerError))
      return { state: 'ok', detail };
    return { state: 'failed', detail: `${detail}: ${answerErrorText(answerError)}` };
  });
  await steps.run('authentication', async () => {
    if (answer === undefined) return skippedResult('no response');
    if (answerError === undefined) return { state: 'ok', detail: 'the service accepts the token' };
    if (ServiceError.isUnauthorized(answerError))
      return { state: 'failed', detail: answerErrorText(answerError) };
    return skippedResult('the response does not show whether the token is valid');
  });
  await steps.run('clock', async () => clockStep(answer?.date, clock.now()));
  return steps.results;
}

async function systemAddresses(hostname: string): Promise<readonly string[]> {
  const result = await lookup(hostname, { all: true });
  return result.map(({ address }) => address);
}

async function lookUp({ hostname }: URL, addressesOf = systemAddresses): Promise<StepResult> {
  const result = await addressesOf(withoutBrackets(hostname));
  return { state: 'ok', detail: result.join(', ') };
}

function unresolvedWarning(reason: string): StepResult {
  return {
    state: 'warning',
    detail: `${reason}; the proxy might be able to resolve the host name`,
  };
}

function sendRequest(
  target: ConnectionTarget,
  { transport, settings }: ConnectionOptions,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { origin, pathname } = new URL(target.baseUrl);
  const query = customersQuery({ botId: target.botId, limit: 1 });
  return transport.send({
    method: 'GET',
    origin,
    path: withoutEndSlashes(pathname) + pathOf('listCustomers', { query }),
    headers: requestHeaders(target.token),
    signal,
    limitMs: settings.timeoutMs,
    maxBytes: MAX_BODY,
  });
}

/** Returns the error if the response is not a page of customers. */
function answerErrorIn(answer: HttpAnswer, token: string): unknown {
  try {
    refuseRedirect('listCustomers', answer, token);
    readPage(answer, token);
    return undefined;
  } catch (error) {
    return error;
  }
}

function answerErrorText(error: unknown): string {
  return error instanceof ServiceError ? oneLine(problemText(error.problem)) : reasonOf(error);
}

function clockStep(date: string | undefined, now: number): StepResult {
  const serviceTime = httpDate(date ?? '', now);
  if (serviceTime === undefined)
    return skippedResult(
      'the service did not send a valid time, so the clock of this machine was not checked',
    );
  const seconds = Math.round((now - serviceTime) / 1000);
  // The header has a resolution of one second.
  if (Math.abs(seconds) <= 1)
    return { state: 'ok', detail: 'the clock of this machine shows the same time as the service' };
  const detail =
    seconds < 0
      ? `the clock of this machine is ${-seconds} s behind the service`
      : `the clock of this machine is ${seconds} s ahead of the service`;
  return { state: Math.abs(now - serviceTime) > MAX_CLOCK_SKEW ? 'warning' : 'ok', detail };
}

/** Returns the certificates that the server presents, with their expiry, and whether they are trusted. */
async function tlsChain(
  { hostname, port }: URL,
  network: NetworkOptions,
  signal: AbortSignal,
): Promise<StepResult> {
  const host = withoutBrackets(hostname);
  const socket = connect({
    ...tlsOptions(network),
    // The chain of an untrusted server has to be shown too.
    rejectUnauthorized: false,
    host,
    port: Number(port || 443),
    // TLS permits no IP address as a server name.
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  });
  const onAbort = (): void => void socket.destroy(new Error(String(signal.reason)));
  signal.addEventListener('abort', onAbort);
  try {
    await waitUntilSecure(socket);
    return describeConnection(socket);
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

function waitUntilSecure(socket: TLSSocket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('secureConnect', resolve);
  socket.once('error', reject);
  return promise;
}

function describeConnection(socket: TLSSocket): StepResult {
  const chain = certificatesOf(socket.getPeerCertificate(true)).map(
    ({ subject, valid_to: until }) => `${nameOf(subject)}, valid until ${until}`,
  );
  const problem: unknown = socket.authorizationError;
  const detail = [`${socket.getProtocol() ?? 'TLS'}: ${chain.join(' ← ')}`];
  if (!socket.authorized) detail.push(`the certificate is not trusted: ${String(problem)}`);
  return { state: socket.authorized ? 'ok' : 'failed', detail: detail.join('; ') };
}

/** A self-signed certificate ends the chain, because it is its own issuer. */
function certificatesOf(first: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  for (
    let certificate = first;
    certificate?.subject !== undefined;
    certificate = certificate.issuerCertificate
  ) {
    if (chain.some(({ fingerprint256 }) => fingerprint256 === certificate.fingerprint256)) break;
    chain.push(certificate);
  }
  return chain;
}

function nameOf(subject: DetailedPeerCertificate['subject']): string {
  const name: string | readonly string[] | undefined = subject.CN ?? subject.O;
  return typeof name === 'string' ? name : (name?.join(' ') ?? 'unnamed');
}
