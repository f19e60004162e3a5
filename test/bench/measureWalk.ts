import { join } from 'node:path';
import { OwnedProcess } from '../support/ownedProcess.ts';
import { PAGE_RECORDS } from './pages.ts';
import { median, rotated } from './numbers.ts';
import type { WalkResult } from './walk.ts';

export const WALK_PAGES = 200;

/** A number of ours, of the bare walk, and the ratio: the median over pairs that ran side by side. */
interface Compared {
  ratio: number;
  product: number;
  bare: number;
}

interface WalkComparison {
  /** Milliseconds; of all rounds the best, which other work on the machine disturbs least. */
  time: Compared;
  /** Milliseconds of processor time, likewise. */
  cpu: Compared;
  /** Megabytes; the median. */
  memory: Compared;
}

type Pair = Record<'bare' | 'product', WalkResult>;

const script = (name: string): string => join(import.meta.dirname, name);

/** Compares the built client with a bare walk, each in a fresh process, in turns. */
export async function measureWalk(bundle: string, rounds: number): Promise<WalkComparison> {
  const args = [script('pageServer.ts'), String(WALK_PAGES)];
  const server = new OwnedProcess(process.execPath, args);
  try {
    const [, port] = await server.waitForOutput(/serving on (\d+)/);
    const origin = `http://127.0.0.1:${port}`;
    const pairs: Pair[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const pair: Partial<Pair> = {};
      for (const kind of rotated(['bare', 'product'] as const, round)) {
        pair[kind] = await runWalk(kind === 'bare' ? [origin] : [origin, bundle]);
      }
      pairs.push(pair as Pair);
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

function compare(pairs: Pair[]): WalkComparison {
  const best = (values: number[]): number => Math.min(...values);
  const compared = (key: keyof WalkResult, middle: (values: number[]) => number): Compared => ({
    ratio: median(pairs.map(({ bare, product }) => product[key] / bare[key])),
    product: middle(pairs.map(({ product }) => product[key])),
    bare: middle(pairs.map(({ bare }) => bare[key])),
  });
  return {
    time: compared('ms', best),
    cpu: compared('cpuMs', best),
    memory: compared('peakMB', median),
  };
}
