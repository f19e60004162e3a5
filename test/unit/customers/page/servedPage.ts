import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { iconFont } from '../../../../scripts/iconFont.ts';
import { projectRoot } from '../../../../scripts/projectRoot.ts';
import { ICONS } from '../../../../src/base/page/icons.ts';

interface ServedPage {
  /** Source files below the project's folder, by their name in the page. */
  readonly bundles: Readonly<Record<string, string>>;
  readonly html: (url: string) => string;
}

const CONTENT_TYPES: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/**
 * Serves a page as VS Code would, over HTTP, with its icons, until this process ends.
 * @returns its URL
 */
export async function servePageFiles(page: ServedPage): Promise<string> {
  const files = new Map<string, { type: string; text: string | Buffer }>();
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.type ?? '' });
    response.end(file?.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The server keeps no process alive, and is never closed: bundling again for each file would take
  // longer than some test files.
  server.unref();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const icons = await iconFont(ICONS);
  files.set('/codicon.css', { type: 'text/css', text: icons.css });
  files.set('/codicon.ttf', { type: 'font/ttf', text: icons.ttf });
  for (const [name, source] of Object.entries(page.bundles)) {
    const type = CONTENT_TYPES[name.split('.').at(-1) ?? ''] ?? '';
    files.set(`/${name}`, { type, text: await bundle(source) });
  }
  files.set('/', { type: 'text/html', text: page.html(url) });
  return url;
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(projectRoot, source)],
    bundle: true,
    format: 'iife',
    target: 'es2023',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** Script that keeps the closed shadow roots of live regions, which page scripts cannot access. */
const KEEP_REGIONS = `
  globalThis.hiddenRoots = [];
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options);
    globalThis.hiddenRoots.push(root);
    return root;
  };
`;

interface OpenedPage {
  readonly page: Page;
  /** Errors that the browser reported: policy violations and exceptions. */
  readonly pageErrors: readonly string[];
  /** Reloads the page without any earlier state, which is faster than opening another one. */
  readonly renew: () => Promise<void>;
}

/**
 * Opens a page in a new browser context.
 * @param script runs before the scripts of the page and replaces the API of VS Code
 */
export async function openServedPage(
  browser: Browser,
  url: string,
  { size, script }: { readonly size: { width: number; height: number }; readonly script: string },
): Promise<OpenedPage> {
  const context = await browser.newContext({ viewport: size });
  const page = await context.newPage();
  const pageErrors: string[] = [];
  page.on('pageerror', (error) => pageErrors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') pageErrors.push(message.text());
  });
  await page.addInitScript(KEEP_REGIONS);
  await page.addInitScript(script);
  await page.goto(url);
  const renew = async (): Promise<void> => {
    pageErrors.length = 0;
    await page.mouse.move(0, 0);
    await page.setViewportSize(size);
    await page.goto(url);
  };
  return { page, pageErrors, renew };
}
