import assert from 'node:assert/strict';
import { Emitter } from '../../../src/base/ports.ts';
import { lazy } from '../../../src/base/promises.ts';
import { Catalogue } from '../../../src/catalogue/catalogue.ts';
import type { UnfinishedExport } from '../../../src/base/exportPlan.ts';
import type { RunRecord } from '../../../src/catalogue/journal.ts';
import { MemoryCatalogue } from '../../../src/catalogue/store/memoryStores.ts';
import { MemoryJournal } from '../../../src/runs/memoryJournal.ts';
import { cleanUp } from '../cleanup.ts';
import { BOT, FakeClock, scanOf } from '../base/fakes.ts';
import { putBot, putScan } from '../base/put.ts';
import { runRecord, writeRecord } from '../catalogue/store/journalRecords.ts';
import { withVscodeTexts } from '../vscodeTexts.ts';

const { Resumables } = await withVscodeTexts(() => import('../../../src/shell/resumables.ts'));

const MINUTE = 60_000;
/** Detail of a run that attaches the tag "VIP" to five users. */
const VIP = JSON.stringify({ tags: [{ id: 't', name: 'VIP' }], users: 5 });

const EXPORT: UnfinishedExport = {
  file: '/tmp/out/all.csv',
  bot: 'k',
  baseUrl: '',
  query: { botId: 'bot-k', limit: 100 },
  plan: {
    format: 'csv',
    fields: ['id'],
    masks: {},
    bom: true,
    lists: 'json',
    escapeFormulas: true,
  },
  records: 2000,
  pages: 2,
  updated: 30,
};

const SCAN = scanOf({
  id: 'scan',
  next: 'key',
  budget: 10,
  pages: 3,
  customers: 300,
  tags: 7,
  newTags: 2,
  state: 'paused',
  updated: 40,
});

/**
 * Opens a window with a bot whose key is `k`.
 * @returns `owned`: IDs of the runs that a window owns. `scanning`: keys of the bots that this window scans. `ids`: kind
 * and ID of each listed job.
 */
function openWindow() {
  const clock = new FakeClock();
  const store = new MemoryCatalogue();
  const catalogue = new Catalogue(store, clock);
  putBot(catalogue, BOT);
  const journal = new MemoryJournal();
  const unfinished: UnfinishedExport[] = [];
  const owned = new Set<string>();
  const scanning = new Set<string>();
  const [exportsChanged, scansChanged] = [new Emitter<void>(), new Emitter<string>()];
  const resumables = new Resumables({
    clock,
    catalogue: lazy(async () => catalogue),
    journal: lazy(async () => journal),
    owner: { isOwned: async ({ id }: RunRecord) => owned.has(id) },
    exports: { allUnfinished: async () => unfinished, onDidChange: exportsChanged.event },
    scans: { has: (bot) => scanning.has(bot), onDidChange: scansChanged.event },
  });
  const ids = async (): Promise<readonly string[]> =>
    (await resumables.list()).map(({ kind, id }) => `${kind} ${id}`);
  return {
    clock,
    catalogue,
    journal,
    unfinished,
    owned,
    scanning,
    resumables,
    ids,
    exportsChanged,
    scansChanged,
  };
}

