import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openClient, type Client, type Kind } from './clients.ts';

/** How many requests are under way at once, and how many there are in a slice, about a tenth of a second. */
export const LEVELS = [
  { concurrency: 1, requests: 400 },
  { concurrency: 8, requests: 2_000 },
  { concurrency: 32, requests: 3_000 },
] as const;

type Level = (typeof LEVELS)[number];

async function perSecond(client: Client, { concurrency, requests }: Level): Promise<number> {
  const started = performance.now();
  let sent = 0;
  const worker = async (): Promise<void> => {
    while (sent < requests) await client.item(`tag-${(sent += 1)}`);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (requests * 1_000) / (performance.now() - started);
}

// A process of its own for each client, which sends a slice of requests whenever it is asked for one.
if (import.meta.main) {
  const [kind = '', origin = '', bundle = ''] = process.argv.slice(2);
  const client = await openClient(kind as Kind, origin, bundle);
  const server = createServer(({ url = '' }, response) => {
    const level = LEVELS[Number(url.slice(1))];
    if (level === undefined) throw new Error(`There is no level ${url}.`);
    void perSecond(client, level).then((speed) => response.end(JSON.stringify(speed)));
  });
  server.listen(0, '127.0.0.1', () => {
    console.log(`sending on ${(server.address() as AddressInfo).port}`);
  });
}
