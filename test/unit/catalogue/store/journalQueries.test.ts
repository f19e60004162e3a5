import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';

import type { JournalStore } from '../../../../src/catalogue/journal.ts';
import { MemoryJournal } from '../../../../src/runs/memoryJournal.ts';
import { TAGGINGS_SINCE } from '../../../../src/runs/sqlJournal.ts';
import { cleanUp, onCleanup } from '../../cleanup.ts';
import { newDatabase, openWindow } from './database.ts';
import { runRecord, writeRecord } from './journalRecords.ts';

const kinds = {
  memory: () => Promise.resolve<JournalStore>(new MemoryJournal()),
  database: async () => (await openWindow(newDatabase())).journal,
};

describe('queries of the Journal', () => {
  afterEach(cleanUp);

  for (const [kind, open] of Object.entries(kinds)) {
    it(`find runs by hash, file or time of the last change (${kind})`, async () => {
      const journal = await open();
      const runs = [
        runRecord('a', { hash: 'h', started: 1, updated: 5 }),
        runRecord('b', { plan: 'file:///p', started: 2, updated: 6 }),
        runRecord('c', { started: 3, updated: 9 }),
      ];
      for (const run of runs) journal.saveRun(run);
      const runIds = (query: Parameters<typeof journal.runs>[0]) =>
        journal.runs(query).map(({ id }) => id);
      assert.deepEqual(runIds({ hash: 'h' }), ['a']);
      assert.deepEqual(runIds({ plan: 'file:///p' }), ['b']);
      assert.deepEqual(runIds({ since: 6 }), ['c', 'b']);
      assert.deepEqual(runIds({ hash: 'h', plan: 'file:///p', since: 9 }), ['c', 'b', 'a']);
      assert.deepEqual(runIds({ plan: undefined }), []);
    });
  }

  it('find the taggings of 100,000 writes by an index, without reading older writes', async () => {
    const file = newDatabase();
    const { journal } = await openWindow(file);
    journal.saveWrite(writeRecord('first', { time: 1, result: 'done' }));
    const otherConnection = new DatabaseSync(file);
    onCleanup(() => otherConnection.close());
    const columns = 'bot, bot_label, kind, item, item_name, item_type, changes, result';
    otherConnection.exec(`WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO single_write (id, time, ${columns}) SELECT 'w' || i, i, ${columns} FROM n, single_write`);
    assert.deepEqual(journal.taggings(['t', 'u'], 99_990), [
      { bot: 'k', result: 'done', time: 100_000 },
    ]);
    assert.deepEqual(journal.taggings(['u'], 0), []);
    const plan = otherConnection.prepare(`EXPLAIN QUERY PLAN ${TAGGINGS_SINCE}`);
    const steps = plan.all({ since: 1, tags: '[]' }).map(({ detail }) => String(detail));
    assert.match(
      steps.join('\n'),
      /SEARCH single_write USING INDEX single_write_by_time \(time>\?\)/,
    );
  });
});
