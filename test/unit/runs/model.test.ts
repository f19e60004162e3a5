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

/** `BOT_TAGS_SEED` asks for another series, or for one that has failed. */
const SEED = Number(process.env['BOT_TAGS_SEED'] ?? 20_261_122);

const NO_ANSWER = problem({ kind: 'timeout', limitMs: LIMIT_MS }, 'unknown');
const busy = (retryAfterMs: number | undefined) => Object.assign(refused(429), { retryAfterMs });

/** As late as a request may be carried out. */
const later = fc.option(fc.integer({ min: 0, max: LIMIT_MS - 1 }), { nil: undefined });
const takes = fc.integer({ min: 0, max: 300 });

const reply: fc.Arbitrary<Reply> = fc
  .oneof(
    { weight: 6, arbitrary: takes.map((ms) => ({ ...OK, takes: ms })) },
    fc
      .tuple(fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }), takes)
      .map(([ms, took]) => ({ error: busy(ms), takes: took })),
    fc.constant({ error: NOT_SENT }),
    takes.map((ms) => ({ error: refused(400, 'no'), takes: ms })),
    fc.record({ carriedAfter: later, takes }).map((given) => ({ ...given, error: LOST })),
    fc.record({ carriedAfter: later, takes }).map((given) => ({ ...given, error: refused(503) })),
    later.map((carriedAfter) => ({ error: NO_ANSWER, takes: LIMIT_MS, carriedAfter })),
  )
  .map((one) =>
    (one as Reply).carriedAfter === undefined ? { ...one, carriedAfter: undefined } : one,
  ) as fc.Arbitrary<Reply>;

const question = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  fc.constantFrom(LOST, refused(503), busy(500), refused(400), NOT_SENT),
);

const scenario = fc.record({
  users: fc.integer({ min: 1, max: 60 }),
  tags: fc.integer({ min: 1, max: 3 }),
  concurrency: fc.integer({ min: 1, max: 4 }),
  replies: fc.array(reply, { minLength: 1, maxLength: 200 }),
  questions: fc.array(question, { minLength: 1, maxLength: 40 }),
  checkFirst: fc.boolean(),
  there: fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
  /** Things that each life does before it is killed. */
  kills: fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 6 }),
  failingSteps: fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 2 }),
  first: fc.option(fc.integer({ min: 1, max: 20 }), { nil: undefined }),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer One> ? One : never;

function open(given: Scenario): {
  readonly run: ScriptedRun;
  readonly replies: Map<number, Reply[]>;
} {
  const run = new ScriptedRun(attaches(given.users, given.tags));
  run.concurrency = given.concurrency;
  const replies = new Map<number, Reply[]>();
  run.reply = (index) => {
    const one = given.replies[run.sent.length - 1] ?? OK;
    replies.set(index, [...(replies.get(index) ?? []), one]);
    return one;
  };
  run.onAsk = () => given.questions[run.asked.length - 1];
  run.isThere = (index) => given.checkFirst && given.there[index % given.there.length] === true;
  let steps = 0;
  run.onStep = () => {
    steps++;
    if (given.failingSteps.includes(steps)) throw new Error('the disk is full');
  };
  return { run, replies };
}

/** Goes on until it is through, whatever makes it stand still or ends it. */
async function untilThrough(run: ScriptedRun, given: Scenario): Promise<void> {
  let unsaved: Extract<RunEnd, { kind: 'paused' }>['unsaved'];
  for (let life = 0; life < 400; life++) {
    run.killAfter = given.kills[life] ?? Number.POSITIVE_INFINITY;
    const { checkFirst } = given;
    const users = life === 0 ? given.first : undefined;
    const end = await run.runOrDie({ checkFirst, users, unsaved });
    unsaved = end !== 'killed' && end.kind === 'paused' ? end.unsaved : undefined;
    if (end !== 'killed' && end.kind === 'done') return;
  }
  assert.fail('it never ends');
}

/** The reply before allows it, or the service said after the time limit that it does not stand. */
function assertRight(run: ScriptedRun, index: number, replies: readonly Reply[]): void {
  const times = run.sentAt.get(index) ?? [];
  for (let at = 1; at < times.length; at++) {
    const [before = 0, sent = 0] = times.slice(at - 1);
    const { error } = replies[at - 1] ?? {};
    const isNever = error?.message === NOT_SENT.message || error?.message === busy(0).message;
    const isMissing = run.asked.some(
      (asked) =>
        asked.index === index &&
        asked.isMissing &&
        asked.time >= before + LIMIT_MS &&
        asked.time <= sent,
    );
    assert.ok(isNever || isMissing, `${index} was sent again, ${sent - before} ms later`);
  }
}

describe(`core: a run, whatever happens, seed ${SEED}`, () => {
  it('sends nothing twice without a right to, and knows what it did', async function () {
    this.timeout(60_000);
    const property = fc.asyncProperty(scenario, async (given) => {
      const { run, replies } = open(given);
      await untilThrough(run, given);
      for (let index = 0; index < run.operations.count; index++) {
        const carried = run.carried.get(index) ?? 0;
        const state = run.state(index);
        assert.ok(carried <= 1, `${index} was carried out ${carried} times`);
        assert.ok(!(carried === 1 && run.isThere(index)), `${index} was there already`);
        assertRight(run, index, replies.get(index) ?? []);
        if (state === 'done') assert.equal(carried, 1, `${index} is done`);
        else if (state === 'failed') assert.equal(carried, 0, `${index} failed`);
        else if (state === 'skipped') assert.ok(run.isThere(index), `${index} was skipped`);
        else assert.equal(state, 'unknown');
      }
      assert.ok(run.most <= given.concurrency * (1 + given.kills.length));
    });
    await fc.assert(property, { seed: SEED, numRuns: sizeOf('modelRuns') });
  });
});
