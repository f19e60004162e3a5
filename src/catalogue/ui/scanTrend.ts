import { l10n } from 'vscode';
import type { CatalogueItem } from '../../base/model.ts';
import type { ScanHistory } from '../aggregate.ts';
import { whyNotComparable } from '../comparison.ts';
import { numberText } from '../../base/ui/numberText.ts';
import { choiceText } from './scanText.ts';

const BARS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/**
 * On how many customers a tag stood in the scans that can be compared with the newest one, as bars of their share and in
 * words; `undefined`: there are no two of them.
 */
export function scanTrend(
  history: ScanHistory,
  { bot, id }: Pick<CatalogueItem, 'bot' | 'id'>,
): string | undefined {
  const [newest, ...others] = history.heads(bot);
  if (newest === undefined) return undefined;
  const older = others.filter((head) => whyNotComparable(head, newest) === undefined);
  const scans = new Set([newest, ...older].map(({ scan }) => scan));
  const values = history.ofTag(bot, id).filter(({ scan }) => scans.has(scan));
  const [now, before] = values.toReversed();
  // Of one that is damaged nothing is told: an older one would pass for the newest.
  if (now?.scan !== newest.scan || before === undefined) return undefined;
  const counts = [now.customers, now.of, before.customers].map(numberText);
  return l10n.t(
    '{0} {1} scans ({2}): {3} of {4} customers, previously {5}.',
    ...[barsOf(values), numberText(values.length), choiceText(newest.choice), ...counts],
  );
}

/** The largest share is the highest bar; the lowest one is nobody. */
function barsOf(values: readonly { readonly customers: number; readonly of: number }[]): string {
  const shares = values.map(({ customers, of }) => (of === 0 ? 0 : customers / of));
  const most = Math.max(...shares) || 1;
  const highest = BARS.length - 1;
  const heightOf = (share: number): number =>
    share === 0 ? 0 : Math.max(1, Math.round((share / most) * highest));
  return shares.map((share) => BARS[heightOf(share)]).join('');
}
