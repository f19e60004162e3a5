import * as vscode from 'vscode';
import type { ExportSummary } from '../../base/exportPlan.ts';
import { isForEditor } from '../../base/ui/tooLargeText.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { customerCountText } from '../../base/ui/localeTexts.ts';
import {
  askOpenFile,
  copyText,
  sayDone,
  showError,
  showInformation,
} from '../../base/ui/window.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

/** Shows the result of an export. Does not wait for the user's answer, because the export is complete. */
export function showExportResult(summary: ExportSummary): void {
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

/**
 * Reveals a file in the file manager. In a browser or a remote window there is no file manager, so this uses the
 * Explorer view, or an open dialog at the folder.
 */
export async function revealFile(uri: vscode.Uri): Promise<void> {
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
