import { l10n } from 'vscode';
import type { Bot } from '../../core/model.ts';
import type { KeptScanHead } from '../../core/overview/aggregate.ts';
import type { ScanComparison, TagChange } from '../../core/overview/comparison.ts';
import { comma, customerCount, tagCount } from '../kit/counts.ts';
import { numberText } from '../kit/numberText.ts';
import { choiceText } from '../kit/scanText.ts';
import { plain } from '../kit/sinks.ts';
import { distinctTimeText } from '../kit/timeText.ts';

/** A comparison to read in an editor. Numbers stand under each other; names come last, as their width is not known. */
export function comparisonText(bot: Bot, comparison: ScanComparison): string {
  const { earlier, later, grew, shrank, died, appeared, same } = comparison;
  const where = bot.kind === 'sandbox' ? l10n.t('sandbox') : later.baseUrl;
  const lines = [
    l10n.t('Two scans of "{0}" ({1})', plain('page', bot.label), plain('page', where)),
    '',
    l10n.t('Customers: {0}', choiceText(later.choice)),
    l10n.t('Earlier: {0}', headText(earlier, later)),
    l10n.t('Later: {0}', headText(later, earlier)),
    ...tableOf(l10n.t('Grew: {0}', tagCount(grew.length)), grew),
    ...tableOf(l10n.t('Shrank: {0}', tagCount(shrank.length)), shrank),
    ...tableOf(l10n.t('Died, on no customer of the later scan: {0}', tagCount(died.length)), died),
    ...tableOf(
      l10n.t('Appeared, on no customer of the earlier scan: {0}', tagCount(appeared.length)),
      appeared,
    ),
    '',
    l10n.t('On as many customers as before: {0}', tagCount(same)),
  ];
  return `${lines.join('\n')}\n`;
}

/** "Nov 22, 2026, 10:00 AM, 12,300 customers, 214 tags" */
function headText({ time, customers, tags }: KeptScanHead, other: KeptScanHead): string {
  const when = distinctTimeText(time, [other.time]);
  return [when, customerCount(customers), tagCount(tags)].join(comma());
}

function tableOf(title: string, changes: readonly TagChange[]): readonly string[] {
  if (changes.length === 0) return ['', title];
  const heads = [
    l10n.t('change'),
    ...[l10n.t('earlier'), l10n.t('later')],
    ...[l10n.t('earlier, %'), l10n.t('later, %')],
    l10n.t('tag'),
  ];
  const rows = [heads, ...changes.map(cellsOf)];
  const widths = heads.map((_, column) =>
    rows.reduce((most, cells) => Math.max(most, cells[column]?.length ?? 0), 0),
  );
  const last = heads.length - 1;
  return [
    '',
    title,
    '',
    ...rows.map(
      (cells) =>
        `  ${cells.map((cell, at) => (at === last ? cell : cell.padStart(widths[at] ?? 0))).join('   ')}`,
    ),
  ];
}

function cellsOf({ id, name, before, after, shareBefore, shareAfter }: TagChange): string[] {
  const change = after - before;
  const shown = plain('page', name);
  return [
    `${change > 0 ? '+' : '−'}${numberText(Math.abs(change))}`,
    ...[numberText(before), numberText(after)],
    ...[percentText(shareBefore), percentText(shareAfter)],
    `${shown === '' ? '' : `${shown}  `}${plain('page', id)}`,
  ];
}

function percentText(share: number): string {
  return (share * 100).toFixed(1);
}
