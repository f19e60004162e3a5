import * as vscode from 'vscode';
import type { ItemSort } from '../itemOrder.ts';
import type { FilteredItems, ItemFilter } from '../filteredItems.ts';
import { comma, quoted } from '../../base/ui/counts.ts';
import { numberText } from '../../base/ui/numberText.ts';
import { sourceText } from './itemTexts.ts';

/** Above the tree: what is not as usual. VS Code hides a view's description when it is its container's only view. */
export function shapeText(
  { sort, filter }: { readonly sort: ItemSort; readonly filter: ItemFilter },
  filtered: Counts | undefined,
): string {
  const isUsual = sort.by === 'name' && !sort.isDescending;
  const texts = [
    ...(filtered === undefined ? [] : [filterText(filter, filtered)]),
    ...(isUsual ? [] : [vscode.l10n.t('Sorted: {0}', sortText(sort))]),
  ];
  return texts.join(' · ');
}

type Counts = Pick<FilteredItems, 'matches' | 'total'>;

export function sortText({ by, isDescending }: ItemSort): string {
  const { l10n } = vscode;
  const texts = {
    name: isDescending ? l10n.t('Name, Z to A') : l10n.t('Name, A to Z'),
    created: isDescending ? l10n.t('Created, newest first') : l10n.t('Created, oldest first'),
    lastSeen: isDescending
      ? l10n.t('Last seen, most recent first')
      : l10n.t('Last seen, least recent first'),
    customers: isDescending
      ? l10n.t('Scanned customers, most first')
      : l10n.t('Scanned customers, fewest first'),
  };
  return texts[by];
}

function filterText(
  { text = '', sources = [], gone }: ItemFilter,
  { matches, total }: Counts,
): string {
  const parts = [
    ...(text.trim() === '' ? [] : [quoted(text.trim())]),
    ...(sources.length === 0 ? [] : [sources.map(sourceText).join(' / ')]),
    ...(gone === undefined ? [] : [gone ? vscode.l10n.t('gone') : vscode.l10n.t('not gone')]),
  ];
  const counts = vscode.l10n.t('{0} of {1}', numberText(matches), numberText(total));
  return vscode.l10n.t('Filtered by {0}; shown: {1}', parts.join(comma()), counts);
}
