import type { CustomerAggregate } from '../../core/overview/aggregate.ts';
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
    LISTS.every((name) => areEntries(totals[name], 1)) &&
    areEntries(totals.pairs, 2);
  return areRight ? (read as KeptTotals) : undefined;
}

/** Whether all are so many texts and a count. */
function areEntries(list: unknown, texts: number): boolean {
  if (!Array.isArray(list)) return false;
  return list.every(
    (entry: unknown) =>
      Array.isArray(entry) &&
      entry.length === texts + 1 &&
      isCount(entry[texts]) &&
      entry.slice(0, texts).every((part) => typeof part === 'string'),
  );
}
