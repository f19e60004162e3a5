import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { UserError } from '../errors.ts';
import { askSaveFile, type SaveQuestion } from './window.ts';

/** Matches a scheme of at least two letters, because a single letter is a drive of Windows. */
const URI_SCHEME = /^[a-z][a-z0-9+.-]+:/i;

/** Parses an absolute path or a URI. @throws {UserError} if the text does not name a file on this machine */
export function fileOf(text: string): string {
  if (URI_SCHEME.test(text)) return pathOf(vscode.Uri.parse(text));
  if (/^(?:\/|\\\\|[a-z]:[\\/])/i.test(text)) return vscode.Uri.file(text).fsPath;
  throw new UserError(vscode.l10n.t('"{0}" is not an absolute path. Give the full path.', text));
}

/** @throws {UserError} if the URI is not a file on this machine */
export function pathOf(uri: vscode.Uri): string {
  if (uri.scheme === 'file') return uri.fsPath;
  throw new UserError(
    vscode.l10n.t(
      '"{0}" is not a file on the machine where this extension runs. Choose a file on that machine.',
      uri.toString(true),
    ),
  );
}

/** Parses an absolute path, or a URI of any file system of VS Code. @throws {UserError} if the text is neither */
export function fileUri(text: string): vscode.Uri {
  return URI_SCHEME.test(text) ? vscode.Uri.parse(text, true) : vscode.Uri.file(fileOf(text));
}

/** Key in VS Code's global state: path of the folder of the last save. */
const LAST_FOLDER = 'botTags.lastSaveFolder';

let globalState: vscode.Memento | undefined;

export function storeSaveFolderIn(state: vscode.Memento): void {
  globalState = state;
}

interface SaveTarget extends Omit<SaveQuestion, 'folder'> {
  /** Initial folder of the dialog. Absent: the open folder, else the folder of the last save, else the home folder. */
  readonly folder?: vscode.Uri;
  /** Whether the file is written by its path. Files in a virtual workspace have no path. */
  readonly needsPath?: boolean;
}

/** @returns `undefined` after Cancel */
export async function askWhereToSave({
  needsPath = false,
  ...target
}: SaveTarget): Promise<vscode.Uri | undefined> {
  const folder = target.folder ?? (await proposedFolder(needsPath));
  const file = await askSaveFile({ ...target, folder });
  if (file !== undefined) await storeFolder(vscode.Uri.joinPath(file, '..'));
  return file;
}

async function proposedFolder(needsPath: boolean): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const openFolder = folders.find(({ uri }) => !needsPath || uri.scheme === 'file');
  if (openFolder !== undefined) return openFolder.uri;
  const lastPath = globalState?.get<unknown>(LAST_FOLDER);
  const lastFolder = typeof lastPath === 'string' ? vscode.Uri.file(lastPath) : undefined;
  if (lastFolder !== undefined && (await isFolder(lastFolder))) return lastFolder;
  return vscode.Uri.file(homedir());
}

/** The last folder may have been deleted since, or be on a drive that is no longer connected. */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
}

async function storeFolder({ scheme, fsPath }: vscode.Uri): Promise<void> {
  if (scheme === 'file') await globalState?.update(LAST_FOLDER, fsPath);
}
