import { lookup } from 'node:dns/promises';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';
import { withoutEndSlashes } from '../base/baseUrl.ts';
import { endpoints } from '../base/endpoints.ts';
import { problemText, ServiceError } from '../base/errors.ts';
import { DIRECT, type NetworkOptions } from '../base/networkOptions.ts';
import type { Clock } from '../base/ports.ts';
import { oneLine } from '../base/text.ts';
import { MAX_BODY, refuseRedirect } from './call.ts';
import { httpDate } from './retries.ts';
import { readPage } from './readPage.ts';
import { redact } from './redact.ts';
import { customersQuery, requestHeaders } from './requests.ts';
import { type Environment, type Proxy, proxyFor } from './transport/proxy.ts';
import { tlsOptions } from './transport/tlsOptions.ts';
import { type HttpAnswer, reasonOf, type Transport } from './transport/transport.ts';

type Found = Pick<ConnectionStep, 'state' | 'detail'>;

interface StepOptions {
  /** The time limit of each step, ms. */
  readonly timeoutMs: () => number;
  /** Struck out of every detail. */
  readonly secret: string;
}

/** One step after the other, each with its time; what throws is a step that failed. */
class Steps {
  readonly all: ConnectionStep[] = [];
  readonly #options: StepOptions;
  readonly #signal: AbortSignal;

  constructor(options: StepOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
  }

  /**
   * Throws the signal's reason, and nothing else.
   * @param without what was found when `look` fails or takes too long
   */
  async take(
    name: ConnectionStep['name'],
    look: (signal: AbortSignal) => Promise<Found>,
    without: (reason: string) => Found = failed,
  ): Promise<void> {
    const { timeoutMs, secret } = this.#options;
    this.#signal.throwIfAborted();
    const started = performance.now();
    const found = await within(timeoutMs(), this.#signal, look).catch((error: unknown) =>
      without(reasonOf(error)),
    );
    this.#signal.throwIfAborted();
    const detail = redact(found.detail, secret);
    this.all.push({
      name,
      state: found.state,
      ms: Math.round(performance.now() - started),
      detail,
    });
  }
}

function failed(detail: string): Found {
  return { state: 'failed', detail };
}

/** Not every part of the way can be called back, and none has a limit that one could rely on. */
async function within<T>(
  limitMs: number,
  signal: AbortSignal,
  look: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const over = Promise.withResolvers<never>();
  const stop = AbortSignal.any([signal, late.signal]);
  stop.addEventListener('abort', () => over.reject(stop.reason));
  const timer = setTimeout(
    () => late.abort(new Error(`no response within ${limitMs} ms`)),
    limitMs,
  );
  try {
    return await Promise.race([over.promise, look(stop)]);
  } finally {
    clearTimeout(timer);
  }
}

export interface ConnectionTarget {
  readonly baseUrl: string;
  readonly botId: string;
  readonly token: string;
}

export interface ConnectionParts {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The time limit of each step, ms. */
  readonly timeoutMs: () => number;
  readonly network?: (() => NetworkOptions) | undefined;
  readonly environment?: Environment;
  /** The system's resolver when not given. */
  readonly addressesOf?: (hostname: string) => Promise<readonly string[]>;
}

/** A clock that differs by more than this is worth a word, ms. */
const SKEW = 60_000;

/**
 * Looks at each part of the way to a bot's service. Never throws but for the signal: what fails is a step.
 * Sends one request, "list customers" with limit 1, and repeats nothing.
 */
export async function checkConnection(
  target: ConnectionTarget,
  parts: ConnectionParts,
  signal: AbortSignal,
): Promise<readonly ConnectionStep[]> {
  const url = new URL(target.baseUrl);
  const { clock, network = () => DIRECT } = parts;
  const steps = new Steps({ ...parts, secret: target.token }, signal);
  let proxy: Proxy | undefined;
  let answer: HttpAnswer | undefined;
  await steps.take('proxy', async () => {
    if (network().transport === 'host')
      return skipped('VS Code chooses the proxy, because botTags.network.transport is set to host');
    proxy = proxyFor(url.origin, network(), parts.environment ?? {});
    return { state: 'ok', detail: proxy === undefined ? 'none' : proxy.name };
  });
  const byProxy = proxy === undefined ? undefined : orByProxy;
  await steps.take('dns', () => lookUp(url, parts.addressesOf), byProxy);
  await steps.take('tls', async (stop) => {
    if (url.protocol !== 'https:') return skipped('plain http');
    if (proxy !== undefined) return skipped(`through the proxy ${proxy.name}`);
    return tlsChain(url, network(), stop);
  });
  let refusal: unknown;
  await steps.take('http', async (stop) => {
    answer = await ask(target, parts, stop);
    refusal = refusalIn(answer, target.token);
    const detail = `HTTP ${answer.httpStatus}, ${answer.body.length} bytes`;
    if (refusal === undefined || ServiceError.isUnauthorized(refusal))
      return { state: 'ok', detail };
    return { state: 'failed', detail: `${detail}: ${whyRefused(refusal)}` };
  });
  await steps.take('authentication', async () => {
    if (answer === undefined) return skipped('no response');
    if (refusal === undefined) return { state: 'ok', detail: 'the service accepts the token' };
    if (ServiceError.isUnauthorized(refusal))
      return { state: 'failed', detail: whyRefused(refusal) };
    return skipped('the response does not show whether the token is valid');
  });
  await steps.take('clock', async () => clockStep(answer?.date, clock.now()));
  return steps.all;
}

