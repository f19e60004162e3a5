import assert from 'node:assert/strict';
import { lazy } from '../../../../src/base/promises.ts';
import { Catalogue } from '../../../../src/catalogue/catalogue.ts';
import { MemoryCatalogue } from '../../../../src/catalogue/store/memoryStores.ts';
import { MemoryJournal } from '../../../../src/runs/memoryJournal.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { FakeClock } from '../../base/fakes.ts';
import { runRecord } from '../../catalogue/store/journalRecords.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const { RunOwner } = await withVscodeTexts(() => import('../../../../src/runs/ui/runOwner.ts'));

/** Creates windows that share a journal. */
function windows() {
  const journal = new MemoryJournal();
  const catalogue = new Catalogue(new MemoryCatalogue(), new FakeClock());
  const open = () => {
    const owner = new RunOwner({
      journal: lazy(async () => journal),
      catalogue: lazy(async () => catalogue),
    });
    onCleanup(() => owner.close());
    return owner;
  };
  return { journal, open };
}

const alreadyRunning = { name: 'UserError', message: /is already running/ };

describe('RunOwner', () => {
  afterEach(cleanUp);

  it('owns a run from begin to release, and no other window can begin or claim it', async () => {
    const { journal, open } = windows();
    const [firstOwner, secondOwner] = [open(), open()];
    const run = await firstOwner.begin(runRecord('r'));
    assert.deepEqual(journal.run('r'), run);
    assert.deepEqual([await firstOwner.isOwned(run), await secondOwner.isOwned(run)], [true, true]);
    await assert.rejects(firstOwner.claim(run), alreadyRunning);
    await assert.rejects(secondOwner.claim(run), alreadyRunning);
    await assert.rejects(secondOwner.begin(runRecord('same plan')), alreadyRunning);
    await firstOwner.release(run);
    assert.equal(journal.run('r')?.owner, null);
    assert.equal(await firstOwner.isOwned(run), false);
    const claimed = await secondOwner.claim(runRecord('r'));
    assert.deepEqual(journal.run('r'), claimed);
  });

  it('can claim a run after a failed claim', async () => {
    const { journal, open } = windows();
    const owner = open();
    journal.saveRun(runRecord('r'));
    const claimRun = journal.claimRun.bind(journal);
    const failures = [
      () => false,
      (): never => {
        throw new Error('disk full');
      },
    ];
    for (const [index, failing] of failures.entries()) {
      journal.claimRun = failing;
      await assert.rejects(owner.claim(runRecord('r')), index === 0 ? alreadyRunning : /disk full/);
    }
    journal.claimRun = claimRun;
    const claimed = await owner.claim(runRecord('r'));
    assert.equal(journal.run('r')?.owner, claimed.owner);
    assert.equal(await owner.isOwned(claimed), true);
  });

  it('does not own a run that it could not begin', async () => {
    const { journal, open } = windows();
    const owner = open();
    const beginRun = journal.beginRun.bind(journal);
    journal.beginRun = () => {
      throw new Error('disk full');
    };
    await assert.rejects(owner.begin(runRecord('r')), /disk full/);
    journal.beginRun = beginRun;
    journal.saveRun(runRecord('r'));
    assert.notEqual((await owner.claim(runRecord('r'))).owner, null);
  });

  it('takes over a run from a window that is gone', async () => {
    const { journal, open } = windows();
    const begunRun = await open().begin(runRecord('r'));
    // Closes this first window.
    await cleanUp();
    const owner = open();
    assert.equal(await owner.isOwned(begunRun), false);
    const next = await owner.begin(runRecord('next'));
    assert.equal(journal.run('r')?.owner, null);
    assert.equal(journal.run('next')?.owner, next.owner);
  });

  it('cancels a run that never started when releasing it', async () => {
    const { journal, open } = windows();
    const owner = open();
    const [startedRun, unstarted] = [
      await owner.begin(runRecord('a')),
      runRecord('b', { hash: 'other' }),
    ];
    const begunRun = await owner.begin(unstarted);
    await owner.release(begunRun, true);
    await owner.release(startedRun);
    const states = ['a', 'b'].map((id) => journal.run(id));
    assert.deepEqual(
      states.map((run) => [run?.state, run?.owner]),
      [
        ['running', null],
        ['cancelled', null],
      ],
    );
  });

  it('lets only one of two simultaneous claims in a window succeed, and then owns the run', async () => {
    const { journal, open } = windows();
    const owner = open();
    const run = runRecord('r');
    journal.saveRun(run);
    const results = await Promise.allSettled([owner.claim(run), owner.claim(run)]);
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    assert.equal(await owner.isOwned(journal.run('r') ?? run), true);
  });

  it('owns a run as soon as the Journal has it', async () => {
    const { journal, open } = windows();
    const owner = open();
    const beginRun = journal.beginRun.bind(journal);
    let isOwned: Promise<boolean> | undefined;
    journal.beginRun = (run) => {
      isOwned = owner.isOwned(run);
      return beginRun(run);
    };
    await owner.begin(runRecord('r'));
    assert.equal(await isOwned, true);
  });

  it('no longer owns a run after a release that could not be saved', async () => {
    const { journal, open } = windows();
    const owner = open();
    const run = await owner.begin(runRecord('r'));
    journal.claimRun = () => {
      throw new Error('disk full');
    };
    await assert.rejects(owner.release(run), /disk full/);
    assert.equal(await owner.isOwned(run), false);
  });

  it('does not cancel a run that another window has claimed', async () => {
    const { journal, open } = windows();
    const owner = open();
    const run = await owner.begin(runRecord('r'));
    journal.saveRun({ ...run, owner: 'another window' });
    await owner.release(run, true);
    const { state, owner: currentOwner } = journal.run('r') ?? {};
    assert.deepEqual([state, currentOwner], ['running', 'another window']);
  });
});
