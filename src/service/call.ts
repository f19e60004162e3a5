import { redact } from './redact.ts';
import { badInput, requestHeaders } from './requests.ts';
import { endpoints, type EndpointName } from '../base/endpoints.ts';
import {
  ServiceError,
  type Outcome,
  type ServiceProblem,
  type WriteRefusal,
  type WriteSubject,
} from '../base/errors.ts';
import type { Clock, Log } from '../base/ports.ts';
import { checkBaseUrl, type BaseUrlProblem } from '../base/baseUrl.ts';
import { isHeaderToken } from './tokenText.ts';
import type { Circuit, Pacing } from './pacing.ts';
import { TransportError, type HttpAnswer, type Transport } from './transport/transport.ts';

/** A body larger than this is not read to its end, bytes. */
export const MAX_BODY = 64 * 1024 * 1024;

export interface CallContext {
  /** The bot's key; stands in its errors. */
  readonly bot?: string | undefined;
  readonly transport: Transport;
  /** Asked for each call: the sandbox has another port in every window, and a token may be replaced. */
  readonly baseUrl: () => Promise<string>;
  readonly token: () => Promise<string | undefined>;
  /** Another number once the token is another one: a read joins none that was sent with the one before. */
  readonly tokenGeneration?: (() => number) | undefined;
  /**
   * What keeps a write from being sent, asked right before it would leave; `undefined`: nothing.
   * @param id of the tag or folder that the write names
   */
  readonly refusal?: ((id: string | undefined) => WriteRefusal | undefined) | undefined;
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
  /** ID of the tag or folder that a write names: what it changes, or where it creates. */
  readonly names?: string | undefined;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Called each time the transport has taken the request over. */
  readonly onSent?: (() => void) | undefined;
}

/** An answer, and the token that no error made from it may contain. */
export interface Called {
  readonly answer: HttpAnswer;
  readonly secret: string;
}

/**
 * Sends one request, once, when it is its turn. Throws `ServiceError`, or the signal's reason when the caller
 * aborted. All in one function: each promise more shows in the time of small requests.
 */
export async function call(
  context: CallContext,
  endpoint: EndpointName,
  request: CallRequest,
  signal: AbortSignal,
): Promise<Called> {
  signal.throwIfAborted();
  // In this order: starting the sandbox may make its token.
  const place = placeOf(await context.baseUrl());
  const token = await context.token();
  signal.throwIfAborted();
  if (typeof place === 'string') throw badInput(endpoint, 'baseUrl', place);
  const secret = usable(token, endpoint);
  const { circuit, gate } = context.pacing.lane(place.url);
  const limitMs = context.timeoutMs();
  const started = performance.now();
  if (!gate.enter()) await gate.wait(signal);
  let ticket = 0;
  const refusal = refusalOf(context, endpoint, request.names);
  try {
    refuseWrite(refusal);
    refuseOpen(circuit, endpoint);
    ticket = circuit.enter();
    const sending = context.transport.send({
      method: endpoints[endpoint].method,
      origin: place.origin,
      path: place.path + pathOf(endpoint, request),
      headers: requestHeaders(secret),
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      signal,
      limitMs,
      maxBytes: MAX_BODY,
      refusal,
    });
    request.onSent?.();
    const answer = await sending;
    circuit.reached(ticket);
    const ms = Math.round(performance.now() - started);
    const took = `${ms} ms, ${answer.body.length} bytes`;
    context.log.info(`${endpoint} ${place.origin}: HTTP ${answer.httpStatus}, ${took}`);
    refuseRedirect(endpoint, answer, secret);
    return { answer, secret };
  } catch (error) {
    throw failureOf(error, { context, endpoint, circuit, ticket, signal, secret, limitMs });
  } finally {
    gate.leave();
  }
}

/** Of a write, what keeps it from leaving when it is asked; `undefined`: a read. */
function refusalOf(
  { refusal }: CallContext,
  endpoint: EndpointName,
  names: string | undefined,
): (() => ServiceError | undefined) | undefined {
  if (refusal === undefined || endpoints[endpoint].isRead) return undefined;
  return () => {
    const problem = refusal(names);
    return problem && new ServiceError(endpoint, problem, 'not-sent');
  };
}

function refuseWrite(refusal: ReturnType<typeof refusalOf>): void {
  const refused = refusal?.();
  if (refused !== undefined) throw refused;
}

