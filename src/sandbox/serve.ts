import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import type { WriteTurns } from '../catalogue/writeTurns.ts';
import type { SandboxAnswer } from './answer.ts';
import { failureAnswer, GATEWAY_ANSWER, successAnswer } from './answer.ts';
import { Failure } from './failure.ts';
import { writeFault, type WriteFault } from './writeFault.ts';
import { handlers } from './endpointHandlers.ts';
import { hash } from './hash.ts';
import { readBody } from './readBody.ts';
import { findRoute, SWITCHES_PATH } from './route.ts';
import { parseSwitches } from './switches.ts';
import type { Handler, JsonObject, World } from './world.ts';
import { endpoints, type EndpointName } from '../base/endpoints.ts';

export interface Service {
  readonly world: World;
  readonly token: string;
  /** Requests so far, refused ones included. */
  readonly requests: Record<EndpointName, number>;
  /** Calls so far that change something. */
  writes: number;
  /** Its state may be in a database that others use too. */
  readonly turns: WriteTurns;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}

/** From one look at the latency to the next, ms. */
const LOOK_EVERY = 50;

/** Answers one request; never throws. */
export async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await answerTo(service, request);
  const { lostBy } = service.world.switches;
  await latency(service);
  if (response.destroyed) return;
  if (answer === 'reset' || (answer === 'lost' && lostBy === 'reset')) {
    request.socket.resetAndDestroy();
  } else if (answer !== 'lost') send(service, request, response, answer);
  else if (lostBy === '502') send(service, request, response, GATEWAY_ANSWER);
}

/** Ends sooner when the switch is set lower meanwhile. */
async function latency({ world, closing }: Service): Promise<void> {
  const start = performance.now();
  const left = (): number => start + world.switches.latencyMs - performance.now();
  while (left() > 0 && !closing.aborted) {
    const step = Math.min(left(), LOOK_EVERY);
    await delay(step, undefined, { signal: closing }).catch(() => undefined);
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

/** They have to work, whatever they switch. */
function isAboutSwitches({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(SWITCHES_PATH);
}

/** A fault: there is no answer. */
type Reply = SandboxAnswer | Exclude<WriteFault, 'busy'>;

async function answerTo(service: Service, request: IncomingMessage): Promise<Reply> {
  const { switches } = service.world;
  try {
    return await answered(service, request);
  } catch (error) {
    return failureAnswer(error, switches);
  }
}

async function answered(service: Service, request: IncomingMessage): Promise<Reply> {
  const { world } = service;
  const method = request.method ?? '';
  const { target, tagId, query } = findRoute(method, request.url ?? '');
  if (target !== 'readSwitches' && target !== 'changeSwitches') service.requests[target]++;
  requireToken(service.token, request.headers.authorization);

  const hasBody = method === 'POST' || method === 'PUT' || target === 'detachTag';
  const body = hasBody ? await readBody(request) : {};
  if (target === 'changeSwitches') changeSwitches(world, body);
  if (target === 'changeSwitches' || target === 'readSwitches') {
    return successAnswer(world.switches, 'plain');
  }
  try {
    return await carryOut(service, target, { tagId, query, body });
  } catch (error) {
    const isEchoed = world.switches.echo === 'on' && hasBody && error instanceof Failure;
    if (isEchoed) error.message += `: ${JSON.stringify(body)}`;
    throw error;
  }
}

async function carryOut(
  service: Service,
  target: EndpointName,
  call: Parameters<Handler>[1],
): Promise<Reply> {
  const { world } = service;
  if (world.switches.outage === 'on') throw outage(world);
  const fault = faultOf(service, target);
  if (fault === 'busy') throw busy(world);
  if (fault === 'reset') return fault;
  const result = await service.turns.take(() => handlers[target](world, call));
  return fault ?? successAnswer(result, world.switches.numberSpelling);
}

function faultOf(service: Service, target: EndpointName): WriteFault | undefined {
  if (endpoints[target].isRead) return undefined;
  const number = service.writes++;
  return writeFault(service.world.switches, (salt) => hash(number, salt));
}

function outage({ switches }: World): Failure {
  const failure = new Failure(503, 'the service is not available now');
  if (switches.busySeconds > 0) failure.retryAfter = switches.busySeconds;
  return failure;
}

function busy({ switches }: World): Failure {
  const failure = new Failure(429, 'too many requests; try again later');
  failure.retryAfter = switches.busySeconds;
  return failure;
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
  const given = /^bearer +(.+)$/i.exec(header ?? '')?.[1];
  if (given === undefined) {
    throw new Failure(
      401,
      'an Authorization header with a Bearer token is required',
      'unauthorized',
    );
  }
  if (timingSafeEqual(digest(given), digest(token))) return;
  throw new Failure(401, 'the token is not valid', 'unauthorized');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
