import * as vscode from 'vscode';
import { FOLDER, TAG, type CatalogueItem } from '../../base/model.ts';
import { itemCount } from '../../base/ui/counts.ts';

type Shown = Pick<CatalogueItem, 'id' | 'name' | 'type' | 'state'>;

/** An item as lists to pick from show it. @param place names of what it stands in, outermost first */
export function itemEntry(item: Shown, place: readonly string[]): vscode.QuickPickItem {
  const gone = item.state === 'gone' ? [vscode.l10n.t('gone')] : [];
  return {
    label: item.name,
    description: [item.id, ...gone].join(' · '),
    ...(place.length === 0 ? {} : { detail: place.join(' / ') }),
    iconPath: new vscode.ThemeIcon(iconOf(item)),
  };
}

function iconOf({ type, state }: Shown): string {
  if (state === 'gone') return 'circle-slash';
  if (type === FOLDER) return 'folder';
  return type === TAG ? 'tag' : 'question';
}

/** @param count of the tags and folders to pick from */
export function searchText(count: number): string {
  return count === 0
    ? vscode.l10n.t('No tags or folders in the list yet')
    : vscode.l10n.t('Search {0} by name, ID, or folder', itemCount(count));
}

/** The last entry of a list that has not everything. */
export function enterId(): vscode.QuickPickItem {
  return {
    label: vscode.l10n.t('Enter an ID…'),
    iconPath: new vscode.ThemeIcon('edit'),
    alwaysShow: true,
  };
}

/** Says that the list has no item of this ID. */
export function notListedText(id: string): string {
  return vscode.l10n.t('{0} is not in the list. Use "Add Existing Tag by ID…" first.', id);
}
