import type { CustomerAggregate } from '../aggregate.ts';
import { isCount, parsed } from './tagBlocks.ts';

/** What is kept of a scan besides what has a column, and its tags. */
export type KeptTotals = Omit<CustomerAggregate, 'time' | 'customers' | 'tags'>;

const LISTS = ['status', 'platform', 'page', 'firstMonths', 'lastMonths'] as const;

export function totalsText({ time: _t, customers: _c, tags: _tags, ...totals }: CustomerAggregate) {
  return JSON.stringify(totals satisfies KeptTotals);
}

/** `undefined`: this is not what `totalsText` wrote. */
export function readTotals(json: string): KeptTotals | undefined {
  const read = parsed(json);
  if (typeof read !== 'object' || read === null) return undefined;
  const totals = read as Partial<Record<keyof KeptTotals, unknown>>;
  const areRight =
    isCount(totals.tagged) &&
    isCount(totals.taggings) &&
    LISTS.every((name) => areEntries(totals[name]));
  if (!areRight) return undefined;
  // Earlier versions kept more.
  const { tagged, taggings, status, platform, page, firstMonths, lastMonths } = read as KeptTotals;
  return { tagged, taggings, status, platform, page, firstMonths, lastMonths };
}

/** Whether all are a text and a count. */
function areEntries(list: unknown): boolean {
  if (!Array.isArray(list)) return false;
  return list.every(
    (entry: unknown) =>
      Array.isArray(entry) &&
      entry.length === 2 &&
      typeof entry[0] === 'string' &&
      isCount(entry[1]),
  );
}
