import * as vscode from 'vscode';
import type { Catalogue } from '../catalogue.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../../base/model.ts';
import type { Level } from '../../base/ports.ts';

type FolderPick = vscode.QuickPickItem & { readonly place: Level };

/** Every folder with its path, but for the items themselves and what is below them. */
export function folderEntries(
  catalogue: Catalogue,
  bot: Bot,
  items: readonly CatalogueItem[],
): readonly FolderPick[] {
  const moved = new Set(items.map(({ id }) => id));
  const path = (folder: CatalogueItem): readonly CatalogueItem[] => [
    ...catalogue.ancestors(folder),
    folder,
  ];
  return catalogue
    .items(bot.key)
    .filter(({ type }) => type === FOLDER)
    .map((folder) => ({ folder, path: path(folder) }))
    .filter(({ path: above }) => !above.some(({ id }) => moved.has(id)))
    .map(({ folder, path: above }) => ({
      label: folder.name,
      description: folder.id,
      ...(above.length === 1 ? {} : { detail: above.map(({ name }) => name).join(' / ') }),
      iconPath: new vscode.ThemeIcon('folder'),
      place: folder.id,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
}

export function noFolder(): FolderPick {
  return {
    label: vscode.l10n.t('No Folder'),
    iconPath: new vscode.ThemeIcon('folder', new vscode.ThemeColor('disabledForeground')),
    alwaysShow: true,
    place: null,
  };
}
