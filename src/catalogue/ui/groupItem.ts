import * as vscode from 'vscode';
import { sortValue, type ItemSort } from '../itemOrder.ts';
import type { CatalogueItem } from '../../base/model.ts';
import type { ViewItem } from '../../base/manifest.ts';
import { itemCount, comma } from '../../base/ui/counts.ts';
import { numberText } from '../../base/ui/numberText.ts';
import { dateText } from '../../base/ui/timeText.ts';
import { goneItem, spokenOf, tooltip, treeItem } from '../../base/ui/treeItem.ts';
import type { TreeNode } from './treeNode.ts';
import type { ShownGroup } from './largeLevels.ts';

interface GroupState {
  readonly sort: ItemSort;
  /** The ID of the scan whose counts are valid. */
  readonly scan: string | undefined;
  /** As `spokenPlace` tells it. */
  readonly place: string;
}

/** Some of the siblings that would be too many rows. */
export function groupItem(
  { id }: TreeNode,
  group: ShownGroup | undefined,
  { sort, scan, place }: GroupState,
): vscode.TreeItem {
  // There are fewer siblings than when its level was drawn.
  if (group === undefined) return goneItem();
  const { l10n } = vscode;
  const { first, last } = group;
  const count = group.end - group.start;
  const isByName = sort.by === 'name';
  const label = isByName
    ? rangeText(group.names)
    : l10n.t('{0} to {1}', numberText(group.start + 1), numberText(group.end));
  const ends = [first, last].map((item) => valueText(item, sort, scan)) as [string, string];
  const description = isByName ? numberText(count) : rangeText(ends);
  return treeItem({
    id,
    label,
    description,
    contextValue: 'group' satisfies ViewItem,
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    iconPath: new vscode.ThemeIcon('list-unordered'),
    tooltip: tooltip([label, itemCount(count), rangeText([first.name, last.name])]),
    spoken: spokenOf(
      l10n.t(
        '{0}, group of {1}',
        isByName ? label : [label, description].join(comma()),
        itemCount(count),
      ),
      place,
    ),
  });
}

function rangeText([first, last]: readonly [string, string]): string {
  return first === last ? first : vscode.l10n.t('{0} to {1}', first, last);
}

function valueText(item: CatalogueItem, { by }: ItemSort, scan: string | undefined): string {
  const value = by === 'name' ? null : sortValue(item, by, scan);
  if (value === null) return vscode.l10n.t('Unknown');
  return by === 'customers' ? numberText(value) : dateText(value);
}
