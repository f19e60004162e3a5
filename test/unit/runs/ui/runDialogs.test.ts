import assert from 'node:assert/strict';
import { MemoryJournal } from '../../../../src/runs/memoryJournal.ts';
import type { RunKindDialogs } from '../../../../src/runs/ui/runDialogs.ts';
import type { RunRecord } from '../../../../src/catalogue/journal.ts';
import { BOT } from '../../base/fakes.ts';
import { runRecord } from '../../catalogue/store/journalRecords.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** Messages of the modal dialogs, which are all answered with the first button. */
const askedQuestions: string[] = [];
Object.assign(globalThis, { askedQuestions });
const resumedRefactors: string[] = [];

/** The module `vscode` with the parts that dialogs and progress need. */
const VSCODE = `
export const l10n = { t: (text) => text };
export const env = { language: 'en' };
export const ProgressLocation = {};
export class EventEmitter {}
export class Range {}
export const Uri = {};
export const window = {
  showInformationMessage: async () => undefined,
  showWarningMessage: async (message, options, ...buttons) => {
    if (options.modal !== true) return undefined;
    globalThis.askedQuestions.push(message);
    return buttons[0];
  },
  withProgress: (_options, task) =>
    task({ report: () => undefined }, { onCancellationRequested: () => undefined }),
};
`;

const { RunDialogs } = await withVscode(
  VSCODE,
  '?runDialogs',
  () => import('../../../../src/runs/ui/runDialogs.ts'),
);

/** Returns the dialogs of a window with the run `r` of a bot in production. */
function dialogsInProduction(kind: RunRecord['kind'] = 'attach') {
  askedQuestions.length = 0;
  const bot = { ...BOT, environment: 'production' };
  const journal = new MemoryJournal();
  const record = runRecord('r', { kind, state: 'paused' });
  journal.saveRun(record);
  const { counts } = record;
  const run = {
    record,
    onDidProgress: () => ({ dispose: () => undefined }),
    ended: Promise.resolve({ kind: 'done', counts }),
  };
  const dialogs = new RunDialogs({
    journal: async () => journal,
    catalogue: async () => ({ bot: () => bot }),
    runs: {
      botToResume: async () => bot,
      resume: async () => run,
    },
    runDocuments: { show: async () => '' },
    errors: { show: async (error: unknown) => assert.fail(String(error)) },
  } as unknown as ConstructorParameters<typeof RunDialogs>[0]);
  const resume = async (): Promise<void> => void resumedRefactors.push(kind);
  const kindDialogs = { botToResume: async () => bot, resume };
  dialogs.dialogsOf = ({ kind: kindOfRun }) =>
    kindOfRun === 'attach' ? undefined : (kindDialogs as unknown as RunKindDialogs);
  return dialogs;
}

describe('RunDialogs', () => {
  it('asks once in production before it resumes a run', async () => {
    const dialogs = dialogsInProduction();
    await dialogs.resume('r');
    await dialogs.resume('r');
    assert.equal(askedQuestions.length, 1);
  });

  it('asks before it resumes a run whose unknown operations were only checked', async () => {
    const dialogs = dialogsInProduction();
    await dialogs.resume('r', { onlyCheck: true });
    assert.deepEqual(askedQuestions, []);
    await dialogs.resume('r');
    assert.equal(askedQuestions.length, 1);
  });

  it('does not continue a rename, merge or copy when operations are only checked', async () => {
    for (const kind of ['rename', 'merge', 'copy'] as const) {
      const dialogs = dialogsInProduction(kind);
      const refusal = { message: 'This run has no plan. Choose another run.' };
      await assert.rejects(dialogs.resume('r', { onlyCheck: true }), refusal);
      assert.deepEqual(resumedRefactors, []);
      await dialogs.resume('r', { retryFailed: true });
      assert.deepEqual(resumedRefactors.splice(0), [kind]);
    }
  });
});
