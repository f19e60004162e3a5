import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { iconFont } from '../../../scripts/iconFont.ts';
import { projectRoot } from '../../../scripts/projectRoot.ts';
import {
  parseOverviewRequest,
  type OverviewMessage,
  type OverviewRequest,
} from '../../../src/surface/overviewMessages.ts';
import { overviewPage } from '../../../src/vscode/overview/overviewPage.ts';
import { ICONS } from '../../../src/webview/base/icons.ts';
import { OVERVIEW_STRINGS } from './overviewStrings.ts';

/** The Tag Overview without VS Code around it. */
export interface OpenOverview {
  readonly page: Page;
  readonly complaints: readonly string[];
  /** What somebody caused since the last call. */
  posted(): Promise<OverviewRequest[]>;
  tell(message: OverviewMessage): Promise<void>;
}

/** Serves the page as VS Code would, over HTTP. Close the server after the tests. */
export async function serveOverview(): Promise<{ server: Server; url: string }> {
  const files = new Map<string, { type: string; text: string | Buffer }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? '' });
    response.end(file?.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const icons = await iconFont(ICONS);
  const css = await readFile(join(projectRoot, 'media/overview.css'), 'utf8');
  const { outputFiles } = await build({
    entryPoints: [join(projectRoot, 'src/webview/overview/main.ts')],
    ...{ bundle: true, format: 'iife', target: 'es2023', write: false },
  });
  files.set('/codicon.css', { type: 'text/css', text: icons.css });
  files.set('/codicon.ttf', { type: 'font/ttf', text: icons.ttf });
  files.set('/overview.css', { type: 'text/css', text: css });
  files.set('/overview.js', { type: 'text/javascript', text: outputFiles[0]?.text ?? '' });
  const html = overviewPage({
    ...{ cspSource: url, scriptUri: `${url}/overview.js`, nonce: 'bm9uY2U', language: 'en' },
    styleUris: [`${url}/codicon.css`, `${url}/overview.css`],
    strings: OVERVIEW_STRINGS,
  });
  files.set('/', { type: 'text/html', text: html });
  return { server, url };
}

export async function openOverview(browser: Browser, url: string): Promise<OpenOverview> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await page.addInitScript(`
    globalThis.posted = [];
    globalThis.acquireVsCodeApi = () => ({
      postMessage: (message) => globalThis.posted.push(message),
      setState: (state) => { globalThis.kept = state; },
      getState: () => undefined,
    });
  `);
  await page.goto(url);
  return {
    ...{ page, complaints },
    posted: async () => {
      const posted: unknown[] = await page.evaluate('globalThis.posted.splice(0)');
      return posted.map((message) => {
        const found = parseOverviewRequest(message);
        assert.ok(found, `the panel would drop ${JSON.stringify(message)}`);
        return found;
      });
    },
    tell: async (message) => {
      await page.evaluate(`globalThis.dispatchEvent(
        new MessageEvent('message', { data: ${JSON.stringify(message)} }))`);
    },
  };
}
