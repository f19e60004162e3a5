import assert from 'node:assert/strict';
import { MemoryJournal } from '../../../../src/runs/memoryJournal.ts';
import { COUNTS, runRecord } from '../../catalogue/store/journalRecords.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const rules = await withVscodeTexts(() => import('../../../../src/runs/ui/runRules.ts'));

const DONE = { ...COUNTS, done: 2, waiting: 3 };
const UNKNOWN = { ...COUNTS, unknown: 1, waiting: 4 };

function journalOf(...runs: readonly ReturnType<typeof runRecord>[]): MemoryJournal {
  const journal = new MemoryJournal();
  for (const run of runs) journal.saveRun(run);
  return journal;
}

describe('runRules', () => {
  it('finds a run by its ID, and throws if the Journal does not have the run', () => {
    const run = runRecord('r');
    assert.deepEqual(rules.runById(journalOf(run), 'r'), run);
    assert.throws(() => rules.runById(journalOf(run), 'other'), /no run with the ID "other"/);
  });

  it('requires the runs of a plan to be unchanged since the user agreed', () => {
    const [pausedRun, doneRun] = [
      runRecord('r', { state: 'paused' }),
      runRecord('r', { state: 'done' }),
    ];
    rules.requireSameLatestRun(null, undefined);
    rules.requireSameLatestRun({ id: 'r', isUnfinished: true }, pausedRun);
    rules.requireSameLatestRun({ id: 'r', isUnfinished: false }, doneRun);
    for (const [runsBefore, latest] of [
      [null, pausedRun],
      [{ id: 'r', isUnfinished: true }, undefined],
      [{ id: 'r', isUnfinished: true }, doneRun],
      [{ id: 'r', isUnfinished: false }, pausedRun],
      [{ id: 'other', isUnfinished: true }, pausedRun],
    ] as const) {
      assert.throws(
        () => rules.requireSameLatestRun(runsBefore, latest),
        /another run of this plan started or ended/,
      );
    }
  });

  it('allows resuming unless the run has no plan or was undone', () => {
    const run = runRecord('r', { state: 'paused' });
    const undo = runRecord('u', { kind: 'undo', undoes: 'r' });
    rules.requireResumable(journalOf(run), run);
    rules.requireResumable(journalOf(run, undo), undo);
    assert.throws(() => rules.requireResumable(journalOf(run, undo), run), /was undone/);
    for (const change of [{ kind: 'merge' as const }, { plan: '' }]) {
      const other = runRecord('o', change);
      assert.throws(() => rules.requireResumable(journalOf(other), other), /has no plan/);
    }
  });

  it('allows undoing once, for completed or possibly completed operations', () => {
    const run = runRecord('r', { counts: DONE });
    const unknownOutcomes = runRecord('k', { kind: 'detach', counts: UNKNOWN });
    const paused = runRecord('u', { kind: 'undo', undoes: 'r', state: 'paused' });
    rules.requireUndoable(journalOf(run), run, false);
    rules.requireUndoable(journalOf(unknownOutcomes), unknownOutcomes, false);
    rules.requireUndoable(journalOf(run, paused), run, false);
    const undone = journalOf(run, { ...paused, state: 'done' });
    assert.throws(() => rules.requireUndoable(undone, run, false), /already been undone/);
    assert.throws(() => rules.requireUndoable(journalOf(run), run, true), /already running/);
    for (const [change, message] of [
      [{}, /nothing to undo/],
      [{ kind: 'detach' }, /nothing to undo/],
      [
        { kind: 'delete', counts: DONE },
        /A run that deletes tags and folders, or that undoes another run, cannot be undone/,
      ],
      [
        { kind: 'undo', counts: DONE },
        /A run that deletes tags and folders, or that undoes another run, cannot be undone/,
      ],
      [{ kind: 'rename', counts: DONE }, /has no plan/],
    ] as const) {
      const other = runRecord('o', change);
      assert.throws(() => rules.requireUndoable(journalOf(other), other, false), message);
    }
  });

  it('offers Undo for a refactor until it has ended', () => {
    const canBeUndone = (change: Parameters<typeof runRecord>[1]) =>
      rules.canBeUndone(runRecord('r', change));
    assert.equal(canBeUndone({ kind: 'merge', state: 'paused' }), true);
    assert.equal(canBeUndone({ kind: 'rename', state: 'running' }), true);
    assert.equal(canBeUndone({ kind: 'recreate', state: 'done', counts: DONE }), false);
    assert.equal(canBeUndone({ kind: 'merge', state: 'cancelled', counts: DONE }), false);
    assert.equal(canBeUndone({ kind: 'undo', counts: DONE }), false);
  });

  it('offers Retry Failed for a refactor or copy until it has ended, and always for a plan', () => {
    const counts = { ...DONE, failed: 1 };
    const canRetry = (change: Parameters<typeof runRecord>[1]) =>
      rules.canRetryFailed(runRecord('r', { counts, ...change }));
    assert.equal(canRetry({ kind: 'rename', state: 'paused' }), true);
    assert.equal(canRetry({ kind: 'rename', state: 'done' }), false);
    assert.equal(canRetry({ kind: 'copy', state: 'cancelled' }), false);
    assert.equal(canRetry({ kind: 'attach', state: 'done' }), true);
    assert.equal(canRetry({ kind: 'attach', state: 'done', counts: DONE }), false);
  });
});
