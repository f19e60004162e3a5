import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import type { WriteTurns } from '../core/catalogue/writeTurns.ts';
import type { SandboxAnswer } from './answer.ts';
import { failureAnswer, successAnswer } from './answer.ts';
import { Failure } from './faults/failure.ts';
import { handlers } from './endpointHandlers.ts';
import { readBody } from './readBody.ts';
import { findRoute, SWITCHES_PATH } from './route.ts';
import { parseSwitches } from './faults/switches.ts';
import type { JsonObject, World } from './world.ts';
import type { EndpointName } from '../core/endpoints.ts';

export interface Service {
  readonly world: World;
  readonly token: string;
  /** Requests so far, refused ones included. */
  readonly requests: Record<EndpointName, number>;
  /** Its state may be in a database that others use too. */
  readonly turns: WriteTurns;
  /** Aborted when the sandbox closes. */
  readonly closing: AbortSignal;
}

/** Answers one request; never throws. */
export async function serve(
  service: Service,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await answerTo(service, request);
  const { latencyMs, bodies } = service.world.switches;
  if (latencyMs > 0) {
    await delay(latencyMs, undefined, { signal: service.closing }).catch(() => undefined);
  }
  if (response.destroyed) return;
  const isCut = bodies === 'cut' && !isAboutSwitches(request);
  const body = isCut ? answer.body.slice(0, answer.body.length >> 1) : answer.body;
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

async function answerTo(service: Service, request: IncomingMessage): Promise<SandboxAnswer> {
  const { switches } = service.world;
  try {
    return await carryOut(service, request);
  } catch (error) {
    return failureAnswer(error, switches);
  }
}

async function carryOut(service: Service, request: IncomingMessage): Promise<SandboxAnswer> {
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
  if (world.switches.outage === 'on') throw new Failure(503, 'the service is not available now');
  const result = await service.turns.take(() => handlers[target](world, { tagId, query, body }));
  return successAnswer(result, world.switches.numberSpelling);
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
