import { endpoints, readOnly } from '../contract/endpoints.ts';
import { redact } from '../contract/readAnswer.ts';
import { badInput } from '../contract/requests.ts';
import { checkBaseUrl } from '../core/baseUrl.ts';
import {
  ServiceError,
  type EndpointName,
  type Outcome,
  type ServiceProblem,
  type WriteSubject,
} from '../core/errors.ts';
import type { Clock, Log } from '../core/ports.ts';
import type { Lane, Pacing } from './pacing.ts';
import { TransportError, type HttpAnswer, type Transport } from './transport.ts';

/** A body larger than this is not read to its end, bytes. */
export const MAX_BODY = 64 * 1024 * 1024;

export interface CallContext {
  /** The bot's key; stands in its errors. */
  readonly bot?: string | undefined;
  readonly transport: Transport;
  /** Asked for each call: the sandbox has another port in every window, and a token may be replaced. */
  readonly baseUrl: () => Promise<string>;
  readonly token: () => Promise<string | undefined>;
  /** The time limit of a call, ms. */
  readonly timeoutMs: () => number;
  readonly log: Log;
  readonly clock: Clock;
  readonly pacing: Pacing;
}

export interface CallRequest {
  /** Replaces `{tagId}`; percent-encoded already. */
  readonly id?: string;
  readonly query?: string;
  /** What a write is about. */
  readonly subject?: WriteSubject;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** An answer, and the token that no error made from it may contain. */
export interface Called {
  readonly answer: HttpAnswer;
  readonly secret: string;
}

/** Sends one request, once, when it is its turn. Throws `ServiceError`, or the signal's reason when the caller aborted. */
export async function call(
  context: CallContext,
  endpoint: EndpointName,
  request: CallRequest,
  signal: AbortSignal,
): Promise<Called> {
  signal.throwIfAborted();
  // In this order: starting the sandbox may make its token.
  const checked = checkBaseUrl(await context.baseUrl());
  const token = await context.token();
  signal.throwIfAborted();
  if (!checked.ok) throw badInput(endpoint, 'baseUrl', checked.problem);
  const base = new URL(checked.url);
  if (token === undefined) {
    throw new ServiceError(endpoint, { kind: 'token-missing' }, 'not-sent');
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw badInput(endpoint, 'token', 'it has characters that no HTTP header can carry');
  }
  const path = `${base.pathname.replace(/\/+$/, '')}${pathOf(endpoint, request)}`;
  const sending = { base, path, token, request, signal };
  const lane = context.pacing.lane(checked.url);
  try {
    const started = context.clock.now();
    const answer = await lane.gate.run(signal, () =>
      sendThrough(lane, endpoint, () => sendWithin(context, endpoint, sending)),
    );
    const took = `${context.clock.now() - started} ms, ${answer.body.length} bytes`;
    context.log.info(`${endpoint} ${base.origin}: HTTP ${answer.httpStatus}, ${took}`);
    refuseRedirect(endpoint, answer, token);
    return { answer, secret: token };
  } catch (error) {
    if (ServiceError.is(error)) context.log.warn(redact(error.message, token));
    throw error;
  }
}

function pathOf(endpoint: EndpointName, request: CallRequest): string {
  const path = endpoints[endpoint].path.replace('{tagId}', () => request.id ?? '');
  return request.query === undefined ? path : `${path}?${request.query}`;
}

/** Tells the circuit what became of the request. */
async function sendThrough(
  { circuit }: Lane,
  endpoint: EndpointName,
  send: () => Promise<HttpAnswer>,
): Promise<HttpAnswer> {
  const retryInMs = circuit.enter();
  if (retryInMs > 0) {
    throw new ServiceError(endpoint, { kind: 'circuit-open', retryInMs }, 'not-sent');
  }
  try {
    const answer = await send();
    circuit.reached();
    return answer;
  } catch (error) {
    if (!ServiceError.is(error) || isLasting(error)) circuit.abandoned();
    else if (error.outcome === 'not-sent') circuit.unreachable();
    else circuit.reached();
    throw error;
  }
}

interface Sending {
  readonly base: URL;
  readonly path: string;
  readonly token: string;
  readonly request: CallRequest;
  readonly signal: AbortSignal;
}

async function sendWithin(
  context: CallContext,
  endpoint: EndpointName,
  sending: Sending,
): Promise<HttpAnswer> {
  const { base, path, token, request, signal } = sending;
  const limitMs = context.timeoutMs();
  const bound = new AbortController();
  const onAbort = (): void => bound.abort(signal.reason);
  signal.addEventListener('abort', onAbort);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    bound.abort(new Error('time limit'));
  }, limitMs);
  try {
    return await context.transport.send({
      method: endpoints[endpoint].method,
      origin: base.origin,
      path,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      signal: bound.signal,
      maxBytes: MAX_BODY,
    });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (!(error instanceof TransportError)) throw error;
    const problem = problemOf(error, isLate ? limitMs : undefined, token);
    throw new ServiceError(endpoint, problem, outcomeOf(endpoint, error));
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function problemOf(
  error: TransportError,
  limitMs: number | undefined,
  token: string,
): ServiceProblem {
  if (limitMs !== undefined) return { kind: 'timeout', limitMs };
  if (error.isTooLarge) return { kind: 'too-large', limitBytes: MAX_BODY };
  const detail = redact(error.message, token);
  if (error.wasSent) return { kind: 'lost', detail };
  return { kind: 'connect', detail, ...(error.isLasting ? { isLasting: true } : {}) };
}

function outcomeOf(endpoint: EndpointName, error: TransportError): Outcome {
  if (!error.wasSent) return 'not-sent';
  return readOnly.has(endpoint) ? 'refused' : 'unknown';
}

/** Following it could carry the token to another origin, and would repeat a write. */
function refuseRedirect(endpoint: EndpointName, answer: HttpAnswer, token: string): void {
  const { httpStatus, location } = answer;
  if (httpStatus < 300 || httpStatus > 399 || location === undefined) return;
  const shown = redact(location.split(/[?#]/)[0] ?? '', token);
  throw new ServiceError(endpoint, { kind: 'redirect', httpStatus, location: shown }, 'refused');
}

/** It says nothing of whether the service can be reached. */
function isLasting({ problem }: ServiceError): boolean {
  return problem.kind === 'connect' && problem.isLasting === true;
}
