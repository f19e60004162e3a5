import { lookup } from 'node:dns/promises';
import { endpoints } from '../contract/endpoints.ts';
import { redact } from '../contract/readAnswer.ts';
import { readPage } from '../contract/readPage.ts';
import { customersQuery, requestHeaders } from '../contract/requests.ts';
import type { ConnectionStep } from '../core/connectionStep.ts';
import { DIRECT, type NetworkOptions } from '../core/networkOptions.ts';
import type { Clock } from '../core/ports.ts';
import { MAX_BODY } from './call.ts';
import { proxyFor, type Environment, type Proxy } from './proxy.ts';
import { tlsChain } from './tlsChain.ts';
import { reasonOf, type HttpAnswer, type Transport } from './transport.ts';

export interface ConnectionTarget {
  readonly baseUrl: string;
  readonly botId: string;
  readonly token: string;
}

export interface ConnectionParts {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The time limit of the request, ms. */
  readonly timeoutMs: () => number;
  readonly network?: (() => NetworkOptions) | undefined;
  readonly environment?: Environment;
}

type Found = Pick<ConnectionStep, 'state' | 'detail'>;

/** A clock that differs by more than this is worth a word, ms. */
const SKEW = 60_000;

/**
 * Looks at each part of the way to a bot's service. Never throws but for the signal: what fails is a step.
 * Sends one request, "list customers" with limit 1, and repeats nothing.
 */
export async function checkConnection(
  target: ConnectionTarget,
  parts: ConnectionParts,
  signal: AbortSignal,
): Promise<readonly ConnectionStep[]> {
  const url = new URL(target.baseUrl);
  const { clock, network = () => DIRECT } = parts;
  const steps: ConnectionStep[] = [];
  const take = async (name: ConnectionStep['name'], look: () => Promise<Found>): Promise<void> => {
    signal.throwIfAborted();
    const started = clock.now();
    const found = await look().catch((error: unknown): Found => ({
      state: 'failed',
      detail: reasonOf(error),
    }));
    const detail = redact(found.detail, target.token);
    steps.push({ name, state: found.state, ms: clock.now() - started, detail });
  };
  let proxy: Proxy | undefined;
  let answer: HttpAnswer | undefined;
  await take('proxy', async () => {
    if (network().transport === 'host') return skipped('VS Code decides (transport: host)');
    proxy = proxyFor(url.origin, network(), parts.environment ?? {});
    return { state: 'ok', detail: proxy === undefined ? 'none' : proxy.name };
  });
  await take('dns', () => lookUp(url, proxy));
  await take('tls', async () => {
    if (url.protocol !== 'https:') return skipped('plain http');
    if (proxy !== undefined) return skipped(`through the proxy ${proxy.name}`);
    return tlsChain(url, network(), signal);
  });
  await take('http', async () => {
    answer = await ask(target, parts, signal);
    return { state: 'ok', detail: `HTTP ${answer.httpStatus}, ${answer.body.length} bytes` };
  });
  await take('authentication', async () => {
    if (answer === undefined) return skipped('there was no answer');
    readPage(answer, target.token);
    return { state: 'ok', detail: 'the service accepts the token' };
  });
  await take('clock', async () => clockStep(answer?.date, clock.now()));
  signal.throwIfAborted();
  return steps;
}

async function lookUp({ hostname }: URL, proxy: Proxy | undefined): Promise<Found> {
  try {
    const found = await lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
    return { state: 'ok', detail: found.map(({ address }) => address).join(', ') };
  } catch (error) {
    if (proxy === undefined) throw error;
    return { state: 'warning', detail: `${reasonOf(error)}; the proxy may know the name` };
  }
}

function ask(
  target: ConnectionTarget,
  { transport, timeoutMs }: ConnectionParts,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  const { origin, pathname } = new URL(target.baseUrl);
  const query = customersQuery({ botId: target.botId, limit: 1 });
  return transport.send({
    method: 'GET',
    origin,
    path: `${pathname.replace(/\/+$/, '')}${endpoints.listCustomers.path}?${query}`,
    headers: requestHeaders(target.token),
    signal,
    limitMs: timeoutMs(),
    maxBytes: MAX_BODY,
  });
}

function clockStep(date: string | undefined, now: number): Found {
  const theirs = Date.parse(date ?? '');
  if (Number.isNaN(theirs)) return skipped('the service does not tell its time');
  const seconds = Math.round((now - theirs) / 1000);
  const detail = `this machine is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}`;
  return { state: Math.abs(now - theirs) > SKEW ? 'warning' : 'ok', detail };
}

function skipped(detail: string): Found {
  return { state: 'skipped', detail };
}
