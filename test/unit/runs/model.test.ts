import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { RunEnd } from '../../../src/runs/ports.ts';
import {
  attaches,
  LIMIT_MS,
  LOST,
  NOT_SENT,
  OK,
  problem,
  refused,
  ScriptedRun,
  type Reply,
} from './scriptedRun.ts';
import { sizeOf } from '../../support/sizes.ts';

/** Seed of the scenarios. Set `BOT_TAGS_SEED` to try others, or to repeat a failure. */
const SEED = Number(process.env['BOT_TAGS_SEED'] ?? 20_261_122);

const NO_ANSWER = problem({ kind: 'timeout', limitMs: LIMIT_MS }, 'unknown');
/** HTTP 429. The service asks for this delay before a retry. */
const busyError = (retryAfterMs: number | undefined) =>
  Object.assign(refused(429), { retryAfterMs });

/** Delay after which a request may still be carried out, in ms, below the time limit. */
const anyCarriedAfter = fc.option(fc.integer({ min: 0, max: LIMIT_MS - 1 }), { nil: undefined });
const duration = fc.integer({ min: 0, max: 300 });

const reply = fc.oneof<fc.MaybeWeightedArbitrary<Reply>[]>(
  { weight: 6, arbitrary: duration.map((ms) => ({ ...OK, duration: ms })) },
  fc
    .tuple(fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }), duration)
    .map(([ms, took]) => ({ error: busyError(ms), duration: took })),
  fc.constant({ error: NOT_SENT }),
  duration.map((ms) => ({ error: refused(400, 'no'), duration: ms })),
  fc
    .record({ carriedAfter: anyCarriedAfter, duration })
    .map((timing) => ({ ...timing, error: LOST })),
  fc
    .record({ carriedAfter: anyCarriedAfter, duration })
    .map((timing) => ({ ...timing, error: refused(503) })),
  anyCarriedAfter.map((carriedAfter) => ({ error: NO_ANSWER, duration: LIMIT_MS, carriedAfter })),
);

const readError = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  fc.constantFrom(LOST, refused(503), busyError(500), refused(400), NOT_SENT),
);

const scenario = fc.record({
  users: fc.integer({ min: 1, max: 60 }),
  tags: fc.integer({ min: 1, max: 3 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
  replies: fc.array(reply, { minLength: 1, maxLength: 200 }),
  readErrors: fc.array(readError, { minLength: 1, maxLength: 40 }),
  checkFirst: fc.boolean(),
  /** Whether the user of an operation has the tag already, by index of the operation. Shorter lists are repeated. */
  isThere: fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
  /** Number of actions in each process before it is killed. */
  kills: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 6 }),
  /** Numbers of the writes to the Journal that fail, from 1. */
  failingSteps: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 2 }),
  pauseAfterUsers: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/** Creates the run of a scenario, and collects the replies that each operation gets. */
function open(values: Scenario): {
  readonly run: ScriptedRun;
  readonly replies: Map<number, Reply[]>;
} {
  const run = new ScriptedRun(attaches(values.users, values.tags));
  run.concurrency = values.concurrency;
  const replies = new Map<number, Reply[]>();
  run.reply = (index) => {
    const scripted = values.replies[run.sent.length - 1] ?? OK;
    replies.set(index, [...(replies.get(index) ?? []), scripted]);
    return scripted;
  };
  run.onRead = () => values.readErrors[run.reads.length - 1];
  run.isThere = (index) =>
    values.checkFirst && values.isThere[index % values.isThere.length] === true;
  let steps = 0;
  run.onStep = () => {
    steps++;
    if (values.failingSteps.includes(steps)) throw new Error('the disk is full');
  };
  return { run, replies };
}

/** Restarts the run until it is done, whatever pauses or ends it. */
async function runUntilDone(run: ScriptedRun, values: Scenario): Promise<void> {
  let unsaved: Extract<RunEnd, { kind: 'paused' }>['unsaved'];
  for (let processIndex = 0; processIndex < 400; processIndex++) {
    run.killAfter = values.kills[processIndex] ?? Number.POSITIVE_INFINITY;
    const { checkFirst } = values;
    const pauseAfterUsers = processIndex === 0 ? values.pauseAfterUsers : undefined;
    const end = await run.runOrBeKilled({ checkFirst, pauseAfterUsers, unsaved });
    unsaved = end !== 'killed' && end.kind === 'paused' ? end.unsaved : undefined;
    if (end !== 'killed' && end.kind === 'done') return;
  }
  assert.fail('the run never ends');
}

/**
 * Asserts that each repeated request was allowed: either the previous reply allowed it, or the
 * service reported after the time limit that the tagging is missing.
 */
function assertAllowed(run: ScriptedRun, index: number, replies: readonly Reply[]): void {
  const times = run.sentAt.get(index) ?? [];
  for (let attempt = 1; attempt < times.length; attempt++) {
    const [previousTime = 0, sentTime = 0] = times.slice(attempt - 1);
    const { error } = replies[attempt - 1] ?? {};
    const wasNotCarriedOut =
      error?.message === NOT_SENT.message || error?.message === busyError(0).message;
    const isMissing = run.reads.some(
      (read) =>
        read.index === index &&
        read.isMissing &&
        read.time >= previousTime + LIMIT_MS &&
        read.time <= sentTime,
    );
    assert.ok(
      wasNotCarriedOut || isMissing,
      `${index} was sent again, ${sentTime - previousTime} ms later`,
    );
  }
}

describe(`Run: random scenarios, seed ${SEED}`, () => {
  it('sends nothing twice unless allowed, and knows the outcome of each operation', async function () {
    this.timeout(60_000);
    const property = fc.asyncProperty(scenario, async (values) => {
      const { run, replies } = open(values);
      await runUntilDone(run, values);
      for (let index = 0; index < run.operations.count; index++) {
        const carriedCount = run.carriedOut.get(index) ?? 0;
        const state = run.state(index);
        assert.ok(carriedCount <= 1, `${index} was carried out ${carriedCount} times`);
        assert.ok(
          !(carriedCount === 1 && run.isThere(index)),
          `${index} was carried out although no change was needed`,
        );
        assertAllowed(run, index, replies.get(index) ?? []);
        if (state === 'done') assert.equal(carriedCount, 1, `${index} is done`);
        else if (state === 'failed') assert.equal(carriedCount, 0, `${index} failed`);
        else if (state === 'skipped') assert.ok(run.isThere(index), `${index} was skipped`);
        else assert.equal(state, 'unknown');
      }
      assert.ok(run.maxConcurrent <= values.concurrency * (1 + values.kills.length));
    });
    await fc.assert(property, { seed: SEED, numRuns: sizeOf('modelRuns') });
  });
});
