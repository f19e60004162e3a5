import type * as vscode from 'vscode';

/** Fake of VS Code that creates the panels of `recordPanels`. */
export const VSCODE_PANELS = `
const event = () => ({ dispose: () => undefined });
export const l10n = { t: (text) => text };
export const env = { language: 'en' };
export class Uri {
  constructor(path) { this.path = path; }
  static joinPath({ path }, ...names) { return new Uri([path, ...names].join('/')); }
  toString() { return this.path; }
}
export const ViewColumn = { Active: -1 };
export const workspace = {
  onDidChangeConfiguration: event,
  getConfiguration: () => ({ get: () => undefined, inspect: () => undefined }),
};
export const window = { createWebviewPanel: () => globalThis.fakePanel() };
`;

interface FakePanel {
  readonly iconPath?: vscode.Uri;
  readonly isDisposed: boolean;
  /** Sends a message of the page. `undefined` before the panel listens. */
  readonly send: ((message: unknown) => void) | undefined;
}

/** Records the panels that each test creates. Must be called in `describe`. */
export function recordPanels(): readonly FakePanel[] {
  const created: FakePanel[] = [];
  const noEvent = () => ({ dispose: () => undefined });
  const fakePanel = () => {
    const onDispose: (() => void)[] = [];
    const panel = {
      isDisposed: false,
      send: undefined as FakePanel['send'],
      visible: true,
      reveal: () => undefined,
      onDidChangeViewState: noEvent,
      onDidDispose: (listener: () => void) => void onDispose.push(listener),
      dispose: () => {
        panel.isDisposed = true;
        for (const listener of onDispose) listener();
      },
      webview: {
        cspSource: '',
        asWebviewUri: (uri: vscode.Uri) => uri,
        onDidReceiveMessage: (listener: (message: unknown) => void) => {
          panel.send = listener;
          return noEvent();
        },
      },
    };
    created.push(panel);
    return panel;
  };
  beforeEach(() => {
    created.length = 0;
    Object.assign(globalThis, { fakePanel });
  });
  after(() => {
    Reflect.deleteProperty(globalThis, 'fakePanel');
  });
  return created;
}
