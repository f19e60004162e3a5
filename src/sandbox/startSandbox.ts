import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EndpointName } from '../base/endpoints.ts';
import {
  type Clock,
  type SandboxItem,
  type SandboxState,
  type SandboxTagging,
  systemClock,
} from '../base/ports.ts';
import { WriteTurns } from '../base/promises.ts';
import { DEFAULT_SANDBOX_CUSTOMERS, MAX_SANDBOX_CUSTOMERS, sandboxLanguage } from './people.ts';
import { sandboxSeedItems } from './seedItems.ts';
import { handlers, serve, type Service } from './serve.ts';
import { defaultSwitches, parseSwitches, type Switches } from './switches.ts';

const NO_TAGGINGS: ReadonlyMap<string, SandboxTagging | null> = new Map();

/** State in memory, which is lost when the sandbox ends. */
export class MemoryState implements SandboxState {
  readonly #items = new Map<string, SandboxItem>();
  /** Key of a user → tag ID → tagging; `null` if the tag was detached. */
  readonly #taggings = new Map<string, Map<string, SandboxTagging | null>>();
  #isSeeded = false;

  seedOnce(items: readonly SandboxItem[]): void {
    if (this.#isSeeded) return;
    this.#isSeeded = true;
    for (const item of items) this.addItem(item);
  }

  items(): readonly SandboxItem[] {
    return [...this.#items.values()];
  }

  item(id: string): SandboxItem | undefined {
    return this.#items.get(id);
  }

  addItem(item: SandboxItem): void {
    this.#items.set(item.id, item);
  }

  removeItems(ids: readonly string[]): void {
    for (const id of ids) this.#items.delete(id);
    for (const [userKey, taggings] of this.#taggings) {
      for (const id of ids) taggings.delete(id);
      if (taggings.size === 0) this.#taggings.delete(userKey);
    }
  }

  taggings(userKey: string): ReadonlyMap<string, SandboxTagging | null> {
    return this.#taggings.get(userKey) ?? NO_TAGGINGS;
  }

  setTagging(userKey: string, tagId: string, tagging: SandboxTagging | null): void {
    let taggings = this.#taggings.get(userKey);
    if (!taggings) this.#taggings.set(userKey, (taggings = new Map()));
    taggings.set(tagId, tagging);
  }

  /** Runs a step. Nothing can interrupt the step, because all methods are synchronous, and the memory is private. */
  atomically<T>(step: () => T): T {
    return step();
  }
}

/** Re-exported because the command line loads this bundle, which contains the table of switches. */
export { switchesIn } from './switches.ts';

const DEFAULT_SANDBOX_BOT = 'bot-sandbox';

const HOST = '127.0.0.1';

export interface SandboxOptions {
  readonly token: string;
  /** Port to listen on. Defaults to 0, a free port. */
  readonly port?: number;
  /** Port to try first. If it is not free, `port` is used. */
  readonly preferredPort?: number;
  readonly customers?: number;
  readonly botId?: string;
  /** Language of names, as a display language of VS Code. Defaults to English. */
  readonly language?: string;
  /** Storage of tags and taggings. Defaults to memory. */
  readonly state?: SandboxState;
  readonly clock?: Clock;
  readonly switches?: Partial<Switches>;
}

/** Sandbox service that is running on this machine. */
export type Sandbox = Readonly<Awaited<ReturnType<typeof startSandbox>>>;

/** Throws a `RangeError` for an option out of range, or the system's error if the port is not available. */
export async function startSandbox(options: SandboxOptions) {
  const closing = new AbortController();
  const service = createService(options, closing.signal);
  const { botId, switches, state, language } = service.world;
  await service.turns.take(() => state.seedOnce(sandboxSeedItems(language)));
  const server = createServer((request, response) => void serve(service, request, response));
  await listenAtBest(server, options);
  const { port } = server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  return {
    /** `http://127.0.0.1:PORT` */
    baseUrl: `http://${HOST}:${port}`,
    botId,
    token: service.token,
    /** Switches. Changes take effect with the next request. */
    switches,
    /** Number of requests so far, including refused ones. */
    requests: service.requests,
    items: () => state.items(),
    /** Closes all connections immediately. May be called twice. */
    close: () => (closed ??= close(server, closing)),
  };
}

async function close(server: Server, closing: AbortController): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  closing.abort();
  await closed;
}

function createService(options: SandboxOptions, closing: AbortSignal): Service {
  const { token, customers = DEFAULT_SANDBOX_CUSTOMERS, botId = DEFAULT_SANDBOX_BOT } = options;
  const { clock = systemClock } = options;
  if (token === '') throw new RangeError('the token must not be empty');
  if (botId === '') throw new RangeError('the bot ID must not be empty');
  if (!Number.isInteger(customers) || customers < 0 || customers > MAX_SANDBOX_CUSTOMERS) {
    throw new RangeError(`customers must be an integer from 0 to ${MAX_SANDBOX_CUSTOMERS}`);
  }
  const state = options.state ?? new MemoryState();
  const switches = { ...defaultSwitches(), ...parseSwitches(options.switches ?? {}) };
  const language = sandboxLanguage(options.language ?? 'en');
  const world = { botId, customerCount: customers, language, state, switches, clock };
  const counters = Object.keys(handlers).map((name) => [name, 0]);
  const requests = Object.fromEntries(counters) as Record<EndpointName, number>;
  return { world, token, requests, writeCount: 0, turns: new WriteTurns(), closing };
}

async function listenAtBest(
  server: Server,
  { port = 0, preferredPort = port }: SandboxOptions,
): Promise<void> {
  try {
    await listen(server, preferredPort);
  } catch (error) {
    if (preferredPort === port) throw error;
    await listen(server, port);
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, HOST);
  await once(server, 'listening');
}
