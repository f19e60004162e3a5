import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { type PageMessage, type PanelMessage, parsePageMessage } from '../../../src/protocol.ts';
import { pageHtml } from '../../../src/vscode/customers/pageHtml.ts';
import { STRINGS } from './sample.ts';

const root = join(import.meta.dirname, '../../..');

/** The page without VS Code around it: what it posts is recorded, what the panel tells it is posted by the test. */
export interface OpenPage {
  readonly page: Page;
  /** What the browser complains about: violations of the policy, exceptions. */
  readonly complaints: readonly string[];
  posted(): Promise<PageMessage[]>;
  state(): Promise<unknown>;
  tell(...messages: readonly PanelMessage[]): Promise<void>;
}

/** Serves the page as VS Code would, over HTTP. Close the server after the tests. */
export async function servePage(): Promise<{ server: Server; url: string }> {
  const files = new Map<string, { type: string; text: string }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? '' });
    response.end(file?.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const styles = [
    ['/codicon.css', 'node_modules/@vscode/codicons/dist/codicon.css'],
    ['/customers.css', 'media/customers.css'],
  ] as const;
  for (const [path, file] of styles) {
    files.set(path, { type: 'text/css', text: await readFile(join(root, file), 'utf8') });
  }
  files.set('/customers.js', { type: 'text/javascript', text: await bundle() });
  files.set('/', { type: 'text/html', text: html(url) });
  return { server, url };
}

export async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 600 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // The font of the codicons is not served here.
    if (message.type() === 'error' && !message.location().url.includes('codicon.ttf')) {
      complaints.push(message.text());
    }
  });
  await page.addInitScript(`
    globalThis.posted = [];
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (message) => globalThis.posted.push(message),
      setState: (state) => { globalThis.kept = state; },
    });
  `);
  await page.goto(url);
  return {
    page,
    complaints,
    posted: async () => {
      const posted: unknown[] = await page.evaluate('globalThis.posted.splice(0)');
      return posted.map((message) => {
        const parsed = parsePageMessage(message);
        assert.ok(parsed, `the panel would drop ${JSON.stringify(message)}`);
        return parsed;
      });
    },
    state: () => page.evaluate('globalThis.kept'),
    tell: async (...messages) => {
      for (const message of messages) {
        await page.evaluate(`globalThis.dispatchEvent(
          new MessageEvent('message', { data: ${JSON.stringify(message)} }))`);
      }
    },
  };
}

function html(url: string): string {
  return pageHtml({
    cspSource: url,
    scriptUri: `${url}/customers.js`,
    styleUris: [`${url}/codicon.css`, `${url}/customers.css`],
    nonce: 'bm9uY2U',
    language: 'en',
    strings: STRINGS,
  });
}

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'src/webview/customers.ts')],
    bundle: true,
    format: 'iife',
    target: 'es2023',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
