import * as itemAndUserHandlers from './handlers.ts';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { type EndpointName, endpoints } from '../base/endpoints.ts';
import { isObject } from '../base/jsonValues.ts';
import type { WriteTurns } from '../base/promises.ts';
import {
  Failure,
  failureAnswer,
  GATEWAY_ANSWER,
  type SandboxAnswer,
  successAnswer,
} from './answer.ts';
import { hash } from './hash.ts';
import { listCustomers } from './listCustomers.ts';
import { findRoute, SWITCHES_PATH } from './route.ts';
import { parseSwitches } from './switches.ts';
import type { Handler, JsonObject, World } from './world.ts';

/** Handlers of all endpoints of the service. A missing handler is a compile error. */
export const handlers: Readonly<Record<EndpointName, Handler>> = {
  ...itemAndUserHandlers,
  listCustomers,
};

const MAX_BODY_BYTES = 1024 * 1024;

/** Reads even an oversized body to the end, because the caller reads the response only after sending all of it. */
async function readBody(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (size > MAX_BODY_BYTES) throw new Failure(413, `the body is over ${MAX_BODY_BYTES} bytes`);
  requireJsonType(request.headers['content-type']);
  return parseObject(Buffer.concat(chunks));
}

function requireJsonType(contentType: string | undefined): void {
  const [mediaType = ''] = (contentType ?? '').split(';');
  if (mediaType.trim().toLowerCase() === 'application/json') return;
  throw new Failure(415, 'Content-Type must be application/json');
}

function parseObject(bytes: Buffer): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Failure(400, 'the body is not JSON');
  }
  if (isObject(value)) return value;
  throw new Failure(400, 'the body must be a JSON object');
}

export interface Service {
  readonly world: World;
  readonly token: string;
  readonly requests: Record<EndpointName, number>;
  writeCount: number;
  /** Queue of the calls of handlers, which wait while another VS Code window has locked the database of the state. */
  readonly turns: WriteTurns;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}

/** Interval between two checks of the latency switch, in ms. */
const CHECK_INTERVAL_MS = 50;

/** Responds to one request. Never throws. */
export async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { switches } = service.world;
  const reply = await respond(service, request).catch((error: unknown) =>
    failureAnswer(error, switches),
  );
  const { lostBy } = switches;
  await waitForLatency(service);
  if (response.destroyed) return;
  if (reply === 'reset' || (reply === 'lost' && lostBy === 'reset')) {
    request.socket.resetAndDestroy();
  } else if (reply !== 'lost') send(service, request, response, reply);
  else if (lostBy === '502') send(service, request, response, GATEWAY_ANSWER);
  // With `silence`, nothing is sent.
}

/** Waits for the time in the switch `latencyMs`. Ends earlier if the switch is lowered during the wait. */
async function waitForLatency({ world, closing }: Service): Promise<void> {
  const start = performance.now();
  const remainingMs = (): number => start + world.switches.latencyMs - performance.now();
  for (let ms = remainingMs(); ms > 0 && !closing.aborted; ms = remainingMs()) {
    await delay(Math.min(ms, CHECK_INTERVAL_MS), undefined, { signal: closing }).catch(
      () => undefined,
    );
  }
}

function send(
  { world }: Service,
  request: IncomingMessage,
  response: ServerResponse,
  answer: SandboxAnswer,
): void {
  const isCut = world.switches.bodies === 'cut' && !isAboutSwitches(request);
  const body = isCut ? answer.body.slice(0, answer.body.length >> 1) : answer.body;
  const { retryAfter } = answer;
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  response.writeHead(answer.httpStatus, {
    'content-type': answer.contentType,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
  });
  response.end(body);
}

/** Returns whether a request reads or changes the switches. No switch makes such a request fail. */
function isAboutSwitches({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(SWITCHES_PATH);
}

/** `reset`: connection lost before the write. `lost`: carried out, but the response is lost. */
type WriteFault = 'reset' | 'lost';

/** Response, or a fault that prevents the response. */
type Reply = SandboxAnswer | WriteFault;

async function respond(service: Service, request: IncomingMessage): Promise<Reply> {
  const { world } = service;
  const method = request.method ?? '';
  const { target, tagId, query } = findRoute(method, request.url ?? '');
  if (target !== 'readSwitches' && target !== 'changeSwitches') service.requests[target]++;
  requireToken(service.token, request.headers.authorization);

  // "Detach" is a DELETE request with a body.
  const hasBody = method === 'POST' || method === 'PUT' || target === 'detachTag';
  const body = hasBody ? await readBody(request) : {};
  if (target === 'changeSwitches') changeSwitches(world, body);
  if (target === 'changeSwitches' || target === 'readSwitches') {
    return successAnswer(world.switches, 'plain');
  }
  try {
    return await callHandler(service, target, { tagId, query, body });
  } catch (error) {
    const isEchoed = world.switches.echo === 'on' && hasBody && error instanceof Failure;
    if (isEchoed) error.message += `: ${JSON.stringify(body)}`;
    throw error;
  }
}

async function callHandler(
  service: Service,
  target: EndpointName,
  call: Parameters<Handler>[1],
): Promise<Reply> {
  const { world } = service;
  const { outage, busySeconds } = world.switches;
  if (outage === 'on') {
    throw new Failure(503, 'the service is not available now', busySeconds || undefined);
  }
  const fault = faultOf(service, target);
  if (fault === 'reset') return fault;
  const result = await service.turns.take(() => handlers[target](world, call));
  return fault ?? successAnswer(result, world.switches.numberSpelling);
}

/** @throws {Failure} if a switch chooses this write to be refused */
function faultOf(service: Service, target: EndpointName): WriteFault | undefined {
  if (endpoints[target].isRead) return undefined;
  const { world } = service;
  const { busyEvery, busySeconds, resetEvery, lostEvery, faultSeed } = world.switches;
  const writeIndex = service.writeCount++;
  // The fault depends only on the index of the write and on the switches, so tests can repeat it. Each seed has three
  // salts, one for each kind of fault.
  const isChosen = (every: number, salt: number): boolean =>
    every > 0 && hash(writeIndex, faultSeed * 3 + salt) % every === 0;
  if (isChosen(busyEvery, 0))
    throw new Failure(429, 'too many requests; try again later', busySeconds);
  if (isChosen(resetEvery, 1)) return 'reset';
  return isChosen(lostEvery, 2) ? 'lost' : undefined;
}

function changeSwitches(world: World, body: JsonObject): void {
  try {
    Object.assign(world.switches, parseSwitches(body));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Failure(400, error.message);
  }
}

function requireToken(token: string, header: string | undefined): void {
  const bearerToken = /^bearer +(.+)$/i.exec(header ?? '')?.[1];
  if (bearerToken === undefined) {
    throw new Failure(401, 'an Authorization header with a Bearer token is required');
  }
  if (timingSafeEqual(digest(bearerToken), digest(token))) return;
  throw new Failure(401, 'the token is not valid');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
