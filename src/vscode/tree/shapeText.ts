import * as vscode from 'vscode';
import type { ItemSort } from '../../core/catalogue/itemOrder.ts';
import type { FilteredItems, ItemFilter } from '../../core/search/filteredItems.ts';
import { comma, quoted } from '../kit/counts.ts';
import { numberText } from '../kit/numberText.ts';
import { sourceText } from './treeItems.ts';

/** Above the tree: what is not as usual. VS Code hides a view's description when it is its container's only view. */
export function shapeText(
  { sort, filter }: { readonly sort: ItemSort; readonly filter: ItemFilter },
  filtered: Counts | undefined,
): string {
  const order = sortText(sort);
  const texts = [
    ...(filtered === undefined ? [] : [filterText(filter, filtered)]),
    ...(order === '' ? [] : [vscode.l10n.t('Sorted: {0}', order)]),
  ];
  return texts.join(' · ');
}

type Counts = Pick<FilteredItems, 'matches' | 'total'>;

/** Nothing for the usual order. */
function sortText({ by, isDescending }: ItemSort): string {
  const texts = {
    name: isDescending ? vscode.l10n.t('Z to A') : '',
    created: isDescending ? vscode.l10n.t('newest first') : vscode.l10n.t('oldest first'),
    lastSeen: isDescending
      ? vscode.l10n.t('most recently seen first')
      : vscode.l10n.t('least recently seen first'),
    customers: isDescending
      ? vscode.l10n.t('most customers first')
      : vscode.l10n.t('fewest customers first'),
  };
  return texts[by];
}

function filterText(
  { text = '', sources = [], gone }: ItemFilter,
  { matches, total }: Counts,
): string {
  const parts = [
    ...(text.trim() === '' ? [] : [quoted(text.trim())]),
    ...(sources.length === 0 ? [] : [sources.map(sourceText).join(vscode.l10n.t(' or '))]),
    ...(gone === undefined ? [] : [gone ? vscode.l10n.t('gone') : vscode.l10n.t('not gone')]),
  ];
  const counts = vscode.l10n.t('{0} of {1}', numberText(matches), numberText(total));
  return vscode.l10n.t('Filtered: {0}; {1}', parts.join(comma()), counts);
}
