import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { Bot } from '../../../../src/base/model.ts';
import { withVscode } from '../../vscodeTexts.ts';

/** Fake of VS Code that passes created panels to `globalThis.fakePanel`. */
const VSCODE = `
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

const { CustomerPanels } = await withVscode(
  VSCODE,
  '?customerPanels',
  () => import('../../../../src/customers/ui/customerPanels.ts'),
);

const BOT: Bot = {
  key: 'shop',
  baseUrl: 'https://service.example',
  botId: 'shop',
  label: 'Shop',
  kind: 'service',
  environment: '',
  isReadOnly: false,
  origin: 'added',
  isConfirmed: true,
  created: 0,
};

type Panels = InstanceType<typeof CustomerPanels>;

/** Creates panels with services that never answer. */
function createPanels(validators: () => Promise<unknown> = () => new Promise(() => undefined)) {
  const errors: unknown[] = [];
  const noEvent = () => ({ dispose: () => undefined });
  const catalogue = { isReadOnly: () => false, items: () => [], onDidChange: noEvent };
  const services = {
    extensionUri: { path: '/extension' },
    serviceOf: () => new Promise(() => undefined),
    validators,
    tags: { onDidTag: noEvent },
    views: { load: async () => null },
    segments: { onDidChange: noEvent, segmentsOf: () => [] },
    onError: async (error: unknown) => void errors.push(error),
  };
  const panels = new CustomerPanels(
    Object.assign(async () => catalogue, { current: catalogue }) as never,
    services as never,
    new Map(),
  );
  return { panels: panels as Panels, errors };
}

describe('CustomerPanels', () => {
  let created: {
    readonly iconPath?: vscode.Uri;
    readonly isDisposed: boolean;
    readonly send: ((message: unknown) => void) | undefined;
  }[];

  beforeEach(() => {
    created = [];
    const fakePanel = () => {
      const onDispose: (() => void)[] = [];
      const panel = {
        isDisposed: false,
        send: undefined as ((message: unknown) => void) | undefined,
        visible: true,
        reveal: () => undefined,
        onDidChangeViewState: () => ({ dispose: () => undefined }),
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
            return { dispose: () => undefined };
          },
        },
      };
      created.push(panel);
      return panel;
    };
    Object.assign(globalThis, { fakePanel });
  });

  after(() => {
    Reflect.deleteProperty(globalThis, 'fakePanel');
  });

  it('show the environment of the bot in the icon of the tab as soon as it opens', async () => {
    const { panels } = createPanels();
    await panels.open({ ...BOT, environment: 'production' }, {});
    assert.match(String(created[0]?.iconPath), /tab-production\.svg$/);
  });

  it('show the icon of the product if the bot has no environment, also after a change', async () => {
    const { panels } = createPanels();
    await panels.open(BOT, {});
    assert.match(String(created[0]?.iconPath), /media\/icon\.png$/);
    panels.update({ ...BOT, environment: 'staging' });
    assert.match(String(created[0]?.iconPath), /tab-staging\.svg$/);
    panels.update(BOT);
    assert.match(String(created[0]?.iconPath), /media\/icon\.png$/);
  });

  it('open one panel for two commands at the same time', async () => {
    const { panels } = createPanels();
    await Promise.all([panels.open(BOT, {}), panels.open(BOT, {})]);
    assert.deepEqual(
      created.map(({ isDisposed }) => isDisposed),
      [false],
    );
  });

  it('report that the code for messages of the page cannot be loaded', async () => {
    const { panels, errors } = createPanels(() => Promise.reject(new Error('no bundle')));
    await panels.open(BOT, {});
    created[0]?.send?.({ type: 'ready' });
    await new Promise(setImmediate);
    assert.deepEqual(errors.map(String), ['Error: no bundle']);
  });
});