async function systemAddresses(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}

async function lookUp({ hostname }: URL, addressesOf = systemAddresses): Promise<Found> {
  const found = await addressesOf(hostname.replace(/^\[|\]$/g, ''));
  return { state: 'ok', detail: found.join(', ') };
}

function orByProxy(reason: string): Found {
  return {
    state: 'warning',
    detail: `${reason}; the proxy might be able to resolve the host name`,
  };
}

function ask(
  target: ConnectionTarget,
  { transport, timeoutMs }: ConnectionParts,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { origin, pathname } = new URL(target.baseUrl);
  const query = customersQuery({ botId: target.botId, limit: 1 });
  return transport.send({
    method: 'GET',
    origin,
    path: `${withoutEndSlashes(pathname)}${endpoints.listCustomers.path}?${query}`,
    headers: requestHeaders(target.token),
    signal,
    limitMs: timeoutMs(),
    maxBytes: MAX_BODY,
  });
}

/** Why the answer is no page of customers, if it is none. */
function refusalIn(answer: HttpAnswer, token: string): unknown {
  try {
    refuseRedirect('listCustomers', answer, token);
    readPage(answer, token);
    return undefined;
  } catch (error) {
    return error;
  }
}

function whyRefused(error: unknown): string {
  return ServiceError.is(error) ? oneLine(problemText(error.problem)) : reasonOf(error);
}

function clockStep(date: string | undefined, now: number): Found {
  const theirs = httpDate(date ?? '', now);
  if (theirs === undefined)
    return skipped(
      'the service did not send a valid time, so the clock of this machine was not checked',
    );
  const seconds = Math.round((now - theirs) / 1000);
  // The header has whole seconds.
  if (Math.abs(seconds) <= 1)
    return { state: 'ok', detail: 'the clock of this machine shows the same time as the service' };
  const detail = `this machine is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}`;
  return { state: Math.abs(now - theirs) > SKEW ? 'warning' : 'ok', detail };
}

function skipped(detail: string): Found {
  return { state: 'skipped', detail };
}

/** A part of the way from here to the service, as "Check Connection" found it. */
export interface ConnectionStep {
  readonly name: 'dns' | 'proxy' | 'tls' | 'http' | 'authentication' | 'clock' | 'tokenStorage';
  readonly state: 'ok' | 'warning' | 'failed' | 'skipped';
  /** How long it took, ms. */
  readonly ms: number;
  /** English; nothing secret is in it. */
  readonly detail: string;
}

/**
 * The certificates that a server shows, with their expiry, and whether they are trusted. Rejects with the
 * system's error when no TLS connection can be made.
 */
async function tlsChain(
  { hostname, port }: URL,
  network: NetworkOptions,
  signal: AbortSignal,
): Promise<Pick<ConnectionStep, 'state' | 'detail'>> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    ...tlsOptions(network),
    // The chain of a server that is not trusted is what one wants to see.
    rejectUnauthorized: false,
    host,
    port: Number(port || 443),
    ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
  });
  const onAbort = (): void => void socket.destroy(new Error(String(signal.reason)));
  signal.addEventListener('abort', onAbort);
  try {
    await secured(socket);
    return described(socket);
  } finally {
    signal.removeEventListener('abort', onAbort);
    socket.destroy();
  }
}

function secured(socket: TLSSocket): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('secureConnect', resolve);
  socket.once('error', reject);
  return promise;
}

function described(socket: TLSSocket): Pick<ConnectionStep, 'state' | 'detail'> {
  const chain = certificatesOf(socket.getPeerCertificate(true)).map(
    ({ subject, valid_to: until }) => `${nameOf(subject)} until ${until}`,
  );
  const problem: unknown = socket.authorizationError;
  const detail = [`${socket.getProtocol() ?? 'TLS'}: ${chain.join(' ← ')}`];
  if (!socket.authorized) detail.push(`not trusted: ${String(problem)}`);
  return { state: socket.authorized ? 'ok' : 'failed', detail: detail.join('; ') };
}

/** The last one signs itself. */
function certificatesOf(first: DetailedPeerCertificate): DetailedPeerCertificate[] {
  const chain: DetailedPeerCertificate[] = [];
  for (let one = first; one?.subject !== undefined; one = one.issuerCertificate) {
    if (chain.some(({ fingerprint256 }) => fingerprint256 === one.fingerprint256)) break;
    chain.push(one);
  }
  return chain;
}

function nameOf(subject: DetailedPeerCertificate['subject']): string {
  const name: string | readonly string[] | undefined = subject.CN ?? subject.O;
  return typeof name === 'string' ? name : (name?.join(' ') ?? 'unnamed');
}
