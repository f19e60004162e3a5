import { ACCEPT_ENCODING, BodyBytes, decodeBody, type DecodedBody } from './decodeBody.ts';
import { type Dispatcher, type OriginPool, ProxyFailure, proxyFailureText } from './originPool.ts';
import type { Proxy } from './proxy.ts';
import {
  type HttpAnswer,
  type HttpRequest,
  isAboutCertificate,
  lastingError,
  lateError,
  reasonOf,
  TransportError,
} from './transport.ts';

/** Running request that a `Watch` notifies of its abort and its deadline. */
export interface Watched {
  /** Index in the list of the `Watch`, which maintains it. */
  index: number;
  /** Deadline in ms, on the clock of `performance.now()`. */
  readonly deadline: number;
  onAbort(reason: unknown): void;
  onLate(): void;
}

const watches = new WeakMap<AbortSignal, Watch>();

export function watchOf(signal: AbortSignal): Watch {
  const existing = watches.get(signal);
  if (existing !== undefined) return existing;
  const watch = new Watch(signal);
  watches.set(signal, watch);
  return watch;
}

/** Abort listener and timer for all requests of a signal. Separate ones make a small request 10 % slower. */
class Watch {
  readonly #signal: AbortSignal;
  readonly #requests: Watched[] = [];
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(request: Watched): void {
    request.index = this.#requests.push(request) - 1;
    if (request.index === 0) this.#signal.addEventListener('abort', this);
    if (request.deadline < this.#firesAt) this.#setTimer(request.deadline);
  }

  /** Removes a request. To be called once for each added request. */
  remove({ index }: Watched): void {
    // The last request takes the place of the removed one, so that no other request has to move.
    const last = this.#requests.pop();
    if (last !== undefined && last.index !== index) {
      last.index = index;
      this.#requests[index] = last;
    }
    if (this.#requests.length > 0) return;
    this.#signal.removeEventListener('abort', this);
    clearTimeout(this.#timer);
    this.#firesAt = Number.POSITIVE_INFINITY;
  }

  handleEvent(): void {
    for (const request of this.#requests.slice()) request.onAbort(this.#signal.reason);
  }

  #setTimer(deadline: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = deadline;
    // Node.js warns about delays of less than 1 ms.
    const delay = Math.max(1, deadline - performance.now());
    this.#timer = setTimeout(() => this.#onTimer(), delay);
  }

  #onTimer(): void {
    this.#firesAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    const late = this.#requests.filter(({ deadline }) => deadline <= now);
    // In a busy process, several deadlines may be over at the same time.
    for (const request of late.toSorted((a, b) => a.deadline - b.deadline)) request.onLate();
    if (this.#requests.length > 0)
      this.#setTimer(Math.min(...this.#requests.map((request) => request.deadline)));
  }
}

/** @param findPool called immediately */
export function sendThrough(findPool: () => OriginPool, request: HttpRequest): Promise<HttpAnswer> {
  return new Exchange(request).begin(findPool);
}

function toTransportError(
  error: unknown,
  proxy: Proxy | undefined,
  origin: string,
  wasSent: boolean,
): TransportError {
  const reason = reasonOf(error);
  // For plain HTTP, undici does not return a response with status 407. This message is the only sign of the response.
  const isRefused = proxy !== undefined && reason.startsWith('Proxy Authentication Required');
  if (isRefused) return proxyError(proxy, proxyFailureText(407));
  if (wasSent) return new TransportError(reason, true);
  if (proxy !== undefined && error instanceof ProxyFailure)
    return proxyError(proxy, reason, error.cause);
  // A plain HTTP request is sent to the proxy itself, so a failure before that is a failure to connect to the proxy.
  const isProxyFailure = proxy !== undefined && origin.startsWith('http:');
  const message = isProxyFailure ? `the proxy ${proxy.name} failed: ${reason}` : reason;
  return isAboutCertificate(error) ? lastingError(message) : new TransportError(message, false);
}

function proxyError(proxy: Proxy, reason: string, cause?: unknown): TransportError {
  const message = `the proxy ${proxy.name} ${reason}`;
  const isLasting = reason === proxyFailureText(407) || isAboutCertificate(cause);
  return isLasting ? lastingError(message) : new TransportError(message, false);
}

type Headers = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2];

/** Uses undici's events, because a stream for each body, as `request` creates it, costs as much as a small request. */
class Exchange implements Dispatcher.DispatchHandler, Watched {
  index = 0;
  readonly deadline: number;
  /** undici starts a request only when it has a connected socket, so nothing was sent before that. */
  #wasSent = false;
  readonly #request: HttpRequest;
  readonly #body: BodyBytes;
  readonly #answer = Promise.withResolvers<HttpAnswer>();
  #watch: Watch | undefined;
  #proxy: Proxy | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #abortReason: Error | undefined;
  #status = 0;
  #headers: Headers = {};

  constructor(request: HttpRequest) {
    this.#request = request;
    this.#body = new BodyBytes(request.maxBytes);
    this.deadline = performance.now() + request.limitMs;
  }

  begin(findPool: () => OriginPool): Promise<HttpAnswer> {
    const { method, origin, path, headers, body = null, signal } = this.#request;
    try {
      const { dispatcher, proxy } = findPool();
      this.#proxy = proxy;
      if (signal.aborted) throw new TransportError(reasonOf(signal.reason), false);
      this.#watch = watchOf(signal);
      this.#watch.add(this);
      const allHeaders = { 'accept-encoding': ACCEPT_ENCODING, ...headers };
      dispatcher.dispatch({ method, origin, path, headers: allHeaders, body }, this);
    } catch (error) {
      this.#fail(error);
    }
    return this.#answer.promise;
  }

  onAbort(reason: unknown): void {
    this.#giveUp(new TransportError(reasonOf(reason), this.#wasSent));
  }

  onLate(): void {
    this.#giveUp(lateError({ wasSent: this.#wasSent }));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici cannot remove a request that waits for a socket. The request is dropped when its turn comes.
    if (this.#abortReason === undefined) this.#checkRefusal();
    if (this.#abortReason !== undefined) return controller.abort(this.#abortReason);
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
    const bytes = this.#body.whole();
    const encoding = this.#header('content-encoding');
    if (encoding === undefined) return this.#succeed({ body: bytes });
    decodeBody(bytes, encoding, this.#request.maxBytes).then(
      (decoded) => this.#succeed(decoded),
      (error: unknown) => this.#fail(error),
    );
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #succeed(decoded: DecodedBody): void {
    this.#unwatch();
    this.#answer.resolve({
      httpStatus: this.#status,
      contentType: this.#header('content-type') ?? '',
      location: this.#header('location'),
      retryAfter: this.#header('retry-after'),
      date: this.#header('date'),
      ...decoded,
    });
  }

  /** Checks `refusal` again after `call.ts`, because opening the connection may have taken time. */
  #checkRefusal(): void {
    const refusal = this.#request.refusal?.();
    if (refusal === undefined) return;
    this.#abortReason = refusal;
    this.#unwatch();
    this.#answer.reject(refusal);
  }

  #giveUp(reason: Error): void {
    this.#abortReason = reason;
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  #fail(error: unknown): void {
    this.#unwatch();
    const { origin } = this.#request;
    const isTransportError = error instanceof TransportError;
    this.#answer.reject(
      isTransportError ? error : toTransportError(error, this.#proxy, origin, this.#wasSent),
    );
  }

  #unwatch(): void {
    this.#watch?.remove(this);
    this.#watch = undefined;
  }

  #header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value[0] : value;
  }
}