function usable(token: string | undefined, endpoint: EndpointName): string {
  if (token === undefined) {
    throw new ServiceError(endpoint, { kind: 'token-missing' }, 'not-sent');
  }
  if (!isHeaderToken(token)) {
    throw badInput(endpoint, 'token', 'it has characters that no HTTP header can carry');
  }
  return token;
}

interface CallPlace {
  readonly url: string;
  readonly origin: string;
  /** Without a slash at the end. */
  readonly path: string;
}

/** Parsing a URL takes as long as much of the rest of a small call: the last one is kept. */
let latest: { readonly text: string; readonly place: CallPlace | BaseUrlProblem } | undefined;

function placeOf(text: string): CallPlace | BaseUrlProblem {
  if (latest?.text !== text) latest = { text, place: parsePlace(text) };
  return latest.place;
}

function parsePlace(text: string): CallPlace | BaseUrlProblem {
  const checked = checkBaseUrl(text);
  if (!checked.ok) return checked.problem;
  const { origin } = new URL(checked.url);
  return { url: checked.url, origin, path: checked.url.slice(origin.length) };
}

/** Relative to the base URL, with its query. */
export function pathOf(endpoint: EndpointName, request: CallRequest): string {
  const path = endpoints[endpoint].path.replace('{tagId}', () => request.id ?? '');
  return request.query === undefined ? path : `${path}?${request.query}`;
}

function refuseOpen(circuit: Circuit, endpoint: EndpointName): void {
  const retryInMs = circuit.closedFor();
  if (retryInMs > 0)
    throw new ServiceError(endpoint, { kind: 'circuit-open', retryInMs }, 'not-sent');
}

interface Sent {
  readonly context: CallContext;
  readonly endpoint: EndpointName;
  readonly circuit: Circuit;
  readonly ticket: number;
  readonly signal: AbortSignal;
  readonly secret: string;
  readonly limitMs: number;
}

/** What to throw; tells the circuit what became of the request. */
function failureOf(error: unknown, sent: Sent): unknown {
  const { context, endpoint, circuit, ticket, signal, secret } = sent;
  // A connection may have been made for it, but nobody knows.
  if (ServiceError.isForbidden(error)) circuit.abandoned(ticket);
  if (!ServiceError.is(error)) {
    tell(error, sent);
    if (signal.aborted) return signal.reason;
    if (!(error instanceof TransportError)) return error;
  }
  const failure = ServiceError.is(error)
    ? error
    : new ServiceError(endpoint, problemOf(error, sent), outcomeOf(endpoint, error));
  context.log.warn(redact(failure.message, secret));
  return failure;
}

/** What the caller gave up, and what only a setting can mend, say nothing of whether the service can be reached. */
function tell(error: unknown, { circuit, ticket, signal }: Sent): void {
  const isToldNothing = signal.aborted || !(error instanceof TransportError) || error.isLasting;
  if (isToldNothing) circuit.abandoned(ticket);
  else if (error.wasSent) circuit.reached(ticket);
  else circuit.unreachable(ticket);
}

function problemOf(error: TransportError, { limitMs, secret }: Sent): ServiceProblem {
  if (error.isLate) return { kind: 'timeout', limitMs };
  if (error.isTooLarge) return { kind: 'too-large', limitBytes: MAX_BODY };
  const detail = redact(error.message, secret);
  if (error.wasSent) return { kind: 'lost', detail };
  return { kind: 'connect', detail, ...(error.isLasting ? { isLasting: true } : {}) };
}

function outcomeOf(endpoint: EndpointName, error: TransportError): Outcome {
  if (!error.wasSent) return 'not-sent';
  return endpoints[endpoint].isRead ? 'refused' : 'unknown';
}

/** Following it could carry the token to another origin, and would repeat a write. */
export function refuseRedirect(endpoint: EndpointName, answer: HttpAnswer, token: string): void {
  const { httpStatus, location } = answer;
  if (httpStatus < 300 || httpStatus > 399 || location === undefined) return;
  const shown = redact(location.split(/[?#]/)[0] ?? '', token);
  // "See other": what was asked for may be done, and the answer be elsewhere.
  const mayBeDone = httpStatus === 303 && !endpoints[endpoint].isRead;
  const problem = { kind: 'redirect', httpStatus, location: shown } as const;
  throw new ServiceError(endpoint, problem, mayBeDone ? 'unknown' : 'refused');
}
