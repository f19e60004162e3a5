import { slices } from '../../base/inSlices.ts';
import { isSameChoice } from '../../catalogue/customerChoice.ts';
import type {
  CustomerAggregate,
  KeptScan,
  KeptScanHead,
  ScanHistory,
} from '../../catalogue/aggregate.ts';
import type { OverviewHistory } from '../overviewMessages.ts';

/** The scans before this one that chose the same customers of the same service, the newest first. */
export function earlierScans(
  heads: readonly KeptScanHead[],
  shown: Pick<KeptScan, 'scan' | 'baseUrl' | 'choice'> & { readonly time: number },
): readonly KeptScanHead[] {
  return heads.filter(
    ({ scan, time, baseUrl, choice }) =>
      scan !== shown.scan &&
      time <= shown.time &&
      baseUrl === shown.baseUrl &&
      isSameChoice(choice, shown.choice),
  );
}

interface Asked {
  readonly history: Pick<ScanHistory, 'scan'>;
  readonly shown: KeptScan;
  /** The newest first. */
  readonly earlier: readonly KeptScanHead[];
}

/** On how many customers each tag stood in these scans. Lets other work in between. @returns `null`: there is none before */
export async function pastOf({ history, shown, earlier }: Asked): Promise<OverviewHistory | null> {
  const kept: CustomerAggregate[] = [];
  const due = slices();
  for (const { scan } of earlier) {
    const found = history.scan(shown.bot, scan);
    if (found !== undefined) kept.unshift(found.aggregate);
    const rest = due();
    if (rest !== undefined) await rest;
  }
  if (kept.length === 0) return null;
  const all = [...kept, shown.aggregate];
  const counts = new Map<string, number[]>();
  for (const [at, { tags }] of all.entries()) {
    for (const { id, customers } of tags) {
      const own = counts.get(id) ?? Array.from(all, () => 0);
      own[at] = customers;
      counts.set(id, own);
    }
  }
  return { scans: all.map(({ time, customers }) => ({ time, customers })), tags: [...counts] };
}
