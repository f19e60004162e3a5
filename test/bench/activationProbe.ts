import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';

/**
 * Runs in the extension host of a fresh window: activates the extensions that `order.json` names, in that
 * order, and writes down VS Code's own report of them ("Developer: Startup Performance").
 */
export async function run(): Promise<void> {
  const order = JSON.parse(readFileSync(join(__dirname, 'order.json'), 'utf8')) as string[];
  const t: any = {};
  for (const id of order) {
    const extension = vscode.extensions.getExtension(id);
    if (extension === undefined) throw new Error(`${id} is not installed.`);
    if (extension.isActive) console.log('ACTIVE ' + id);
    const s = performance.now();
    await extension.activate();
    t[id] = performance.now() - s;
  }
  writeFileSync(join(__dirname, 't.json'), JSON.stringify(t));
  writeFileSync(join(__dirname, 'report.md'), await report(order));
}

async function report(ids: string[]): Promise<string> {
  await vscode.commands.executeCommand('perfview.show');
  const uri = vscode.Uri.from({ scheme: 'perf', path: 'Startup Performance' });
  const document = await vscode.workspace.openTextDocument(uri);
  const isComplete = (): boolean => ids.every((id) => document.getText().includes(`| ${id}`));
  const { promise, resolve } = Promise.withResolvers<void>();
  const check = (): void => {
    if (isComplete()) resolve();
  };
  const changes = vscode.workspace.onDidChangeTextDocument(check);
  check();
  await promise;
  changes.dispose();
  return document.getText();
}
