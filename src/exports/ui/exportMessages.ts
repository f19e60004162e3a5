import * as vscode from 'vscode';
import type {
  AudienceSummary,
  ExportProgress,
  ExportSummary,
  LeftOut,
  PlanChange,
} from '../../base/exportPlan.ts';
import { sentences } from '../../base/text.ts';
import { comma, customerCountText, durationText, numberText } from '../../base/ui/localeTexts.ts';
import { REPORT_INTERVAL_MS, withProgress } from '../../base/ui/progress.ts';
import { isForEditor } from '../../base/ui/jsonDocuments.ts';
import {
  askOpenFile,
  copyText,
  sayDone,
  showError,
  showInformation,
} from '../../base/ui/window.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import type { ExportJobs, OnExportProgress } from './exportJobs.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

/** Does not wait for the user's answer, because the export is complete. */
function showExportResult(summary: ExportSummary): void {
  showWithButtons(summary).catch((error: unknown) => showError(describeError(error)));
}

async function showWithButtons(summary: ExportSummary): Promise<void> {
  const { l10n } = vscode;
  const { file, records, format, bytes } = summary;
  const [open, reveal, copy] = [l10n.t('Open'), l10n.t('Reveal'), l10n.t('Copy Path')];
  const message = l10n.t('{0} exported to "{1}".', customerCountText(records), file);
  const canOpen = SHOWN_FORMATS[format].isText && isForEditor(bytes);
  const choice = await showInformation(message, ...(canOpen ? [open] : []), reveal, copy);
  const uri = vscode.Uri.file(file);
  if (choice === open) await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  if (choice === reveal) await revealFile(uri);
  if (choice !== copy) return;
  await copyText(file);
  sayDone(l10n.t('Copied.'));
}

/** In a browser or a remote window, uses the Explorer view or an open dialog, because there is no file manager. */
async function revealFile(uri: vscode.Uri): Promise<void> {
  const { executeCommand } = vscode.commands;
  if (isLocal()) return executeCommand('revealFileInOS', uri);
  if (vscode.workspace.getWorkspaceFolder(uri) !== undefined) {
    return executeCommand('revealInExplorer', uri);
  }
  const picked = await askOpenFile(vscode.l10n.t('Export Folder'), undefined, uri);
  if (picked !== undefined) await executeCommand('vscode.open', picked, { preview: false });
}

function isLocal(): boolean {
  return vscode.env.remoteName === undefined && vscode.env.uiKind === vscode.UIKind.Desktop;
}

/** Does not wait for the user's answer, because the export is complete. */
export function showUserIdResult(summary: AudienceSummary): void {
  showUserIds(summary).catch((error: unknown) => showError(describeError(error)));
}

async function showUserIds(summary: AudienceSummary): Promise<void> {
  const { l10n } = vscode;
  const [firstFile] = summary.files;
  const message = summaryText(summary);
  if (firstFile === undefined) return void (await showInformation(message));
  const uri = vscode.Uri.file(firstFile);
  const [open, reveal] = [l10n.t('Open'), l10n.t('Reveal')];
  // For several files, only "Reveal" is offered: the folder is more useful than the first file.
  const canOpen = summary.files.length === 1 && isForEditor(await sizeOf(uri));
  const buttons = canOpen ? [open, reveal] : [reveal];
  const choice = await showInformation(message, ...buttons);
  if (choice === open) await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
  if (choice === reveal) await revealFile(uri);
}

/** Returns the size in bytes, or infinity if the file is missing. "Open" is not offered then. */
async function sizeOf(uri: vscode.Uri): Promise<number> {
  return vscode.workspace.fs.stat(uri).then(
    ({ size }) => size,
    () => Infinity,
  );
}

/** Returns a text such as "1,204 customers exported to 2 files. Left out: 3 without an ID." */
function summaryText({ files, users, leftOut }: AudienceSummary): string {
  const { l10n } = vscode;
  const leftOutSentence = leftOutText(leftOut);
  const doneSentence =
    files.length === 0
      ? l10n.t('No file was written, because there are no customers to export.')
      : files.length === 1
        ? l10n.t('{0} exported to "{1}".', customerCountText(users), files[0] ?? '')
        : l10n.t('{0} exported to {1} files.', customerCountText(users), numberText(files.length));
  return sentences([doneSentence, leftOutSentence ?? '']);
}

function leftOutText(leftOut: LeftOut): string | undefined {
  const { l10n } = vscode;
  const { otherPlatform, withoutId, doubles, untaggable } = leftOut;
  const counts = [
    ...(otherPlatform > 0
      ? [l10n.t('{0} on a platform that this format does not support', numberText(otherPlatform))]
      : []),
    ...(withoutId > 0 ? [l10n.t('{0} without an ID', numberText(withoutId))] : []),
    ...(doubles > 0 ? [l10n.t('{0} listed more than once', numberText(doubles))] : []),
    ...(untaggable > 0 ? [l10n.t('{0} that cannot be tagged', numberText(untaggable))] : []),
  ];
  return counts.length === 0 ? undefined : l10n.t('Left out: {0}.', counts.join(comma()));
}

/** Runs an export to this file: shows its progress, and then its result. */
export async function exportWithProgress(
  file: string,
  work: (controller: AbortController, onProgress: OnExportProgress) => Promise<ExportSummary>,
): Promise<void> {
  const title = vscode.l10n.t('Exporting to "{0}"', file);
  const options = { title, location: 'notification' } as const;
  const summary = await withProgress(options, ({ controller, report }) => {
    let shown: ExportProgress | undefined;
    const onProgress = (progress: ExportProgress): void => {
      if (shown?.stage === progress.stage && progress.ms - shown.ms < REPORT_INTERVAL_MS) return;
      shown = progress;
      const { total = 0 } = progress;
      report(progressText(progress), total === 0 ? 0 : (100 * doneRecords(progress)) / total);
    };
    return work(controller, onProgress);
  });
  showExportResult(summary);
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

/** Returns the number of records done in this stage, including those that earlier runs of the export have read. */
function doneRecords({ stage, records, done }: ExportProgress): number {
  return stage === 'read' ? records : done;
}

export function resumeWithProgress(
  exports: ExportJobs,
  file: string,
  change?: PlanChange,
): Promise<void> {
  return exportWithProgress(file, (controller, onProgress) =>
    exports.resume(file, change, controller, onProgress),
  );
}
