import * as vscode from 'vscode';
import type { ItemSort } from '../../catalogue/itemOrder.ts';
import { askPick } from '../../base/ui/askPick.ts';
import type { Handler } from '../../catalogue/ui/handler.ts';
import { BACK } from '../../base/ui/steps.ts';
import { sortText } from '../../catalogue/ui/shapeText.ts';
import type { TreeShape } from '../../catalogue/ui/treeShape.ts';

interface SortEntry extends vscode.QuickPickItem {
  readonly sort: ItemSort;
}

export function sortTags({ shape }: { readonly shape: TreeShape }): Handler<'botTags.sortTags'> {
  return {
    byPerson: async () => {
      const { by, isDescending } = shape.sort;
      const isCurrent = ({ sort }: SortEntry): boolean =>
        sort.by === by && sort.isDescending === isDescending;
      const items = entries().map((entry) => marked(entry, isCurrent(entry)));
      const placeholder = vscode.l10n.t('Folders always come first');
      const position = { title: vscode.l10n.t('Sort Tags'), step: 1, totalSteps: 1 };
      const picked = await askPick(
        { placeholder, items, active: isCurrent },
        { ...position, canGoBack: false },
      );
      if (picked !== BACK) await shape.setSort(picked.sort);
    },
    byProgram: async ({ by, isDescending = false }) => shape.setSort({ by, isDescending }),
  };
}

function marked(entry: SortEntry, isCurrent: boolean): SortEntry {
  const icon = new vscode.ThemeIcon(isCurrent ? 'check' : 'blank');
  return {
    ...entry,
    iconPath: icon,
    ...(isCurrent ? { description: vscode.l10n.t('current') } : {}),
  };
}

function entries(): readonly SortEntry[] {
  const up = (by: ItemSort['by']): ItemSort => ({ by, isDescending: false });
  const down = (by: ItemSort['by']): ItemSort => ({ by, isDescending: true });
  const sorts = [
    ...[up('name'), down('name'), down('created'), up('created')],
    ...[down('lastSeen'), up('lastSeen'), down('customers'), up('customers')],
  ];
  return sorts.map((sort) => ({ label: sortText(sort), sort }));
}
