import * as vscode from 'vscode';
import { MAX_PLAN_LINES } from '../../base/plan.ts';
import { comma } from '../../base/ui/counts.ts';
import { numberText } from '../../base/ui/numberText.ts';
import { showInformation } from '../../base/ui/window.ts';
import type { MadePlan } from './makePlan.ts';

/** Opens the first file of a plan, and says which others there are. */
export async function openPlan({ files }: Pick<MadePlan, 'files'>): Promise<void> {
  const [first, ...others] = files;
  if (first === undefined) return;
  const document = await vscode.workspace.openTextDocument(first);
  await vscode.window.showTextDocument(document, { preview: false });
  if (others.length === 0) return;
  const most = numberText(MAX_PLAN_LINES);
  const names = others.map(({ path }) => path.slice(path.lastIndexOf('/') + 1)).join(comma());
  void showInformation(
    vscode.l10n.t(
      'A plan file has at most {0} lines, so this plan continues in {1}. Run each file separately.',
      most,
      names,
    ),
  );
}
