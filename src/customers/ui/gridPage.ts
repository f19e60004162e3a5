import * as vscode from 'vscode';
import type { GridMessage, PanelMessage } from '../gridMessages.ts';
import { setting } from '../../base/ui/settings.ts';
import { gridHtml } from './gridHtml.ts';
import { gridStrings } from './gridTexts.ts';
import type { PanelParts } from './panelParts.ts';
import { distUri, pageOptions } from '../../base/ui/webview.ts';

interface PageParts extends Pick<PanelParts, 'extensionUri' | 'validators'> {
  readonly panel: vscode.WebviewPanel;
  /** Called with each valid message. Messages that do not match the schema are dropped. */
  readonly onMessage: (message: GridMessage) => void;
  /** Called when the page stops receiving messages, which lasts until it reports again that it is ready. */
  readonly onPause: () => void;
}

/** Webview page of a panel. VS Code discards the page when its tab is in the background. */
export class GridPage {
  readonly #services: PageParts;
  readonly #disposables: readonly vscode.Disposable[];
  #isReady = false;
  #isDisposed = false;

  constructor(services: PageParts) {
    this.#services = services;
    const { panel } = services;
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

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Marks the grid as ready. Called when the grid has reported this. */
  begin(): void {
    this.#isReady = true;
  }

  /** Sends a message to the grid. A grid that is not ready misses it: a new grid receives the complete state. */
  post(message: PanelMessage): void {
    if (this.#isReady) void this.#services.panel.webview.postMessage(message);
  }

  /** Loads the page, or loads it again. */
  show(): void {
    this.pause();
    const { panel, extensionUri } = this.#services;
    panel.webview.html = gridHtml({
      ...pageOptions(panel.webview, extensionUri, 'customers'),
      indexUri: distUri(panel.webview, extensionUri, 'customerIndex.js'),
      strings: gridStrings(),
      pictures: setting('botTags.customers.showPictures'),
    });
  }

  /** Stops sending messages until `begin` is called. */
  pause(): void {
    this.#isReady = false;
    this.#services.onPause();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.pause();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #receive(raw: unknown): Promise<void> {
    const message = (await this.#services.validators()).parseGridMessage(raw);
    if (message !== undefined && !this.#isDisposed) this.#services.onMessage(message);
  }
}
