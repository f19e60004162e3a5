import * as vscode from 'vscode';
import { UserError } from '../errors.ts';

/** The path that an argument names. Throws `UserError` for what is no file of this machine. */
export function fileOf(text: string): string {
  const isUri = /^[a-z][a-z0-9+.-]+:\/?/i.test(text);
  if (isUri) return pathOf(vscode.Uri.parse(text));
  if (/^(?:\/|\\\\|[a-z]:[\\/])/i.test(text)) return vscode.Uri.file(text).fsPath;
  throw new UserError(vscode.l10n.t('"{0}" is not an absolute path. Give the full path.', text));
}

/** Throws `UserError` for what is no file of this machine. */
export function pathOf(uri: vscode.Uri): string {
  if (uri.scheme === 'file') return uri.fsPath;
  throw new UserError(
    vscode.l10n.t(
      '"{0}" is not a file on the machine where this extension runs. Choose a file on that machine.',
      uri.toString(true),
    ),
  );
}

/** The same as `fileOf`, of any file system that VS Code knows. */
export function fileUri(text: string): vscode.Uri {
  const isUri = /^[a-z][a-z0-9+.-]+:/i.test(text);
  return isUri ? vscode.Uri.parse(text, true) : vscode.Uri.file(fileOf(text));
}
