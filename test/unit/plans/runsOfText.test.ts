import assert from 'node:assert/strict';
import type { RunRecord } from '../../../src/catalogue/journal.ts';
import { isUnfinished, runsOfText, undoIn } from '../../../src/plans/runsOfText.ts';
import { runRecord } from '../catalogue/store/journalRecords.ts';

describe('the runs of a plan that was run before', () => {
  const found = (...runs: readonly RunRecord[]): string[] =>
    runsOfText(runs, { bot: 'k', hash: 'ab', isListed: (key) => key !== 'removed' }).map(
      ({ id }) => id,
    );

  it('are those of its text and its bot, and those of the bot before it was added again', () => {
    const runs = [
      runRecord('own'),
      runRecord('before', { bot: 'removed' }),
      runRecord('other bot', { bot: 'k2' }),
      runRecord('other text', { hash: 'cd' }),
    ];
    assert.deepEqual(found(...runs), ['own', 'before']);
  });

  it('are not those that were taken back, and an undo that never began takes nothing back', () => {
    const undo = runRecord('undo', { kind: 'undo', of: 'a' });
    const isVoid: RunRecord = { ...undo, state: 'cancelled' };
    assert.deepEqual(found(undo, runRecord('a')), []);
    assert.deepEqual(found(isVoid, runRecord('a')), ['a']);
    assert.equal(undoIn([isVoid, undo], { id: 'a' }), undo);
  });

  it('are unfinished while they stand still, and when their window was killed', () => {
    const states = ['running', 'paused', 'done', 'cancelled'] as const;
    const open = states.filter((state) => isUnfinished({ state }));
    assert.deepEqual(open, ['running', 'paused']);
  });
});
