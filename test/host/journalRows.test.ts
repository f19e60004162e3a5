import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { RunRecord } from '../../src/catalogue/journal.ts';
import { Recorder } from '../../src/runs/recorder.ts';
import { MemoryJournal } from '../../src/runs/memoryJournal.ts';
import { JournalTree } from '../../src/runs/ui/journalTree.ts';
import type { JournalNode } from '../../src/catalogue/ui/treeNode.ts';
import { runRecord, writeRecord } from '../unit/catalogue/store/journalRecords.ts';

const DAY = 86_400_000;
const NOW = new Date(2026, 10, 22, 12).getTime();
/** Details of a run that attaches "VIP", as stored in the Journal. */
const VIP_DETAIL = '{"action":"attach","tags":[{"id":"t","name":"VIP"}]}';

/** Opens a view of a new journal, in which no window owns the run `killed`. */
function openView() {
  const journal = new MemoryJournal();
  const clock = { now: () => NOW };
  const lazyJournal = Object.assign(() => Promise.resolve(journal), { current: journal });
  const view = { visible: true, message: undefined };
  const noCatalogue = (): Promise<never> => Promise.reject(new Error('no'));
  const catalogue = Object.assign(noCatalogue, { current: undefined });
  const recorder = new Recorder({
    journal: lazyJournal,
    clock,
    known: { isAttached: () => undefined },
    readSetting: () => 0,
    catalogue,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
  const tree = new JournalTree({
    view: view as unknown as vscode.TreeView<JournalNode>,
    journal: lazyJournal,
    recorder,
    clock,
    users: { nameOf: () => 'Ada' },
    catalogue,
    owner: { isOwned: ({ id }) => Promise.resolve(id !== 'killed') },
  });
  return { journal, tree, view };
}

/** Returns the rows below a node as `contextValue: label (description)`, without the time at the end of the description. */
async function texts(tree: JournalTree, node?: JournalNode): Promise<readonly string[]> {
  const nodes = await tree.getChildren(node);
  const items = await Promise.all(nodes.map((child) => tree.getTreeItem(child)));
  return items.map(({ label, contextValue, description }) => {
    const text = typeof description === 'string' ? description.replace(/ · [^·]*$/, '') : '';
    return `${String(contextValue)}: ${typeof label === 'string' ? label : ''} (${text})`;
  });
}

function run(id: string, started: number, change: Partial<RunRecord>): RunRecord {
  return runRecord(id, { started, detail: VIP_DETAIL, owner: 'window', ...change });
}

describe('Rows of the Journal view', () => {
  const counts = { total: 5000, done: 1201, failed: 3, unknown: 0, skipped: 0, waiting: 3796 };

  it('show the state of runs, and a run left by a killed window as paused', async () => {
    const { journal, tree } = openView();
    journal.saveRun(run('killed', NOW - 3, { counts }));
    journal.saveRun(run('running', NOW - 2, { counts }));
    journal.saveRun(run('over', NOW - 1, { kind: 'delete', state: 'done', owner: null }));
    const [today] = await tree.getChildren();
    assert.deepEqual(await texts(tree, today), [
      'run.done: Delete Tags and Folders (0 of 5 · Shop)',
      'run.running.undoable: Attach "VIP" (1,204 of 5,000 · 3 failed · Shop)',
      'run.paused.undoable: Attach "VIP" (1,204 of 5,000 · 3 failed · paused · Shop)',
    ]);
    const [first] = await tree.getChildren(today);
    assert.equal(
      (await tree.getTreeItem(first as JournalNode)).command?.command,
      'botTags.openRun',
    );
    tree.dispose();
  });

  it('offer to undo a run only if a part of it is not undone yet', async () => {
    const { journal, tree } = openView();
    const pausedRun = { owner: null, state: 'paused', counts } as const;
    const undo = { ...pausedRun, kind: 'undo', counts: { ...counts, done: 0 } } as const;
    journal.saveRun(run('undone', NOW - 4, pausedRun));
    journal.saveRun(run('half', NOW - 3, pausedRun));
    journal.saveRun(run('undo 1', NOW - 2, { ...undo, undoes: 'undone', state: 'done' }));
    journal.saveRun(run('undo 2', NOW - 1, { ...undo, undoes: 'half' }));
    const [today] = await tree.getChildren();
    const rows = await texts(tree, today);
    assert.deepEqual(rows.slice(2), [
      'run.done.undoable: Attach "VIP" (1,204 of 5,000 · 3 failed · Shop)',
      'run.done: Attach "VIP" (1,204 of 5,000 · 3 failed · undone · Shop)',
    ]);
    tree.dispose();
  });

  it('are grouped by day, with the newest expanded, and count the writes that are not shown', async () => {
    const { journal, tree } = openView();
    for (let index = 0; index < 1002; index++) {
      journal.saveWrite(writeRecord(`w${index}`, { time: NOW - index }));
    }
    journal.saveWrite(writeRecord('old', { time: NOW - DAY }));
    journal.saveRun(run('older', NOW - DAY, { state: 'paused', owner: null }));
    // The view shows 1,000 of the 1,003 writes.
    const days = await texts(tree);
    assert.deepEqual(days, ['day: Today ()', 'day: Yesterday ()', 'more: 3 more ()']);
    const nodes = await tree.getChildren();
    const states = await Promise.all(nodes.map((node) => tree.getTreeItem(node)));
    const { Expanded, Collapsed } = vscode.TreeItemCollapsibleState;
    assert.deepEqual(
      states.slice(0, 2).map((item) => item.collapsibleState),
      [Expanded, Collapsed],
    );
    assert.equal((await tree.getChildren(nodes[0])).length, 1000);
    tree.dispose();
  });

  it('are redrawn individually if no row was added or removed', async () => {
    const { journal, tree } = openView();
    const running = run('running', NOW, { counts });
    journal.saveRun(running);
    journal.saveWrite(writeRecord('w', { time: NOW - 1 }));
    const [today] = await tree.getChildren();
    const [row] = await tree.getChildren(today);
    const nextDraw = (): Promise<unknown> =>
      new Promise((resolve) => tree.onDidDraw((nodes) => resolve(nodes)));
    let draw = nextDraw();
    journal.step({ ...running, counts: { ...counts, done: 1300 } }, [], []);
    assert.deepEqual(await draw, [row]);
    draw = nextDraw();
    journal.saveWrite(writeRecord('new', { time: NOW }));
    assert.equal(await draw, undefined);
    tree.dispose();
  });
});
