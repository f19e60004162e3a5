import * as vscode from 'vscode';
import type { PlanChange } from '../../base/exportPlan.ts';
import type { ExportJobs } from './exportJobs.ts';
import { whileExporting } from './exportProgress.ts';
import { sayExported } from './sayExported.ts';

export async function resumeByPerson(
  exports: ExportJobs,
  file: string,
  change?: PlanChange,
): Promise<void> {
  const title = vscode.l10n.t('Exporting to "{0}"', file);
  sayExported(await whileExporting(title, (run) => exports.resume(file, run, change)));
}
