import assert from 'node:assert/strict';
import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { SandboxTagging } from '../../../src/base/ports.ts';
import type { RunEnd } from '../../../src/runs/ports.ts';
import { hash } from '../../../src/sandbox/hash.ts';
import { MemoryState, startSandbox } from '../../../src/sandbox/startSandbox.ts';
import { userAt, userKey } from '../../../src/sandbox/userIds.ts';
import { onExit } from '../../support/exitCleanup.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { newDatabase, openWindow } from '../catalogue/store/database.ts';
import { hadNewTag, TAGGED_EVERY } from './serviceRun.ts';
import { RUN, UNDO, type ChildOrder } from './runChild.ts';
import { sizeOf } from '../../support/sizes.ts';

const CHILD = join(import.meta.dirname, 'runChild.ts');
/** Seed of moments and faults. Set `BOT_TAGS_SEED` to try others, or to repeat a failure. */
const SEED = Number(process.env['BOT_TAGS_SEED'] ?? 14);
const USERS = sizeOf('runUsers');
const CHANGED = sizeOf('changedUsers');
const KILLS = sizeOf('runKills');
/**
 * Maximum number of taggings between two kills. The number is random, on average half as large, so the kills are spread
 * over nine tenths of the run.
 */
const MAX_TAGGINGS_BETWEEN_KILLS = Math.floor((USERS * 1.8) / KILLS);
/** Time limit of a request, in ms. */
const TIMEOUT = 1_000;
/** Number of customers who are not in the plan, and whose tags must not change. */
const OTHERS = 500;
const NEW_TAG = { id: 'tag-new', name: 'New', type: 0, parentId: null, created: 1 };
const OLD_TAG = { ...NEW_TAG, id: 'tag-old', name: 'Old' };

/** Memory of the sandbox that counts and reports the changes of taggings. */
class WatchedState extends MemoryState {
  taggingsSoFar = 0;
  onTagging: () => void = () => undefined;

  override setTagging(user: string, tagId: string, tagging: SandboxTagging | null): void {
    super.setTagging(user, tagId, tagging);
    this.taggingsSoFar++;
    this.onTagging();
  }
}

/**
 * Runs a process that is killed after this number of taggings, if it has not ended before.
 * @returns the end of the run, or `undefined` if the process was killed
 */
