import type { PageMessage, PageState, PanelMessage } from '../surface/gridMessages.ts';

interface VsCodeApi {
  postMessage(message: PageMessage): void;
  setState(state: PageState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The one way between the page and its panel. */
export interface Panel {
  post(message: PageMessage): void;
  /** Kept over a reload of the window: nothing of a customer may be in it. */
  keep(state: PageState): void;
}

export function connectPanel(onMessage: (message: PanelMessage) => void): Panel {
  const api = acquireVsCodeApi();
  window.addEventListener('message', (event: MessageEvent<PanelMessage>) => onMessage(event.data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's, not a window's
    post: (message) => api.postMessage(message),
    keep: (state) => api.setState(state),
  };
}
