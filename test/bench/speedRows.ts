import { KINDS, type Kind } from './clients.ts';
import { median } from './numbers.ts';
import { PAGE_RECORDS } from './pages.ts';
import { inTurns, resultOf, withServer, type Rounds } from './processes.ts';
import type { Row } from './table.ts';
import type { ValidationResult } from './validation.ts';
import type { WalkResult } from './walk.ts';

/** Walks by the milliseconds of latency before each answer, and the goal for time / bare walk. */
const walks = [
  { latency: 0, pages: 200, goal: 1.2 },
  { latency: 15, pages: 80, goal: 0.75 },
  { latency: 50, pages: 40, goal: 0.9 },
] as const;
const goals = { check: 0.25, memory: 1.15 };

const peers = KINDS.filter((kind) => kind !== 'bare' && kind !== 'product');

export async function walkRows(bundle: string, rounds: Rounds): Promise<Row[]> {
  const rows: Row[] = [];
  for (const walk of walks) {
    const results = await withServer(walk, (origin) =>
      inTurns(rounds, (kind) => runWalk([kind, origin, bundle], walk.pages)),
    );
    rows.push(...timeRows(results, walk));
    if (walk.latency === 0) rows.push(...costRows(results));
  }
  return rows;
}

async function runWalk(args: readonly string[], pages: number): Promise<WalkResult> {
  const result = await resultOf<WalkResult>('walk', ...args);
  const isWhole = result.pages === pages && result.records === pages * PAGE_RECORDS;
  if (!isWhole) throw new Error(`The walk missed something: ${JSON.stringify(result)}`);
  return result;
}

type Results<T> = Record<Kind, T[]>;

/** The median over pairs that ran side by side. */
function ratio<T>(results: Results<T>, kind: Kind, value: (result: T) => number): number {
  return median(
    results[kind].map((result, round) => {
      const bare = results.bare[round];
      return bare === undefined ? Number.NaN : value(result) / value(bare);
    }),
  );
}

function timeRows(results: Results<WalkResult>, walk: (typeof walks)[number]): Row[] {
  const { latency, pages, goal } = walk;
  const time = (kind: Kind): number => ratio(results, kind, ({ ms }) => ms);
  // Of all rounds the best, which other work on the machine disturbs least.
  const best = (kind: Kind): string =>
    (Math.min(...results[kind].map(({ ms }) => ms)) / pages).toFixed(1);
  const own = time('product');
  return [
    {
      what: `walk of ${pages} pages of ${PAGE_RECORDS} at ${latency} ms: time / bare walk`,
      measured: `${own.toFixed(2)} (at best ${best('product')} to ${best('bare')} ms a page)`,
      goal: `<= ${goal}`,
      isMet: own <= goal,
    },
    ...peers.map((kind) => ({
      what: `  the same by ${kind} and zod`,
      measured: `${time(kind).toFixed(2)} (at best ${best(kind)} ms a page)`,
      goal: 'above ours',
      isMet: time(kind) > own,
    })),
  ];
}

function costRows(results: Results<WalkResult>): Row[] {
  const cpu = ratio(results, 'product', ({ cpuMs }) => cpuMs);
  const memory = ratio(results, 'product', ({ peakMB }) => peakMB);
  const peak = (kind: Kind): string => median(results[kind].map((one) => one.peakMB)).toFixed(0);
  return [
    { what: '  the same: processor time / bare walk', measured: cpu.toFixed(2) },
    {
      what: '  the same: peak memory / bare walk',
      measured: `${memory.toFixed(2)} (${peak('product')} to ${peak('bare')} MB)`,
      goal: `<= ${goals.memory}`,
      isMet: memory <= goals.memory,
    },
  ];
}

export async function validationRows(rounds: number): Promise<Row[]> {
  const { parse, check } = await resultOf<ValidationResult>('validation', String(rounds));
  const share = check / parse;
  return [
    {
      what: 'check of a page / its JSON.parse',
      measured: `${share.toFixed(2)} (${check.toFixed(1)} to ${parse.toFixed(1)} ms)`,
      goal: `<= ${goals.check}`,
      isMet: share <= goals.check,
    },
  ];
}