async function runChild(
  order: ChildOrder,
  state: WatchedState,
  taggings: number,
): Promise<RunEnd | undefined> {
  const child = spawn(process.execPath, [CHILD, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const removeExitHandler = onExit(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const last = state.taggingsSoFar + taggings;
  state.onTagging = () => {
    if (state.taggingsSoFar >= last) child.kill('SIGKILL');
  };
  await once(child, 'close');
  removeExitHandler();
  return output === '' ? undefined : (JSON.parse(output) as RunEnd);
}

describe(`a run of ${USERS} users that is killed ${KILLS} times, seed ${SEED}`, () => {
  afterEach(cleanUp);

  it('gives each user the tag once, despite all failures', async function () {
    this.timeout(120_000 + KILLS * 3_000);
    const state = new WatchedState();
    const sandbox = await startSandbox({ token: 'secret', customers: USERS + OTHERS, state });
    onCleanup(() => sandbox.close());
    state.addItem(NEW_TAG);
    Object.assign(sandbox.switches, {
      busyEvery: 1500,
      busySeconds: 1,
      resetEvery: 200,
      lostEvery: 200,
      faultSeed: SEED,
    });
    const file = newDatabase();
    const { baseUrl, token } = sandbox;
    const order = { baseUrl, token, timeoutMs: TIMEOUT, file, tagId: NEW_TAG.id, users: USERS };
    let kills = 0;
    let end: RunEnd | undefined;
    for (let processIndex = 0; end?.kind !== 'done'; processIndex++) {
      assert.ok(processIndex < KILLS + 10, 'the run never ends');
      sandbox.switches.lostBy = (['reset', '502', 'silence'] as const)[processIndex % 3] ?? 'reset';
      const taggings =
        kills < KILLS
          ? 1 + (hash(processIndex, SEED) % MAX_TAGGINGS_BETWEEN_KILLS)
          : Number.POSITIVE_INFINITY;
      end = await runChild(order, state, taggings);
      if (end === undefined) kills++;
    }
    assert.equal(kills, KILLS);
    const { requests } = sandbox;
    assert.ok(requests.attachTag > USERS, `${requests.attachTag} requests`);

    for (let index = 0; index < USERS + OTHERS; index++) {
      const { count } = state.taggings(userKey(userAt(index))).get(NEW_TAG.id) ?? {};
      assert.equal(count, index < USERS ? 1 : undefined, `user ${index}`);
    }
    const { journal } = await openWindow(file);
    const states = [...journal.operations(RUN).values()];
    assert.equal(states.length, USERS);
    assert.ok(states.every(({ state }) => state === 'done'));
    assert.deepEqual(end.counts, journal.run(RUN)?.counts);
  });
});

describe(`a plan that attaches and detaches, for ${CHANGED} users, seed ${SEED}`, () => {
  afterEach(cleanUp);

  it('performs exactly its changes and is undone exactly, although run and undo are killed', async function () {
    this.timeout(600_000);
    const state = new WatchedState();
    const sandbox = await startSandbox({ token: 'secret', customers: CHANGED + OTHERS, state });
    onCleanup(() => sandbox.close());
    state.addItem(NEW_TAG);
    state.addItem(OLD_TAG);
    for (let index = 0; index < CHANGED; index++) {
      const user = userKey(userAt(index));
      state.setTagging(user, OLD_TAG.id, { timestamp: 1, count: 1 });
      if (hadNewTag(index)) state.setTagging(user, NEW_TAG.id, { timestamp: 1, count: 7 });
    }
    // Three of every hundred requests are carried out without an answer, three are reset and three are refused.
    Object.assign(sandbox.switches, {
      busyEvery: 33,
      busySeconds: 0,
      resetEvery: 33,
      lostEvery: 33,
      lostBy: '502',
      faultSeed: SEED,
    });
    const file = newDatabase();
    const { baseUrl, token } = sandbox;
    const connection = { baseUrl, token, timeoutMs: TIMEOUT, file };
    const order = { ...connection, tagId: NEW_TAG.id, detachedTagId: OLD_TAG.id, users: CHANGED };
    /** Kills the process in the middle of its changes, and then continues until they are done. */
    const untilDone = async (childOrder: ChildOrder): Promise<void> => {
      assert.equal(await runChild(childOrder, state, CHANGED), undefined, 'child was not killed');
      let end = await runChild(childOrder, state, Number.POSITIVE_INFINITY);
      for (let tries = 0; tries < 20 && end?.kind !== 'done'; tries++) {
        end = await runChild(childOrder, state, Number.POSITIVE_INFINITY);
      }
      assert.equal(end?.kind, 'done');
    };
    const countsOf = (index: number): readonly (number | undefined)[] => {
      const taggings = state.taggings(userKey(userAt(index)));
      return [taggings.get(NEW_TAG.id)?.count, taggings.get(OLD_TAG.id)?.count];
    };

    await untilDone(order);
    for (let index = 0; index < CHANGED + OTHERS; index++) {
      const isIn = index < CHANGED;
      const expected = [isIn ? (hadNewTag(index) ? 7 : 1) : undefined, undefined];
      assert.deepEqual(countsOf(index), expected, `user ${index}`);
    }
    const { journal } = await openWindow(file);
    const total = 2 * CHANGED - Math.ceil(CHANGED / TAGGED_EVERY);
    const counts = { total, done: total, failed: 0, unknown: 0, skipped: 0, waiting: 0 };
    assert.deepEqual(journal.run(RUN)?.counts, counts);

    await untilDone({ ...order, isUndo: true });
    for (let index = 0; index < CHANGED; index++) {
      const expected = [hadNewTag(index) ? 7 : undefined, 1];
      assert.deepEqual(countsOf(index), expected, `user ${index} after undo`);
    }
    assert.deepEqual(journal.run(UNDO)?.counts, counts);
  });
});
