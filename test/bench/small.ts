import { openClient, type Client, type Kind } from './clients.ts';

/** How many requests are under way at once, and how many are counted. */
export const LEVELS = [
  { concurrency: 1, requests: 4_000 },
  { concurrency: 8, requests: 16_000 },
  { concurrency: 32, requests: 32_000 },
] as const;

/** Requests per second, by level. */
export type SmallResult = readonly number[];

async function perSecond(client: Client, concurrency: number, requests: number): Promise<number> {
  const started = performance.now();
  let sent = 0;
  const worker = async (): Promise<void> => {
    while (sent < requests) await client.item(`tag-${(sent += 1)}`);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return (requests * 1_000) / (performance.now() - started);
}

if (import.meta.main) {
  const [kind = '', origin = '', bundle = ''] = process.argv.slice(2);
  const client = await openClient(kind as Kind, origin, bundle);
  await perSecond(client, 8, 16_000);
  const result: number[] = [];
  for (const { concurrency, requests } of LEVELS) {
    result.push(await perSecond(client, concurrency, requests));
  }
  console.log(JSON.stringify(result satisfies SmallResult));
  process.exit();
}
