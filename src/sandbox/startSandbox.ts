import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { EndpointName } from '../base/endpoints.ts';
import type { SandboxItem, SandboxState } from '../base/ports.ts';
import { WriteTurns } from '../catalogue/writeTurns.ts';
import { DEFAULT_SANDBOX_CUSTOMERS, MAX_SANDBOX_CUSTOMERS } from './customers.ts';
import { handlers } from './endpointHandlers.ts';
import { sandboxLanguage } from './names.ts';
import { MemoryState } from './memoryState.ts';
import { sandboxSeedItems } from './seedItems.ts';
import type { Service } from './serve.ts';
import { serve } from './serve.ts';
import type { Switches } from './switches.ts';
import { defaultSwitches, parseSwitches } from './switches.ts';

/** Here because the command line loads this bundle, which has the table of switches. */
export { switchesIn } from './switches.ts';

const DEFAULT_SANDBOX_BOT = 'bot-sandbox';

const HOST = '127.0.0.1';

export interface SandboxOptions {
  readonly token: string;
  /** 0, the default, takes a free port. */
  readonly port?: number;
  /** Used if it is free, otherwise `port`. */
  readonly preferredPort?: number;
  readonly customers?: number;
  readonly botId?: string;
  /** Of the names in it: a display language of VS Code; English by default. */
  readonly language?: string;
  /** Where tags and taggings are kept; in memory by default. */
  readonly state?: SandboxState;
  readonly now?: () => number;
  readonly switches?: Partial<Switches>;
  /** Short for `switches.latencyMs`. */
  readonly latencyMs?: number;
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT` */
  readonly baseUrl: string;
  readonly botId: string;
  readonly token: string;
  /** Takes effect with the next request. */
  readonly switches: Switches;
  /** Requests so far, refused ones included. */
  readonly requests: Readonly<Record<EndpointName, number>>;
  /** The tags and folders that it has now. */
  items(): readonly SandboxItem[];
  /** Ends every connection at once; may be called twice. */
  close(): Promise<void>;
}

/** Throws a `RangeError` for an option out of range, and the system's error when the port cannot be had. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const closing = new AbortController();
  const service = createService(options, closing.signal);
  const { world, token, requests } = service;
  await service.turns.take(() => world.state.seedOnce(sandboxSeedItems(world.language)));

  const server = createServer((request, response) => void serve(service, request, response));
  const port = await listenAtBest(server, options);
  let closed: Promise<void> | undefined;
  return {
    baseUrl: `http://${HOST}:${port}`,
    botId: world.botId,
    token,
    switches: world.switches,
    requests,
    items: () => world.state.items(),
    close: () => (closed ??= close(server, closing)),
  };
}

function createService(options: SandboxOptions, closing: AbortSignal): Service {
  const { token, customers = DEFAULT_SANDBOX_CUSTOMERS, botId = DEFAULT_SANDBOX_BOT } = options;
  if (token === '') throw new RangeError('the token must not be empty');
  if (botId === '') throw new RangeError('the bot ID must not be empty');
  if (!Number.isInteger(customers) || customers < 0 || customers > MAX_SANDBOX_CUSTOMERS) {
    throw new RangeError(`customers must be an integer from 0 to ${MAX_SANDBOX_CUSTOMERS}`);
  }
  const latency = options.latencyMs === undefined ? {} : { latencyMs: options.latencyMs };
  const chosen = parseSwitches({ ...options.switches, ...latency });
  const state = options.state ?? new MemoryState();
  const switches = { ...defaultSwitches(), ...chosen };
  const now = options.now ?? Date.now;
  const language = sandboxLanguage(options.language ?? 'en');
  const world = { botId, customers, language, state, switches, now };
  const counters = Object.keys(handlers).map((name) => [name, 0]);
  const requests = Object.fromEntries(counters) as Record<EndpointName, number>;
  return { world, token, requests, writes: 0, turns: new WriteTurns(), closing };
}

async function listenAtBest(
  server: Server,
  { port = 0, preferredPort = port }: SandboxOptions,
): Promise<number> {
  try {
    return await listen(server, preferredPort);
  } catch (error) {
    if (preferredPort === port) throw error;
    return listen(server, port);
  }
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject);
  server.listen(port, HOST, resolve);
  await promise;
  server.off('error', reject);
  return (server.address() as AddressInfo).port;
}

async function close(server: Server, closing: AbortController): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  closing.abort();
  await promise;
}
