import * as vscode from 'vscode';
import { DATABASE_FILE, SUMMARY } from '../base/manifest.ts';

type Context = Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState' | 'globalStorageUri'>;

/** What VS Code keeps for the extension beside tokens and the database. */
export class KeptData {
  readonly #context: Context;

  constructor(context: Context) {
    this.#context = context;
  }

  /**
   * Clears all but the summary, which says at this point that there is nothing: without it, a new window would take the
   * emptied database for that of an earlier version.
   * @returns files that could not be deleted
   */
  async clear(): Promise<readonly string[]> {
    const { globalState, workspaceState } = this.#context;
    for (const state of [globalState, workspaceState]) {
      for (const key of state.keys()) if (key !== SUMMARY) await state.update(key, undefined);
    }
    return this.#deleteFiles();
  }

  /** Such as a damaged list that was put aside. All windows have the database itself open: it is emptied. */
  async #deleteFiles(): Promise<readonly string[]> {
    const folder = this.#context.globalStorageUri;
    const found = await vscode.workspace.fs.readDirectory(folder).then(
      (entries) => entries.map(([name]) => name),
      () => [],
    );
    const database = ['', '-wal', '-shm'].map((part) => DATABASE_FILE + part);
    const left: string[] = [];
    for (const name of found.filter((one) => !database.includes(one))) {
      const file = vscode.Uri.joinPath(folder, name);
      try {
        await vscode.workspace.fs.delete(file, { recursive: true });
      } catch {
        left.push(file.fsPath);
      }
    }
    return left;
  }
}
