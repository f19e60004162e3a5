import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { writeRefactor } from '../../../src/runs/refactorState.ts';
import { cleanUp } from '../cleanup.ts';
import type { ChildOrder } from './refactorChild.ts';
import {
  expectDone,
  isTaggable,
  mergeInto,
  NEW_NAME,
  OLD,
  openService,
  OTHER,
  refactor,
  RENAME,
  seeded,
  watch,
  type Service,
} from './refactoring.ts';
import { sizeOf } from '../../support/sizes.ts';

const HOLDERS = sizeOf('refactorHolders');
/** Number of customers, more than the holders because some customers cannot be tagged. */
const CUSTOMERS = Math.ceil(HOLDERS * 1.02);
const KILLS = sizeOf('refactorKills');
/** Maximum lines before a kill. With more lines, a process would finish before it is killed. */
const MAX_LINES = Math.ceil(HOLDERS * 0.015);
const TARGET = 'tag-target';
const SEED = Number(process.env['BOT_TAGS_SEED'] ?? 7);
/** Faults that the sandbox injects: every n-th request is refused, reset, or gets no answer. */
const FAULTS = { busyEvery: 400, resetEvery: 100, lostEvery: 100, lostBy: 'reset' } as const;
const child = join(import.meta.dirname, 'refactorChild.ts');

const indexes = Array.from({ length: CUSTOMERS }, (_, index) => index);

/** Picks `HOLDERS` random customers who can be tagged. */
function someHolders(random: () => number): ReadonlySet<number> {
  const candidates = indexes.filter(isTaggable);
  for (let index = candidates.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [candidates[index], candidates[other]] = [candidates[other] ?? 0, candidates[index] ?? 0];
  }
  return new Set(candidates.slice(0, HOLDERS));
}

function assertHolders(
  { state }: Service,
  tagId: string,
  expectedIndexes: ReadonlySet<number>,
): void {
  const wrongIndexes = indexes.filter(
    (index) => state.has(index, tagId) !== expectedIndexes.has(index),
  );
  assert.deepEqual(wrongIndexes, []);
}

/**
 * Runs the refactor in a child process and kills the process after a number of lines. Returns the
 * final line, or undefined if it was killed.
 */
async function runUntil(order: ChildOrder, lines: number): Promise<string | undefined> {
  const running = spawn(process.execPath, [child, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(running, 'exit');
  let lineCount = 0;
  let end: string | undefined;
  for await (const line of createInterface(running.stdout)) {
    if (line.startsWith('{')) end = line;
    lineCount++;
    if (lineCount === lines) running.kill('SIGKILL');
  }
  const [code] = (await exited) as [number | null];
  assert.ok(code === null || code === 0, `the child ended with ${code}`);
  return end;
}

describe(`RefactorRun: ${HOLDERS} holders and a failing service (seed ${SEED})`, function () {
  this.timeout(400_000);
  afterEach(cleanUp);

  it('renames so that exactly the holders have the new tag, attached once each', async () => {
    const random = seeded(SEED);
    const holders = someHolders(random);
    const service = await openService({
      customers: CUSTOMERS,
      holds: (index) => holders.has(index),
      switches: { ...FAULTS, faultSeed: SEED },
    });
    const watched = watch(service, {
      questions: {
        unknownCreate: async () => {
          const id = service.sandbox.items().find(({ name }) => name === NEW_NAME)?.id;
          return id === undefined ? 'again' : { id };
        },
      },
    });
    const end = expectDone(await refactor(watched).run());
    assertHolders(service, end.state.target.id ?? '', holders);
    assert.ok(watched.findings[0]?.isComplete);
    const samplings = watched.progressEvents.filter(({ kind }) => kind === 'sampling');
    assert.deepEqual(samplings.at(-1), {
      kind: 'sampling',
      done: HOLDERS / 100,
      total: HOLDERS / 100,
    });
    assert.deepEqual(service.state.violations, []);
    assert.ok(service.sandbox.requests.attachTag > HOLDERS, 'the service injected faults');
  });

  it('merges two tags into a third without changing the counts of its present holders', async () => {
    const random = seeded(SEED + 1);
    const holders = someHolders(random);
    const service = await openService({
      customers: CUSTOMERS,
      holds: (index) => holders.has(index) && index % 3 !== 0,
      target: TARGET,
      switches: { ...FAULTS, lostBy: '502', faultSeed: SEED },
    });
    const { state } = service;
    for (const index of holders) if (index % 3 === 0) state.attachTag(index, OTHER);
    const targetHolders = indexes.filter((index) => isTaggable(index) && index % 7 === 0);
    for (const index of targetHolders) state.attachTag(index, TARGET, 5);
    const watched = watch(service, { begin: mergeInto(TARGET) });
    const end = expectDone(await refactor(watched).run());
    assert.deepEqual(end.deleted, [OLD, OTHER]);
    assertHolders(service, TARGET, new Set([...holders, ...targetHolders]));
    const changedHolders = targetHolders.filter((index) => state.countOf(index, TARGET) !== 5);
    assert.deepEqual(changedHolders, []);
    assert.deepEqual(state.violations, []);
  });

  it(`gives the same result when killed ${KILLS} times`, async () => {
    const random = seeded(SEED + 2);
    const holders = someHolders(random);
    const service = await openService({
      customers: CUSTOMERS,
      holds: (index) => holders.has(index),
      switches: { ...FAULTS, faultSeed: SEED },
    });
    const { sandbox, state } = service;
    const file = join(mkdtempSync(join(tmpdir(), 'refactor-')), 'state.json');
    writeFileSync(file, writeRefactor(RENAME));
    let [kills, runs] = [0, 0];
    let end: string | undefined;
    while (end === undefined || !end.includes('"done"')) {
      assert.ok(runs < KILLS * 3, `${runs} runs, the last one: ${end}`);
      const order = {
        baseUrl: sandbox.baseUrl,
        botId: sandbox.botId,
        file,
        isResumed: runs > 0,
        createdTagId: sandbox.items().find(({ name }) => name === NEW_NAME)?.id,
        timeLimitMs: 300,
      };
      const lines = kills < KILLS ? 1 + Math.floor(random() * MAX_LINES) : Infinity;
      end = await runUntil(order, lines);
      runs++;
      if (end === undefined) kills++;
    }
    const created = sandbox.items().filter(({ name }) => name === NEW_NAME);
    assert.equal(created.length, 1);
    assert.equal(state.item(OLD), undefined);
    assertHolders(service, created[0]?.id ?? '', holders);
    assert.deepEqual(state.violations, []);
    assert.ok(kills >= KILLS / 2, `${kills} kills`);
  });
});
