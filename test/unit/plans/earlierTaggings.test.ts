import assert from 'node:assert/strict';
import { earlierTaggings } from '../../../src/plans/earlierTaggings.ts';
import type { JournalStore, RunRecord, WriteRecord } from '../../../src/catalogue/journal.ts';
import { MemoryJournal } from '../../../src/runs/memoryJournal.ts';
import { cleanUp } from '../cleanup.ts';
import { newDatabase, openWindow } from '../catalogue/store/database.ts';
import { COUNTS, runRecord, writeRecord } from '../catalogue/store/journalRecords.ts';

const MADE = 1_790_000_000_000;
const MINUTES = 60_000;
const FILE = 'file:///a.bot-tags-plan.jsonc';
const DETAIL = JSON.stringify({ action: 'attach', tags: [{ id: 't1', name: 'T' }] });
const PLAN = {
  made: MADE,
  tags: [
    { id: 't1', name: 'T' },
    { id: 't2', name: 'U' },
  ],
};

const journals = {
  memory: () => Promise.resolve<JournalStore>(new MemoryJournal()),
  database: async () => (await openWindow(newDatabase())).journal,
};

for (const [kind, open] of Object.entries(journals)) {
  describe(`earlierTaggings (${kind})`, () => {
    let journal: JournalStore;

    beforeEach(async () => {
      journal = await open();
    });
    afterEach(cleanUp);

    const find = (uri = FILE, ignoredRunId?: string) =>
      earlierTaggings(journal, {
        bot: 'k',
        plan: PLAN,
        uri,
        ignoredRunId,
        isListed: (key) => key !== 'removed',
      });
    const saveRun = (changed: Partial<RunRecord>): void => {
      const other = { plan: 'file:///other', detail: DETAIL, state: 'done' } as const;
      journal.saveRun(runRecord('r', { ...other, updated: MADE, ...changed }));
    };
    const saveWrite = (changed: Partial<WriteRecord>): void => {
      const write = { itemId: 't2', result: 'done', time: MADE } as const;
      journal.saveWrite(writeRecord('w', { ...write, ...changed }));
    };
    /**
     * Returns the times of the latest tagging, of the latest one with unknown outcome, and of the
     * latest run of the file, in ms after the plan was made.
     */
    const times = (): readonly (number | undefined)[] => {
      const { latestTime, latestUnknownOutcomeTime, fileRunTime } = find() ?? {};
      return [latestTime, latestUnknownOutcomeTime, fileRunTime].map((time) => time && time - MADE);
    };

    it('returns undefined for an empty Journal', () => {
      assert.equal(find(), undefined);
    });

    for (const [name, changed] of Object.entries<Partial<RunRecord>>({
      'attaches a tag of the plan': {},
      'detaches a tag of the plan': { kind: 'detach' },
      'undoes another run': { kind: 'undo', undoes: 'x', state: 'cancelled' },
      'merges into a tag of the plan': {
        kind: 'merge',
        detail: '{"tags":[],"target":{"id":"t2"}}',
      },
      'is of a bot that is no longer listed': { bot: 'removed' },
    })) {
      it(`includes a run that ${name}`, () => {
        saveRun({ ...changed, updated: MADE + 5 });
        assert.deepEqual(times(), [5, undefined, undefined]);
      });
    }

    for (const [name, changed] of Object.entries<Partial<RunRecord>>({
      'of other tags': { detail: DETAIL.replace('t1', 't10') },
      'of another bot': { bot: 'k2' },
      'that deletes': { kind: 'delete' },
      'before the plan was made': { updated: MADE - 1 },
    })) {
      it(`excludes a run ${name}`, () => {
        saveRun(changed);
        assert.equal(find(), undefined);
      });
    }

    it('includes every run of its file, and excludes runs of untitled documents', () => {
      saveRun({ plan: FILE, detail: '{}', updated: MADE - 90 * MINUTES });
      assert.deepEqual(times(), [-90 * MINUTES, undefined, -90 * MINUTES]);
      assert.equal(find('file:///b.bot-tags-plan.jsonc'), undefined);
      assert.equal(find(FILE, 'r'), undefined, 'a run is not earlier than itself');
      saveRun({ plan: 'untitled:Untitled-1', detail: '{}', updated: MADE - 90 * MINUTES });
      assert.equal(find('untitled:Untitled-1'), undefined);
    });

    const unknown = {
      'is running': { state: 'running' },
      'was left by a window that closed': { state: 'paused', reason: 'closed' },
      'has unknown outcomes': { counts: { ...COUNTS, unknown: 1 } },
    } as const;
    for (const [name, changed] of Object.entries(unknown)) {
      it(`includes a run that ${name}, up to 15 minutes before the plan`, () => {
        saveRun({ ...changed, updated: MADE - 15 * MINUTES });
        assert.deepEqual(times(), [-15 * MINUTES, -15 * MINUTES, undefined]);
        saveRun({ ...changed, updated: MADE - 15 * MINUTES - 1 });
        assert.equal(find(), undefined);
      });
    }

    it('includes single writes since the plan was made, unless they were refused', () => {
      saveWrite({ time: MADE + 7 });
      assert.deepEqual(times(), [7, undefined, undefined]);
      journal.clear();
      for (const changed of [
        ...([{ kind: 'create' }, { kind: 'delete' }, { itemId: 't3' }, { bot: 'k2' }] as const),
        ...([{ result: 'failed' }, { time: MADE - 1 }] as const),
      ]) {
        saveWrite(changed);
        assert.equal(find(), undefined, JSON.stringify(changed));
        journal.clear();
      }
    });

    for (const result of ['sent', 'unknown'] as const) {
      it(`includes a write that is ${result}, up to 15 minutes before the plan`, () => {
        saveWrite({ result, kind: 'detach', time: MADE - 15 * MINUTES });
        assert.deepEqual(times(), [-15 * MINUTES, -15 * MINUTES, undefined]);
        journal.clear();
        saveWrite({ result, time: MADE - 15 * MINUTES - 1 });
        assert.equal(find(), undefined);
      });
    }
  });
}
