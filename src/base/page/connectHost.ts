interface VsCodeApi<Request, State> {
  postMessage(message: Request): void;
  setState(state: State): void;
  getState(): Partial<State> | undefined;
}

declare function acquireVsCodeApi<Request, State>(): VsCodeApi<Request, State>;

/** The one way between a page and the panel that it stands in. */
export interface Host<Request, State> {
  post(message: Request): void;
  /** Over a reload of the window: nothing of a customer may be in it. */
  keep(state: State): void;
  /** As it was when the page came; an earlier version may have kept something else. */
  readonly kept: Partial<State>;
}

/** Once in a page. */
export function connectHost<Request, State>(
  onMessage: (message: unknown) => void,
): Host<Request, State> {
  const api = acquireVsCodeApi<Request, State>();
  window.addEventListener('message', (event: MessageEvent<unknown>) => onMessage(event.data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- VS Code's, not a window's
    post: (message) => api.postMessage(message),
    keep: (state) => api.setState(state),
    kept: api.getState() ?? {},
  };
}
