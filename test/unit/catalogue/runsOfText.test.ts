import assert from 'node:assert/strict';
import {
  isUnfinished,
  type RunRecord,
  runsOfText,
  undoIn,
} from '../../../src/catalogue/journal.ts';
import { runRecord } from '../catalogue/store/journalRecords.ts';

describe('runsOfText', () => {
  const idsFound = (...runs: readonly RunRecord[]): string[] =>
    runsOfText(runs, { bot: 'k', hash: 'ab', isListed: (key) => key !== 'removed' }).map(
      ({ id }) => id,
    );

  it('returns the runs of the same plan text and bot, also those from before the bot was added again', () => {
    const runs = [
      runRecord('own'),
      runRecord('before', { bot: 'removed' }),
      runRecord('other bot', { bot: 'k2' }),
      runRecord('other text', { hash: 'cd' }),
    ];
    assert.deepEqual(idsFound(...runs), ['own', 'before']);
  });

  it('leaves out undone runs, and ignores an undo that never started', () => {
    const undo = runRecord('undo', { kind: 'undo', undoes: 'a' });
    const cancelledUndo: RunRecord = { ...undo, state: 'cancelled' };
    assert.deepEqual(idsFound(undo, runRecord('a')), []);
    assert.deepEqual(idsFound(cancelledUndo, runRecord('a')), ['a']);
    assert.equal(undoIn([cancelledUndo, undo], { id: 'a' }), undo);
  });

  it('treats paused and killed runs as unfinished', () => {
    const states = ['running', 'paused', 'done', 'cancelled'] as const;
    const unfinishedStates = states.filter((state) => isUnfinished({ state }));
    assert.deepEqual(unfinishedStates, ['running', 'paused']);
  });
});
