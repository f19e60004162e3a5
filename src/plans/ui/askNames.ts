import * as vscode from 'vscode';
import { Cancelled } from '../../base/errors.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { BACK } from '../../base/ui/steps.ts';

/**
 * Asks whether names of customers are written into a plan. The default is yes, except in a repository, where a name
 * that was committed stays. Throws `Cancelled`.
 */
export async function askNames(title: string, plan: vscode.Uri): Promise<boolean> {
  const { l10n } = vscode;
  const isTracked = await isInRepository(plan);
  const answers = [
    { label: l10n.t('With Names'), isOn: true },
    { label: l10n.t('Without Names'), isOn: false },
  ];
  const placeholder = l10n.t('Write the names of the customers into the plan?');
  const items = isTracked ? answers.toReversed() : answers;
  const position = { title, step: 1, totalSteps: 1, canGoBack: false };
  const answer = await askPick({ placeholder, items }, position);
  if (answer === BACK) throw new Cancelled();
  return answer.isOn;
}

/** Whether a folder above the file has a `.git`, which is a file in a worktree. */
async function isInRepository(file: vscode.Uri): Promise<boolean> {
  for (let folder = vscode.Uri.joinPath(file, '..'); ;) {
    if (await exists(vscode.Uri.joinPath(folder, '.git'))) return true;
    const above = vscode.Uri.joinPath(folder, '..');
    if (above.path === folder.path) return false;
    folder = above;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  try {
    await vscode.workspace.fs.stat(uri);
    return true;
  } catch {
    return false;
  }
}
