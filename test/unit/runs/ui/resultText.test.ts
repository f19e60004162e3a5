import assert from 'node:assert/strict';
import type { RunRecord } from '../../../../src/catalogue/journal.ts';
import { COUNTS, runRecord } from '../../catalogue/store/journalRecords.ts';
import { withVscodeTexts } from '../../vscodeTexts.ts';

const { MAX_LINES_WHILE_RUNNING, resultText } = await withVscodeTexts(
  () => import('../../../../src/runs/ui/resultText.ts'),
);

function textOf(change: Partial<RunRecord>, isRunning: boolean): Promise<string> {
  const record = runRecord('r', change);
  return resultText({ record, isRunning, undo: undefined, results: undefined });
}

describe('resultText', () => {
  it('announces lines after the run only for runs that have lines', async () => {
    const counts = { ...COUNTS, total: MAX_LINES_WHILE_RUNNING + 1 };
    const announcement = /The result of each line appears here/;
    assert.match(await textOf({ counts }, true), announcement);
    assert.doesNotMatch(await textOf({ counts }, false), announcement);
    for (const kind of ['rename', 'copy'] as const) {
      assert.doesNotMatch(await textOf({ counts, kind, plan: '' }, true), announcement);
    }
  });

  it('recommends "Check Unknown" only for runs that have this command', async () => {
    const counts = { ...COUNTS, unknown: 1 };
    assert.match(await textOf({ counts, state: 'paused' }, false), /Check Unknown/);
    const rename = { counts, kind: 'rename', plan: '', state: 'paused' } as const;
    assert.doesNotMatch(await textOf(rename, false), /Check Unknown/);
  });
});
