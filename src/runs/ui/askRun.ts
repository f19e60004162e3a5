import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import type { RunRecord } from '../../catalogue/journal.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { runSteps, step } from '../../base/ui/steps.ts';
import { timeText } from '../../base/ui/timeText.ts';
import { countsText, fileAt, runName } from './runTexts.ts';

interface RunPick extends vscode.QuickPickItem {
  readonly id: string;
}

interface Question {
  readonly title: string;
  /** The newest first. */
  readonly runs: readonly RunRecord[];
}

/** The run that the person picks. Throws `UserError` when there is none, and `Cancelled`. */
export async function askRun({ title, runs }: Question): Promise<string> {
  if (runs.length === 0) {
    throw new NoticeError(
      vscode.l10n.t('There is no run for "{0}". Use "Run Plan…" on a plan to start one.', title),
    );
  }
  const items = runs.map((record): RunPick => {
    const { id, botLabel, started, counts, plan } = record;
    return {
      id,
      label: runName(record),
      description: vscode.l10n.t('{0} · {1}', botLabel, timeText(started)),
      detail: vscode.l10n.t('{0} · {1}', countsText(counts), fileAt(plan)),
    };
  });
  const placeholder = vscode.l10n.t('Select a run');
  let picked = '';
  const ask = step(
    true,
    (position) => askPick<RunPick>({ placeholder, items }, position),
    ({ id }) => (picked = id),
  );
  await runSteps(title, [ask]);
  return picked;
}
