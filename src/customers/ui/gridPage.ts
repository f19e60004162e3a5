import * as vscode from 'vscode';
import type { GridMessage, PanelMessage } from '../gridMessages.ts';
import { setting } from '../../base/ui/settings.ts';
import { gridHtml } from './gridHtml.ts';
import type { PanelParts } from './panelParts.ts';
import { distUri, pageOptions } from '../../base/ui/webview.ts';

type Services = Pick<PanelParts, 'extensionUri' | 'validators'>;

interface PageListener {
  /** Called for each valid message. Messages that do not match the schema are dropped. */
  onMessage(message: GridMessage): Promise<void>;
  /** Called when the page stops receiving messages, which lasts until it reports again that it is ready. */
  onPause(): void;
  /** Called to run a step whose error is shown to the user. */
  reportErrors(step: () => Promise<void>): Promise<void>;
}

/** Webview page of a panel. VS Code discards the page when its tab is in the background. */
export class GridPage {
  readonly #panel: vscode.WebviewPanel;
  readonly #services: Services;
  readonly #disposables: readonly vscode.Disposable[];
  readonly #listener: PageListener;
  #isReady = false;
  #isDisposed = false;

  constructor(panel: vscode.WebviewPanel, services: Services, listener: PageListener) {
    this.#panel = panel;
    this.#services = services;
    this.#listener = listener;
    this.#disposables = [
      panel.webview.onDidReceiveMessage(
        (message) => void listener.reportErrors(() => this.#receive(message)),
      ),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#pause();
      }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration('botTags.customers.showPictures')) this.show();
      }),
    ];
  }

  /** Whether the grid has reported that it is ready, and still receives messages. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** Sends a message to the grid, if it is ready. When a grid becomes ready, the panel sends it the complete state. */
  post(message: PanelMessage): void {
    if (this.#isReady) void this.#panel.webview.postMessage(message);
  }

  /** Loads the page, or loads it again. */
  show(): void {
    this.#pause();
    const { webview } = this.#panel;
    const { extensionUri } = this.#services;
    webview.html = gridHtml({
      ...pageOptions(webview, extensionUri, 'customers'),
      indexUri: distUri(webview, extensionUri, 'customerIndex.js'),
      title: vscode.l10n.t('Customers'),
      pictures: setting('botTags.customers.showPictures'),
    });
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#pause();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #receive(raw: unknown): Promise<void> {
    const message = (await this.#services.validators()).parseGridMessage(raw);
    if (message === undefined || this.#isDisposed) return;
    if (message.type === 'ready') this.#isReady = true;
    await this.#listener.onMessage(message);
  }

  #pause(): void {
    this.#isReady = false;
    this.#listener.onPause();
  }
}
