import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { deleteInitialSample } from '../../catalogue/seenTags.ts';
import type { Removal } from '../../catalogue/places.ts';
import { FOLDER, type CatalogueItem } from '../../base/model.ts';
import { botByReference, itemsOfContext, type Handler } from '../../catalogue/ui/handler.ts';
import { itemCountText, quoted } from '../../base/ui/localeTexts.ts';
import { ask, sayDone, showInformation } from '../../base/ui/window.ts';
import type { CatalogueServices } from '../../catalogue/ui/catalogueServices.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tagIndex' | 'tree'>;

/**
 * Removes items from the catalogue. The service is not changed. Also removes the row about a bot's first customers,
 * which is not an item.
 */
export function removeFromList(services: Needs): Handler<'botTags.removeFromList'> {
  return {
    interactive: async (context) => {
      const catalogue = await services.catalogue();
      const initialSampleRows = context.nodes.filter((node) => node.isInitialSampleRow);
      if (initialSampleRows.length > 0) await services.tree.moveFocusAwayFrom(initialSampleRows);
      for (const { bot } of initialSampleRows)
        await catalogue.whenFree(() => deleteInitialSample(catalogue, bot));
      if (initialSampleRows.length > 0 && initialSampleRows.length === context.nodes.length) return;
      const items = await itemsOfContext(services, context, vscode.l10n.t('Remove from List'));
      const isGone = items.every(({ state }) => state === 'gone');
      if (!isGone && !(await confirm(items))) return;
      // The Tag Overview also runs this command. There, the keyboard focus must not move.
      if (context.isFromTree) await services.tree.moveFocusAwayFrom(context.nodes);
      const removal = await catalogue.whenFree(() => catalogue.removeAll(items));
      if (!(await offerRestore(catalogue, removal))) return;
      const [first] = items;
      if (first && context.isFromTree)
        await services.tree.reveal(first.bot, first.id, { focus: true });
    },
    withArguments: async ({ bot, ids }) => {
      const catalogue = await services.catalogue();
      const { key } = botByReference(catalogue, bot);
      await catalogue.whenFree(() => catalogue.removeItems(key, ids));
    },
  };
}

async function confirm(items: readonly CatalogueItem[]): Promise<boolean> {
  const { l10n } = vscode;
  const removeButton = l10n.t('Remove');
  const message = l10n.t('Remove {0} from the list?', nameOf(items));
  const detail = [
    l10n.t(
      'Nothing will be changed in the service, and customers will keep their tags. Everything stored in the list about the removed items will be deleted.',
    ),
  ];
  if (items.some(({ type }) => type === FOLDER)) {
    detail.push(l10n.t('Tags in a removed folder stay in the list.'));
  }
  return (await ask({ message, detail }, removeButton)) === removeButton;
}

/** Returns the quoted name of the only item, or the number of items. */
function nameOf(items: readonly CatalogueItem[]): string {
  const [first, ...others] = items;
  const isOne = first !== undefined && others.length === 0;
  return isOne ? quoted(first.name) : itemCountText(items.length);
}

/**
 * Offers Undo.
 * @returns whether the items were restored
 */
async function offerRestore(catalogue: Catalogue, removal: Removal): Promise<boolean> {
  const undo = vscode.l10n.t('Undo');
  const removedName = nameOf(removal.removed);
  const message = vscode.l10n.t('{0} removed from the list.', removedName);
  if ((await showInformation(message, undo)) !== undo) return false;
  await catalogue.whenFree(() => catalogue.restore(removal));
  sayDone(vscode.l10n.t('{0} restored to the list.', removedName));
  return true;
}
