import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { askSaveFile, type SaveQuestion } from './window.ts';

/** Key in VS Code's global state: the path of the folder that was last saved to. */
const LAST_FOLDER = 'botTags.lastSaveFolder';

/** The part of VS Code's global state that keeps the folder. */
interface FolderState {
  get(key: string): unknown;
  update(key: string, value: string): Thenable<void>;
}

let globalState: FolderState | undefined;

/** Sets where the folder of a save is kept. */
export function keepSaveFolder(state: FolderState): void {
  globalState = state;
}

interface SaveTarget extends Omit<SaveQuestion, 'folder'> {
  /** Absent: the open folder, else the one that was last saved to, else the home folder. */
  readonly folder?: vscode.Uri;
  /** Whether the file is written by its path, which nothing in a virtual workspace has. */
  readonly needsPath?: boolean;
}

/** Asks for a file to save to, and proposes its name and folder. @returns `undefined` after Cancel */
export async function askWhereToSave({
  needsPath = false,
  ...target
}: SaveTarget): Promise<vscode.Uri | undefined> {
  const folder = target.folder ?? (await proposedFolder(needsPath));
  const file = await askSaveFile({ ...target, folder });
  if (file !== undefined) await keep(vscode.Uri.joinPath(file, '..'));
  return file;
}

async function proposedFolder(needsPath: boolean): Promise<vscode.Uri> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const open = folders.find(({ uri }) => !needsPath || uri.scheme === 'file');
  if (open !== undefined) return open.uri;
  const last = globalState?.get(LAST_FOLDER);
  const folder = typeof last === 'string' ? vscode.Uri.file(last) : undefined;
  if (folder !== undefined && (await isFolder(folder))) return folder;
  return vscode.Uri.file(homedir());
}

/** VS Code shares the state between machines: another one may lack the folder. */
async function isFolder(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    ({ type }) => (type & vscode.FileType.Directory) !== 0,
    () => false,
  );
}

async function keep({ scheme, fsPath }: vscode.Uri): Promise<void> {
  if (scheme === 'file') await globalState?.update(LAST_FOLDER, fsPath);
}
