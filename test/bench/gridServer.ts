import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gridHtml } from '../../src/customers/ui/gridHtml.ts';
import { SIMPLEST_GRID_HTML } from './gridBound.ts';
import { PAGE_RECORDS, record } from './pages.ts';

/** Statement that records when the first script began. */
const STARTED = 'globalThis.started = performance.now();';

/** Serves the page of the packaged extension, the simplest grid at `/bound`, and the records of both. */
export async function serveGrid(extension: string): Promise<{ server: Server; url: string }> {
  const file = (...path: string[]): Buffer => readFileSync(join(extension, ...path));
  const files = new Map<string, readonly [string, string | Buffer]>([
    ['/customers.js', ['text/javascript', `${STARTED}${file('dist', 'customers.js').toString()}`]],
    ['/customerIndex.js', ['text/javascript', file('dist', 'customerIndex.js')]],
    ['/codicon.css', ['text/css', file('dist', 'codicon.css')]],
    ['/codicon.ttf', ['font/ttf', file('dist', 'codicon.ttf')]],
    ['/customers.css', ['text/css', file('dist', 'customers.css')]],
    ['/bound', ['text/html', SIMPLEST_GRID_HTML]],
    ['/records', ['application/json', records()]],
  ]);
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': file?.[0] ?? '' });
    response.end(file?.[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const html = gridHtml({
    cspSource: url,
    scriptUri: `${url}/customers.js`,
    indexUri: `${url}/customerIndex.js`,
    styleUris: [`${url}/codicon.css`, `${url}/customers.css`],
    nonce: 'bm9uY2U',
    language: 'en',
    texts: {},
    title: 'Customers',
    pictures: false,
  });
  files.set('/', ['text/html', html]);
  return { server, url };
}

function records(): string {
  return JSON.stringify(
    Array.from({ length: PAGE_RECORDS }, (_, index) => withFewTags(record(index))),
  );
}

/** Limits the tags to 300: a bot has hundreds of tags, not a new one for each customer. */
function withFewTags(customer: ReturnType<typeof record>): object {
  const tags = customer.tags.map((tag, place) => {
    const number = (tag.timestamp + place) % 300;
    return { ...tag, id: `tag-${number}`, name: `${tag.name} ${number}` };
  });
  return { ...customer, tags };
}
