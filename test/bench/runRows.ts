import { median } from './numbers.ts';
import { OwnedProcess } from '../support/ownedProcess.ts';
import { resultOf, scriptPath } from './processes.ts';
import type { RunResult } from './runLoad.ts';
import type { Row } from './table.ts';

/** Runs with the latency before each answer in ms, and the goal for the speed divided by that of a bare loop. */
const LEVELS = [
  { latency: 20, users: 2_000, goal: 0.95 },
  { latency: 0, users: 10_000, goal: 0.5 },
] as const;

const MANY_USERS = 100_000;
/** Maximum growth of the heap, in MB. One byte per user is 0.1 MB. */
const MAX_GROWTH_MB = 2;

/**
 * Measures the speed and the memory of runs.
 * @param dist folder of the product's bundles
 */
export async function runRows(dist: string, rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { latency, users, goal } of LEVELS) {
    const ratios: number[] = [];
    const rates: number[] = [];
    await withAttachServer(latency, async (origin) => {
      const measure = (kind: string): Promise<RunResult> =>
        resultOf<RunResult>('runLoad', kind, origin, dist, String(users));
      for (let round = 0; round < rounds; round += 1) {
        // The two kinds take turns to go first.
        const isProductFirst = round % 2 === 0;
        const earlierResult = isProductFirst ? await measure('product') : undefined;
        const bareResult = await measure('bare');
        const productResult = earlierResult ?? (await measure('product'));
        ratios.push(bareResult.ms / productResult.ms);
        rates.push((users * 1_000) / productResult.ms);
      }
    });
    const measured = median(ratios);
    rows.push({
      what: `a run of ${users} users, ${latency} ms latency: speed / bare undici`,
      measured: `${measured.toFixed(2)} (${median(rates).toFixed(0)} users a second)`,
      goal: `>= ${goal}`,
      isMet: measured >= goal,
    });
  }
  rows.push(await memoryRow(dist));
  return rows;
}

async function memoryRow(dist: string): Promise<Row> {
  const { grownMB } = await withAttachServer(0, (origin) =>
    resultOf<RunResult>('runLoad', 'memory', origin, dist, String(MANY_USERS)),
  );
  return {
    what: `a run of ${MANY_USERS} users: growth of the heap from a tenth of them to the end`,
    measured: `${grownMB.toFixed(2)} MB`,
    goal: `<= ${MAX_GROWTH_MB} MB`,
    isMet: grownMB <= MAX_GROWTH_MB,
  };
}

async function withAttachServer<T>(
  latency: number,
  use: (origin: string) => Promise<T>,
): Promise<T> {
  const server = new OwnedProcess(process.execPath, [scriptPath('attachServer'), String(latency)]);
  try {
    const [, port] = await server.waitForOutput(/serving on (\d+)/);
    return await use(`http://127.0.0.1:${port}`);
  } finally {
    await server.stop();
  }
}
