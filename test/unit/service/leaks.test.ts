import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import { Cancelled, ServiceError } from '../../../src/base/errors.ts';
import type { NetworkOptions } from '../../../src/base/networkOptions.ts';
import type { BotService } from '../../../src/base/endpoints.ts';
import type { Transport } from '../../../src/service/transport/transport.ts';
import { goodBody } from '../../fuzz/fuzzCalls.ts';
import { seeded } from '../../fuzz/mutateBody.ts';
import { cleanUp } from '../cleanup.ts';
import { openClient, USER } from './client.ts';
import { callOf } from './faultServers.ts';
import { untilClosed, closedPortUrl, httpAnswer, openRawServer } from './rawServer.ts';
import { openWith } from './sending.ts';
import { sizeOf } from '../../support/sizes.ts';

/** Seed of the faults. Set `BOT_TAGS_SEED` to try others, or to repeat a failure. */
const SEED = Number(process.env.BOT_TAGS_SEED ?? 20_261_121);
/** Number of callers that send requests at the same time. */
const CALLERS = 8;
const REQUESTS = sizeOf('sentRequests');
/**
 * Connections that may be kept for later requests. undici's pool may open twice `CALLERS`, but must not keep
 * more than `CALLERS`. Fetch opens one per concurrent request, and each of the callers may have two.
 */
const MAX_KEPT = { undici: CALLERS, host: 2 * CALLERS };
const ALL_ENDS = [
  ...['aborted', 'circuit-open', 'connect', 'done', 'failure', 'lost', 'protocol', 'redirect'],
  'timeout',
];

const falseGzipHeaders = ['content-type: application/json', 'content-encoding: gzip'];
const redirectHeaders = ['location: /elsewhere'];

/** Response of the server, by the name of the fault in the requested ID. `good` is the good answer. */
const FAULTS: Readonly<Record<string, (socket: Socket, good: string) => unknown>> = {
  good: (socket, good) => socket.write(good),
  reset: (socket) => socket.resetAndDestroy(),
  hangup: (socket) => socket.end(),
  head: (socket, good) => socket.write(good.slice(0, 30), () => socket.resetAndDestroy()),
  cut: (socket, good) => socket.end(good.slice(0, -3)),
  html: (socket) => socket.write(httpAnswer('<html>', { status: '502 No' })),
  busy: (socket) => socket.write(httpAnswer('{"errorCode":503}', { status: '503 Busy' })),
  gzip: (socket) => socket.write(httpAnswer('noise', { headers: falseGzipHeaders })),
  moved: (socket) =>
    socket.write(httpAnswer('', { status: '302 Found', headers: redirectHeaders })),
  hole: () => undefined,
  slow: (socket, good) => socket.write(good.slice(0, -3)),
};
/** Faults after which the answer never ends. */
const NEVER_ENDING = new Set(['hole', 'slow']);
const FAULTY = Object.keys(FAULTS).filter((name) => name !== 'good');

/** ID in the sample answer of a call whose answer must contain the requested ID. The server replaces it by that ID. */
const SAMPLE_IDS: Readonly<Record<string, string>> = {
  getItem: 'tag-a',
  listUserTags: 'someone',
};

async function openFaultServer() {
  return openRawServer((socket, request) => {
    const [, id = '', fault = 'good'] = /(id-([a-z]+)-\d+)/.exec(request) ?? [];
    const name = callOf(request);
    // The default pattern matches nothing.
    const body = goodBody(name).replace(SAMPLE_IDS[name] ?? /$^/, id);
    FAULTS[fault]?.(socket, httpAnswer(body));
  });
}

const CALLS: readonly ((
  service: BotService,
  id: string,
  signal: AbortSignal,
) => Promise<unknown>)[] = [
  (service, name, signal) => service.createItem({ botId: 'b', name, type: 0 }, signal),
  (service, id, signal) => service.getItem(id, signal),
  (service, id, signal) => service.deleteItem(id, signal),
  (service, id, signal) => service.attachTag(id, USER, signal),
  (service, id, signal) => service.detachTag(id, USER, signal),
  (service, rawUid, signal) => service.listUserTags({ ...USER, rawUid }, signal),
  (service, botId, signal) => service.listCustomers({ botId, limit: 10 }, signal),
];

interface Services {
  readonly usual: BotService;
  /** Service with a short time limit, for faults that never end. */
  readonly hasty: BotService;
  /** Service that really waits between tries. */
  readonly waiting: BotService;
  readonly unreachable: BotService;
}

async function openServices(baseUrl: string, transport: Transport): Promise<Services> {
  const twoTries = { limits: { maxTries: 2, maxTotalMs: 60_000 } };
  const pacing = { ...twoTries, sleep: () => Promise.resolve() };
  const open = (options: object, url = baseUrl): BotService =>
    openClient(url, { transport, keepsLog: false, pacing, ...options }).service;
  return {
    usual: open({}),
    hasty: open({ timeoutMs: 15 }),
    waiting: open({ pacing: twoTries }),
    unreachable: open({}, await closedPortUrl()),
  };
}

