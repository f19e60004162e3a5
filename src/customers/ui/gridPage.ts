import * as vscode from 'vscode';
import type { GridMessage, PanelMessage } from '../gridMessages.ts';
import { setting } from '../../base/ui/settings.ts';
import { gridHtml } from './gridHtml.ts';
import { gridStrings } from './gridTexts.ts';
import type { PanelParts } from './panelParts.ts';

interface PageParts extends Pick<PanelParts, 'extensionUri' | 'validators'> {
  readonly panel: vscode.WebviewPanel;
  /** Parsed; what is no message of the grid is dropped. */
  readonly onMessage: (message: GridMessage) => void;
  /** From here on nobody hears what the grid is told, until it says that it is ready. */
  readonly onPause: () => void;
}

/** The page of a panel, which VS Code throws away with a tab in the background. */
export class GridPage {
  readonly #parts: PageParts;
  readonly #disposables: readonly vscode.Disposable[];
  #isReady = false;
  #isOver = false;

  constructor(parts: PageParts) {
    this.#parts = parts;
    const { panel } = parts;
    this.#disposables = [
      panel.webview.onDidReceiveMessage((message) => this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.pause();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('botTags.customers.showPictures')) this.show();
      }),
    ];
  }

  /** Whether the grid hears what it is told. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** The grid has said that it hears. */
  begin(): void {
    this.#isReady = true;
  }

  post(message: PanelMessage): void {
    if (this.#isReady) void this.#parts.panel.webview.postMessage(message);
  }

  /** Starts the grid anew. */
  show(): void {
    this.pause();
    const { panel, extensionUri } = this.#parts;
    panel.webview.html = pageHtml(panel.webview, extensionUri);
  }

  pause(): void {
    this.#isReady = false;
    this.#parts.onPause();
  }

  dispose(): void {
    this.#isOver = true;
    this.pause();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #receive(raw: unknown): Promise<void> {
    const message = (await this.#parts.validators()).parseGridMessage(raw);
    if (message !== undefined && !this.#isOver) this.#parts.onMessage(message);
  }
}

/** Never twice the same, so that setting it always starts the grid anew. */
function pageHtml(webview: vscode.Webview, extensionUri: vscode.Uri): string {
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
