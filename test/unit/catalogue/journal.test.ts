import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { BusyError, RunTaken } from '../../../src/base/errors.ts';
import type { JournalStore, RunRecord } from '../../../src/catalogue/journal.ts';
import type { CatalogueStore } from '../../../src/base/ports.ts';
import { MemoryJournal } from '../../../src/runs/memoryJournal.ts';
import { filesWith } from '../../support/filesWith.ts';
import { cleanUp, onCleanup } from '../cleanup.ts';
import { cpuTimeOf } from '../../support/cpuTime.ts';
import { newDatabase, next, openWindow } from './store/database.ts';
import { COUNTS, runRecord, writeRecord } from './store/journalRecords.ts';
import { recordEvents } from './store/storeCases.ts';

const kinds = {
  memory: () => Promise.resolve<JournalStore>(new MemoryJournal()),
  database: async () => (await openWindow(newDatabase())).journal,
};

const USER = { rawUid: 'U-canary', uid: 'e"茶', pageId: 'p', channel: 1 };

function countEvents(journal: JournalStore): () => number {
  let count = 0;
  journal.onDidChange(() => count++);
  return () => count;
}

for (const [kind, open] of Object.entries(kinds)) {
  describe(`journal (${kind})`, () => {
    let journal: JournalStore;

    beforeEach(async () => {
      journal = await open();
    });
    afterEach(cleanUp);

    it('keeps all fields of runs, and lists the newest first', () => {
      assert.equal(journal.isEmpty(), true);
      const older = runRecord('a', { plan: '', hash: '', undoes: 'b', detail: '"茶"\n' });
      const paused = { owner: '{"pid":1}', reason: 'token-replaced', state: 'paused' } as const;
      const newer = runRecord('b', { started: 2, ...paused });
      const last = runRecord('0', { started: 2 });
      for (const run of [newer, older, last]) journal.saveRun(run);
      assert.deepEqual(journal.runs(), [last, newer, older]);
      assert.deepEqual(journal.run('b'), newer);
      assert.equal(journal.run('none'), undefined);
      journal.saveRun({ ...newer, state: 'cancelled' });
      assert.equal(journal.run('b')?.state, 'cancelled');
      assert.equal(journal.runs().length, 3);
      assert.equal(journal.isEmpty(), false);
    });

    it('keeps all fields of writes, and lists at most the requested number, the newest first', () => {
      const writes = [
        writeRecord('z', { time: 1, user: USER, result: 'failed', errorText: 'no "茶"' }),
        writeRecord('y', { time: 2, kind: 'delete', itemType: 1, parentId: 'f', hasEffect: false }),
        writeRecord('x', { time: 2, kind: 'create', itemId: '', undoneBy: 'z' }),
      ];
      for (const write of writes) journal.saveWrite(write);
      assert.deepEqual(journal.writes(9), writes.toReversed());
      assert.deepEqual(journal.writes(1), writes.slice(2));
      assert.deepEqual(journal.write('z'), writes[0]);
      assert.equal(journal.write('none'), undefined);
      for (const id of ['z', 'none']) journal.updateWrite(writeRecord(id, { result: 'done' }));
      assert.deepEqual(journal.writes(9)[2], writeRecord('z', { result: 'done' }));
      assert.equal(journal.writes(9).length, 3);
      assert.equal(journal.isEmpty(), false);
    });

    it('prunes all but the given number of newest writes', () => {
      for (const id of ['a', 'b', 'c']) journal.saveWrite(writeRecord(id, { time: 1 }));
      journal.prune(3);
      assert.equal(journal.countWrites(), 3);
      journal.prune(2);
      assert.deepEqual(journal.writes(9), [writeRecord('c'), writeRecord('b')]);
      assert.equal(journal.countWrites(), 2);
    });

    it('claims a run only with the correct current owner', () => {
      journal.saveRun(runRecord('a'));
      assert.equal(journal.claimRun('a', 'one', 'two'), false);
      assert.equal(journal.claimRun('a', 'one', null), true);
      assert.equal(journal.claimRun('a', 'two', null), false);
      assert.equal(journal.run('a')?.owner, 'one');
      assert.equal(journal.claimRun('a', 'two', 'one'), true);
      assert.equal(journal.claimRun('a', null, 'two'), true);
      assert.equal(journal.claimRun('none', 'one', null), false);
    });

    it('begins no run while an equal run is owned', () => {
      const first = runRecord('a', { owner: 'one' });
      const equalRun = runRecord('b', { owner: 'two', started: 5 });
      assert.equal(journal.beginRun(first), undefined);
      assert.deepEqual(journal.beginRun(equalRun), first);
      assert.equal(journal.run('b'), undefined);
      const otherRuns = [{ bot: 'k2' }, { kind: 'detach' }, { hash: 'cd' }, { undoes: 'a' }].map(
        (changed, index) => ({ ...equalRun, ...changed, id: `other ${index}` }) as RunRecord,
      );
      for (const other of otherRuns) assert.equal(journal.beginRun(other), undefined);
      journal.claimRun('a', null, 'one');
      assert.equal(journal.beginRun(equalRun), undefined);
      assert.deepEqual(journal.run('b'), equalRun);
    });

    it('records the begun and ended operations of a run with its counts', () => {
      const run = runRecord('a', { owner: 'one' });
      journal.saveRun(run);
      journal.saveRun(runRecord('b', { owner: 'one' }));
      journal.step(run, [0, 1, 2], []);
      const counts = { ...COUNTS, done: 1, failed: 1, waiting: 3 };
      const pausedRun = { ...run, counts, updated: 7, state: 'paused', reason: 'failing' } as const;
      journal.step(
        { ...pausedRun, detail: 'not stored by a step' },
        [3],
        [
          { index: 0, state: 'done' },
          { index: 1, state: 'failed', detail: 'no such user' },
          // The step also begins operation 3, which overrides this outcome.
          { index: 3, state: 'waiting' },
        ],
      );
      assert.deepEqual(
        [...journal.operations('a')].toSorted(([a], [b]) => a - b),
        [
          [0, { state: 'done', detail: null }],
          [1, { state: 'failed', detail: 'no such user' }],
          [2, { state: 'sending', detail: null }],
          [3, { state: 'sending', detail: null }],
        ],
      );
      // The second argument lists the states to leave out.
      assert.deepEqual([...journal.operations('a', ['done', 'sending']).keys()], [1]);
      assert.deepEqual(journal.run('a'), pausedRun);
      for (const id of ['b', 'none']) assert.equal(journal.operations(id).size, 0);
    });

    it('rejects a step from a process that does not own the run', () => {
      const run = runRecord('a', { owner: 'one' });
      const isTaken = (error: unknown): boolean => error instanceof RunTaken;
      assert.throws(() => journal.step(run, [0], []), isTaken);
      journal.saveRun(run);
      journal.claimRun('a', 'two', 'one');
      assert.throws(() => journal.step({ ...run, updated: 9 }, [0], []), isTaken);
      assert.equal(journal.operations('a').size, 0);
      assert.equal(journal.run('a')?.updated, 1);
    });

    it('erases the users of older writes and nothing else', () => {
      journal.saveWrite(writeRecord('a', { time: 4, user: USER }));
      journal.saveWrite(writeRecord('b', { time: 5, user: USER }));
      journal.removeUsers(5);
      assert.deepEqual(journal.writes(9), [
        writeRecord('b', { time: 5, user: USER }),
        writeRecord('a', { time: 4 }),
      ]);
    });

    it('clears everything but owned runs', () => {
      const owned = runRecord('a', { owner: 'one' });
      const freeRun = runRecord('b', { owner: 'one' });
      for (const run of [owned, freeRun]) {
        journal.saveRun(run);
        journal.step(run, [0], []);
      }
      journal.claimRun('b', null, 'one');
      journal.saveWrite(writeRecord('w'));
      journal.clear();
      assert.deepEqual([journal.runs(), journal.writes(9)], [[owned], []]);
      assert.deepEqual([journal.operations('a').size, journal.operations('b').size], [1, 0]);
      journal.eraseAll();
      assert.equal(journal.isEmpty(), true);
      journal.saveRun(owned);
      assert.equal(journal.operations('a').size, 0);
    });

    it('keeps, when it is cleared, the run that an owned undo run undoes', () => {
      const undo = runRecord('b', { kind: 'undo', undoes: 'a', owner: 'one', started: 2 });
      for (const run of [runRecord('a'), undo, runRecord('c')]) journal.saveRun(run);
      journal.clear();
      assert.deepEqual(journal.runs(), [undo, runRecord('a')]);
    });

    it('emits an event when each change is visible', () => {
      const events: string[] = [];
      journal.onDidChange(() => events.push(`${journal.writes(9).length}`));
      journal.onDidChangeRuns(() => events.push('runs'));
      journal.saveWrite(writeRecord('a'));
      journal.updateWrite(writeRecord('a', { result: 'failed' }));
      journal.saveRun(runRecord('r'));
      journal.step(runRecord('r'), [0], []);
      journal.clear();
      assert.deepEqual(events, ['1', '1', '1', 'runs', '1', 'runs', '0', 'runs']);
    });
  });
}

