import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { webviewHtml } from '../../src/base/ui/webviewHtml.ts';
import { launchChromium } from '../support/chromium.ts';
import { largeData } from '../unit/customers/page/overviewSample.ts';
import { median } from './numbers.ts';
import type { Row } from './table.ts';

const TAGS = 10_000;
/** Maximum time to the first paint after the data, in ms. */
const GOAL = 300;

/** Script of the simplest page: a table of all tags, made as text. */
const PLAIN = `(data) => {
  const escape = (text) => text.replace(/[&<>]/g, (one) => '&#' + one.charCodeAt(0) + ';');
  const counts = new Map(data.aggregate.tags.map((tag) => [tag.id, tag]));
  const numbers = new Intl.NumberFormat('en');
  const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
  document.body.innerHTML = '<table>' + data.tags.map(({ id, name, path }) => {
    const { customers, newest } = counts.get(id);
    const share = (customers / data.aggregate.customers * 100).toFixed(1);
    return '<tr><th>' + escape(name) + '</th><td>' + escape(path) + '</td><td>' +
      numbers.format(customers) + '</td><td>' + share + ' %</td><td>' + days.format(newest) + '</td></tr>';
  }).join('') + '</table>';
}`;

/** Returns a script that measures to the second frame, when the first one is on the screen. */
const timed = (draw: string): string => `new Promise((done) => {
  const start = performance.now();
  (${draw})(globalThis.data);
  requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
})`;

/** Script that sends the data to the product's page. */
const OWN = `(data) =>
  dispatchEvent(new MessageEvent('message', { data: { type: 'show', data } }))`;

/** Measures the Tag Overview of the packaged extension with 10,000 tags, in Chromium. */
export async function overviewPageRows(extension: string, rounds: number): Promise<Row[]> {
  const { server, url } = await serve(extension);
  const browser = await launchChromium();
  const own: number[] = [];
  const plain: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      own.push(await paint(browser, url, OWN));
      plain.push(await paint(browser, url, PLAIN));
    }
  } finally {
    await browser.close();
    server.close();
    server.closeAllConnections();
  }
  const time = median(own);
  return [
    {
      what: `overview of ${TAGS} tags, first paint after the data`,
      measured: `${time.toFixed(0)} ms`,
      goal: `<= ${GOAL} ms`,
      isMet: time <= GOAL,
    },
    {
      what: '  beside a plain table of all of them',
      measured: `${median(plain).toFixed(0)} ms, ratio ${(time / median(plain)).toFixed(2)}`,
    },
  ];
}

/** Returns the time until the page has painted the data, in ms. */
async function paint(browser: Browser, url: string, draw: string): Promise<number> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.addInitScript(`globalThis.acquireVsCodeApi = () => ({
    postMessage: () => undefined, setState: () => undefined, getState: () => undefined,
  })`);
  await page.goto(url);
  await page.evaluate(`globalThis.data = ${JSON.stringify(largeData(TAGS))}; undefined`);
  const time: number = await page.evaluate(timed(draw));
  await page.close();
  return time;
}

async function serve(extension: string): Promise<{ server: Server; url: string }> {
  const file = (...path: string[]): Buffer => readFileSync(join(extension, ...path));
  const files = new Map<string, readonly [string, string | Buffer]>([
    ['/overview.js', ['text/javascript', file('dist', 'overview.js')]],
    ['/codicon.css', ['text/css', file('dist', 'codicon.css')]],
    ['/codicon.ttf', ['font/ttf', file('dist', 'codicon.ttf')]],
    ['/overview.css', ['text/css', file('dist', 'overview.css')]],
  ]);
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.[0] ?? '' });
    response.end(file?.[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const html = webviewHtml(
    {
      cspSource: url,
      scriptUri: `${url}/overview.js`,
      nonce: 'bm9uY2U',
      language: 'en',
      styleUris: [`${url}/codicon.css`, `${url}/overview.css`],
      texts: {},
    },
    { title: 'Tag Overview' },
  );
  files.set('/', ['text/html', html]);
  return { server, url };
}
