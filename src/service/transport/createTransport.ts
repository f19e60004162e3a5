import { codeOf } from '../../base/errors.ts';
import { DIRECT, type NetworkOptions } from '../../base/networkOptions.ts';
import type { Log } from '../../base/ports.ts';
import { BodyBytes, brokenBody, type DecodedBody } from './decodeBody.ts';
import { OriginPool } from './originPool.ts';
import { type Environment, proxyFor, tlsOptions, type TlsOptions } from './proxy.ts';
import {
  DEFAULT_CONCURRENCY,
  type HttpAnswer,
  type HttpRequest,
  isAboutCertificate,
  lastingError,
  lateError,
  reasonOf,
  type Transport,
  TransportError,
} from './transport.ts';
import { sendThrough } from './undiciTransport.ts';

export interface TransportOptions {
  /** Settings, read for each request, because they may change at any time. Defaults to `DIRECT`. */
  readonly settings?: { readonly network: NetworkOptions } | undefined;
  readonly log?: Pick<Log, 'warn'>;
  readonly environment?: Environment;
  /** Maximum number of concurrent requests to one origin. Defaults to 8. */
  readonly concurrency?: number | undefined;
}

/**
 * After a response, undici does not reuse the connection for one turn of the event loop, so the next request takes
 * another connection.
 */
const CONNECTIONS_PER_REQUEST = 2;

export function createTransport(options: TransportOptions = {}): Transport {
  const pools = new Pools(options);
  const { settings = { network: DIRECT } } = options;
  return {
    send: (request) => {
      const { network } = settings;
      if (network.transport === 'host') return sendByFetch(request);
      // Finding the pool and sending are synchronous, so that the pool is not closed before it has the request.
      return sendThrough(() => pools.poolOf(request.origin, network), request);
    },
    close: () => pools.close(),
  };
}

/** Connection pools, one for each origin. A change of the options retires all of them. */
class Pools {
  readonly #options: TransportOptions;
  /** Pools of earlier options that still have requests. */
  readonly #retired = new Set<OriginPool>();
  #network: NetworkOptions | undefined;
  #pools = new Map<string, OriginPool>();
  #tls: TlsOptions | undefined;
  #hasWarned = false;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  poolOf(origin: string, network: NetworkOptions): OriginPool {
    if (network !== this.#network) this.#useNetwork(network);
    const existing = this.#pools.get(origin);
    if (existing !== undefined) return existing;
    const proxy = proxyFor(origin, network, this.#options.environment ?? {});
    const needsTls = origin.startsWith('https:') || proxy?.url.startsWith('https:') === true;
    const tls = needsTls ? this.#tlsOf(network) : {};
    const { concurrency = DEFAULT_CONCURRENCY } = this.#options;
    const connections = concurrency * CONNECTIONS_PER_REQUEST;
    const pool = new OriginPool(origin, { proxy, tls, connections });
    this.#pools.set(origin, pool);
    return pool;
  }

  async close(): Promise<void> {
    const open = [...this.#pools.values(), ...this.#retired];
    this.#pools.clear();
    await Promise.all(open.map((pool) => pool.destroy()));
  }

  #useNetwork(network: NetworkOptions): void {
    const isSame = JSON.stringify(network) === JSON.stringify(this.#network);
    this.#network = network;
    if (isSame) return;
    this.#tls = undefined;
    for (const pool of this.#pools.values()) this.#retire(pool);
    this.#pools = new Map();
  }

  #retire(pool: OriginPool): void {
    this.#retired.add(pool);
    const onClosed = (): void => void this.#retired.delete(pool);
    pool.close().then(onClosed, onClosed);
  }

  #tlsOf(network: NetworkOptions): TlsOptions {
    this.#tls ??= tlsOptions(network);
    if (!network.strictSsl && !this.#hasWarned) {
      this.#hasWarned = true;
      this.#options.log?.warn('http.proxyStrictSSL is off: certificates are not checked');
    }
    return this.#tls;
  }
}

/** Codes of failures that occur only before there is a connection. `isAboutCertificate` detects further ones. */
const UNSENT_CODES = new Set(['UND_ERR_CONNECT_TIMEOUT', 'ERR_SSL_WRONG_VERSION_NUMBER']);

/** Message text of Node.js. Its error code is the same for any connection reset. */
const NO_HANDSHAKE_TEXT = 'disconnected before secure TLS connection was established';

/** Sends a request with the extension host's fetch, which handles proxies, TLS and decompression. */
async function sendByFetch(request: HttpRequest): Promise<HttpAnswer> {
  const { signal, limitMs } = request;
  if (signal.aborted) throw new TransportError(reasonOf(signal.reason), false);
  const refusal = request.refusal?.();
  if (refusal !== undefined) throw refusal;
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal.reason);
  signal.addEventListener('abort', onAbort);
  const timer = setTimeout(() => stop.abort(lateError({ wasSent: true })), limitMs);
  try {
    return await exchange(request, stop.signal);
  } catch (error) {
    if (error instanceof TransportError) throw error;
    const cause = causeOf(error);
    if (isAboutCertificate(cause)) throw lastingError(reasonOf(cause));
    throw new TransportError(reasonOf(cause), !isUnsent(cause));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // Frees the connection of a response that was not read to its end.
    stop.abort();
  }
}

async function exchange(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> {
  const { method, origin, path, headers, body, maxBytes } = request;
  const options: RequestInit = { method, headers, signal, redirect: 'manual' };
  if (body !== undefined) options.body = body;
  // The types of Node do not declare `cache`, which the fetch of VS Code follows.
  const answer = await fetch(origin + path, Object.assign(options, { cache: 'no-store' }));
  // fetch may hide the status and the headers of a redirect that it does not follow.
  const isHidden = answer.type === 'opaqueredirect';
  return {
    httpStatus: isHidden ? 302 : answer.status,
    contentType: answer.headers.get('content-type') ?? '',
    location: answer.headers.get('location') ?? (isHidden ? '' : undefined),
    retryAfter: answer.headers.get('retry-after') ?? undefined,
    date: answer.headers.get('date') ?? undefined,
    ...(await readDecoded(answer, maxBytes)),
  };
}

/** fetch also accepts a truncated body. `readAnswer` rejects such a body, because it is never valid JSON. */
async function readDecoded({ body, headers }: Response, maxBytes: number): Promise<DecodedBody> {
  if (body === null) return { body: new Uint8Array() };
  try {
    return { body: await bytesOf(body, maxBytes) };
  } catch (error) {
    const cause = causeOf(error);
    if (!isAboutCoding(cause)) throw error;
    return brokenBody(headers.get('content-encoding') ?? '', cause);
  }
}

async function bytesOf(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const bytes = new BodyBytes(maxBytes);
  for await (const chunk of body) {
    const problem = bytes.add(chunk);
    if (problem !== undefined) throw problem;
  }
  return bytes.whole();
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

/** Returns whether the error has a code of zlib, brotli or zstd. */
function isAboutCoding(error: unknown): boolean {
  return /^(?:Z_|ERR__ERROR_|ZSTD_error_)/.test(codeOf(error));
}

/** Returns whether the error certainly occurred before there was a connection. Only then is a write repeated. */
function isUnsent(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.every(isUnsent);
  if (!(error instanceof Error)) return false;
  if ('syscall' in error && /^(?:connect|getaddrinfo)$/.test(String(error.syscall))) return true;
  return UNSENT_CODES.has(codeOf(error)) || error.message.includes(NO_HANDSHAKE_TEXT);
}
