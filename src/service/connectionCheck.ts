import { lookup } from 'node:dns/promises';
import { readPage } from './readPage.ts';
import { customersQuery, requestHeaders } from './requests.ts';
import { endpoints } from '../base/endpoints.ts';
import { problemText, ServiceError } from '../base/errors.ts';
import { oneLine } from '../base/plainText.ts';
import type { Clock } from '../base/ports.ts';
import { withoutEndSlashes } from '../base/baseUrl.ts';
import type { ConnectionStep } from './connectionStep.ts';
import { DIRECT, type NetworkOptions } from '../base/networkOptions.ts';
import { MAX_BODY, refuseRedirect } from './call.ts';
import { Steps, type Found } from './connectionSteps.ts';
import { httpDate } from './httpDate.ts';
import { tlsChain } from './tlsChain.ts';
import { proxyFor, type Environment, type Proxy } from './transport/proxy.ts';
import { reasonOf, type HttpAnswer, type Transport } from './transport/transport.ts';

export interface ConnectionTarget {
  readonly baseUrl: string;
  readonly botId: string;
  readonly token: string;
}

export interface ConnectionParts {
  readonly transport: Transport;
  readonly clock: Clock;
  /** The time limit of each step, ms. */
  readonly timeoutMs: () => number;
  readonly network?: (() => NetworkOptions) | undefined;
  readonly environment?: Environment;
  /** The system's resolver when not given. */
  readonly addressesOf?: (hostname: string) => Promise<readonly string[]>;
}

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
  const steps = new Steps({ ...parts, secret: target.token }, signal);
  let proxy: Proxy | undefined;
  let answer: HttpAnswer | undefined;
  await steps.take('proxy', async () => {
    if (network().transport === 'host')
      return skipped('VS Code chooses the proxy, because botTags.network.transport is set to host');
    proxy = proxyFor(url.origin, network(), parts.environment ?? {});
    return { state: 'ok', detail: proxy === undefined ? 'none' : proxy.name };
  });
  const byProxy = proxy === undefined ? undefined : orByProxy;
  await steps.take('dns', () => lookUp(url, parts.addressesOf), byProxy);
  await steps.take('tls', async (stop) => {
    if (url.protocol !== 'https:') return skipped('plain http');
    if (proxy !== undefined) return skipped(`through the proxy ${proxy.name}`);
    return tlsChain(url, network(), stop);
  });
  let refusal: unknown;
  await steps.take('http', async (stop) => {
    answer = await ask(target, parts, stop);
    refusal = refusalIn(answer, target.token);
    const detail = `HTTP ${answer.httpStatus}, ${answer.body.length} bytes`;
    if (refusal === undefined || ServiceError.isUnauthorized(refusal))
      return { state: 'ok', detail };
    return { state: 'failed', detail: `${detail}: ${whyRefused(refusal)}` };
  });
  await steps.take('authentication', async () => {
    if (answer === undefined) return skipped('no response');
    if (refusal === undefined) return { state: 'ok', detail: 'the service accepts the token' };
    if (ServiceError.isUnauthorized(refusal))
      return { state: 'failed', detail: whyRefused(refusal) };
    return skipped('the response does not show whether the token is valid');
  });
  await steps.take('clock', async () => clockStep(answer?.date, clock.now()));
  return steps.all;
}

async function systemAddresses(hostname: string): Promise<readonly string[]> {
  const found = await lookup(hostname, { all: true });
  return found.map(({ address }) => address);
}

async function lookUp({ hostname }: URL, addressesOf = systemAddresses): Promise<Found> {
  const found = await addressesOf(hostname.replace(/^\[|\]$/g, ''));
  return { state: 'ok', detail: found.join(', ') };
}

function orByProxy(reason: string): Found {
  return {
    state: 'warning',
    detail: `${reason}; the proxy might be able to resolve the host name`,
  };
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
    path: `${withoutEndSlashes(pathname)}${endpoints.listCustomers.path}?${query}`,
    headers: requestHeaders(target.token),
    signal,
    limitMs: timeoutMs(),
    maxBytes: MAX_BODY,
  });
}

/** Why the answer is no page of customers, if it is none. */
function refusalIn(answer: HttpAnswer, token: string): unknown {
  try {
    refuseRedirect('listCustomers', answer, token);
    readPage(answer, token);
    return undefined;
  } catch (error) {
    return error;
  }
}

function whyRefused(error: unknown): string {
  return ServiceError.is(error) ? oneLine(problemText(error.problem)) : reasonOf(error);
}

function clockStep(date: string | undefined, now: number): Found {
  const theirs = httpDate(date ?? '', now);
  if (theirs === undefined)
    return skipped(
      'the service did not send a valid time, so the clock of this machine was not checked',
    );
  const seconds = Math.round((now - theirs) / 1000);
  // The header has whole seconds.
  if (Math.abs(seconds) <= 1)
    return { state: 'ok', detail: 'the clock of this machine shows the same time as the service' };
  const detail = `this machine is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead'}`;
  return { state: Math.abs(now - theirs) > SKEW ? 'warning' : 'ok', detail };
}

function skipped(detail: string): Found {
  return { state: 'skipped', detail };
}
