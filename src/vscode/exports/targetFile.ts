import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import type { ExportFormat } from '../../core/exports/exportPlan.ts';
import { askSaveFile } from '../kit/window.ts';
import { SHOWN_FORMATS } from './shownFormats.ts';

/** The path that an argument names. Throws `UserError` for what is no file of this machine. */
export function fileOf(text: string): string {
  const isUri = /^[a-z][a-z0-9+.-]+:\/?/i.test(text);
  if (isUri) return pathOf(vscode.Uri.parse(text));
  if (/^(?:\/|\\\\|[a-z]:[\\/])/i.test(text)) return vscode.Uri.file(text).fsPath;
  throw new UserError(vscode.l10n.t('"{0}" is not an absolute path.', text));
}

/** The file that the person chooses, if any; VS Code asks before one is replaced. */
export async function askTarget(name: string, format: ExportFormat): Promise<string | undefined> {
  const { name: formatName, extension } = SHOWN_FORMATS[format];
  const folder = vscode.workspace.workspaceFolders?.find(({ uri }) => uri.scheme === 'file')?.uri;
  const uri = await askSaveFile({
    title: vscode.l10n.t('Export Customers'),
    saveLabel: vscode.l10n.t('Export'),
    filters: { [formatName]: [extension] },
    ...{ folder, name, extension },
  });
  return uri && pathOf(uri);
}

export function pathOf(uri: vscode.Uri): string {
  if (uri.scheme === 'file') return uri.fsPath;
  throw new UserError(
    vscode.l10n.t(
      'Exports are written to files on the machine where this extension runs, and "{0}" is not one. Choose a folder there.',
      uri.toString(true),
    ),
  );
}
