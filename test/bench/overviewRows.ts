import { join } from 'node:path';
import { COMPARED_TAGS, COUNTED_CUSTOMERS, type OverviewResult } from './overview.ts';
import { resultOf } from './processes.ts';
import type { Row } from './table.ts';

const goals = { compare: 100, count: 1 };
const ms = (value: number): string => `${value.toFixed(1)} ms`;

/** Counting the customers of a scan, and comparing two of them. */
export async function overviewRows(dist: string, rounds: number): Promise<Row[]> {
  const bundle = join(dist, 'overview.cjs');
  const result = await resultOf<OverviewResult>('overview', bundle, String(rounds));
  const { compare, sort, count, parse, aggregate } = result;
  return [
    {
      what: `comparing two scans of ${COMPARED_TAGS} tags (sorting the tags alone: ${ms(sort)})`,
      measured: ms(compare),
      goal: `<= ${goals.compare} ms`,
      isMet: compare <= goals.compare,
    },
    {
      what: `counting ${COUNTED_CUSTOMERS} customers, four tags each, beside JSON.parse (${ms(parse)})`,
      measured: `${ms(count)}, ${(count / parse).toFixed(2)} times`,
      goal: `<= ${goals.count}`,
      isMet: count / parse <= goals.count,
    },
    { what: '  their sums, with the pairs of ten tags', measured: ms(aggregate) },
  ];
}
