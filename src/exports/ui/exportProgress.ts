import * as vscode from 'vscode';
import type { ExportProgress, ExportSummary, PlanChange } from '../../base/exportPlan.ts';
import { comma, customerCountText, numberText } from '../../base/ui/localeTexts.ts';
import { REPORT_INTERVAL_MS, withProgress, type Progress } from '../../base/ui/progress.ts';
import { durationText } from '../../base/ui/timeTexts.ts';
import type { ExportJobs, JobRun } from './exportJobs.ts';
import { showExportResult } from './sayExported.ts';

/** Runs an export and shows its records, pages, rate and remaining time, with a Cancel button. */
export function withExportProgress(
  title: string,
  work: (run: JobRun) => Promise<ExportSummary>,
): Promise<ExportSummary> {
  return withProgress({ title, location: 'notification' }, ({ controller, report }) => {
    const reporter = new ProgressReporter(report);
    return work({ controller, onProgress: (progress) => reporter.update(progress) });
  });
}

class ProgressReporter {
  readonly #report: Progress['report'];
  #lastReport: { readonly ms: number; readonly stage: string } | undefined;

  constructor(report: Progress['report']) {
    this.#report = report;
  }

  update(progress: ExportProgress): void {
    if (
      this.#lastReport?.stage === progress.stage &&
      progress.ms - this.#lastReport.ms < REPORT_INTERVAL_MS
    )
      return;
    this.#lastReport = { ms: progress.ms, stage: progress.stage };
    const share =
      progress.total === undefined || progress.total === 0
        ? 0
        : doneRecords(progress) / progress.total;
    this.#report(progressText(progress), 100 * share);
  }
}

function progressText(progress: ExportProgress): string {
  const { l10n } = vscode;
  const rate = progress.ms > 0 ? (progress.done * 1000) / progress.ms : 0;
  const records = customerCountText(doneRecords(progress));
  const stageText =
    progress.stage === 'read'
      ? l10n.t('{0}, page {1}', records, numberText(progress.pages))
      : l10n.t('Writing the file: {0}', records);
  const texts = [stageText];
  if (rate > 0) texts.push(l10n.t('{0} per second', numberText(Math.round(rate))));
  const remaining = progress.total === undefined ? 0 : progress.total - doneRecords(progress);
  if (remaining > 0 && rate > 0)
    texts.push(l10n.t('about {0} left', durationText(remaining / rate)));
  return texts.join(comma());
}

/** Returns the number of records done in this stage, including earlier runs of the export. */
function doneRecords({ stage, records, done }: ExportProgress): number {
  return stage === 'read' ? records : done;
}

export async function resumeWithProgress(
  exports: ExportJobs,
  file: string,
  change?: PlanChange,
): Promise<void> {
  const title = vscode.l10n.t('Exporting to "{0}"', file);
  showExportResult(await withExportProgress(title, (run) => exports.resume(file, run, change)));
}
