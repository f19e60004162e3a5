import { join } from 'node:path';
import { PLAN_USERS, type PlanResult } from './plan.ts';
import { resultOf } from './processes.ts';
import type { Row } from './table.ts';

/** Factors of the compared times, ms that the event loop is blocked, factor of the text's size, and bytes per line. */
const goals = { make: 5, read: 12, hold: 40, kept: 2, line: 150 };
const ms = (value: number): string => `${value.toFixed(0)} ms`;
const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** Measures writing a plan of 100,000 users, and reading it up to the totals of "Run Plan…". */
export async function planRows(dist: string, rounds: number): Promise<Row[]> {
  const result = await resultOf<PlanResult>('plan', join(dist, 'plans.cjs'), String(rounds));
  const { bytes, longestLine, make, stringify, read, parse, parseTree, kept } = result;
  const longest = Math.max(result.makeHold, result.readHold);
  const comparedRow = (what: string, value: number, baseline: number, goal: number): Row => ({
    what,
    measured: `${ms(value)}, ${(value / baseline).toFixed(1)} times`,
    goal: `<= ${goal}`,
    isMet: value / baseline <= goal,
  });
  return [
    comparedRow(
      `a plan of ${PLAN_USERS} users from records, beside JSON.stringify at once (${ms(stringify)})`,
      make,
      stringify,
      goals.make,
    ),
    comparedRow(
      `  reading it, to totals and hash, beside JSON.parse (${ms(parse)})`,
      read,
      parse,
      goals.read,
    ),
    {
      what: '  the same by the whole tree of jsonc-parser, unchecked',
      measured: ms(parseTree),
    },
    {
      what: '  the longest time that other work waits for either',
      measured: `${ms(longest)} (making ${ms(result.makeHold)}, reading ${ms(result.readHold)})`,
      goal: `<= ${goals.hold} ms`,
      isMet: longest <= goals.hold,
    },
    {
      what: `  memory that it keeps, beside its text (${mb(bytes)})`,
      measured: `${mb(kept)}, ${(kept / bytes).toFixed(1)} times`,
      goal: `<= ${goals.kept}`,
      isMet: kept / bytes <= goals.kept,
    },
    {
      what: '  its longest line',
      measured: `${longestLine} bytes`,
      goal: `<= ${goals.line} bytes`,
      isMet: longestLine <= goals.line,
    },
  ];
}
