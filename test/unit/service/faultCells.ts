import assert from 'node:assert/strict';

import type { BotService, EndpointName } from '../../../src/base/endpoints.ts';
import { problemText, ServiceError } from '../../../src/base/errors.ts';
import type { NetworkOptions } from '../../../src/base/networkOptions.ts';
import { oneLine } from '../../../src/base/safeText.ts';
import type { Transport } from '../../../src/service/transport/transport.ts';
import { goodBody } from '../../fuzz/fuzzCalls.ts';
import { sizeOf } from '../../support/sizes.ts';
import { cleanUp } from '../cleanup.ts';
import { assertNoSecret, textOf } from './answers.ts';
import { ALL_CALLS, CALLS, openClient, WRITES } from './client.ts';
import type { TestServer } from './faultServers.ts';
import { openWith } from './sending.ts';

/** Time limit of a call that must time out, in ms. */
const SHORT_LIMIT_MS = 200;
const LONG_LIMIT_MS = 8000;
/** Time limit of a test that transfers gigabytes, in ms. */
const LARGE_TIMEOUT_MS = 60_000;

const READ_CALLS = ALL_CALLS.filter(([name]) => !WRITES.has(name));
const WRITE_CALLS = ALL_CALLS.filter(([name]) => WRITES.has(name));
/**
 * Calls for the tests of large bodies. The limit is enforced in one place for all calls, so a
 * reduced run takes a page of customers, a write, and then others.
 */
const LARGE_CALLS = [...READ_CALLS.slice(-1), ...WRITE_CALLS, ...READ_CALLS.slice(0, -1)].slice(
  0,
  sizeOf('callsOfLargeBodies'),
);

/** Problem of a call that times out. */
export const TIMED_OUT = { kind: 'timeout', limitMs: SHORT_LIMIT_MS } as const;

/** Outcome of the request, and the number of tries. */
export type Ending = `${'done' | 'refused' | 'unknown' | 'not-sent'}, ${number} tries` | Once;
type Once = `${'done' | 'refused' | 'unknown' | 'not-sent'}, 1 try`;

/** Expected problem: equal texts, or a pattern where the system provides the text. */
export type ExpectedProblem = Readonly<Record<string, unknown>>;

export interface Expected {
  readonly problem?:
    ExpectedProblem | ((server: TestServer, name: EndpointName) => ExpectedProblem);
  readonly reads: Ending;
  readonly writes: Ending;
  /** Number of requests that arrive, if it differs from the number of tries. */
  readonly arrived?: 0;
}

/** Row of the fault matrix: the fault, and the expected result of each of the seven calls. */
export interface Fault extends Expected {
  readonly fault: string;
  readonly open: (transport: NetworkOptions['transport']) => Promise<TestServer>;
  /** Expected problem of "create", which reads its answer differently. */
  readonly create?: ExpectedProblem;
  /** Text from which the result of a successful call is read, if not from the good body. */
  readonly readAs?: (name: EndpointName) => string;
  /** Waits between the tries of a read, in ms. Default: `BACK_OFF`. */
  readonly waits?: readonly number[];
  /** Whether the answers are so large that the calls must run one at a time. */
  readonly isLarge?: boolean;
  /** Differences with the host's fetch, and why. `isTested: false`: the fault cannot be tested with fetch. */
  readonly host?: Partial<Expected> & { readonly reason: string } & { readonly isTested?: false };
}

/** Expectation for an answer that would be the same on retry. The outcome of a write is unknown. */
export const UNCERTAIN_WRITE = { reads: 'refused, 1 try', writes: 'unknown, 1 try' } as const;

/** Returns a row of the matrix. */
export function row(
  fault: string,
  ending: Expected,
  open: Fault['open'],
  problem?: Expected['problem'],
): Fault {
  return { fault, open, ...ending, ...(problem === undefined ? {} : { problem }) };
}

/** Waits between four tries, in ms, without the random part. */
const BACK_OFF = [250, 500, 1000];

/** Defines one test for each fault and transport, with a cell for each call. */
export function describeFaults(title: string, faults: readonly Fault[]): void {
  for (const transport of ['undici', 'host'] as const) {
    describe(`Faults: ${title} (${transport})`, () => {
      afterEach(cleanUp);

      for (const fault of faults) {
        if (transport === 'host' && fault.host?.isTested === false) continue;
        const expected = transport === 'host' ? { ...fault, ...fault.host } : fault;
        it(`${fault.fault}: reads ${expected.reads}, writes ${expected.writes}`, async function () {
          if (fault.isLarge) this.timeout(LARGE_TIMEOUT_MS);
          const calls = fault.isLarge ? LARGE_CALLS : ALL_CALLS;
          const server = await fault.open(transport);
          const sender = openWith({ transport, ...server.network }).transport;
          const actualCells: Record<string, unknown> = {};
          const runOne = async ([name, call]: (typeof ALL_CALLS)[number]): Promise<void> => {
            actualCells[name] = await runCell({ name, call, server, sender, expected });
          };
          if (fault.isLarge) for (const call of calls) await runOne(call);
          else await Promise.all(calls.map(runOne));
          const expectedCells = await Promise.all(
            calls.map(
              async ([name]) => [name, await expectedCellOf(name, expected, server)] as const,
            ),
          );
          assert.deepEqual(actualCells, Object.fromEntries(expectedCells));
        });
      }
    });
  }
}

