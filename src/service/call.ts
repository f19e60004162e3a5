import { redact } from './redact.ts';
import { badInput, requestHeaders } from './wireFormat.ts';
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
import type { CircuitBreaker, ClientSettings, Pacing } from './pacing.ts';
import { isHeaderToken } from './tokenText.ts';
import { TransportError, type HttpAnswer, type Transport } from './transport/transport.ts';

/** Maximum size of a response body, in bytes. Reading a larger body is aborted. */
export const MAX_BODY = 64 * 1024 * 1024;

export interface CallContext {
  /** Key of the bot, for errors. */
  readonly bot?: string | undefined;
  readonly transport: Transport;
  /** Called for each request: the sandbox has another port in each window, and a token may be replaced. */
  readonly baseUrl: () => Promise<string>;
  readonly token: () => Promise<string | undefined>;
  /** Number that changes with the token. A read never joins a request sent with an earlier token. */
  readonly tokenGeneration?: (() => number) | undefined;
  /** Returns why a write must not be sent. Called with `namedId` right before the write would be sent. */
  readonly refusal?: ((id: string | undefined) => WriteRefusal | undefined) | undefined;
  readonly settings: Pick<ClientSettings, 'timeoutMs'>;
  readonly log: Log;
  readonly clock: Clock;
  readonly pacing: Pacing;
}

export interface CallRequest {
  /** Percent-encoded replacement for `{tagId}` in the path. */
  readonly id?: string;
  readonly query?: string;
  /** Item or tagging that a write changes, for errors. */
  readonly subject?: WriteSubject;
  /** ID of the tag or folder that a write changes, or of the folder in which it creates an item. */
  readonly namedId?: string | undefined;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Called each time the request was passed to the transport. */
  readonly onSent?: (() => void) | undefined;
}

/** Response, and the token, which no error made from the response may contain. */
export interface CallResult {
  readonly answer: HttpAnswer;
  readonly secret: string;
}

/**
 * Sends one request, without retries. All steps are in this function, because each additional promise makes small
 * requests measurably slower.
 * @throws {ServiceError}, or the signal's reason if the caller aborted
 */
export async function call(
  context: CallContext,
  endpoint: EndpointName,
  request: CallRequest,
  signal: AbortSignal,
): Promise<CallResult> {
  signal.throwIfAborted();
  // The base URL comes first, because starting the sandbox may create its token.
  const location = locationOf(await context.baseUrl());
  const token = await context.token();
  signal.throwIfAborted();
  if (typeof location === 'string') throw badInput(endpoint, 'baseUrl', location);
  const secret = requireValidToken(token, endpoint);
  const { circuit, gate } = context.pacing.lane(location.url);
  const limitMs = context.settings.timeoutMs;
  const started = performance.now();
  if (!gate.enter()) await gate.wait(signal);
  // Ticket 0 until the circuit breaker permits the request. Abandoning ticket 0 ends no probe of the circuit breaker,
  // because each probe has a higher ticket.
  let ticket = 0;
  const refusalCheck = createRefusalCheck(context, endpoint, request.namedId);
  try {
    const refusal = refusalCheck?.();
    if (refusal !== undefined) throw refusal;
    requireClosedCircuit(circuit, endpoint);
    ticket = circuit.enter();
    const sending = context.transport.send({
      method: endpoints[endpoint].method,
      origin: location.origin,
      path: location.path + pathOf(endpoint, request),
      headers: requestHeaders(secret),
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      signal,
      limitMs,
      maxBytes: MAX_BODY,
      refusal: refusalCheck,
    });
    request.onSent?.();
    const answer = await sending;
    circuit.reached(ticket);
    const ms = Math.round(performance.now() - started);
    const measurements = `${ms} ms, ${answer.body.length} bytes`;
    context.log.info(`${endpoint} ${location.origin}: HTTP ${answer.httpStatus}, ${measurements}`);
    refuseRedirect(endpoint, answer, secret);
    return { answer, secret };
  } catch (error) {
    throw failureOf(error, { context, endpoint, circuit, ticket, signal, secret, limitMs });
  } finally {
    gate.leave();
  }
}

function createRefusalCheck(
  { refusal }: CallContext,
  endpoint: EndpointName,
  namedId: string | undefined,
): (() => ServiceError | undefined) | undefined {
  if (refusal === undefined || endpoints[endpoint].isRead) return undefined;
  return () => {
    const problem = refusal(namedId);
    return problem && new ServiceError(endpoint, problem, 'not-sent');
  };
}