describe('journal of two windows', () => {
  afterEach(cleanUp);

  it('emits events for changes of the other window, but no events of the catalogue', async () => {
    const file = newDatabase();
    const [windowA, windowB] = [await openWindow(file), await openWindow(file)];
    const catalogueEvents = recordEvents(windowA.catalogue);
    const ownEvents = countEvents(windowA.journal);
    let arrives = next(windowB.journal);
    windowA.journal.saveWrite(writeRecord('a'));
    await arrives;
    assert.deepEqual(windowB.journal.writes(9), [writeRecord('a')]);
    assert.equal(ownEvents(), 1);
    arrives = next(windowA.journal);
    windowB.journal.saveRun(runRecord('r'));
    await arrives;
    assert.deepEqual(windowA.journal.runs(), [runRecord('r')]);
    arrives = next(windowB.journal);
    windowA.catalogue.eraseAll();
    await arrives;
    assert.equal(windowB.journal.isEmpty(), true);
    // Erasing is reported as a change of everything. Earlier steps of the Journal caused no event.
    assert.deepEqual(catalogueEvents, [['bot undefined']]);
  });

  it('gives a run to only one of the windows', async () => {
    const file = newDatabase();
    const journals = [(await openWindow(file)).journal, (await openWindow(file)).journal];
    journals[0]?.saveRun(runRecord('r'));
    const claims = journals.map((journal, index) => journal.claimRun('r', `${index}`, null));
    assert.deepEqual(claims, [true, false]);
  });

  it('keeps all committed data after a window closes, and nothing of a failed step', async () => {
    const file = newDatabase();
    const firstWindow = await openWindow(file);
    const run = runRecord('r', { owner: 'one' });
    firstWindow.journal.saveRun(run);
    firstWindow.journal.step(run, [0], []);
    const otherConnection = new DatabaseSync(file);
    otherConnection.exec(
      "CREATE TRIGGER full BEFORE INSERT ON run_operation WHEN NEW.idx = 2 BEGIN SELECT RAISE(ROLLBACK, 'the disk is full'); END",
    );
    const step = (): void => firstWindow.journal.step({ ...run, updated: 5 }, [1, 2], []);
    assert.throws(step, /the disk is full/);
    otherConnection.close();
    firstWindow.close();
    const secondWindow = await openWindow(file);
    assert.deepEqual([...secondWindow.journal.operations('r').keys()], [0]);
    assert.deepEqual(secondWindow.journal.run('r'), run);
  });

  it('reports that it is busy while another program has the database locked', async () => {
    const file = newDatabase();
    const { journal } = await openWindow(file);
    const other = new DatabaseSync(file);
    onCleanup(() => other.close());
    other.exec('BEGIN IMMEDIATE');
    assert.throws(
      () => journal.saveWrite(writeRecord('a')),
      (error) => error instanceof BusyError,
    );
    other.exec('COMMIT');
    journal.saveWrite(writeRecord('a'));
    assert.equal(journal.writes(9).length, 1);
  });

  const erasures = {
    'forgetting users': (journal: JournalStore) => journal.removeUsers(9),
    clearing: (journal: JournalStore) => journal.clear(),
    'erasing all': (journal: JournalStore, catalogue: CatalogueStore) => {
      journal.eraseAll();
      catalogue.compact();
    },
  };
  for (const [name, erase] of Object.entries(erasures)) {
    it(`leaves no user in any file after ${name}`, async () => {
      const file = newDatabase();
      const { journal, catalogue } = await openWindow(file);
      for (let index = 0; index < 200; index++) {
        journal.saveWrite(
          writeRecord(`w${index}`, { user: USER, errorText: 'a word of the service' }),
        );
      }
      assert.notDeepEqual(await filesWith(dirname(file), 'U-canary'), []);
      erase(journal, catalogue);
      assert.deepEqual(await filesWith(dirname(file), 'U-canary'), []);
    });
  }

  it('records the start and the end of 10,000 operations of a run, in groups of 64, in negligible CPU time', async () => {
    const { journal } = await openWindow(newDatabase());
    const run = runRecord('r', { owner: 'one' });
    journal.saveRun(run);
    const took = await cpuTimeOf(() => {
      for (let start = 0; start < 10_000; start += 64) {
        const length = Math.min(64, 10_000 - start);
        const group = Array.from({ length }, (_, index) => start + index);
        journal.step(run, group, []);
        const doneOperations = group.map((index) => ({ index, state: 'done' }) as const);
        journal.step(run, [], doneOperations);
      }
    });
    assert.equal(journal.operations('r').size, 10_000);
    // The steps usually take a twentieth of this limit. Sending 10,000 requests takes seconds.
    assert.ok(took < 5000, `${took} ms`);
  });
});
