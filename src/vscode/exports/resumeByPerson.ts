import * as vscode from 'vscode';
import type { ExportSummary, PlanChange } from '../../core/exportPlan.ts';
import { customerCount } from '../counts.ts';
import { showInformation } from '../kit/window.ts';
import type { ExportJobs } from './exportJobs.ts';
import { whileExporting } from './exportProgress.ts';

export async function resumeByPerson(
  exports: ExportJobs,
  file: string,
  change?: PlanChange,
): Promise<void> {
  const title = vscode.l10n.t('Exporting to "{0}"', file);
  sayExported(await whileExporting(title, (run) => exports.resume(file, run, change)));
}

/** Not waited for: whoever asked for the export has it. */
export function sayExported({ file, records }: ExportSummary): void {
  const show = vscode.l10n.t('Open Folder');
  const message = vscode.l10n.t('{0} exported to "{1}".', customerCount(records), file);
  const isHere = vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
  void showInformation(message, ...(isHere ? [show] : [])).then((choice) =>
    choice === undefined
      ? undefined
      : vscode.commands.executeCommand('revealFileInOS', vscode.Uri.file(file)),
  );
}
