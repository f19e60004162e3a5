import * as vscode from 'vscode';
import { UserError } from '../errors.ts';

/**
 * Returns the path of an argument: an absolute path or a URI.
 * @throws {UserError} if the argument does not name a file on this machine
 */
export function fileOf(text: string): string {
  // A scheme has at least two letters here, because a single letter is a drive of Windows.
  const isUri = /^[a-z][a-z0-9+.-]+:\/?/i.test(text);
  if (isUri) return pathOf(vscode.Uri.parse(text));
  if (/^(?:\/|\\\\|[a-z]:[\\/])/i.test(text)) return vscode.Uri.file(text).fsPath;
  throw new UserError(vscode.l10n.t('"{0}" is not an absolute path. Give the full path.', text));
}

/**
 * Returns the path of a URI.
 * @throws {UserError} if the URI is not a file on this machine
 */
export function pathOf(uri: vscode.Uri): string {
  if (uri.scheme === 'file') return uri.fsPath;
  throw new UserError(
    vscode.l10n.t(
      '"{0}" is not a file on the machine where this extension runs. Choose a file on that machine.',
      uri.toString(true),
    ),
  );
}

/** Returns a URI like `fileOf`, but for any file system of VS Code. */
export function fileUri(text: string): vscode.Uri {
  const isUri = /^[a-z][a-z0-9+.-]+:/i.test(text);
  return isUri ? vscode.Uri.parse(text, true) : vscode.Uri.file(fileOf(text));
}
