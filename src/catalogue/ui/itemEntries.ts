import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type Bot, type CatalogueItem, FOLDER, type ItemSource, TAG } from '../../base/model.ts';
import type { Level } from '../../base/ports.ts';
import { itemCountText, quoted, tagCountText } from '../../base/ui/localeTexts.ts';
import type { Catalogue } from '../catalogue.ts';

type ShownItem = Pick<CatalogueItem, 'id' | 'name' | 'type' | 'state'>;

/** @param containerNames names of the bot and folders above the item, outermost first */
export function itemEntry(
  item: ShownItem,
  containerNames: readonly string[],
): vscode.QuickPickItem {
  const goneNote = item.state === 'gone' ? [vscode.l10n.t('gone')] : [];
  return {
    label: item.name,
    description: [item.id, ...goneNote].join(' · '),
    ...(containerNames.length === 0 ? {} : { detail: containerNames.join(' / ') }),
    iconPath: new vscode.ThemeIcon(iconOf(item)),
  };
}

function iconOf({ type, state }: ShownItem): string {
  if (state === 'gone') return 'circle-slash';
  if (type === FOLDER) return 'folder';
  return type === TAG ? 'tag' : 'question';
}

export function searchText(count: number, onlyTags: boolean): string {
  const countText = onlyTags ? tagCountText(count) : itemCountText(count);
  return count === 0
    ? vscode.l10n.t('No tags or folders in the list yet')
    : vscode.l10n.t('Search {0} by name, ID, or folder', countText);
}

/**
 * Returns the name of a single item, and otherwise the number of items.
 * @param count larger than `items.length` if the items below folders are counted, too
 */
export function itemsText(items: readonly CatalogueItem[], count = items.length): string {
  const [first] = items;
  return first !== undefined && count === 1 ? quoted(first.name) : itemCountText(count);
}

export function enterIdEntry(): vscode.QuickPickItem {
  return {
    label: vscode.l10n.t('Enter an ID…'),
    iconPath: new vscode.ThemeIcon('edit'),
    alwaysShow: true,
  };
}

export function noItemsError(): UserError {
  return new UserError(
    vscode.l10n.t('This action works only on tags and folders. Select a tag or folder.'),
  );
}

export function notListedText(id: string): string {
  return vscode.l10n.t('{0} is not in the list. Use "Add Existing Item by ID…" first.', id);
}

/** Entry of a folder. `place` is its ID, or `null` for "No Folder". */
type FolderPick = vscode.QuickPickItem & { readonly place: Level };

/** @param items items to move; they and the folders below them are left out */
export function folderEntries(
  catalogue: Catalogue,
  bot: Bot,
  items: readonly CatalogueItem[],
): readonly FolderPick[] {
  const movedIds = new Set(items.map(({ id }) => id));
  // A path ends with the folder itself.
  return catalogue
    .items(bot.key)
    .filter(({ type }) => type === FOLDER)
    .map((folder) => ({ folder, path: [...catalogue.ancestors(folder), folder] }))
    .filter(({ path }) => !path.some(({ id }) => movedIds.has(id)))
    .map(({ folder, path }) => ({
      label: folder.name,
      description: folder.id,
      ...(path.length === 1 ? {} : { detail: path.map(({ name }) => name).join(' / ') }),
      iconPath: new vscode.ThemeIcon('folder'),
      place: folder.id,
    }))
    .toSorted((a, b) => a.label.localeCompare(b.label, undefined, { numeric: true }));
}

export function noFolderEntry(): FolderPick {
  return {
    label: vscode.l10n.t('No Folder'),
    iconPath: new vscode.ThemeIcon('folder', new vscode.ThemeColor('disabledForeground')),
    alwaysShow: true,
    place: null,
  };
}

export function typeText(type: number): string {
  if (type === TAG) return vscode.l10n.t('tag');
  return type === FOLDER ? vscode.l10n.t('folder') : vscode.l10n.t('type {0}', type);
}

export function sourceText(source: ItemSource): string {
  const texts: Record<ItemSource, string> = {
    created: vscode.l10n.t('created with this extension'),
    added: vscode.l10n.t('added by ID'),
    sandbox: vscode.l10n.t('from the sandbox'),
    seen: vscode.l10n.t('seen on customers'),
    file: vscode.l10n.t('workspace file'),
  };
  return texts[source];
}
