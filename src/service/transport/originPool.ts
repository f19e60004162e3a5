import { Pool, ProxyAgent, type Dispatcher } from 'undici';

import type { Proxy, TlsOptions } from './proxy.ts';
import { reasonOf } from './transport.ts';

export type { Dispatcher };

/** Pool of keep-alive connections to one origin, possibly through a proxy. */
export interface OriginPool {
  readonly dispatcher: Dispatcher;
  readonly proxy: Proxy | undefined;
  /** Accepts no more requests, and closes after those that are running. */
  close(): Promise<void>;
  /** Closes immediately, even during `close`. */
  destroy(): Promise<void>;
}

/** With HTTP/2, undici would itself repeat a request whose stream is refused or whose connection is closed. */
const HTTP1 = { allowH2: false } as const;
/** The time limit of the call covers the whole request. The limits of undici would make the error less clear. */
const NO_LIMITS = { ...HTTP1, headersTimeout: 0, bodyTimeout: 0 } as const;

/** Maximum time for a proxy to open a tunnel, in ms. A request's signal does not reach this step. */
const TUNNEL_TIMEOUT = 60_000;

export interface PoolOptions {
  readonly proxy: Proxy | undefined;
  readonly tls: TlsOptions;
  readonly connections: number;
}

/** Opens a pool. Process-wide settings are neither read nor changed. */
export function openPool(origin: string, options: PoolOptions): OriginPool {
  const { proxy, tls, connections } = options;
  const pools: Dispatcher[] = [];
  const track = (pool: Pool): Pool => {
    pools.push(pool);
    return pool;
  };
  const dispatcher =
    proxy === undefined
      ? new Pool(origin, { ...NO_LIMITS, connections, connect: { ...tls } })
      : createProxyAgent(proxy, { ...NO_LIMITS, connections }, { tls, track });
  return {
    dispatcher,
    proxy,
    close: () => dispatcher.close(),
    destroy: async () => {
      // A proxy agent that is closing no longer closes its pools.
      await Promise.all([dispatcher, ...pools].map((closable) => closable.destroy()));
    },
  };
}

function createProxyAgent(
  proxy: Proxy,
  limits: Pool.Options,
  { tls, track }: { readonly tls: TlsOptions; readonly track: (pool: Pool) => Pool },
): ProxyAgent {
  return new ProxyAgent({
    ...limits,
    uri: proxy.url,
    ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
    requestTls: { ...tls, ...HTTP1 },
    proxyTls: { ...tls, ...HTTP1 },
    // Plain HTTP goes to the proxy through a pool made by `factory`, everything else through a tunnel.
    factory: (target, options) => track(new Pool(target, { ...options, ...limits })),
    clientFactory: (url, options) => track(createTunnelPool(url, options)),
  });
}

/** Failure of a proxy to open a tunnel. undici would report it like a failure of the service. */
export class ProxyFailure extends Error {}

function createTunnelPool(url: URL, options: object): Pool {
  const pool = new Pool(url, { ...options, ...HTTP1, headersTimeout: TUNNEL_TIMEOUT });
  const connect: (request: Dispatcher.ConnectOptions) => Promise<Dispatcher.ConnectData> =
    pool.connect.bind(pool);
  const connectOrThrow = async (
    request: Dispatcher.ConnectOptions,
  ): Promise<Dispatcher.ConnectData> => {
    const answer = await connect(request).catch((error: unknown) => {
      throw new ProxyFailure(`failed: ${reasonOf(error)}`, { cause: error });
    });
    if (answer.statusCode === 200) return answer;
    answer.socket.on('error', () => undefined).destroy();
    throw new ProxyFailure(proxyFailureText(answer.statusCode));
  };
  return Object.assign(pool, { connect: connectOrThrow });
}

export function proxyFailureText(status: number): string {
  return status === 407 ? 'requires a user name and password (HTTP 407)' : `failed: HTTP ${status}`;
}