/** Sends one request whose fault and caller depend on the seed, and returns how it ended. */
async function sendOne(
  services: Services,
  random: () => number,
  requestNumber: number,
  shared: AbortSignal,
): Promise<string> {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  const fault = random() < 0.5 ? 'good' : pick(FAULTY);
  const call = pick(CALLS);
  const isAborted = random() < 0.15;
  const turns = Math.floor(random() * 8);
  const usual = random() < 0.02 ? services.unreachable : services.usual;
  const service = NEVER_ENDING.has(fault) ? services.hasty : isAborted ? services.waiting : usual;
  const ownAbort = new AbortController();
  const ending = call(
    service,
    `id-${fault}-${requestNumber}`,
    isAborted ? ownAbort.signal : shared,
  ).then(
    () => 'done',
    (error: unknown) => endOf(error),
  );
  // Another caller waits for the same answer, and remains when the first one leaves.
  const hasSecondCaller = isAborted && random() < 0.2;
  const joined = hasSecondCaller
    ? call(services.hasty, `id-${fault}-${requestNumber}`, shared)
    : undefined;
  const joinedEnd = joined?.then(() => 'done', endOf);
  if (isAborted) {
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    ownAbort.abort(new Cancelled());
  }
  const end = await ending;
  await joinedEnd;
  assert.deepEqual(getEventListeners(ownAbort.signal, 'abort'), []);
  if (fault !== 'good') assert.notEqual(end, 'done', fault);
  else if (!isAborted && service === services.usual) assert.equal(end, 'done');
  return end;
}

function endOf(error: unknown): string {
  if (Cancelled.is(error)) return 'aborted';
  assert.ok(error instanceof ServiceError, error instanceof Error ? error.stack : String(error));
  return error.problem.kind;
}

/** Counts the resources that keep the process alive, by kind. */
function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo().toSorted()) {
    if (/^(?:TCP|TLS|Timeout|GetAddrInfo)/.test(kind)) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** Waits until fewer than `count` of these connections are open. */
async function fewerThan(count: number, connections: readonly Socket[]): Promise<void> {
  while (connections.filter(({ closed }) => !closed).length >= count) await setImmediate();
}

/** Waits until all these connections are closed. */
async function allClosed(connections: readonly Socket[]): Promise<void> {
  for (const socket of connections) await untilClosed(socket);
}

/** Waits up to 2 s until the resources equal the baseline. The client may notice a close later than the server. */
async function untilLike(baseline: object): Promise<void> {
  const end = Date.now() + 2000;
  while (!isDeepStrictEqual(resources(), baseline) && Date.now() < end) await setImmediate();
}

describe(`Resources after thousands of requests, seed ${SEED}`, () => {
  const warnings: string[] = [];
  const onWarning = ({ name, message }: Error): void => void warnings.push(`${name}: ${message}`);

  before(() => process.on('warning', onWarning));
  after(() => process.off('warning', onWarning));
  afterEach(cleanUp);

  async function flood(transport: NetworkOptions['transport'], count: number): Promise<void> {
    const server = await openFaultServer();
    const baseline = resources();
    const { transport: sender } = openWith({ transport });
    const services = await openServices(server.baseUrl, sender);
    const { signal: shared } = new AbortController();
    const random = seeded(SEED);
    const ends: Record<string, number> = {};
    let next = 0;
    const work = async (): Promise<void> => {
      while (next < count) {
        const end = await sendOne(services, random, next++, shared);
        ends[end] = (ends[end] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, work));
    assert.deepEqual(Object.keys(ends).toSorted(), ALL_ENDS, 'each possible end occurs');
    assert.ok(server.requests.length > count, 'some requests are retried');
    assert.deepEqual(getEventListeners(shared, 'abort'), []);
    await fewerThan(MAX_KEPT[transport] + 1, server.connections);
    await sender.close();
    // Connections that fetch keeps belong to the process and not to the client.
    if (transport === 'host') {
      server.onConnection((socket) => void socket.destroy());
      for (const socket of server.connections) socket.destroy();
    }
    await allClosed(server.connections);
    await untilLike(baseline);
    assert.deepEqual(resources(), baseline);
    assert.deepEqual(warnings, []);
  }

  it(`include no socket, timer or listener (undici, ${REQUESTS} requests)`, async function () {
    this.timeout(60_000);
    await flood('undici', REQUESTS);
  });

  it('include no socket, timer or listener (host, 1,000 requests)', async function () {
    this.timeout(60_000);
    await flood('host', 1000);
  });
});
