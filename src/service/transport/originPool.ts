import { Pool, ProxyAgent, type Dispatcher } from 'undici';

import type { Proxy, TlsOptions } from './proxy.ts';
import { reasonOf } from './transport.ts';

export type { Dispatcher };

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

/** Pool of keep-alive connections to one origin. Process-wide settings are neither read nor changed. */
export class OriginPool {
  readonly dispatcher: Dispatcher;
  readonly proxy: Proxy | undefined;
  /** Pools that the agent of a proxy has created. */
  readonly #proxyPools: Pool[] = [];

  constructor(origin: string, { proxy, tls, connections }: PoolOptions) {
    this.proxy = proxy;
    const limits = { ...NO_LIMITS, connections };
    this.dispatcher =
      proxy === undefined
        ? new Pool(origin, { ...limits, connect: { ...tls } })
        : this.#createProxyAgent(proxy, limits, tls);
  }

  /** Accepts no more requests, and closes after those that are running. */
  close(): Promise<void> {
    return this.dispatcher.close();
  }

  /** Closes immediately, even during `close`. */
  async destroy(): Promise<void> {
    // A proxy agent that is closing no longer closes its pools.
    const pools = [this.dispatcher, ...this.#proxyPools];
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  #createProxyAgent(proxy: Proxy, limits: Pool.Options, tls: TlsOptions): ProxyAgent {
    return new ProxyAgent({
      ...limits,
      uri: proxy.url,
      ...(proxy.authorization === undefined ? {} : { token: proxy.authorization }),
      requestTls: { ...tls, ...HTTP1 },
      proxyTls: { ...tls, ...HTTP1 },
      // Plain HTTP goes to the proxy through a pool made by `factory`, everything else through a tunnel.
      factory: (target, options) => this.#track(new Pool(target, { ...options, ...limits })),
      clientFactory: (url, options) => this.#track(createTunnelPool(url, options)),
    });
  }

  #track(pool: Pool): Pool {
    this.#proxyPools.push(pool);
    return pool;
  }
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
