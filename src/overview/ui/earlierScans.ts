import { createTimeSlicer } from '../../base/promises.ts';
import {
  type CustomerAggregate,
  isSameChoice,
  type ScanHistory,
  type StoredScan,
  type StoredScanHead,
} from '../../catalogue/scanCounts.ts';
import type { OverviewHistory } from '../overviewMessages.ts';

/** Returns the scans before this one with the same choice of customers and the same base URL, the newest first. */
export function earlierScans(
  heads: readonly StoredScanHead[],
  shown: Pick<StoredScan, 'scan' | 'baseUrl' | 'choice'> & { readonly time: number },
): readonly StoredScanHead[] {
  return heads.filter(
    ({ scan, time, baseUrl, choice }) =>
      scan !== shown.scan &&
      time <= shown.time &&
      baseUrl === shown.baseUrl &&
      isSameChoice(choice, shown.choice),
  );
}

interface HistoryRequest {
  readonly history: Pick<ScanHistory, 'scan'>;
  readonly shown: StoredScan;
  /** Scans before `shown`, the newest first. */
  readonly earlier: readonly StoredScanHead[];
}

/**
 * Returns how many customers had each tag in the earlier scans and in the shown scan. Yields to other work regularly.
 * @returns `null` if there is no earlier scan
 */
export async function historyOfScans({
  history,
  shown,
  earlier,
}: HistoryRequest): Promise<OverviewHistory | null> {
  const aggregates: CustomerAggregate[] = [];
  const pauseIfDue = createTimeSlicer();
  for (const { scan } of earlier) {
    const found = history.scan(shown.bot, scan);
    if (found !== undefined) aggregates.unshift(found.aggregate);
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
  }
  if (aggregates.length === 0) return null;
  aggregates.push(shown.aggregate);
  const counts = new Map<string, number[]>();
  for (const [index, { tags }] of aggregates.entries()) {
    for (const { id, customers } of tags) {
      const tagCounts = counts.get(id) ?? Array.from(aggregates, () => 0);
      tagCounts[index] = customers;
      counts.set(id, tagCounts);
    }
  }
  return {
    scans: aggregates.map(({ time, customers }) => ({ time, customers })),
    tags: [...counts],
  };
}
