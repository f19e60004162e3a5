import { Pool, type Dispatcher } from 'undici';

export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly origin: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

export interface HttpAnswer {
  readonly httpStatus: number;
  readonly contentType: string;
  readonly location: string | undefined;
  readonly body: Uint8Array;
}

/** Why there is no answer. `wasSent`: the request reached a socket, so the service may have acted on it. */
export class TransportError extends Error {
  readonly wasSent: boolean;
  readonly isTooLarge: boolean;

  constructor(message: string, wasSent: boolean, isTooLarge = false) {
    super(message);
    this.wasSent = wasSent;
    this.isTooLarge = isTooLarge;
  }
}

export interface Transport {
  /** Throws `TransportError`. Redirects are returned, not followed. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** Sockets kept open per origin, at most. */
const CONNECTIONS = 8;

/** One pool of keep-alive connections per origin. Nothing process-wide is read or set. */
export function createTransport(): Transport {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    const known = pools.get(origin);
    if (known !== undefined) return known;
    // The caller's signal bounds the whole call, so undici's own limits would only blur the error.
    const pool = new Pool(origin, { connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 });
    pools.set(origin, pool);
    return pool;
  };
  return {
    send: (request) => send(poolOf(request.origin), request),
    close: async () => {
      const open = [...pools.values()];
      pools.clear();
      await Promise.all(open.map((pool) => pool.destroy()));
    },
  };
}

interface Progress {
  wasSent: boolean;
}

async function send(pool: Pool, request: HttpRequest): Promise<HttpAnswer> {
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
    throw new TransportError(reasonOf(error), progress.wasSent);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

async function exchange(pool: Pool, request: HttpRequest, progress: Progress): Promise<HttpAnswer> {
  const answer = await pool.compose(watchStart(progress)).request({
    method: request.method,
    path: request.path,
    headers: request.headers,
    body: request.body ?? null,
    signal: request.signal,
  });
  return {
    httpStatus: answer.statusCode,
    contentType: one(answer.headers['content-type']) ?? '',
    location: one(answer.headers['location']),
    body: await readBody(answer.body, request.maxBytes),
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

async function readBody(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new TransportError('the answer is too large', true, true);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function one(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** Several addresses were tried: each has its own error, and the first one tells it best. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return error.message === '' || error.message.includes(code)
    ? error.message || code
    : `${error.message} (${code})`;
}
