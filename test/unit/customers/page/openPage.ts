import assert from 'node:assert/strict';
import type { Browser, Page } from 'playwright-core';
import {
  type GridMessage,
  type PanelMessage,
  parseGridMessage,
} from '../../../../src/customers/gridMessages.ts';
import { gridHtml } from '../../../../src/customers/ui/gridHtml.ts';
import { openServedPage, servePageFiles } from './servedPage.ts';

/** Types of messages that the page posts by itself, some time after a change. */
type Background = 'scope' | 'view' | 'gridPosition';

/** The Customers page outside of VS Code. Its messages are recorded, and tests post the messages of the panel. */
export interface OpenPage {
  readonly page: Page;
  /** Errors that the browser reported: policy violations and exceptions. */
  readonly pageErrors: readonly string[];
  /** Reloads the page without any earlier state. */
  readonly renew: () => Promise<void>;
  /** Returns the messages that user actions caused since the last call. */
  posted(): Promise<GridMessage[]>;
  /** Returns the last message of this type, which the page sends some time after a change. */
  lastOf<T extends Background>(type: T): Promise<Extract<GridMessage, { type: T }> | undefined>;
  /** Returns the state that the page has stored on disk. */
  state(): Promise<unknown>;
  readonly tell: (...messages: readonly PanelMessage[]) => Promise<void>;
}

let served: Promise<string> | undefined;

/** Returns the URL of the page, which all files of this process share. */
export function servePage(): Promise<string> {
  return (served ??= servePageFiles({
    bundles: {
      'customers.css': 'media/customers.css',
      'customers.js': 'src/customers/page/main.ts',
      'customerIndex.js': 'src/customers/page/indexWorker.ts',
    },
    html,
  }));
}

export async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const { page, pageErrors, renew } = await openServedPage(browser, url, {
    size: { width: 1200, height: 600 },
    script: `
    globalThis.posted = [];
    globalThis.background = {};
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (message) => {
        if (['scope', 'view', 'gridPosition'].includes(message.type)) globalThis.background[message.type] = message;
        else globalThis.posted.push(message);
      },
      setState: (state) => { globalThis.kept = state; },
      getState: () => undefined,
    });
  `,
  });
  return {
    page,
    pageErrors,
    renew,
    posted: async () => {
      const posted: unknown[] = await page.evaluate('globalThis.posted.splice(0)');
      return posted.map(parsed);
    },
    lastOf: async (type) => {
      const message: unknown = await page.evaluate(`globalThis.background.${type}`);
      return message === undefined ? undefined : (parsed(message) as never);
    },
    state: () => page.evaluate('globalThis.kept'),
    tell: async (...messages) => {
      for (const message of messages) {
        await page.evaluate(`globalThis.dispatchEvent(
          new MessageEvent('message', { data: ${scriptOf(message)} }))`);
      }
    },
  };
}

function parsed(message: unknown): GridMessage {
  const request = parseGridMessage(message);
  assert.ok(request, `the panel would drop ${JSON.stringify(message)}`);
  return request;
}

/** Returns the message as an expression: JSON, except for byte arrays. */
function scriptOf(value: unknown): string {
  if (value instanceof Uint8Array) return `Uint8Array.from([${value.join()}])`;
  if (value instanceof Uint32Array) return `Uint32Array.from([${value.join()}])`;
  if (Array.isArray(value)) return `[${value.map(scriptOf).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, field]) => `${JSON.stringify(key)}:${scriptOf(field)}`,
  );
  return `{${fields.join()}}`;
}

function html(url: string): string {
  return gridHtml({
    cspSource: url,
    scriptUri: `${url}/customers.js`,
    indexUri: `${url}/customerIndex.js`,
    styleUris: [`${url}/codicon.css`, `${url}/customers.css`],
    nonce: 'bm9uY2U',
    language: 'en',
    texts: {},
    title: 'Customers',
    pictures: true,
  });
}
