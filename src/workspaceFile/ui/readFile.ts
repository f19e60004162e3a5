import * as vscode from 'vscode';
import { MAX_FILE_SIZE } from '../../catalogue/workspaceFile.ts';
import { UserError } from '../../base/errors.ts';

/** File that exists, with its text unless it is too large. */
export interface FoundFile {
  readonly text: string;
  /** Whether the file is larger than `MAX_FILE_SIZE`. If so, it was not read, and `text` is empty. */
  readonly isTooLarge: boolean;
}

/**
 * Returns `undefined` if the file does not exist.
 * @param version `as saved`: the text of the file, without a byte order mark; `as edited`: the text to change, which is
 *   that of the editor if the editor has unsaved changes, or else that of the file with its byte order mark
 */
export async function readFile(
  file: vscode.Uri,
  version: 'as saved' | 'as edited' = 'as saved',
): Promise<FoundFile | undefined> {
  const openDocument = version === 'as edited' ? dirtyDocument(file) : undefined;
  if (openDocument !== undefined) return { text: openDocument.getText(), isTooLarge: false };
  return unlessMissing(async () => {
    const { size } = await vscode.workspace.fs.stat(file);
    if (size > MAX_FILE_SIZE) return { text: '', isTooLarge: true };
    // The option `ignoreBOM` keeps the byte order mark in the text.
    const decoder = new TextDecoder('utf-8', { ignoreBOM: version === 'as edited' });
    const text = decoder.decode(await vscode.workspace.fs.readFile(file));
    return { text, isTooLarge: false };
  });
}

/** Returns whether a file or folder exists. */
export async function fileExists(file: vscode.Uri): Promise<boolean> {
  const stats = await unlessMissing(() => Promise.resolve(vscode.workspace.fs.stat(file)));
  return stats !== undefined;
}

async function unlessMissing<T>(access: () => Promise<T>): Promise<T | undefined> {
  try {
    return await access();
  } catch (error) {
    if (error instanceof vscode.FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

/**
 * Writes a file. If its editor has unsaved changes, which `text` must contain, replaces and saves the editor's text.
 * @throws {UserError} if the editor cannot be saved
 */
export async function replaceText(file: vscode.Uri, text: string): Promise<void> {
  const openDocument = dirtyDocument(file);
  if (openDocument === undefined) {
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    return;
  }
  const edit = new vscode.WorkspaceEdit();
  const wholeText = new vscode.Range(
    openDocument.positionAt(0),
    openDocument.positionAt(openDocument.getText().length),
  );
  if (openDocument.getText() !== text) edit.replace(file, wholeText, text);
  if ((await vscode.workspace.applyEdit(edit)) && (await openDocument.save())) return;
  throw new UserError(
    vscode.l10n.t(
      '{0} has unsaved changes and could not be saved, so the file on disk is unchanged. Save the file in its editor, then try again.',
      file.fsPath,
    ),
  );
}

function dirtyDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  const isUnsavedFile = ({ uri, isDirty }: vscode.TextDocument): boolean =>
    isDirty && uri.toString() === file.toString();
  return vscode.workspace.textDocuments.find(isUnsavedFile);
}
