import { ACCEPT_ENCODING, BodyBytes, decodeBody } from './decodeBody.ts';
import { ProxyFailure, refusal, type Dispatcher, type OriginPool } from './originPool.ts';
import type { Proxy } from './proxy.ts';
import {
  isAboutCertificate,
  lastingError,
  lateError,
  reasonOf,
  TransportError,
  type HttpAnswer,
  type HttpRequest,
} from './transport.ts';

/** @param pool asked for at once */
export function sendThrough(pool: () => OriginPool, request: HttpRequest): Promise<HttpAnswer> {
  return new Exchange(request).run(pool);
}

/** Of plain HTTP, all that fails before the request is sent is the connection to the proxy. */
function told(
  error: unknown,
  proxy: Proxy | undefined,
  origin: string,
  wasSent: boolean,
): TransportError {
  const reason = reasonOf(error);
  // undici's own words: it does not hand out such an answer to plain HTTP.
  const isRefused = proxy !== undefined && reason.startsWith('Proxy Authentication Required');
  if (isRefused) return proxyError(proxy, refusal(407));
  if (wasSent) return new TransportError(reason, true);
  const failed = error instanceof ProxyFailure ? error : undefined;
  if (failed && proxy !== undefined) return proxyError(proxy, reason, failed.cause);
  const isProxys = proxy !== undefined && origin.startsWith('http:');
  const message = isProxys ? `the proxy ${proxy.name} failed: ${reason}` : reason;
  return isAboutCertificate(error) ? lastingError(message) : new TransportError(message, false);
}

function proxyError(proxy: Proxy, reason: string, cause?: unknown): TransportError {
  const message = `the proxy ${proxy.name} ${reason}`;
  const isLasting = reason === refusal(407) || isAboutCertificate(cause);
  return isLasting ? lastingError(message) : new TransportError(message, false);
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/**
 * One request and its answer, on undici's own events: a stream for each body, as `request` makes it, costs as
 * much as a small request.
 */
class Exchange implements Dispatcher.DispatchHandler {
  /** undici starts a request only when it has a connected socket for it: before that, nothing was sent. */
  #wasSent = false;
  readonly #request: HttpRequest;
  readonly #body: BodyBytes;
  readonly #ended = Promise.withResolvers<Uint8Array>();
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #status = 0;
  #headers: Headers = {};

  constructor(request: HttpRequest) {
    this.#request = request;
    this.#body = new BodyBytes(request.maxBytes);
  }

  async run(pool: () => OriginPool): Promise<HttpAnswer> {
    const { dispatcher, proxy } = pool();
    const { method, origin, path, headers, body = null, signal, limitMs, maxBytes } = this.#request;
    if (signal.aborted) throw new TransportError(reasonOf(signal.reason), false);
    const timer = setTimeout(() => this.#giveUp(lateError(this.#wasSent)), limitMs);
    signal.addEventListener('abort', this.#onAbort);
    try {
      const all = { 'accept-encoding': ACCEPT_ENCODING, ...headers };
      dispatcher.dispatch({ method, origin, path, headers: all, body }, this);
      const bytes = await this.#ended.promise;
      const encoding = this.#header('content-encoding');
      return {
        httpStatus: this.#status,
        contentType: this.#header('content-type') ?? '',
        location: this.#header('location'),
        retryAfter: this.#header('retry-after'),
        date: this.#header('date'),
        ...(encoding === undefined ? { body: bytes } : await decodeBody(bytes, encoding, maxBytes)),
      };
    } catch (error) {
      if (error instanceof TransportError) throw error;
      throw told(error, proxy, origin, this.#wasSent);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', this.#onAbort);
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici cannot be told to drop a request that waits for a socket: it is dropped when its turn comes.
    if (this.#givenUp !== undefined) return controller.abort(this.#givenUp);
    this.#wasSent = true;
    this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Headers): void {
    this.#status = status;
    this.#headers = headers;
    this.#body.expect(Number(this.#header('content-length')) || 0);
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Uint8Array): void {
    const problem = this.#body.add(chunk);
    if (problem !== undefined) this.#giveUp(problem);
  }

  onResponseEnd(): void {
    this.#ended.resolve(this.#body.whole());
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#ended.reject(error);
  }

  readonly #onAbort = (): void => {
    this.#giveUp(new TransportError(reasonOf(this.#request.signal.reason), this.#wasSent));
  };

  #giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#ended.reject(reason);
    this.#controller?.abort(reason);
  }

  #header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value[0] : value;
  }
}
