import { ACCEPT_ENCODING, decodeBody, readBody } from './decodeBody.ts';
import { ProxyFailure, refusal, type Dispatcher, type OriginPool } from './originPool.ts';
import type { Proxy } from './proxy.ts';
import {
  isAboutCertificate,
  lastingError,
  reasonOf,
  TransportError,
  type HttpAnswer,
  type HttpRequest,
} from './transport.ts';

interface Progress {
  wasSent: boolean;
}

export async function sendThrough(pool: OriginPool, request: HttpRequest): Promise<HttpAnswer> {
  const { signal } = request;
  const progress = { wasSent: false };
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  try {
    signal.throwIfAborted();
    signal.addEventListener('abort', onAbort);
    // undici looks at the signal only once it has a socket for the request, which it then does not write.
    return await Promise.race([exchange(pool, request, progress), aborted.promise]);
  } catch (error) {
    if (error instanceof TransportError) throw error;
    throw told(error, pool.proxy, request, progress);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** Of plain HTTP, all that fails before the request is sent is the connection to the proxy. */
function told(
  error: unknown,
  proxy: Proxy | undefined,
  { origin, signal }: HttpRequest,
  { wasSent }: Progress,
): TransportError {
  const reason = reasonOf(error);
  // undici's own words: it does not hand out such an answer to plain HTTP.
  const isRefused = proxy !== undefined && reason.startsWith('Proxy Authentication Required');
  if (isRefused) return proxyError(proxy, refusal(407));
  if (wasSent || signal.aborted) return new TransportError(reason, wasSent);
  if (error instanceof ProxyFailure && proxy !== undefined) return proxyError(proxy, reason);
  const isProxys = proxy !== undefined && origin.startsWith('http:');
  const message = isProxys ? `the proxy ${proxy.name} failed: ${reason}` : reason;
  return isAboutCertificate(error) ? lastingError(message) : new TransportError(message, false);
}

function proxyError(proxy: Proxy, reason: string): TransportError {
  const message = `the proxy ${proxy.name} ${reason}`;
  return reason === refusal(407) ? lastingError(message) : new TransportError(message, false);
}

async function exchange(
  { dispatcher }: OriginPool,
  request: HttpRequest,
  progress: Progress,
): Promise<HttpAnswer> {
  const { method, origin, path, headers, body, signal, maxBytes } = request;
  const answer = await dispatcher.compose(watchStart(progress)).request({
    ...{ method, origin, path, signal },
    headers: { 'accept-encoding': ACCEPT_ENCODING, ...headers },
    body: body ?? null,
  });
  const one = (name: string): string | undefined => {
    const value = answer.headers[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const bytes = await readBody(answer.body, maxBytes);
  return {
    httpStatus: answer.statusCode,
    contentType: one('content-type') ?? '',
    location: one('location'),
    retryAfter: one('retry-after'),
    date: one('date'),
    body: await decodeBody(bytes, one('content-encoding') ?? '', maxBytes),
  };
}

/** undici starts a request only when it has a connected socket for it: before that, nothing was sent. */
function watchStart(progress: Progress): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) =>
    dispatch(options, {
      onRequestStart: (controller, context) => {
        progress.wasSent = true;
        handler.onRequestStart?.(controller, context);
      },
      onResponseStart: (...start) => handler.onResponseStart?.(...start),
      onResponseData: (...data) => handler.onResponseData?.(...data),
      onResponseEnd: (...end) => handler.onResponseEnd?.(...end),
      onResponseError: (...failed) => handler.onResponseError?.(...failed),
    });
}
