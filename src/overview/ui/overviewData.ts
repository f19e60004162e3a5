import { type CatalogueItem, FOLDER } from '../../base/model.ts';
import { DAY_MS } from '../../base/numbers.ts';
import { createTimeSlicer } from '../../base/promises.ts';
import { dayText } from '../../base/text.ts';
import type { CatalogueReader } from '../../catalogue/reader.ts';
import {
  type ComparedScan,
  type CustomerAggregate,
  type CustomerChoice,
  isComparable,
  type ScanHistory,
  type StoredScan,
  type StoredScanHead,
} from '../../catalogue/scanCounts.ts';
import { dayRange, type Segment } from '../../search/segment.ts';
import { segmentText } from '../../search/segmentText.ts';
import { wordFor } from '../../search/words.ts';
import type { OverviewHistory, OverviewTag, ValueChart } from '../overviewMessages.ts';

const MAX_DEPTH = 100;

export async function listedTags(
  catalogue: CatalogueReader,
  botKey: string,
): Promise<readonly OverviewTag[]> {
  const items = new Map<string, CatalogueItem>();
  const pauseIfDue = createTimeSlicer();
  for (const page of catalogue.pagesOfItems(botKey)) {
    for (const item of page) items.set(item.id, item);
    const pause = pauseIfDue();
    if (pause !== undefined) await pause;
  }
  const paths = new Map<string, string>();
  const pathOf = (parentId: string | null, depth = 0): string => {
    const folder = parentId === null ? undefined : items.get(parentId);
    // In an invalid catalogue, folders can contain each other.
    if (folder === undefined || depth > MAX_DEPTH) return '';
    const cachedPath = paths.get(folder.id);
    if (cachedPath !== undefined) return cachedPath;
    const parentPath = pathOf(folder.parentId, depth + 1);
    const path = parentPath === '' ? folder.name : `${parentPath} / ${folder.name}`;
    paths.set(folder.id, path);
    return path;
  };
  return [...items.values()].map((item) => ({
    id: item.id,
    name: item.name,
    path: pathOf(item.parentId),
    isFolder: item.type === FOLDER,
    isListed: true,
    isGone: item.state === 'gone',
    isPlaced: item.folderSource !== 'no',
    since: item.created ?? item.firstSeen,
  }));
}

/**
 * Returns the scans before `shown` with the same choice of customers and the same base URL, the newest first.
 * `isComparable` leaves out `shown` itself.
 */
export function earlierScans(
  heads: readonly StoredScanHead[],
  shown: ComparedScan & { readonly time: number },
): readonly StoredScanHead[] {
  return heads.filter((head) => head.time <= shown.time && isComparable(head, shown));
}

/**
 * @param earlier scans before `shown`, the newest first
 * @returns `null` if there is no earlier scan
 */
export async function historyOfScans(
  history: Pick<ScanHistory, 'scan'>,
  shown: StoredScan,
  earlier: readonly StoredScanHead[],
): Promise<OverviewHistory | null> {
  const aggregates: CustomerAggregate[] = [];
  const pauseIfDue = createTimeSlicer();
  for (const { scan } of earlier) {
    const storedScan = history.scan(shown.bot, scan);
    if (storedScan !== undefined) aggregates.unshift(storedScan.aggregate);
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

/** Returns the query that loads the counted customers. `from` is a time in ms. */
export function queryFor(choice: CustomerChoice, now: number): { readonly from?: number } {
  if (choice.kind === 'everybody') return {};
  return { from: choice.kind === 'days' ? now - choice.days * DAY_MS : choice.from };
}

/** @param value in the charts `first` and `last`, a month (`2026-11`) or a year (`2026`) */
export function valueSegment(chart: ValueChart, value: string): string {
  switch (chart) {
    case 'last':
      return segmentText(timeSegment('active', value));
    case 'first':
      return segmentText(timeSegment('first', value));
    case 'status':
      return segmentText({
        kind: 'field',
        field: 'status',
        comparison: '=',
        value: wordFor('status', value),
      });
    default:
      return segmentText({ kind: 'field', field: chart, comparison: '=', value });
  }
}

function timeSegment(field: 'active' | 'first', value: string): Segment {
  const [year = 0, month] = value.split('-').map(Number);
  const firstDay = month === undefined ? `${year}-01-01` : dayText(year, month, 1);
  const dayAfter =
    month === undefined || month === 12 ? `${year + 1}-01-01` : dayText(year, month + 1, 1);
  return dayRange(field, firstDay, dayAfter);
}
