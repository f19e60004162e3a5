import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import type { WebviewOptions } from './webviewHtml.ts';

export function pagePanelOptions(extensionUri: vscode.Uri): vscode.WebviewOptions {
  const folders = ['dist', 'media'].map((folder) => vscode.Uri.joinPath(extensionUri, folder));
  return { enableScripts: true, localResourceRoots: folders };
}

export function distUri(webview: vscode.Webview, extensionUri: vscode.Uri, file: string): string {
  return webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', file)).toString();
}

/** Returns the options of a page. Their nonce is new each time, so that setting the HTML always reloads the page. */
export function pageOptions(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  name: 'customers' | 'overview',
): WebviewOptions {
  const uri = (file: string): string => distUri(webview, extensionUri, file);
  return {
    cspSource: webview.cspSource,
    scriptUri: uri(`${name}.js`),
    styleUris: [uri('codicon.css'), uri(`${name}.css`)],
    nonce: crypto.randomUUID(),
    language: vscode.env.language,
    texts: pageTexts(vscode.Uri.joinPath(extensionUri, 'dist', `${name}.texts.json`)),
  };
}

/** @param textsFile JSON list of the English texts of the page, which the build writes */
function pageTexts(textsFile: vscode.Uri): WebviewOptions['texts'] {
  const { bundle } = vscode.l10n;
  if (bundle === undefined) return {};
  const texts: readonly string[] = JSON.parse(readFileSync(textsFile.fsPath, 'utf8'));
  return Object.fromEntries(
    texts.flatMap((key) => {
      const translation = bundle[key];
      return typeof translation === 'string' ? [[key, translation]] : [];
    }),
  );
}
