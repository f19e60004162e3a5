import * as vscode from 'vscode';
import { RUN_SCHEME } from '../../base/manifest.ts';

/** The results of runs; a window that is opened again may show them. */
export function registerLateRuns(
  changed: vscode.EventEmitter<vscode.Uri>,
  textOf: (uri: vscode.Uri) => Promise<string>,
): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(RUN_SCHEME, {
    onDidChange: changed.event,
    provideTextDocumentContent: textOf,
  });
}
