import * as vscode from 'vscode';
import { plain } from './sinks.ts';

/** A diagnostic whose message is plain. */
export function diagnosticAt(
  range: vscode.Range,
  message: string,
  severity: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  return new vscode.Diagnostic(range, diagnosticText(message), severity);
}

/** The message that a diagnostic has when it was made of this text. */
export function diagnosticText(message: string): string {
  return plain('diagnostic', message);
}

export function quickFix(title: string): vscode.CodeAction {
  return new vscode.CodeAction(plain('codeAction', title), vscode.CodeActionKind.QuickFix);
}

/** Words above a line; nothing happens on a click. */
export function lensAt(range: vscode.Range, title: string): vscode.CodeLens {
  return new vscode.CodeLens(range, { title: plain('codeLens', title), command: '' });
}
