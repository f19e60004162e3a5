import { join } from 'node:path';
import { OwnedProcess } from '../support/ownedProcess.ts';
import { PAGE_RECORDS } from './pages.ts';
import { median, rotated } from './numbers.ts';
import type { WalkResult } from './walk.ts';

export const WALK_PAGES = 200;

interface WalkComparison {
  /** Ours against the bare walk: medians over the rounds, each a pair run side by side. */
  time: number;
  cpu: number;
  memory: number;
  bare: WalkResult;
  product: WalkResult;
}

const script = (name: string): string => join(import.meta.dirname, name);

/** Compares the built client with a bare walk, each in a fresh process, in turns. */
export async function measureWalk(bundle: string, rounds: number): Promise<WalkComparison> {
  const args = [script('pageServer.ts'), String(WALK_PAGES)];
  const server = new OwnedProcess(process.execPath, args);
  try {
    const [, port] = await server.waitForOutput(/serving on (\d+)/);
    const origin = `http://127.0.0.1:${port}`;
    const pairs: Record<'bare' | 'product', WalkResult>[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const pair: Partial<(typeof pairs)[number]> = {};
      for (const kind of rotated(['bare', 'product'] as const, round)) {
        pair[kind] = await runWalk(kind === 'bare' ? [origin] : [origin, bundle]);
      }
      pairs.push(pair as (typeof pairs)[number]);
    }
    return compare(pairs);
  } finally {
    await server.stop();
  }
}

async function runWalk(args: string[]): Promise<WalkResult> {
  const child = new OwnedProcess(process.execPath, [script('walk.ts'), ...args]);
  try {
    const [line] = await child.waitForOutput(/^\{.*\}$/m, 10 * 60_000);
    const result = JSON.parse(line) as WalkResult;
    const whole = result.pages === WALK_PAGES && result.records === WALK_PAGES * PAGE_RECORDS;
    if (!whole) throw new Error(`The walk missed something: ${line}`);
    return result;
  } finally {
    await child.stop();
  }
}

function compare(pairs: Record<'bare' | 'product', WalkResult>[]): WalkComparison {
  const ratio = (key: keyof WalkResult): number =>
    median(pairs.map(({ bare, product }) => product[key] / bare[key]));
  const middle = (kind: 'bare' | 'product'): WalkResult => {
    const of = (key: keyof WalkResult): number => median(pairs.map((pair) => pair[kind][key]));
    return {
      ...{ pages: of('pages'), records: of('records') },
      ...{ ms: of('ms'), cpuMs: of('cpuMs'), peakMB: of('peakMB') },
    };
  };
  return {
    ...{ time: ratio('ms'), cpu: ratio('cpuMs'), memory: ratio('peakMB') },
    ...{ bare: middle('bare'), product: middle('product') },
  };
}