function requireValidToken(token: string | undefined, endpoint: EndpointName): string {
  if (token === undefined) {
    throw new ServiceError(endpoint, { kind: 'token-missing' }, 'not-sent');
  }
  if (!isHeaderToken(token)) {
    throw badInput(endpoint, 'token', 'it has characters that no HTTP header can carry');
  }
  return token;
}

interface BaseLocation {
  readonly url: string;
  readonly origin: string;
  /** Path without a trailing slash. */
  readonly path: string;
}

/** Cache of the last base URL, because parsing a URL takes a large part of the time of a small call. */
let cachedLocation:
  { readonly text: string; readonly location: BaseLocation | BaseUrlProblem } | undefined;

function locationOf(text: string): BaseLocation | BaseUrlProblem {
  if (cachedLocation?.text !== text) cachedLocation = { text, location: parseLocation(text) };
  return cachedLocation.location;
}

function parseLocation(text: string): BaseLocation | BaseUrlProblem {
  const result = checkBaseUrl(text);
  if (!result.ok) return result.problem;
  const { origin } = new URL(result.url);
  return { url: result.url, origin, path: result.url.slice(origin.length) };
}

/** Returns the path relative to the base URL, with the query. */
export function pathOf(endpoint: EndpointName, request: CallRequest): string {
  const path = endpoints[endpoint].path.replace('{tagId}', () => request.id ?? '');
  return request.query === undefined ? path : `${path}?${request.query}`;
}

function requireClosedCircuit(circuit: CircuitBreaker, endpoint: EndpointName): void {
  const retryInMs = circuit.remainingOpenMs();
  if (retryInMs > 0)
    throw new ServiceError(endpoint, { kind: 'circuit-open', retryInMs }, 'not-sent');
}

interface SentRequest {
  readonly context: CallContext;
  readonly endpoint: EndpointName;
  readonly circuit: CircuitBreaker;
  readonly ticket: number;
  readonly signal: AbortSignal;
  readonly secret: string;
  readonly limitMs: number;
}

/** Returns the error to throw, and reports the result of the request to the circuit breaker. */
function failureOf(error: unknown, sent: SentRequest): unknown {
  const { context, endpoint, circuit, ticket, signal, secret } = sent;
  // A refused write does not show whether the service is reachable: it is unknown whether a connection was opened
  // before the refusal.
  if (ServiceError.isWriteRefused(error)) circuit.abandoned(ticket);
  // Every other `ServiceError` was thrown before the request was counted, or after its result was reported.
  if (!(error instanceof ServiceError)) {
    reportToCircuit(error, sent);
    if (signal.aborted) return signal.reason;
    if (!(error instanceof TransportError)) return error;
  }
  const failure =
    error instanceof ServiceError
      ? error
      : new ServiceError(endpoint, problemOf(error, sent), outcomeOf(endpoint, error));
  context.log.warn(redact(failure.message, secret));
  return failure;
}

/** Canceled requests, and errors that only a changed setting can fix, do not show whether the service is reachable. */
function reportToCircuit(error: unknown, { circuit, ticket, signal }: SentRequest): void {
  const isInconclusive = signal.aborted || !(error instanceof TransportError) || error.isLasting;
  if (isInconclusive) circuit.abandoned(ticket);
  else if (error.wasSent) circuit.reached(ticket);
  else circuit.unreachable(ticket);
}

function problemOf(error: TransportError, { limitMs, secret }: SentRequest): ServiceProblem {
  if (error.isLate) return { kind: 'timeout', limitMs };
  if (error.isTooLarge) return { kind: 'too-large', limitBytes: MAX_BODY };
  const detail = redact(error.message, secret);
  if (error.wasSent) return { kind: 'lost', detail };
  return { kind: 'connect', detail, ...(error.isLasting ? { isLasting: true } : {}) };
}

function outcomeOf(endpoint: EndpointName, error: TransportError): Outcome {
  if (!error.wasSent) return 'not-sent';
  // A read changes nothing, so its outcome is never `unknown`.
  return endpoints[endpoint].isRead ? 'refused' : 'unknown';
}

/** Rejects a redirect, which could send the token to another origin, and would repeat a write. */
export function refuseRedirect(endpoint: EndpointName, answer: HttpAnswer, token: string): void {
  const { httpStatus, location } = answer;
  if (httpStatus < 300 || httpStatus > 399 || location === undefined) return;
  const safeLocation = redact(location.split(/[?#]/)[0] ?? '', token);
  // After HTTP 303 "See Other", the write may have been carried out, with its response at another URL.
  const mayBeDone = httpStatus === 303 && !endpoints[endpoint].isRead;
  const problem = { kind: 'redirect', httpStatus, location: safeLocation } as const;
  throw new ServiceError(endpoint, problem, mayBeDone ? 'unknown' : 'refused');
}
