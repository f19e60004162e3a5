import * as vscode from 'vscode';
import { CATALOGUE_FILE } from '../../catalogue/workspaceFile.ts';
import { HAS_FILE } from '../../base/manifest.ts';
import { setContext } from '../../base/ui/window.ts';

/**
 * Tells of the workspace file of each workspace folder: that it is there, was changed, or is gone. Reads nothing
 * itself, so that a workspace without one costs a look at one file.
 */
export class FileWatch implements vscode.Disposable {
  readonly #tell: (file: vscode.Uri) => void;
  readonly #watchers = new Map<string, vscode.Disposable>();
  /** What the last look at each file found. */
  readonly #told = new Map<string, string>();
  readonly #there = new Set<string>();
  readonly #begins: NodeJS.Immediate;
  #subscriptions: readonly vscode.Disposable[] = [];

  constructor(tell: (file: vscode.Uri) => Promise<void>) {
    this.#tell = (file) => void tell(file);
    // To ask for a watcher takes milliseconds, for which no activation need wait.
    this.#begins = setImmediate(() => this.#begin());
  }

  dispose(): void {
    clearImmediate(this.#begins);
    for (const watcher of this.#watchers.values()) watcher.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #begin(): void {
    this.#subscriptions = [
      vscode.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        for (const folder of removed) this.#drop(folder);
        for (const folder of added) this.#watch(folder);
      }),
      // Some file systems tell of no changes; what an editor saves is seen all the same.
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        const folders = vscode.workspace.workspaceFolders ?? [];
        if (folders.some((one) => fileIn(one).toString() === uri.toString())) this.#tell(uri);
      }),
      vscode.workspace.onDidGrantWorkspaceTrust(() => {
        this.#told.clear();
        this.#lookAtAll();
      }),
      // A watcher takes a moment to be ready, and not every file system has one.
      vscode.window.onDidChangeWindowState(({ focused }) => {
        if (focused) this.#lookAtAll();
      }),
    ];
    for (const folder of vscode.workspace.workspaceFolders ?? []) this.#watch(folder);
  }

  #watch(folder: vscode.WorkspaceFolder): void {
    const pattern = new vscode.RelativePattern(folder, CATALOGUE_FILE);
    const watcher = vscode.workspace.createFileSystemWatcher(pattern);
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete]) {
      event((file) => {
        // A file that is replaced may be reported as deleted.
        void stateOf(file).then((state) => this.#note(file, state !== undefined));
        this.#tell(file);
      });
    }
    this.#watchers.set(folder.uri.toString(), watcher);
    void this.#look(fileIn(folder));
  }

  #lookAtAll(): void {
    for (const folder of vscode.workspace.workspaceFolders ?? []) void this.#look(fileIn(folder));
  }

  /** Tells of a file that is another one than at the last look. */
  async #look(file: vscode.Uri): Promise<void> {
    const state = await stateOf(file);
    this.#note(file, state !== undefined);
    if (state === undefined || state === this.#told.get(file.toString())) return;
    this.#told.set(file.toString(), state);
    this.#tell(file);
  }

  #drop(folder: vscode.WorkspaceFolder): void {
    const key = folder.uri.toString();
    this.#watchers.get(key)?.dispose();
    this.#watchers.delete(key);
    this.#told.delete(fileIn(folder).toString());
    this.#note(fileIn(folder), false);
  }

  /** The view offers to load a file only where there is one. */
  #note(file: vscode.Uri, isThere: boolean): void {
    const key = file.toString();
    if (isThere === this.#there.has(key)) return;
    if (isThere) this.#there.add(key);
    else this.#there.delete(key);
    setContext(HAS_FILE, this.#there.size > 0);
  }
}

export function fileIn(folder: vscode.WorkspaceFolder): vscode.Uri {
  return vscode.Uri.joinPath(folder.uri, CATALOGUE_FILE);
}

/** Changes with the file; `undefined`: there is none. */
async function stateOf(file: vscode.Uri): Promise<string | undefined> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(file);
    return `${mtime} ${size}`;
  } catch {
    return undefined;
  }
}
