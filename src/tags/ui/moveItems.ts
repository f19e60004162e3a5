import * as vscode from 'vscode';
import type { Lazy } from '../../base/lazy.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { UserError } from '../../base/errors.ts';
import type { CatalogueItem } from '../../base/model.ts';
import type { Level, Place } from '../../base/ports.ts';
import { itemCount, quoted } from '../../base/ui/counts.ts';
import { sayDone } from '../../base/ui/window.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';

/**
 * Moves items of one bot in the list, shows them there and reports it. The service is not changed.
 * @param focus whether the keyboard focus moves there, too
 */
export async function moveItems(
  parts: { readonly catalogue: Lazy<Catalogue>; readonly tree: BotTree },
  items: readonly CatalogueItem[],
  { place, focus }: { readonly place: Level; readonly focus: boolean | undefined },
): Promise<void> {
  const catalogue = await parts.catalogue();
  // What the service is known to have there must not become what somebody said.
  const moved = items.filter(({ parentId }) => parentId !== place);
  const [first] = moved;
  if (first === undefined) {
    return sayDone(
      vscode.l10n.t('Nothing was moved, because all items are already in the selected location.'),
    );
  }
  const ids = moved.map(({ id }) => id);
  await placeItems(catalogue, { bot: first.bot, ids }, place);
  await parts.tree.reveal(first.bot, first.id, { focus });
  sayDone(movedText(catalogue, moved, place));
}

function movedText(catalogue: Catalogue, items: readonly CatalogueItem[], place: Level): string {
  const { l10n } = vscode;
  const [first] = items;
  const what =
    items.length === 1 && first !== undefined ? quoted(first.name) : itemCount(items.length);
  const folder = first && place !== null ? catalogue.item(first.bot, place) : undefined;
  const name = place === null ? l10n.t('No Folder') : (folder?.name ?? place);
  return l10n.t('Moved {0} to {1} in the list only.', what, quoted(name));
}

interface Moved {
  readonly bot: string;
  readonly ids: readonly string[];
}

/** Records the place of items. Throws `UserError` if another window has moved folders since the place was picked. */
export async function placeItems(
  catalogue: Catalogue,
  { bot, ids }: Moved,
  place: Place,
): Promise<void> {
  const misplaced = await catalogue.whenFree(() => catalogue.place(bot, ids, place));
  if (misplaced === 'in-itself') {
    throw new UserError(
      vscode.l10n.t('A folder cannot be moved into itself. Select another folder.'),
    );
  }
  if (misplaced === 'no-folder') {
    throw new UserError(
      vscode.l10n.t('{0} is not a folder in the list. Select another folder.', String(place)),
    );
  }
}
