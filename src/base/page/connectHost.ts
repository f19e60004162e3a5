import * as l10n from '@vscode/l10n';

/** Reads the translations from `data-texts`. Must be called before any part of the page is created. */
export function configureTexts(page: HTMLElement): void {
  l10n.config({ contents: page.dataset['texts'] ?? '{}' });
}

interface VsCodeApi<Request, State> {
  postMessage(message: Request): void;
  setState(state: State): void;
  getState(): Partial<State> | undefined;
}

declare function acquireVsCodeApi<Request, State>(): VsCodeApi<Request, State>;

/** Connection of a page to its panel in the extension host. */
export class Host<Request, State> {
  readonly #api = acquireVsCodeApi<Request, State>();
  /** State saved before the page was loaded. An earlier version may have saved another shape. */
  readonly savedState: Partial<State> = this.#api.getState() ?? {};

  post(message: Request): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a method of VS Code, not of a window
    this.#api.postMessage(message);
  }

  /** Saves a state that survives a reload of the window. The state must not contain customer data. */
  saveState(state: State): void {
    this.#api.setState(state);
  }
}

/** Must be called only once per page, like `acquireVsCodeApi`. */
export function connectHost<Request, State>(
  onMessage: (message: unknown) => void,
): Host<Request, State> {
  const host = new Host<Request, State>();
  window.addEventListener('message', (event: MessageEvent<unknown>) => onMessage(event.data));
  return host;
}
