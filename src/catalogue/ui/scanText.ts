import { l10n } from 'vscode';
import type { CatalogueItem, Scan } from '../../base/model.ts';
import { sentences } from '../../base/text.ts';
import {
  comma,
  customerCountText,
  dateTimeText,
  numberText,
  tagCountText,
} from '../../base/ui/localeTexts.ts';
import { type CustomerChoice, isComparable, type ScanHistory } from '../scanCounts.ts';

export function countsText({ customers, tags, newTags }: Scan): string {
  const newText = l10n.t('{0} new', numberText(newTags));
  return [customerCountText(customers), tagCountText(tags), newText].join(comma());
}

/**
 * Whether a scan was saved for later comparisons. `elsewhere`: not saved, because it started in another window. `lost`:
 * saving failed.
 */
export type ScanStorage = 'kept' | 'elsewhere' | 'lost';

export function scanEndText(scan: Scan, storage: ScanStorage = 'kept'): string {
  const counts = countsText(scan);
  const isDone = scan.state === 'done';
  const texts = [
    isDone ? l10n.t('Scan finished: {0}.', counts) : l10n.t('Scan stopped. So far: {0}.', counts),
  ];
  if (scan.skipped > 0) {
    texts.push(
      l10n.t('Records skipped because they are not JSON objects: {0}.', numberText(scan.skipped)),
    );
  }
  if (isDone && storage === 'elsewhere') {
    texts.push(
      l10n.t(
        'This scan was not saved for later comparisons, because it started in another window.',
      ),
    );
  }
  if (isDone && storage === 'lost') {
    texts.push(
      l10n.t('Could not save this scan for later comparisons. For the reason, use "Show Log".'),
    );
  }
  if (!isDone) texts.push(l10n.t('To resume the scan, use "Scan Customers…".'));
  return sentences(texts);
}

/** Checks whether the item's customer count comes from the bot's last scan. Older counts are not shown. */
export function isCounted(item: CatalogueItem, scan: Scan | undefined): scan is Scan {
  return scan !== undefined && item.scan === scan.id;
}

/** Names the number of scanned customers, because a scan may not include all customers. */
export function seenText({ seenOn }: CatalogueItem, { customers }: Scan): string {
  return l10n.t('On {0} of {1} scanned customers', numberText(seenOn), numberText(customers));
}

export function customerChoiceText(choice: CustomerChoice): string {
  switch (choice.kind) {
    case 'everybody':
      return l10n.t('All customers');
    case 'days':
      return choice.days === 1
        ? l10n.t('active in the last 24 hours')
        : l10n.t('active in the last {0} days', numberText(choice.days));
    case 'since':
      return l10n.t('active after {0}', dateTimeText(choice.from));
  }
}

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** Returns a bar per comparable scan, and the last two numbers; `undefined` if there are fewer than two such scans. */
export function scanTrend(
  history: ScanHistory,
  { bot, id }: Pick<CatalogueItem, 'bot' | 'id'>,
): string | undefined {
  const [newest, ...olderHeads] = history.heads(bot);
  if (newest === undefined) return undefined;
  const comparableHeads = olderHeads.filter((head) => isComparable(head, newest));
  const scanIds = new Set([newest, ...comparableHeads].map(({ scan }) => scan));
  const values = history.countsOfTag(bot, id).filter(({ scan }) => scanIds.has(scan));
  const [latest, previous] = values.toReversed();
  // If the newest scan is damaged, an older scan must not be shown as the newest.
  if (latest?.scan !== newest.scan || previous === undefined) return undefined;
  const counts = [latest.customers, latest.totalCustomers, previous.customers].map(numberText);
  return l10n.t(
    '{0} {1} scans ({2}). Last scan: {3} of {4} customers had the tag. Previous scan: {5}.',
    ...[barsOf(values), numberText(values.length), customerChoiceText(newest.choice), ...counts],
  );
}

/** Returns a bar per scan. The largest share has the highest bar. The lowest bar means 0 customers. */
function barsOf(
  values: readonly { readonly customers: number; readonly totalCustomers: number }[],
): string {
  const shares = values.map(({ customers, totalCustomers }) =>
    totalCustomers === 0 ? 0 : customers / totalCustomers,
  );
  const highestShare = Math.max(...shares) || 1;
  const highest = BARS.length - 1;
  const heightOf = (share: number): number =>
    share === 0 ? 0 : Math.max(1, Math.round((share / highestShare) * highest));
  return shares.map((share) => BARS[heightOf(share)]).join('');
}