interface Cell {
  readonly name: EndpointName;
  readonly call: (service: BotService) => Promise<unknown>;
  readonly server: TestServer;
  readonly sender: Transport;
  readonly expected: Fault;
}

/** Result of a cell. Results are compared as a whole, so that a failure shows all calls. */
interface Outcome {
  readonly ending: string;
  /** Number of requests that arrived at the service, according to the service. */
  readonly arrived: number;
  readonly waits: readonly number[];
  readonly problem: unknown;
  readonly value: unknown;
}

async function runCell({ name, call, server, sender, expected }: Cell): Promise<Outcome> {
  const waits: number[] = [];
  let slept = 0;
  const sleep = (ms: number): Promise<void> => {
    waits.push(ms);
    slept += ms;
    return Promise.resolve();
  };
  const clock = { now: () => Date.now() + slept };
  const pacing = { limits: { maxTries: 4, maxTotalMs: 60_000 }, random: () => 0 };
  const { service, log } = openClient(server.baseUrl, {
    transport: sender,
    timeoutMs: expected.problem === TIMED_OUT ? SHORT_LIMIT_MS : LONG_LIMIT_MS,
    pacing: { ...pacing, clock, sleep },
  });
  const outcome = await call(service).then(
    (value) => ({ word: 'done', problem: undefined, value: withoutBody(value) }),
    (error: unknown) => ({
      ...failedOutcome(name, error, expectedProblemOf(name, expected, server)),
    }),
  );
  assertNoSecret(log.join('\n'));
  const arrived = server.arrived(name);
  if (WRITES.has(name)) assert.ok(arrived <= 1, `${name} arrived ${arrived} times`);
  const { word, problem, value } = outcome;
  return { ending: endingOf(word, waits.length + 1), arrived, waits, problem, value };
}

function endingOf(word: string, tries: number): string {
  return `${word}, ${tries} ${tries === 1 ? 'try' : 'tries'}`;
}

function failedOutcome(name: EndpointName, error: unknown, expectedProblem: ExpectedProblem) {
  assert.ok(error instanceof ServiceError, error instanceof Error ? error.stack : 'no error');
  assertNoSecret(textOf(error));
  assert.equal(error.endpoint, name);
  assert.ok(error.message.startsWith(oneLine(`${name}: ${problemText(error.problem)}`)));
  const isClear = error.outcome !== 'unknown';
  assert.equal(
    /may have been (?:carried out|created)/.test(error.message),
    !isClear,
    'the message says that the call may have been carried out only if the outcome is unknown',
  );
  assert.equal(
    error.subject === undefined,
    isClear || name === 'createItem',
    'the error names what to check only if the outcome is unknown, and never for "create"',
  );
  return {
    word: error.outcome,
    problem: matched(error.problem, expectedProblem),
    value: undefined,
  };
}

/** Returns the problem, with each text that matches its pattern replaced by the pattern. */
function matched(problem: object, expectedProblem: ExpectedProblem): unknown {
  const withPattern = ([key, value]: [string, unknown]): unknown[] => {
    const pattern = expectedProblem[key];
    return [key, pattern instanceof RegExp && pattern.test(String(value)) ? pattern : value];
  };
  return Object.fromEntries(Object.entries(problem).map(withPattern));
}

function expectedProblemOf(
  name: EndpointName,
  { problem, create }: Fault,
  server: TestServer,
): ExpectedProblem {
  if (name === 'createItem' && create !== undefined) return create;
  return typeof problem === 'function' ? problem(server, name) : (problem ?? {});
}

async function expectedCellOf(
  name: EndpointName,
  fault: Fault,
  server: TestServer,
): Promise<Outcome> {
  const ending = WRITES.has(name) ? fault.writes : fault.reads;
  const tries = Number(/\d+/.exec(ending)?.[0]);
  const isDone = ending.startsWith('done');
  return {
    ending,
    arrived: fault.arrived ?? (ending.startsWith('not-sent') ? 0 : tries),
    waits: (fault.waits ?? BACK_OFF).slice(0, tries - 1),
    problem: isDone ? undefined : expectedProblemOf(name, fault, server),
    value: isDone ? await valueOf(name, fault.readAs?.(name) ?? goodBody(name)) : undefined,
  };
}

/** Returns the result of the call for this text, without any fault. */
async function valueOf(name: EndpointName, text: string): Promise<unknown> {
  const answer = {
    httpStatus: 200,
    contentType: '',
    location: undefined,
    retryAfter: undefined,
    body: Buffer.from(text),
  };
  const transport = { send: () => Promise.resolve(answer), close: () => Promise.resolve() };
  return withoutBody(await CALLS[name](openClient('https://bots.example', { transport }).service));
}

/** Returns the value without the bytes from which it was read. */
function withoutBody(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('body' in value)) return value;
  return { ...value, body: undefined };
}
