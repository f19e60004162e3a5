import { openClient, type Kind } from './clients.ts';
import { serveTurns } from './turns.ts';

export interface WalkResult {
  pages: number;
  records: number;
  ms: number;
  cpuMs: number;
  /** Peak memory of the process so far, in MB. */
  peakMB: number;
}

/** Walks to the last page without keeping records. */
async function walk(counts: AsyncIterable<number>): Promise<WalkResult> {
  const started = performance.now();
  const cpu = process.cpuUsage();
  let pages = 0;
  let records = 0;
  for await (const count of counts) {
    pages += 1;
    records += count;
  }
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - started;
  const peakMB = process.resourceUsage().maxRSS / 1024;
  return { pages, records, ms, cpuMs: (user + system) / 1000, peakMB };
}

// Each client runs in its own process.
if (import.meta.main) {
  const [kind = '', origin = '', bundle = ''] = process.argv.slice(2);
  const client = await openClient(kind as Kind, origin, bundle);
  serveTurns(() => walk(client.walk()));
}
