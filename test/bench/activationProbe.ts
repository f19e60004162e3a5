import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

/**
 * Runs in the extension host of a fresh window: activates the extensions that `input.json` names,
 * in that order, and writes VS Code's own report ("Developer: Startup Performance") to `report`.
 */
export async function run(): Promise<void> {
  const ids = JSON.parse(readFileSync(join(__dirname, 'input.json'), 'utf8')) as string[];
  for (const id of ids) {
    const extension = vscode.extensions.getExtension(id);
    if (extension === undefined) throw new Error(`${id} is not installed.`);
    await extension.activate();
  }
  writeFileSync(join(__dirname, 'report'), await report(ids));
}

async function report(ids: string[]): Promise<string> {
  await vscode.commands.executeCommand('perfview.show');
  const uri = vscode.Uri.from({ scheme: 'perf', path: 'Startup Performance' });
  const document = await vscode.workspace.openTextDocument(uri);
  // VS Code fills in the document when the window is idle.
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = (): void => {
    if (ids.every((id) => document.getText().includes(`| ${id}`))) resolve();
  };
  const changes = vscode.workspace.onDidChangeTextDocument(check);
  check();
  await promise;
  changes.dispose();
  return document.getText();
}
