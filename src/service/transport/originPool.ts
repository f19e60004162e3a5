import { Pool, ProxyAgent, type Dispatcher } from 'undici';

import type { Proxy } from './proxy.ts';
import type { TlsOptions } from './tlsOptions.ts';
import { reasonOf } from './transport.ts';

export type { Dispatcher };

/** Keep-alive connections to one origin, perhaps through a proxy. */
export interface OriginPool {
  readonly dispatcher: Dispatcher;
  readonly proxy: Proxy | undefined;
  /** Takes no more requests, and ends after those that run. */
  close(): Promise<void>;
  /** Ends now, also while it closes. */
  destroy(): Promise<void>;
}

/** Over HTTP/2 undici repeats a request by itself if the service refuses its stream or closes the connection. */
const HTTP1 = { allowH2: false } as const;
/** The call's own time limit bounds all of it, so undici's would only blur the error. */
const LIMITS = { ...HTTP1, headersTimeout: 0, bodyTimeout: 0 } as const;

/** How long a proxy may take to open a tunnel, ms: nobody's signal reaches that far. */
const TUNNEL_LIMIT = 60_000;

export interface PoolOptions {
  readonly proxy: Proxy | undefined;
  readonly tls: TlsOptions;
  /** At most. */
  readonly connections: number;
}

/** Nothing process-wide is read or set. */
export function openPool(origin: string, options: PoolOptions): OriginPool {
  const { proxy, tls, connections } = options;
  const made: Dispatcher[] = [];
  const keep = (pool: Pool): Pool => {
    made.push(pool);
    return pool;
  };
  const dispatcher =
    proxy === undefined
      ? new Pool(origin, { ...LIMITS, connections, connect: { ...tls } })
      : proxyAgent(proxy, { ...LIMITS, connections }, { tls, keep });
  return {
    dispatcher,
    proxy,
    close: () => dispatcher.close(),
    destroy: async () => {
      // An agent that closes has forgotten its pools.
      await Promise.all([dispatcher, ...made].map((one) => one.destroy()));
    },
  };
}

function proxyAgent(
  proxy: Proxy,
  limits: Pool.Options,
  { tls, keep }: { readonly tls: TlsOptions; readonly keep: (pool: Pool) => Pool },
): ProxyAgent {
  return new ProxyAgent({
    ...limits,
    uri: proxy.url,
    ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
    requestTls: { ...tls, ...HTTP1 },
    proxyTls: { ...tls, ...HTTP1 },
    // Plain HTTP goes to the proxy through a pool that this makes, everything else through a tunnel.
    factory: (target, options) => keep(new Pool(target, { ...options, ...limits })),
    clientFactory: (url, options) => keep(tunnelPool(url, options)),
  });
}

/** A failure on the way to the tunnel, which undici would not tell from one of the service. */
export class ProxyFailure extends Error {}

function tunnelPool(url: URL, options: object): Pool {
  const pool = new Pool(url, { ...options, ...HTTP1, headersTimeout: TUNNEL_LIMIT });
  const connect: (request: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> =
    pool.connect.bind(pool);
  const connectOrTell = async (
    request: Dispatcher.ConnectOptions,
  ): Promise<Dispatcher.ConnectData> => {
    const answer = await connect(request).catch((error: unknown) => {
      throw new ProxyFailure(`failed: ${reasonOf(error)}`, { cause: error });
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => undefined).destroy();
    throw new ProxyFailure(refusal(answer.statusCode));
  };
  return Object.assign(pool, { connect: connectOrTell });
}

/** What a proxy did that answers with this instead of what is asked for. */
export function refusal(status: number): string {
  return status === 407 ? 'requires a user name and password (HTTP 407)' : `failed: HTTP ${status}`;
}
