import type { GridMessage, GridState, PanelMessage } from '../surface/gridMessages.ts';

interface VsCodeApi {
  postMessage(message: GridMessage): void;
  setState(state: GridState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The one way between the grid and its panel. */
export interface Panel {
  post(message: GridMessage): void;
  /** Kept over a reload of the window: nothing of a customer may be in it. */
  keep(state: GridState): void;
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
