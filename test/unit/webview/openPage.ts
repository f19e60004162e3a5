import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { iconFont } from '../../../scripts/iconFont.ts';
import {
  type GridMessage,
  type PanelMessage,
  parseGridMessage,
} from '../../../src/surface/gridMessages.ts';
import { gridHtml } from '../../../src/vscode/customers/panel/gridHtml.ts';
import { ICONS } from '../../../src/webview/base/icons.ts';
import { STRINGS } from './sample.ts';

const root = join(import.meta.dirname, '../../..');

type Background = 'scope' | 'view' | 'spot';

/** The page without VS Code around it: what it posts is recorded, what the panel tells it is posted by the test. */
export interface OpenPage {
  readonly page: Page;
  /** What the browser complains about: violations of the policy, exceptions. */
  readonly complaints: readonly string[];
  /** What somebody caused since the last call. */
  posted(): Promise<GridMessage[]>;
  /** The last one of those that the page sends by itself, some time after something changed. */
  lastOf<T extends Background>(type: T): Promise<Extract<GridMessage, { type: T }> | undefined>;
  state(): Promise<unknown>;
  tell(...messages: readonly PanelMessage[]): Promise<void>;
}

/** Serves the page as VS Code would, over HTTP. Close the server after the tests. */
export async function servePage(): Promise<{ server: Server; url: string }> {
  const files = new Map<string, { type: string; text: string | Buffer }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? '' });
    response.end(file?.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const icons = await iconFont(ICONS);
  files.set('/codicon.css', { type: 'text/css', text: icons.css });
  files.set('/codicon.ttf', { type: 'font/ttf', text: icons.ttf });
  const css = await readFile(join(root, 'media/customers.css'), 'utf8');
  files.set('/customers.css', { type: 'text/css', text: css });
  for (const [path, source] of [
    ['/customers.js', 'src/webview/main.ts'],
    ['/customerIndex.js', 'src/webview/indexWorker.ts'],
  ] as const) {
    files.set(path, { type: 'text/javascript', text: await bundle(source) });
  }
  files.set('/', { type: 'text/html', text: html(url) });
  return { server, url };
}

export async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 600 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.addInitScript(`
    globalThis.posted = [];
    globalThis.background = {};
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (message) => {
        if (['scope', 'view', 'spot'].includes(message.type)) globalThis.background[message.type] = message;
        else globalThis.posted.push(message);
      },
      setState: (state) => { globalThis.kept = state; },
    });
  `);
  await page.goto(url);
  return {
    page,
    complaints,
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
  const found = parseGridMessage(message);
  assert.ok(found, `the panel would drop ${JSON.stringify(message)}`);
  return found;
}

/** The message as an expression: JSON, but for the bytes in it. */
function scriptOf(value: unknown): string {
  if (value instanceof Uint8Array) return `Uint8Array.from([${value.join()}])`;
  if (value instanceof Uint32Array) return `Uint32Array.from([${value.join()}])`;
  if (Array.isArray(value)) return `[${value.map(scriptOf).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}:${scriptOf(one)}`,
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
    strings: STRINGS,
    pictures: true,
  });
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, source)],
    bundle: true,
    format: 'iife',
    target: 'es2023',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
