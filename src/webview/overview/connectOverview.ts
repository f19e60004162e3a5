import type { OverviewSource } from '../../surface/overviewCharts.ts';
import type { OverviewMessage, OverviewRequest } from '../../surface/overviewMessages.ts';

/** What is kept while the tab is hidden, and over a reload of the window. Nothing of a customer is in it. */
export interface KeptView {
  readonly bot: string;
  readonly source: OverviewSource | null;
  /** Tags on fewer customers are told. */
  readonly fewer: number;
  readonly sort: string;
}

interface VsCodeApi {
  postMessage(message: OverviewRequest): void;
  setState(state: KeptView): void;
  getState(): Partial<KeptView> | undefined;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The one way between the page and its panel. */
export interface Host {
  post(message: OverviewRequest): void;
  keep(state: KeptView): void;
  readonly kept: Partial<KeptView>;
}

export function connectOverview(onMessage: (message: OverviewMessage) => void): Host {
  const api = acquireVsCodeApi();
  window.addEventListener('message', (event: MessageEvent<OverviewMessage>) =>
    onMessage(event.data),
  );
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's, not a window's
    post: (message) => api.postMessage(message),
    keep: (state) => api.setState(state),
    kept: api.getState() ?? {},
  };
}