describe('Resumables', () => {
  afterEach(cleanUp);

  it('lists runs, refactors, exports and scans, newest first, with their progress', async () => {
    const { catalogue, journal, unfinished, resumables } = openWindow();
    const counts = { total: 5, done: 2, failed: 1, unknown: 0, skipped: 0, waiting: 2 };
    const paused = { state: 'paused', counts, detail: VIP } as const;
    journal.saveRun(runRecord('run', { ...paused, updated: 20 }));
    journal.saveRun(runRecord('rename', { ...paused, kind: 'rename', plan: '', updated: 50 }));
    unfinished.push(EXPORT);
    putScan(catalogue, SCAN);
    assert.deepEqual(await resumables.list(), [
      {
        kind: 'run',
        id: 'rename',
        botLabel: 'Shop',
        hasBot: true,
        label: 'Rename "VIP" to ""',
        progress: '2 done, 1 failed, 2 not tried',
        updated: 50,
      },
      {
        kind: 'scan',
        id: 'k',
        botLabel: 'Shop',
        hasBot: true,
        label: 'Scan Customers',
        progress: '300 customers, 7 tags, 2 new',
        updated: 40,
      },
      {
        kind: 'export',
        id: '/tmp/out/all.csv',
        botLabel: 'Shop',
        hasBot: true,
        label: 'Export to "all.csv"',
        updated: 30,
        progress: '2,000 customers · /tmp/out/all.csv',
      },
      {
        kind: 'run',
        id: 'run',
        botLabel: 'Shop',
        hasBot: true,
        label: 'Attach "VIP"',
        progress: '2 done, 1 failed, 2 not tried · a.jsonc',
        updated: 20,
      },
    ]);
  });

  it('lists the undo of a run instead of the run', async () => {
    const { journal, ids } = openWindow();
    journal.saveRun(runRecord('run', { state: 'paused' }));
    journal.saveRun(runRecord('undo', { state: 'paused', kind: 'undo', undoes: 'run' }));
    assert.deepEqual(await ids(), ['run undo']);
  });

  it('omits what is done, canceled, or owned by a window', async () => {
    const { journal, unfinished, owned, ids } = openWindow();
    journal.saveRun(runRecord('done', { state: 'done' }));
    journal.saveRun(runRecord('cancelled', { state: 'cancelled' }));
    journal.saveRun(runRecord('running'));
    journal.saveRun(runRecord('killed'));
    owned.add('running');
    unfinished.push({ ...EXPORT, isRunning: true });
    assert.deepEqual(await ids(), ['run killed']);
  });

  it('lists a running scan once its window must have been killed', async () => {
    const { catalogue, clock, scanning, ids } = openWindow();
    clock.time = 10 * MINUTE;
    putScan(catalogue, { ...SCAN, state: 'running', updated: clock.time - MINUTE });
    assert.deepEqual(await ids(), []);
    clock.time += 1;
    assert.deepEqual(await ids(), ['scan k']);
    scanning.add('k');
    assert.deepEqual(await ids(), []);
  });

  it('omits a scan that has no page to resume from', async () => {
    const { catalogue, ids } = openWindow();
    for (const state of ['done', 'failed'] as const) {
      putScan(catalogue, { ...SCAN, state, next: null });
      assert.deepEqual(await ids(), []);
    }
  });

  it('names the bot of an export by its ID if the bot was removed', async () => {
    const { unfinished, resumables } = openWindow();
    unfinished.push({ ...EXPORT, bot: 'gone' });
    const [found] = await resumables.list();
    assert.deepEqual([found?.botLabel, found?.hasBot], ['bot-k', false]);
  });

  it('names an export by its file, without the folder, also on Windows', async () => {
    const { unfinished, resumables } = openWindow();
    unfinished.push({ ...EXPORT, file: 'C:\\out\\all.csv' });
    const [found] = await resumables.list();
    assert.equal(found?.label, 'Export to "all.csv"');
  });

  it('reports changes of exports and scans, and after the first listing also of the database', async () => {
    const { catalogue, journal, resumables, exportsChanged, scansChanged } = openWindow();
    let changes = 0;
    resumables.onDidChange(() => changes++);
    exportsChanged.fire();
    scansChanged.fire('k');
    assert.equal(changes, 2);
    await resumables.list();
    await resumables.list();
    journal.saveRun(runRecord('run'));
    assert.equal(changes, 3);
    journal.saveWrite(writeRecord('write'));
    assert.equal(changes, 3, 'a single write cannot be resumed');
    putScan(catalogue, SCAN);
    assert.equal(changes, 4);
  });
});
