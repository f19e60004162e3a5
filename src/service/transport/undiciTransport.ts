import { ACCEPT_ENCODING, BodyBytes, decodeBody, type DecodedBody } from './decodeBody.ts';
import { type Dispatcher, type OriginPool, ProxyFailure, refusal } from './originPool.ts';
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

/** What is under way for a caller. */
export interface Watched {
  /** Belongs to the watch. */
  place: number;
  /** On the clock of `performance.now()`, ms. */
  readonly deadline: number;
  onAbort(reason: unknown): void;
  onLate(): void;
}

const watches = new WeakMap<AbortSignal, Watch>();

/** The one watch of this signal. */
export function watchOf(signal: AbortSignal): Watch {
  const known = watches.get(signal);
  if (known !== undefined) return known;
  const watch = new Watch(signal);
  watches.set(signal, watch);
  return watch;
}

/**
 * One listener and one timer for all that is under way for a signal, as long as anything is: a pair for each
 * request takes a tenth of the time of a small one.
 */
class Watch {
  readonly #signal: AbortSignal;
  readonly #all: Watched[] = [];
  #timer: NodeJS.Timeout | undefined;
  #firesAt = Number.POSITIVE_INFINITY;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Until it is removed, it hears of the abort and of its deadline. */
  add(one: Watched): void {
    one.place = this.#all.push(one) - 1;
    if (one.place === 0) this.#signal.addEventListener('abort', this);
    if (one.deadline < this.#firesAt) this.#setTimer(one.deadline);
  }

  /** Once for each that was added. */
  remove({ place }: Watched): void {
    const last = this.#all.pop();
    if (last !== undefined && last.place !== place) {
      last.place = place;
      this.#all[place] = last;
    }
    if (this.#all.length > 0) return;
    this.#signal.removeEventListener('abort', this);
    clearTimeout(this.#timer);
    this.#firesAt = Number.POSITIVE_INFINITY;
  }

  handleEvent(): void {
    for (const one of this.#all.slice()) one.onAbort(this.#signal.reason);
  }

  #setTimer(deadline: number): void {
    clearTimeout(this.#timer);
    this.#firesAt = deadline;
    // Less than 1 is what Node warns of.
    const delay = Math.max(1, deadline - performance.now());
    this.#timer = setTimeout(() => this.#onTimer(), delay);
  }

  #onTimer(): void {
    this.#firesAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    const late = this.#all.filter(({ deadline }) => deadline <= now);
    // A busy process may find several late at once.
    for (const one of late.toSorted((a, b) => a.deadline - b.deadline)) one.onLate();
    if (this.#all.length > 0) this.#setTimer(Math.min(...this.#all.map((one) => one.deadline)));
  }
}

/** @param pool asked for at once */
export function sendThrough(pool: () => OriginPool, request: HttpRequest): Promise<HttpAnswer> {
  return new Exchange(request).begin(pool);
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
 * One request and its answer, on undici's own events, from the first to the last without another promise: a stream
 * for each body, as `request` makes it, costs as much as a small request.
 */
class Exchange implements Dispatcher.DispatchHandler, Watched {
  place = 0;
  readonly deadline: number;
  /** undici starts a request only when it has a connected socket for it: before that, nothing was sent. */
  #wasSent = false;
  readonly #request: HttpRequest;
  readonly #body: BodyBytes;
  readonly #ended = Promise.withResolvers<HttpAnswer>();
  #watch: Watch | undefined;
  #proxy: Proxy | undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #givenUp: Error | undefined;
  #status = 0;
  #headers: Headers = {};

  constructor(request: HttpRequest) {
    this.#request = request;
    this.#body = new BodyBytes(request.maxBytes);
    this.deadline = performance.now() + request.limitMs;
  }

  begin(pool: () => OriginPool): Promise<HttpAnswer> {
    const { method, origin, path, headers, body = null, signal } = this.#request;
    try {
      const { dispatcher, proxy } = pool();
      this.#proxy = proxy;
      if (signal.aborted) throw new TransportError(reasonOf(signal.reason), false);
      this.#watch = watchOf(signal);
      this.#watch.add(this);
      const all = { 'accept-encoding': ACCEPT_ENCODING, ...headers };
      dispatcher.dispatch({ method, origin, path, headers: all, body }, this);
    } catch (error) {
      this.#fail(error);
    }
    return this.#ended.promise;
  }

  onAbort(reason: unknown): void {
    this.#giveUp(new TransportError(reasonOf(reason), this.#wasSent));
  }

  onLate(): void {
    this.#giveUp(lateError(this.#wasSent));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // undici cannot be told to drop a request that waits for a socket: it is dropped when its turn comes.
    if (this.#givenUp === undefined) this.#refuse();
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
    this.#free();
    this.#ended.resolve({
      httpStatus: this.#status,
      contentType: this.#header('content-type') ?? '',
      location: this.#header('location'),
      retryAfter: this.#header('retry-after'),
      date: this.#header('date'),
      ...decoded,
    });
  }

  /** What may leave is asked again here: making the connection may have taken its time. */
  #refuse(): void {
    const refusal = this.#request.refusal?.();
    if (refusal === undefined) return;
    this.#givenUp = refusal;
    this.#free();
    this.#ended.reject(refusal);
  }

  #giveUp(reason: Error): void {
    this.#givenUp = reason;
    this.#fail(reason);
    this.#controller?.abort(reason);
  }

  #fail(error: unknown): void {
    this.#free();
    const { origin } = this.#request;
    const isTold = error instanceof TransportError;
    this.#ended.reject(isTold ? error : told(error, this.#proxy, origin, this.#wasSent));
  }

  #free(): void {
    this.#watch?.remove(this);
    this.#watch = undefined;
  }

  #header(name: string): string | undefined {
    const value = this.#headers[name];
    return Array.isArray(value) ? value[0] : value;
  }
}
