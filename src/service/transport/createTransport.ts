import type { Log } from '../../base/ports.ts';
import { DIRECT, type NetworkOptions } from '../../base/networkOptions.ts';
import { sendByFetch } from './hostTransport.ts';
import { openPool, type OriginPool } from './originPool.ts';
import { proxyFor, type Environment } from './proxy.ts';
import { tlsOptions, type TlsOptions } from './tlsOptions.ts';
import { DEFAULT_CONCURRENCY, type Transport } from './transport.ts';
import { sendThrough } from './undiciTransport.ts';

export interface TransportOptions {
  /** Returns the network options, called for each request. Absent: no proxy, default settings. */
  readonly network?: (() => NetworkOptions) | undefined;
  readonly log?: Pick<Log, 'warn'>;
  readonly environment?: Environment;
  /** Maximum number of concurrent requests to one origin. Defaults to 8. */
  readonly concurrency?: number | undefined;
}

/**
 * Connections per concurrent request. After each response, undici does not reuse the connection for
 * one turn of the event loop, so the next request takes another one.
 */
const CONNECTIONS_PER_REQUEST = 2;

/** Creates a transport that reads the network options for each request. */
export function createTransport(options: TransportOptions = {}): Transport {
  const pools = new Pools(options);
  const { network: currentOptions = () => DIRECT } = options;
  return {
    send: (request) => {
      const network = currentOptions();
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
    const pool = openPool(origin, { proxy, tls, connections });
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
    this.#retireAll();
  }

  #retireAll(): void {
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
