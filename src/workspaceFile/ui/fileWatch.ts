import * as vscode from 'vscode';
import { CATALOGUE_FILE } from '../../catalogue/workspaceFile.ts';
import { HAS_FILE } from '../../base/manifest.ts';
import { setContext } from '../../base/ui/window.ts';

/** Reports when a workspace file appears, changes or disappears. A check calls `stat`, and does not read the file. */
export class FileWatch implements vscode.Disposable {
  readonly #report: (file: vscode.Uri) => void;
  readonly #watchers = new Map<string, vscode.Disposable>();
  /** State of each file at the last check, as `stateOf` returns it. */
  readonly #lastStates = new Map<string, string>();
  /** URIs of the files that exist. */
  readonly #existing = new Set<string>();
  readonly #startTimer: NodeJS.Immediate;
  #subscriptions: readonly vscode.Disposable[] = [];

  constructor(onFile: (file: vscode.Uri) => Promise<void>) {
    this.#report = (file) => void onFile(file);
    // Creating a watcher takes several milliseconds, so it must not delay the activation.
    this.#startTimer = setImmediate(() => this.#start());
  }

  dispose(): void {
    clearImmediate(this.#startTimer);
    for (const watcher of this.#watchers.values()) watcher.dispose();
    this.#watchers.clear();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #start(): void {
    this.#subscriptions = [
      vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const folder of removed) this.#unwatch(folder);
        for (const folder of added) this.#watch(folder);
      }),
      // Some file systems report no changes. Files saved in an editor are noticed anyway.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        const folders = vscode.workspace.workspaceFolders ?? [];
        if (folders.some((folder) => fileIn(folder).toString() === uri.toString()))
          this.#report(uri);
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#lastStates.clear();
        this.#checkAll();
      }),
      // Finds changes that the watchers missed: a watcher takes a moment to become ready, and some file systems do not
      // support watchers.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#checkAll();
      }),
    ];
    for (const folder of vscode.workspace.workspaceFolders ?? []) this.#watch(folder);
  }

  #watch(folder: vscode.WorkspaceFolder): void {
    const pattern = new vscode.RelativePattern(folder, CATALOGUE_FILE);
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) {
      event((file) => {
        // A replaced file may be reported as deleted, so this checks whether the file exists.
        void stateOf(file).then((state) => this.#setExists(file, state !== undefined));
        this.#report(file);
      });
    }
    this.#watchers.set(folder.uri.toString(), watcher);
    void this.#check(folder);
  }

  #checkAll(): void {
    for (const folder of vscode.workspace.workspaceFolders ?? []) void this.#check(folder);
  }

  async #check(folder: vscode.WorkspaceFolder): Promise<void> {
    const file = fileIn(folder);
    const state = await stateOf(file);
    // The folder may have been removed from the workspace in the meantime.
    if (!this.#watchers.has(folder.uri.toString())) return;
    this.#setExists(file, state !== undefined);
    if (state === undefined || state === this.#lastStates.get(file.toString())) return;
    this.#lastStates.set(file.toString(), state);
    this.#report(file);
  }

  #unwatch(folder: vscode.WorkspaceFolder): void {
    const key = folder.uri.toString();
    this.#watchers.get(key)?.dispose();
    this.#watchers.delete(key);
    this.#lastStates.delete(fileIn(folder).toString());
    this.#setExists(fileIn(folder), false);
  }

  /** Updates the context key: the view offers to load a file only if one exists. */
  #setExists(file: vscode.Uri, exists: boolean): void {
    const key = file.toString();
    if (exists === this.#existing.has(key)) return;
    if (exists) this.#existing.add(key);
    else this.#existing.delete(key);
    setContext(HAS_FILE, this.#existing.size > 0);
  }
}

export function fileIn(folder: vscode.WorkspaceFolder): vscode.Uri {
  return vscode.Uri.joinPath(folder.uri, CATALOGUE_FILE);
}

/** Returns a text that differs after each change of the file; `undefined` if the file does not exist. */
async function stateOf(file: vscode.Uri): Promise<string | undefined> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(file);
    return `${mtime} ${size}`;
  } catch {
    return undefined;
  }
}
