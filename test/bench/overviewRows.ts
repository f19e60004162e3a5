import { join } from 'node:path';
import { COUNTED_CUSTOMERS, type OverviewResult } from './overview.ts';
import { resultOf } from './processes.ts';
import type { Row } from './table.ts';

const GOAL = 1;
const ms = (value: number): string => `${value.toFixed(1)} ms`;

/** Measures counting the customers of a scan. */
export async function overviewRows(dist: string, rounds: number): Promise<Row[]> {
  const bundle = join(dist, 'overview.cjs');
  const result = await resultOf<OverviewResult>('overview', bundle, String(rounds));
  const { count, parse, aggregate } = result;
  return [
    {
      what: `counting ${COUNTED_CUSTOMERS} customers, four tags each, beside JSON.parse (${ms(parse)})`,
      measured: `${ms(count)}, ${(count / parse).toFixed(2)} times`,
      goal: `<= ${GOAL}`,
      isMet: count / parse <= GOAL,
    },
    { what: '  adding up their sums', measured: ms(aggregate) },
  ];
}
