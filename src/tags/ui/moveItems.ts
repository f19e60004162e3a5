import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import { type CatalogueItem, FOLDER } from '../../base/model.ts';
import type { Level, Place } from '../../base/ports.ts';
import { quoted } from '../../base/ui/localeTexts.ts';
import { sayDone } from '../../base/ui/window.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { placeOf } from '../../catalogue/places.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { itemsText, noItemsError } from '../../catalogue/ui/itemEntries.ts';
import { itemsOf, outermost } from '../../catalogue/ui/askItems.ts';
import type { TreeNode } from '../../catalogue/ui/treeNode.ts';

/** Moves items of one bot in the catalogue. The service is not changed. */
export async function moveItems(
  services: Pick<CatalogueServices, 'catalogue' | 'tree'>,
  items: readonly CatalogueItem[],
  { place, focus }: { readonly place: Level; readonly focus: boolean | undefined },
): Promise<void> {
  const catalogue = await services.catalogue();
  // Items that are already there are skipped, so that the source of their folder (`folderSource`) does not change. An item
  // whose folder is unknown is nowhere yet: "No Folder" makes its folder known.
  const itemsToMove = items.filter((item) => placeOf(item) !== place);
  const [first] = itemsToMove;
  if (first === undefined) {
    return sayDone(
      vscode.l10n.t('Nothing was moved, because all items are already in the selected location.'),
    );
  }
  const ids = itemsToMove.map(({ id }) => id);
  await placeItems(catalogue, { bot: first.bot, ids }, place);
  await services.tree.reveal(first.bot, first.id, { focus });
  sayDone(movedText(catalogue, itemsToMove, place));
}

function movedText(catalogue: Catalogue, items: readonly CatalogueItem[], place: Level): string {
  const { l10n } = vscode;
  const [first] = items;
  const folder = first && place !== null ? catalogue.item(first.bot, place) : undefined;
  const name = place === null ? l10n.t('No Folder') : (folder?.name ?? place);
  return l10n.t('Moved {0} to {1} in the list only.', itemsText(items), quoted(name));
}

/** @throws {UserError} if the folder is not valid, perhaps because another window has moved folders in the meantime */
export async function placeItems(
  catalogue: Catalogue,
  { bot, ids }: { readonly bot: string; readonly ids: readonly string[] },
  place: Place,
): Promise<void> {
  const problem = await catalogue.whenFree(() => catalogue.moveItems(bot, ids, place));
  if (problem === 'in-itself') {
    throw new UserError(
      vscode.l10n.t('A folder cannot be moved into itself. Select another folder.'),
    );
  }
  if (problem === 'no-folder') {
    throw new UserError(
      vscode.l10n.t('{0} is not a folder in the list. Select another folder.', String(place)),
    );
  }
}

/** @throws {UserError} if the items cannot be moved there */
export async function dropItems(
  services: Pick<CatalogueServices, 'catalogue' | 'tree'>,
  nodes: readonly TreeNode[],
  target: TreeNode | undefined,
): Promise<void> {
  const catalogue = await services.catalogue();
  const place = target && levelOf(catalogue, target);
  if (target === undefined || place === undefined) throw dropError();
  const items = outermost(catalogue, itemsOf(catalogue, nodes));
  if (items.length === 0) throw noItemsError();
  if (items.some(({ bot }) => bot !== target.bot)) throw dropError();
  await moveItems(services, items, { place, focus: true });
}

function dropError(): UserError {
  return new UserError(
    vscode.l10n.t(
      'The items cannot be moved there. Drop the items on a folder of the same bot. To move the items out of their folder, drop them on the bot.',
    ),
  );
}

/** Returns the level of a drop target; `undefined` if no item can be dropped there. */
function levelOf(catalogue: Catalogue, target: TreeNode): Level | undefined {
  if (target.isBot || target.isNoFolderRow || target.group !== undefined) return target.level;
  const [item] = itemsOf(catalogue, [target]);
  return item?.type === FOLDER ? item.id : undefined;
}
