interface VsCodeApi<Request, State> {
  postMessage(message: Request): void;
  setState(state: State): void;
  getState(): Partial<State> | undefined;
}

declare function acquireVsCodeApi<Request, State>(): VsCodeApi<Request, State>;

export interface Host<Request, State> {
  post(message: Request): void;
  /** Saves a state that survives a reload of the window. The state must not contain customer data. */
  saveState(state: State): void;
  /** State saved before the page was loaded. An earlier version may have saved another shape. */
  readonly savedState: Partial<State>;
}

/** Must be called only once per page, like `acquireVsCodeApi`. */
export function connectHost<Request, State>(
  onMessage: (message: unknown) => void,
): Host<Request, State> {
  const api = acquireVsCodeApi<Request, State>();
  window.addEventListener('message', (event: MessageEvent<unknown>) => onMessage(event.data));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a method of VS Code, not of a window
    post: (message) => api.postMessage(message),
    saveState: (state) => api.setState(state),
    savedState: api.getState() ?? {},
  };
}
