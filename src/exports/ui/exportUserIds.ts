import * as vscode from 'vscode';
import type { AudienceJob, AudienceSummary } from '../../base/exportPlan.ts';
import type { Bot } from '../../base/model.ts';
import { comma, customerCountText, numberText, pageCountText } from '../../base/ui/localeTexts.ts';
import { limitReports, withProgress } from '../../base/ui/progress.ts';
import { confirm } from '../../base/ui/window.ts';
import type { AskSourceNeeds } from '../../customers/ui/askSource.ts';
import type { CustomerSource } from '../../customers/ui/chosenRows.ts';
import { sourceCustomers, type ReadProgress } from '../../customers/ui/sourcePages.ts';
import type { UserIdPlan } from './askExport.ts';
import type { ExportServices } from './exportServices.ts';

export type UserIdNeeds = AskSourceNeeds & Pick<ExportServices, 'botServices' | 'exports'>;

export interface UserIdExport {
  readonly bot: Bot;
  /** Absolute path. */
  readonly file: string;
  readonly source: CustomerSource;
  readonly plan: UserIdPlan;
  readonly mayReplace: AudienceJob['mayReplace'];
}

export function exportUserIds(
  { exports, botServices }: UserIdNeeds,
  { bot, file, source, plan, mayReplace }: UserIdExport,
  controller: AbortController,
  report: (progress: ReadProgress) => void,
): Promise<AudienceSummary> {
  const sourceOptions = { bot, botServices };
  const job = { file, format: plan.format, mayReplace };
  const customersOf = (signal: AbortSignal) =>
    sourceCustomers(sourceOptions, source, signal, report);
  return exports.startAudience(job, customersOf, controller);
}

export function exportUserIdsWithProgress(
  services: UserIdNeeds,
  request: Omit<UserIdExport, 'mayReplace'>,
): Thenable<AudienceSummary> {
  // The format `line` has one file per LINE account. The save dialog confirms only the name that the user typed, not
  // the names of these files.
  const mayReplace = request.plan.format === 'line' ? agreeToReplace : () => true;
  const title = vscode.l10n.t('Exporting to "{0}"', request.file);
  return withProgress({ title, location: 'notification' }, ({ controller, report }) => {
    const onProgress = limitReports(({ pages, customers }: ReadProgress) => {
      const pagesText = pages === 0 ? [] : [pageCountText(pages)];
      report([...pagesText, customerCountText(customers)].join(comma()));
    });
    return exportUserIds(services, { ...request, mayReplace }, controller, onProgress);
  });
}

const MAX_SHOWN_FILES = 5;

/** Returns true, or throws `Cancelled` if the user declines. */
async function agreeToReplace(files: readonly string[]): Promise<boolean> {
  const { l10n } = vscode;
  const replace = l10n.t('Replace');
  const message =
    files.length === 1
      ? l10n.t('A file with this name already exists. Replace it?')
      : l10n.t('{0} files with these names already exist. Replace them?', numberText(files.length));
  const shownFiles = files.slice(0, MAX_SHOWN_FILES);
  const unshownCount = files.length - shownFiles.length;
  const detail = [
    ...shownFiles,
    ...(unshownCount > 0 ? [l10n.t('{0} more', numberText(unshownCount))] : []),
  ];
  await confirm({ message, detail }, replace);
  return true;
}
