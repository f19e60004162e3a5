import * as vscode from 'vscode';

/** Tells VS Code what the `when` clauses of the manifest ask for. */
export function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', key, value);
}
