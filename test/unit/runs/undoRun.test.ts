import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlanHead, PlanTag, Tagging } from '../../../src/base/plan.ts';
import type { PlanCandidate } from '../../../src/plans/input/inputColumns.ts';
import { PlanLines } from '../../../src/plans/planLines.ts';
import type { Operations, OperationState } from '../../../src/base/operation.ts';
import { operationsOf, undoOf } from '../../../src/runs/operations.ts';
import type { RunEnd, RunStart } from '../../../src/runs/ports.ts';
import { Runner } from '../../../src/runs/runner.ts';
import { readPlan } from '../../../src/plans/readPlan.ts';
import { MemoryState, startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { userAt, userKey } from '../../../src/sandbox/userIds.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { head as anyHead, signal, written } from '../plans/plans.ts';
import { openService, portsOf } from './serviceRun.ts';
import { sizeOf } from '../../support/sizes.ts';

/** Seed of the scenarios. Set `BOT_TAGS_SEED` to try others, or to repeat a failure. */
const SEED = Number(process.env['BOT_TAGS_SEED'] ?? 14);
/** Time limit of a request, in ms. */
const TIMEOUT = 200;
const USERS = 16;
const TAGS = ['tag-a', 'tag-b', 'tag-c'];
/** Returns a user beyond the sandbox's customers, who have tags from the start. */
const userOf = (number: number) => userAt(1000 + number);

const faultInterval = fc.oneof(fc.constant(0), fc.integer({ min: 6, max: 16 }));
const scenario = fc.record({
  action: fc.constantFrom('attach' as const, 'detach', 'attach and detach'),
  /** Tags in the plan. */
  tags: fc.shuffledSubarray(TAGS, { minLength: 1 }),
  /** Users in the plan, possibly repeated. */
  users: fc.array(fc.nat(USERS - 1), { minLength: 1, maxLength: USERS }),
  /** Tags attached before the plan, as a bit mask for each user. */
  before: fc.array(fc.nat(7), { minLength: USERS, maxLength: USERS }),
  /** User who has blocked the bot. In about half of the scenarios, the user does not exist. */
  blocked: fc.nat(USERS * 2),
  checkFirst: fc.boolean(),
  switches: fc.record({
    busyEvery: faultInterval,
    resetEvery: faultInterval,
    lostEvery: faultInterval,
    faultSeed: fc.nat(1000),
    lostBy: fc.constantFrom('reset' as const, '502'),
    attachAgain: fc.constantFrom('ok' as const, 'error'),
    detachMissing: fc.constantFrom('ok' as const, 'error'),
    untaggedUser: fc.constantFrom('entry' as const, 'none'),
  }),
  /** Number of requests after which the run is paused and undone. 0: the run is not paused. */
  pausedAfter: fc.oneof(fc.constant(0), fc.nat(20)),
});
type Scenario = typeof scenario extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns the action for a tag. A plan that attaches and detaches attaches every other tag. */
function taggingAt(action: Scenario['action'], index: number): Tagging {
  if (action !== 'attach and detach') return action;
  return index % 2 === 0 ? 'attach' : 'detach';
}

type States = Map<number, { state: OperationState }>;

/** Sandbox data and plan of a scenario. */
class World {
  readonly state = new MemoryState();
  readonly values: Scenario;

  constructor(values: Scenario) {
    this.values = values;
    for (const id of TAGS)
      this.state.addItem({ id, name: id, type: 0, parentId: null, created: 1 });
    for (let user = 0; user < USERS; user++) {
      for (const tag of this.before(user)) {
        this.state.setTagging(userKey(userOf(user)), tag, { timestamp: 1, count: 2 });
      }
    }
  }

  /** Returns the tags of a user before the run. */
  before(user: number): readonly string[] {
    return TAGS.filter((_tag, bit) => ((this.values.before[user] ?? 0) >> bit) % 2 === 1);
  }

  /** Returns the current tags of each user. */
  memberships(): readonly string[] {
    return Array.from({ length: USERS }, (_, user) => {
      const taggings = this.state.taggings(userKey(userOf(user)));
      return TAGS.filter((tag) => taggings.get(tag)).join(' ');
    });
  }

  /** Returns the tags of each user after the plan is completely carried out. */
  planned(): readonly string[] {
    const { action, tags, users, blocked } = this.values;
    return Array.from({ length: USERS }, (_, user) => {
      const tagsOfUser = new Set(this.before(user));
      if (users.includes(user) && user !== blocked) {
        for (const [index, tag] of tags.entries()) {
          if (taggingAt(action, index) === 'attach') tagsOfUser.add(tag);
          else tagsOfUser.delete(tag);
        }
      }
      return TAGS.filter((tag) => tagsOfUser.has(tag)).join(' ');
    });
  }

  /** Returns the operations of the plan, after writing and reading its text. */
  async operations(): Promise<Operations> {
    const { action, users, checkFirst, blocked } = this.values;
    const tags = this.values.tags.map((id, index): PlanTag => {
      const ownAction = { action: taggingAt(action, index) };
      return { id, name: id, ...(action === 'attach and detach' ? ownAction : {}) };
    });
    const lines = new PlanLines({ action, tags, withNames: false });
    const candidates = users.map((user): PlanCandidate => {
      const knownTags = checkFirst ? undefined : new Set(this.before(user));
      return { user: userOf(user), tags: knownTags, isBlocked: user === blocked };
    });
    const head: PlanHead = { ...anyHead, action, tags, checkFirst };
    const text = await written(
      head,
      candidates.map((candidate) => lines.lineFor(candidate)),
    );
    const { plan } = await readPlan(text, signal);
    assert.ok(plan);
    return operationsOf(plan);
  }
}

type StartRun = (
  start: Omit<RunStart, 'states'>,
  states: States,
  pausedAfter?: number,
) => Promise<RunEnd>;

/** Starts a sandbox with the data of the world. */
async function open(world: World): Promise<StartRun> {
  const { state, values } = world;
  const switches = { ...values.switches, busySeconds: 0 };
  const sandbox = await startSandbox({ token: 'secret', customers: 20, state, switches });
  onCleanup(() => sandbox.close());
  const { service, close } = openService(sandbox.baseUrl, sandbox.token, TIMEOUT);
  onCleanup(close);
  return async (start, states, pausedAfter = 0) => {
    let sentCount = 0;
    const ports = portsOf(service, TIMEOUT, async (begun, ended) => {
      for (const { index, state } of ended) states.set(index, { state });
      for (const index of begun) states.set(index, { state: 'sending' });
    });
    const perform: typeof ports.perform = async (operation, signal) => {
      sentCount++;
      if (sentCount === pausedAfter) runner.pause('person');
      await ports.perform(operation, signal);
    };
    const runner = new Runner({ ...ports, perform }, { ...start, states: new Map(states) });
    return await runner.run(() => undefined);
  };
}

async function runUntilDone(
  startRun: StartRun,
  start: Omit<RunStart, 'states'>,
  states: States,
): Promise<void> {
  for (let tries = 0; tries < 20; tries++) {
    if ((await startRun(start, states)).kind === 'done') return;
  }
  assert.fail('the run never ends');
}

describe(`plan, run and undo, seed ${SEED}`, () => {
  afterEach(cleanUp);

  it('produce the tags of the plan, and then restore the tags from before the run', async function () {
    this.timeout(120_000);
    const property = fc.asyncProperty(scenario, async (values) => {
      const world = new World(values);
      const tagsBefore = world.memberships();
      const startRun = await open(world);
      const operations = await world.operations();
      const start = { operations, checkFirst: values.checkFirst };
      const states: States = new Map();
      const first = await startRun(start, states, values.pausedAfter);
      const isPaused = first.kind === 'paused' && first.reason === 'person';
      if (!isPaused) {
        if (first.kind !== 'done') await runUntilDone(startRun, start, states);
        assert.deepEqual(world.memberships(), world.planned());
      }
      await runUntilDone(startRun, undoOf(operations, states), new Map());
      assert.deepEqual(world.memberships(), tagsBefore);
      await cleanUp();
    });
    await fc.assert(property, { seed: SEED, numRuns: sizeOf('undoRuns'), endOnFailure: true });
  });
});
