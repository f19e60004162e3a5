import * as vscode from 'vscode';
import { setting } from '../../kit/settings.ts';
import { gridHtml } from './gridHtml.ts';
import { gridStrings } from './gridTexts.ts';

/** The grid for a webview; never twice the same, so that setting it always starts the grid anew. */
export function customersHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
  const uri = (...path: string[]): string =>
    webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, ...path)).toString();
  return gridHtml({
    cspSource: webview.cspSource,
    scriptUri: uri('dist', 'customers.js'),
    indexUri: uri('dist', 'customerIndex.js'),
    styleUris: [uri('dist', 'codicon.css'), uri('dist', 'customers.css')],
    nonce: crypto.randomUUID(),
    language: vscode.env.language,
    strings: gridStrings(),
    pictures: setting('botTags.customers.showPictures'),
  });
}
