import { KINDS, type Kind } from './clients.ts';
import { median } from './numbers.ts';
import { PAGE_RECORDS } from './pages.ts';
import { resultOf, withServer, type Rounds } from './processes.ts';
import type { Row } from './table.ts';
import { inTurns, turnOf, type Turn } from './turns.ts';
import type { ValidationResult } from './validation.ts';
import type { WalkResult } from './walk.ts';

/** Walks with the latency before each answer in ms, and the goal for time / bare walk. */
const walks = [
  { latency: 0, pages: 200, goal: 1.2 },
  { latency: 15, pages: 160, goal: 0.75 },
  { latency: 50, pages: 80, goal: 0.9 },
] as const;

/** Pages that each turn walks to the end. The first turn warms up. */
const PAGES_IN_TURN = 40;

const goals = { check: 0.25, memory: 1.15 };

/** Kinds of clients that the product is compared with, besides the bare client. */
const peers = KINDS.filter((kind) => kind !== 'bare' && kind !== 'product');

/** Compares walks through all pages with those of other clients. */
export async function walkRows(bundle: string, rounds: Rounds): Promise<Row[]> {
  const rows: Row[] = [];
  for (const walk of walks) {
    const turns: WalkTurn[] = [];
    const { latency, pages } = walk;
    await withServer({ pages: PAGES_IN_TURN, latency }, (origin) =>
      inTurns('walk', { rounds, args: [origin, bundle] }, async (workers) => {
        for (let number = 0; number <= pages / PAGES_IN_TURN; number += 1) {
          const turn = await turnOf<WalkResult>(workers, [...workers.keys()], { number, what: 0 });
          for (const result of Object.values(turn)) requireComplete(result);
          if (number > 0) turns.push(turn);
        }
      }),
    );
    rows.push(...timeRows(turns, walk));
    if (latency === 0) rows.push(...costRows(turns));
  }
  return rows;
}

function requireComplete(result: WalkResult): void {
  const { pages, records } = result;
  if (pages === PAGES_IN_TURN && records === pages * PAGE_RECORDS) return;
  throw new Error(`The walk missed records: ${JSON.stringify(result)}`);
}

type WalkTurn = Turn<WalkResult>;

/** Returns the median ratio over pairs that ran in the same turn. */
function ratio(
  turns: readonly WalkTurn[],
  kind: Kind,
  value: (result: WalkResult) => number,
): number {
  return median(
    turns.flatMap(({ bare, [kind]: own }) => (own && bare ? [value(own) / value(bare)] : [])),
  );
}

function valuesOf(
  turns: readonly WalkTurn[],
  kind: Kind,
  value: (result: WalkResult) => number,
): number[] {
  return turns.flatMap(({ [kind]: own }) => (own ? [value(own)] : []));
}

function timeRows(turns: readonly WalkTurn[], walk: (typeof walks)[number]): Row[] {
  const { latency, pages, goal } = walk;
  const time = (kind: Kind): number => ratio(turns, kind, ({ ms }) => ms);
  // The best of all turns is the least disturbed by other work on the machine.
  const best = (kind: Kind): string =>
    (Math.min(...valuesOf(turns, kind, ({ ms }) => ms)) / PAGES_IN_TURN).toFixed(1);
  const productTime = time('product');
  return [
    {
      what: `walk of ${pages} pages of ${PAGE_RECORDS} at ${latency} ms: time / bare walk`,
      measured: `${productTime.toFixed(2)} (at best ${best('product')} to ${best('bare')} ms a page)`,
      goal: `<= ${goal}`,
      isMet: productTime <= goal,
    },
    ...peers.map((kind) => ({
      what: `  the same by ${kind} and zod`,
      measured: `${time(kind).toFixed(2)} (at best ${best(kind)} ms a page)`,
      goal: 'above ours',
      isMet: time(kind) > productTime,
    })),
  ];
}

function costRows(turns: readonly WalkTurn[]): Row[] {
  const cpu = ratio(turns, 'product', ({ cpuMs }) => cpuMs);
  const memory = ratio(turns, 'product', ({ peakMB }) => peakMB);
  const peak = (kind: Kind): string =>
    Math.max(...valuesOf(turns, kind, ({ peakMB }) => peakMB)).toFixed(0);
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

/** Compares the check of a page with its parsing. */
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
