import * as vscode from 'vscode';

/** Why a document is not saved. Without a name, which VS Code would put before the message. */
export class NotSaved extends Error {
  override readonly name = '';
}

/** The document as its editor has it. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find((document) => document.uri.toString() === key);
}
