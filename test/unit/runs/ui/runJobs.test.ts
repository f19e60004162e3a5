import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { StorageError } from '../../../../src/base/errors.ts';
import { lazy } from '../../../../src/base/promises.ts';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { MemoryJournal } from '../../../../src/runs/memoryJournal.ts';
import { ActiveRuns } from '../../../../src/runs/ui/activeRuns.ts';
import { KnownTags } from '../../../../src/service/userMemory.ts';
import { COUNTS, runRecord } from '../../catalogue/store/journalRecords.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { BOT, FakeClock, fakeService } from '../../base/fakes.ts';
import { USER } from '../../service/client.ts';
import { PLAN } from './planOfOne.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const { RunJobs } = await withVscodeTexts(() => import('../../../../src/runs/ui/runJobs.ts'));
const { RunOwner } = await withVscodeTexts(() => import('../../../../src/runs/ui/runOwner.ts'));
const { PlansOfRuns } = await withVscodeTexts(
  () => import('../../../../src/runs/ui/operationsOfRun.ts'),
);

type Needs = ConstructorParameters<typeof RunJobs>[0];

/** Creates a window whose service waits for `answer` before it attaches a tag. */
function openJobs(
  answer: Promise<void>,
  memoryJournal = new MemoryJournal(),
  clock = new FakeClock(),
) {
  const attached: string[] = [];
  const store = new MemoryCatalogue();
  store.saveBot(BOT);
  const catalogue = lazy(async () => new Catalogue(store, clock));
  const journal = lazy(async () => memoryJournal);
  const owner = new RunOwner({ journal, catalogue });
  onCleanup(() => owner.close());
  const activeRuns = new ActiveRuns();
  const attachTag = (id: string): Promise<void> => {
    attached.push(id);
    return answer;
  };
  // Another program has attached the tag.
  const lists = [{ user: USER, tags: [{ id: 't', name: 'VIP', timestamp: 1 }] }];
  const service = fakeService({ attachTag, listUserTags: async () => lists });
  const plans = new PlansOfRuns(lazy(() => import('../../../../src/plans/planTexts.ts')));
  const jobs = new RunJobs({
    catalogue,
    journal,
    clock,
    owner,
    activeRuns,
    botServices: { baseUrl: async () => '', forRuns: async () => service },
    known: new KnownTags(clock, () => undefined),
    readSetting: () => 30,
    plans,
    loaded: { removeLoadTimes: () => undefined, showTagged: () => undefined },
  } as unknown as Needs);
  return { jobs, journal: memoryJournal, owner, activeRuns, attached, plans };
}

/** Journal on a disk that can be full. Without outcomes, a step needs no space. */
class FullJournal extends MemoryJournal {
  isFull = false;

  override step(...[run, begun, ended]: Parameters<MemoryJournal['step']>): void {
    if (this.isFull && begun.length + ended.length > 0)
      throw new StorageError('full', new Error('disk full'));
    super.step(run, begun, ended);
  }
}

const REQUEST = { bot: BOT, plan: PLAN, uri: 'untitled:plan', hash: 'h' };

/** Starts a run, and returns it after a program error has ended it. */
async function startBroken() {
  const answer = Promise.withResolvers<void>();
  const window = openJobs(answer.promise);
  const run = await window.jobs.start(REQUEST);
  run.onDidProgress(() => {
    throw new Error('broken listener');
  });
  answer.resolve();
  await assert.rejects(run.ended, /broken listener/);
  await nextTurn();
  return { ...window, run };
}

describe('RunJobs', () => {
  afterEach(cleanUp);

  it('releases a run that a program error has ended, so that it can be resumed', async () => {
    const { run, jobs, journal, owner, activeRuns } = await startBroken();
    assert.deepEqual(activeRuns.all(), []);
    const record = journal.run(run.record.id) ?? assert.fail();
    assert.equal(record.owner, null);
    assert.equal(await owner.isOwned(run.record), false);
    const end = await (await jobs.start(REQUEST)).ended;
    assert.deepEqual([end.kind, end.counts.done], ['done', 1]);
  });

  it('reports a program error once, also if the run is paused afterward', async () => {
    const { run } = await startBroken();
    const unhandled: unknown[] = [];
    const addUnhandled = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', addUnhandled);
    onCleanup(() => void process.off('unhandledRejection', addUnhandled));
    void run.pause('person');
    await nextTurn();
    assert.deepEqual(unhandled, []);
  });

  it('forgets outcomes that it could not save if another window has continued the run', async () => {
    const [journal, clock] = [new FullJournal(), new FakeClock()];
    const first = openJobs(Promise.resolve(), journal, clock);
    const second = openJobs(Promise.resolve(), journal, clock);
    journal.isFull = true;
    const run = await first.jobs.start(REQUEST);
    assert.equal((await run.ended).kind, 'paused');
    assert.deepEqual(first.attached, []);
    journal.isFull = false;
    clock.time++;
    // The untitled plan is known in the first window only.
    second.plans.add({ hash: REQUEST.hash, plan: REQUEST.uri }, PLAN);
    const { counts } = await (await second.jobs.resume(run.record.id)).ended;
    assert.deepEqual([counts.done, second.attached], [1, ['t']]);
    await (
      await first.jobs.resume(run.record.id)
    ).ended;
    assert.deepEqual(first.attached, [], 'the tag was attached by the other window');
  });

  it('reads the tags first if the plan has become old while its run was paused', async () => {
    const clock = new FakeClock();
    const window = openJobs(Promise.resolve(), new MemoryJournal(), clock);
    const run = await window.jobs.start(REQUEST);
    assert.equal((await run.pause('person')).counts.waiting, 1);
    clock.time += 16 * 60_000;
    const { counts } = await (await window.jobs.resume(run.record.id)).ended;
    assert.deepEqual([counts.skipped, window.attached], [1, []]);
  });

  it('counts the requests of a killed window as unknown, so that they can be undone', async () => {
    const { jobs, journal } = openJobs(Promise.resolve());
    const killed = runRecord('r', { owner: 'killed' });
    journal.saveRun(killed);
    journal.step(
      { ...killed, counts: { ...COUNTS, done: 1, waiting: 4 } },
      [1, 2],
      [{ index: 0, state: 'done' }],
    );
    await jobs.pauseAbandoned();
    const run = journal.run('r') ?? assert.fail();
    assert.deepEqual([run.state, run.reason, run.owner], ['paused', 'closed', null]);
    assert.deepEqual(run.counts, { ...COUNTS, done: 1, unknown: 2, waiting: 2 });
  });
});
