import assert from 'node:assert/strict';
import { lazy } from '../../../../src/base/promises.ts';
import type { UserRef } from '../../../../src/base/model.ts';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { MemoryJournal } from '../../../../src/runs/memoryJournal.ts';
import type { RefactorState } from '../../../../src/runs/refactorState.ts';
import { ActiveRuns } from '../../../../src/runs/ui/activeRuns.ts';
import { KnownTags } from '../../../../src/service/userMemory.ts';
import { BOT, FakeClock, fakeService, findsEveryItem, pageOf } from '../../base/fakes.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const { RefactorJobs } = await withVscodeTexts(
  () => import('../../../../src/refactor/ui/refactorJobs.ts'),
);
const { RunOwner } = await withVscodeTexts(() => import('../../../../src/runs/ui/runOwner.ts'));
const { answersForProgram } = await withVscodeTexts(
  () => import('../../../../src/refactor/ui/refactorSummary.ts'),
);

type Needs = ConstructorParameters<typeof RefactorJobs>[0];

const MERGE: RefactorState = {
  kind: 'merge',
  old: [{ id: 'old', name: 'Old' }],
  target: { id: 'target', name: 'Target', parentId: null },
  phase: 'scanning',
  start: 0,
  hasDeleted: false,
};

/** Service with tagged customers: the IDs of the tags by the ID of the customer. */
class World {
  readonly clock = new FakeClock();
  readonly journal = new MemoryJournal();
  readonly tags = new Map<string, Set<string>>();

  /** Returns the refactors of a new window. */
  window() {
    const { clock } = this;
    const store = new MemoryCatalogue();
    store.saveBot(BOT);
    const catalogue = lazy(async () => new Catalogue(store, clock));
    const journal = lazy(async () => this.journal);
    const owner = new RunOwner({ journal, catalogue });
    onCleanup(() => owner.close());
    return new RefactorJobs({
      catalogue,
      journal,
      clock,
      owner,
      activeRuns: new ActiveRuns(),
      botServices: { baseUrl: async () => '', forRuns: async () => this.#service() },
      items: async () => undefined,
      known: new KnownTags(clock, () => undefined),
      readSetting: () => 0,
      loaded: { removeLoadTimes: () => undefined, showTagged: () => undefined },
    } as unknown as Needs);
  }

  #service() {
    const tagsOf = ({ rawUid = '' }: UserRef) => this.tags.get(rawUid) ?? new Set();
    const recordOf = ([id, tags]: [string, Set<string>]) => ({
      ...{ id, name: id, pageId: 'p', platform: 'LINE', created: 1 },
      tags: [...tags].map((tag) => ({ id: tag, name: tag })),
    });
    const pages = (): ReturnType<typeof pageOf> => pageOf([...this.tags].map(recordOf));
    return fakeService({
      getItem: findsEveryItem(0),
      attachTag: async (id, user) => void tagsOf(user).add(id),
      detachTag: async (id, user) => void tagsOf(user).delete(id),
      listUserTags: async (user) => [
        { user, tags: [...tagsOf(user)].map((id) => ({ id, name: id, timestamp: 1 })) },
      ],
      async *walkCustomers() {
        yield pages();
      },
    });
  }
}

describe('RefactorJobs', () => {
  afterEach(cleanUp);

  it('undoes a merge that only this window has carried out', async () => {
    const world = new World();
    world.tags.set('a', new Set(['old']));
    const jobs = world.window();
    const { record } = await jobs.start(BOT, MERGE, answersForProgram('never'));
    assert.deepEqual([...(world.tags.get('a') ?? [])], ['old', 'target']);
    world.clock.time++;
    assert.equal((await jobs.resume(record.id, answersForProgram('never'))).end.kind, 'paused');
    assert.equal(jobs.knowsAllUsers(world.journal.run(record.id) ?? assert.fail()), true);
    assert.equal((await jobs.undo(record.id, answersForProgram('never'))).end.kind, 'undone');
    assert.deepEqual([...(world.tags.get('a') ?? [])], ['old']);
  });

  it('undoes no merge that another window has continued, because not all customers are known', async () => {
    const world = new World();
    world.tags.set('a', new Set(['old']));
    const [first, second] = [world.window(), world.window()];
    const { record } = await first.start(BOT, MERGE, answersForProgram('never'));
    world.tags.set('b', new Set(['old']));
    world.clock.time++;
    await second.resume(record.id, answersForProgram('never'));
    assert.deepEqual([...(world.tags.get('b') ?? [])], ['old', 'target']);
    assert.equal(first.knowsAllUsers(world.journal.run(record.id) ?? assert.fail()), false);
    const { end } = await first.undo(record.id, answersForProgram('never'));
    assert.match(String(end.kind === 'paused' && end.error), /forgotten/);
    assert.deepEqual([...(world.tags.get('a') ?? [])], ['old', 'target']);
  });
});
