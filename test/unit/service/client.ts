import assert from 'node:assert/strict';

import type { BotService, EndpointName, RetryWait } from '../../../src/base/endpoints.ts';
import { HttpBotService } from '../../../src/service/botService.ts';
import type { CallContext } from '../../../src/service/call.ts';
import { Pacing } from '../../../src/service/pacing.ts';
import type { RetryLimits } from '../../../src/service/retries.ts';
import { createTransport } from '../../../src/service/transport/createTransport.ts';
import type { Transport } from '../../../src/service/transport/transport.ts';
import { type Clock, Emitter, type Log, type SteadyClock } from '../../../src/base/ports.ts';
import { sleep as realSleep } from '../../../src/base/promises.ts';
import { startSandbox, type Sandbox } from '../../../src/sandbox/startSandbox.ts';
import type { Switches } from '../../../src/sandbox/switches.ts';
import { onCleanup } from '../cleanup.ts';
import { SECRET } from './answers.ts';
import { conforming } from './openApi.ts';

export interface Client {
  readonly service: BotService;
  /** All lines written to the log. */
  readonly log: string[];
}

export interface ClientOptions {
  readonly token?: string | undefined;
  readonly tokenGeneration?: () => number;
  /** Returns the bot's label while the bot is read-only. */
  readonly lockedAs?: () => string | undefined;
  /** Returns the problem for which a write with this ID is not sent. `undefined` if the write is allowed. */
  readonly refusal?: CallContext['refusal'];
  readonly timeoutMs?: number;
  readonly transport?: Transport;
  readonly clock?: Clock;
  /** `false` for tests whose many calls would fill the memory with log lines. */
  readonly keepsLog?: boolean;
  /** Pacing options. By default each call is tried once. */
  readonly pacing?: PacingChanges;
}

export interface PacingChanges {
  readonly limits?: RetryLimits;
  readonly clock?: Clock;
  readonly concurrency?: number;
  readonly sleep?: SteadyClock['sleep'];
  readonly random?: () => number;
  readonly onWait?: (wait: RetryWait) => void;
}

/** Returns a pacing with defaults for tests that do not check pacing. */
export function pacingOf(log: Log, changes: PacingChanges = {}): Pacing {
  const { limits: retryLimits = { maxTries: 1, maxTotalMs: 60_000 }, random } = changes;
  const { clock = { now: () => Date.now() }, sleep = realSleep, onWait, concurrency } = changes;
  const waits = new Emitter<RetryWait>();
  if (onWait !== undefined) waits.event(onWait);
  const delayClock = { now: () => clock.now(), sleep };
  const settings = { retryLimits };
  return new Pacing({ settings, clock: delayClock, log, waits, concurrency }, random);
}

/** Creates a service for this base URL, with its own transport. `cleanUp` closes the transport. */
export function openClient(baseUrl: string, options: ClientOptions = {}): Client {
  const violations: string[] = [];
  onCleanup(() => assert.deepEqual(violations, [], 'requests that are not in docs/openapi.json'));
  const { timeoutMs = 5000, transport = conforming(createTransport(), violations) } = options;
  const { clock = { now: () => Date.now() } } = options;
  const token = 'token' in options ? options.token : SECRET;
  onCleanup(() => transport.close());
  const log: string[] = [];
  const write = (line: string): void => {
    if (options.keepsLog !== false) log.push(line);
  };
  const logs = { info: write, warn: write, error: write };
  const service = new HttpBotService({
    transport,
    pacing: pacingOf(logs, { clock, ...options.pacing }),
    baseUrl: () => Promise.resolve(baseUrl),
    token: () => Promise.resolve(token),
    tokenGeneration: options.tokenGeneration,
    refusal: (id) => refusalOf(options, id),
    settings: { timeoutMs },
    log: logs,
    clock,
  });
  return { service, log };
}

function refusalOf({ lockedAs, refusal }: ClientOptions, id: string | undefined) {
  const label = lockedAs?.();
  return label === undefined ? refusal?.(id) : ({ kind: 'read-only', label } as const);
}

/** Starts a sandbox with these switches, and creates a client for it. */
export async function openSandboxClient(
  switches: Partial<Switches> = {},
  customerCount = 20,
): Promise<Client & { readonly sandbox: Sandbox }> {
  const sandbox = await startSandbox({ token: SECRET, customers: customerCount, switches });
  onCleanup(() => sandbox.close());
  return { ...openClient(sandbox.baseUrl), sandbox };
}

/** Customer of the calls. `pageId` is the account page on which the customer chats. */
export const USER = { rawUid: 'someone', pageId: 'page', channel: 0 };

/** Signal that is never aborted. */
export const { signal: SIGNAL } = new AbortController();

/** Each of the seven calls, with arguments that pass all checks before a request. */
export const CALLS = {
  createItem: (service, signal = SIGNAL) =>
    service.createItem({ botId: 'b', name: 'n', type: 0 }, signal),
  getItem: (service, signal = SIGNAL) => service.getItem('tag-a', signal),
  deleteItem: (service, signal = SIGNAL) => service.deleteItem('tag-a', signal),
  attachTag: (service, signal = SIGNAL) => service.attachTag('tag-a', USER, signal),
  detachTag: (service, signal = SIGNAL) => service.detachTag('tag-a', USER, signal),
  listUserTags: (service, signal = SIGNAL) => service.listUserTags(USER, signal),
  listCustomers: (service, signal = SIGNAL) =>
    service.listCustomers({ botId: 'b', limit: 10 }, signal),
} as const satisfies Record<
  EndpointName,
  (service: BotService, signal?: AbortSignal) => Promise<unknown>
>;

/** Calls with their names. */
export const ALL_CALLS = Object.entries(CALLS) as readonly (readonly [
  EndpointName,
  (service: BotService, signal?: AbortSignal) => Promise<unknown>,
])[];

/** Calls that change something in the service. */
export const WRITES: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'createItem',
  'deleteItem',
  'attachTag',
  'detachTag',
]);
