import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CATALOGUE_FILE } from '../../src/catalogue/workspaceFile.ts';
import { allNodes, closeEditors, product, run, until } from './product.ts';

export interface WorkspaceFileFixture {
  readonly uri: vscode.Uri;
  write(text: string): Thenable<void>;
  read(): Promise<string>;
  /** Opens an editor with the current content of the file. VS Code may still have the text of an earlier test. */
  open(): Promise<vscode.TextEditor>;
  /** Returns the problems of this extension, each with its line (from 0) and its code. */
  problems(): string[];
}

/**
 * Returns the workspace file of the window's folder. The file, its bots and its editors are removed after each test.
 */
export function useWorkspaceFile(): WorkspaceFileFixture {
  let uri: vscode.Uri;

  before(async () => {
    await product();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    uri = vscode.Uri.joinPath(folder.uri, CATALOGUE_FILE);
  });

  afterEach(async () => {
    await closeEditors();
    await run('botTags.unloadCatalogueFile', {});
    for (const { bot, isBot } of await allNodes()) {
      if (isBot) await run('botTags.removeBot', { bot, confirmed: true });
    }
    await vscode.workspace.fs.delete(uri).then(undefined, () => undefined);
  });

  const read = async (): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));

  return {
    get uri() {
      return uri;
    },
    write: (text) => vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text)),
    read,
    open: async () => {
      const text = await read();
      const editor = await vscode.window.showTextDocument(uri);
      // VS Code may have read the file while it was written, and would then report a later save as a conflict.
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await until(
        'the editor has the text of the file',
        () => editor.document.getText() === text && !editor.document.isDirty,
      );
      return editor;
    },
    problems: () =>
      vscode.languages
        .getDiagnostics(uri)
        .filter(({ source }) => source === 'Bot Tags')
        .map(
          ({ range, message, code }) => `${range.start.line}: ${JSON.stringify(code)}: ${message}`,
        )
        .sort(),
  };
}
