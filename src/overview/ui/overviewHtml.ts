import * as vscode from 'vscode';
import { overviewPage } from './overviewPage.ts';
import { overviewStrings } from './overviewTexts.ts';

/** The page for a webview; never twice the same, so that setting it always starts the page anew. */
export function overviewHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const uri = (...path: string[]): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  return overviewPage({
    cspSource: webview.cspSource,
    scriptUri: uri('dist', 'overview.js'),
    styleUris: [uri('dist', 'codicon.css'), uri('dist', 'overview.css')],
    nonce: crypto.randomUUID(),
    language: vscode.env.language,
    strings: overviewStrings(),
  });
}
