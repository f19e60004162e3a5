import * as vscode from 'vscode';
import type { ItemSort } from '../../core/catalogue/itemOrder.ts';
import { askPick } from '../input/askPick.ts';
import type { Handler } from '../input/handler.ts';
import { BACK } from '../input/steps.ts';
import type { TreeShape } from '../tree/treeShape.ts';

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
  return [
    { label: vscode.l10n.t('Name, A to Z'), sort: up('name') },
    { label: vscode.l10n.t('Name, Z to A'), sort: down('name') },
    { label: vscode.l10n.t('Created, newest first'), sort: down('created') },
    { label: vscode.l10n.t('Created, oldest first'), sort: up('created') },
    { label: vscode.l10n.t('Last seen, most recent first'), sort: down('lastSeen') },
    { label: vscode.l10n.t('Last seen, least recent first'), sort: up('lastSeen') },
    { label: vscode.l10n.t('Scanned customers, most first'), sort: down('customers') },
    { label: vscode.l10n.t('Scanned customers, fewest first'), sort: up('customers') },
  ];
}
