import { openClient, type Client, type Kind } from './clients.ts';
import { serveTurns } from './turns.ts';

/** Levels of small requests for one item: concurrent requests, and requests per turn, which lasts about a tenth of a second. */
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

// Each client runs in its own process.
if (import.meta.main) {
  const [kind = '', origin = '', bundle = ''] = process.argv.slice(2);
  const client = await openClient(kind as Kind, origin, bundle);
  serveTurns((number) => {
    const level = LEVELS[number];
    if (level === undefined) throw new Error(`There is no level ${number}.`);
    return perSecond(client, level);
  });
}
