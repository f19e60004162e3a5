import type { Log } from '../../base/ports.ts';
import { DIRECT, type NetworkOptions } from '../../base/networkOptions.ts';
import { sendByFetch } from './hostTransport.ts';
import { openPool, type OriginPool } from './originPool.ts';
import { proxyFor, type Environment } from './proxy.ts';
import { tlsOptions, type TlsOptions } from './tlsOptions.ts';
import type { Transport } from './transport.ts';
import { sendThrough } from './undiciTransport.ts';

export interface TransportOptions {
  /** Asked for each request; absent: no proxy, and nothing set. */
  readonly network?: (() => NetworkOptions) | undefined;
  readonly log?: Pick<Log, 'warn'>;
  readonly environment?: Environment;
  /** Requests to one origin at once; 8 when not given. */
  readonly concurrency?: number | undefined;
}

const CONCURRENCY = 8;

/** undici lets a connection rest for a turn of the event loop after each answer: the next request takes another. */
const CONNECTIONS_PER_REQUEST = 2;

/** Sends each request as the options of that moment want it. */
export function createTransport(options: TransportOptions = {}): Transport {
  const pools = new Pools(options);
  const { network: current = () => DIRECT } = options;
  return {
    send: (request) => {
      const network = current();
      if (network.transport === 'host') return sendByFetch(request);
      // Without a pause between the two: a pool that is found is not closed before the request is in it.
      return sendThrough(() => pools.of(request.origin, network), request);
    },
    close: () => pools.close(),
  };
}

/** One pool per origin, as long as the options stay the same. */
class Pools {
  readonly #options: TransportOptions;
  /** Pools of former options that still have requests. */
  readonly #retired = new Set<OriginPool>();
  #network: NetworkOptions | undefined;
  #pools = new Map<string, OriginPool>();
  #tls: TlsOptions | undefined;
  #isWarned = false;

  constructor(options: TransportOptions) {
    this.#options = options;
  }

  of(origin: string, network: NetworkOptions): OriginPool {
    if (network !== this.#network) this.#change(network);
    const known = this.#pools.get(origin);
    if (known !== undefined) return known;
    const proxy = proxyFor(origin, network, this.#options.environment ?? {});
    const needsTls = origin.startsWith('https:') || proxy?.url.startsWith('https:') === true;
    const tls = needsTls ? this.#tlsOf(network) : {};
    const { concurrency = CONCURRENCY } = this.#options;
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

  #change(network: NetworkOptions): void {
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
    const forget = (): void => void this.#retired.delete(pool);
    pool.close().then(forget, forget);
  }

  #tlsOf(network: NetworkOptions): TlsOptions {
    this.#tls ??= tlsOptions(network);
    if (!network.strictSsl && !this.#isWarned) {
      this.#isWarned = true;
      this.#options.log?.warn('http.proxyStrictSSL is off: certificates are not checked');
    }
    return this.#tls;
  }
}
