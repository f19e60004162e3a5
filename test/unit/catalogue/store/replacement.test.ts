import assert from 'node:assert/strict';
import type { JournalStore, RunRecord } from '../../../../src/catalogue/journal.ts';
import { MemoryJournal } from '../../../../src/runs/memoryJournal.ts';
import { cleanUp } from '../../cleanup.ts';
import { newDatabase, openWindow } from './database.ts';
import { runRecord } from './journalRecords.ts';

const kinds = {
  memory: () => Promise.resolve<JournalStore>(new MemoryJournal()),
  database: async () => (await openWindow(newDatabase())).journal,
};

describe('JournalStore.replacement', () => {
  afterEach(cleanUp);

  for (const [kind, open] of Object.entries(kinds)) {
    it(`returns the tag that replaced a deleted tag (${kind})`, async () => {
      const journal = await open();
      // Detail of a rename that has deleted the old tag.
      const state = {
        kind: 'rename',
        phase: 'deleting',
        start: 1,
        hasDeleted: true,
        tags: [{ id: 'tag-"1', name: 'Old' }],
        target: { id: 'tag-2', name: 'New', parentId: null },
      };
      const saveRefactor = (
        id: string,
        started: number,
        detail: object,
        fields: Partial<RunRecord> = {},
      ) => {
        const record = { kind: 'rename', started, ...fields } as const;
        journal.saveRun(runRecord(id, { ...record, detail: JSON.stringify(detail) }));
      };
      assert.equal(journal.replacement('tag-"1'), undefined);
      saveRefactor('before deletion', 1, { ...state, hasDeleted: false });
      saveRefactor('plan', 2, { ...state }, { kind: 'attach' });
      saveRefactor('odd', 3, { ...state, target: 'tag-"1' });
      assert.equal(journal.replacement('tag-"1'), undefined);
      saveRefactor('done', 4, state);
      saveRefactor('begun', 5, {
        ...state,
        hasDeleted: false,
        target: { ...state.target, id: 'tag-3' },
      });
      const bot = runRecord('done').bot;
      assert.deepEqual(journal.replacement('tag-"1'), { bot, id: 'tag-2' });
      assert.equal(journal.replacement('tag-2'), undefined);
      assert.equal(journal.replacement(''), undefined);
    });
  }
});
