import * as vscode from 'vscode';
import { type Bot, type CatalogueItem, FOLDER, TAG } from '../../base/model.ts';
import { withProgress } from '../../base/ui/progress.ts';
import { ask, sayDone, showInformation } from '../../base/ui/window.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ItemToDelete } from '../../catalogue/itemActions.ts';
import type { Removal } from '../../catalogue/places.ts';
import { deleteInitialSample } from '../../catalogue/seenTags.ts';
import { outermost } from '../../catalogue/ui/askItems.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { botByReference, type Handler, itemsOfContext } from '../../catalogue/ui/handler.ts';
import { itemsText } from '../../catalogue/ui/itemEntries.ts';
import {
  foldersToName,
  folderText,
  askToTypeCustomerCount,
  askToTypeFolderNames,
} from '../../catalogue/ui/typeToAgree.ts';
import { botLines, highestCustomerCount, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import type { MakerNeeds } from '../../plans/ui/makePlan.ts';
import { planDeletion } from '../../plans/ui/planDeletion.ts';
import { offerUndo, type UndoNeeds } from '../../runs/ui/undoWrite.ts';
import { canSearchWorkspace, searchWorkspace } from './inCode.ts';

type Needs = UndoNeeds & MakerNeeds & Pick<CatalogueServices, 'tagIndex' | 'tree'>;

/** Maximum number of items to delete with a dialog, including known items below folders. More items need a plan. */
const MAX_ITEMS = 20;
/** Maximum number of customers of a tag to delete with a dialog. Users cannot review more customers in a dialog. */
const MAX_CUSTOMERS = 1000;

/** Deletes tags and folders in the service. A large deletion becomes a plan instead. */
export function deleteItem(services: Needs): Handler<'botTags.deleteItem'> {
  const remove = async (bot: Bot, item: ItemToDelete): Promise<readonly string[]> => {
    const items = await services.items();
    const title = vscode.l10n.t('Deleting…');
    return withProgress({ title, location: 'status' }, ({ signal }) =>
      items.delete(bot, item, signal),
    );
  };
  return {
    interactive: async (context) => {
      const catalogue = await services.catalogue();
      const title = vscode.l10n.t('Delete Tags and Folders');
      const selected = outermost(catalogue, await itemsOfContext(services, context, title));
      const bots = botsOf(catalogue, selected);
      for (const bot of bots) {
        requireUnlocked(catalogue, bot, 'deleteItem', idsOf(bot, selected));
      }
      // A plan is not checked here, because it is checked before it is run.
      const checkedItems = isLarge(catalogue, selected)
        ? selected
        : await checkWithService(services, bots, selected);
      if (isLarge(catalogue, checkedItems)) {
        for (const bot of bots) {
          const itemsOfBot = checkedItems.filter((item) => item.bot === bot.key);
          await planDeletion(services, bot, itemsOfBot);
        }
        return;
      }
      if (!(await confirmDeletion(catalogue, checkedItems, bots))) return;
      await services.tree.moveFocusAwayFrom(context.nodes);
      const recordedWrites = services.recorder.collectIds(
        ({ kind, bot, itemId }) =>
          kind === 'delete' && checkedItems.some((item) => item.id === itemId && item.bot === bot),
      );
      let deletedCount = 0;
      try {
        for (const item of checkedItems) {
          deletedCount += (await remove(botByReference(catalogue, item.bot), item)).length;
        }
      } finally {
        recordedWrites.dispose();
      }
      const deletedText = itemsText(checkedItems, deletedCount);
      await offerUndo(services, vscode.l10n.t('Deleted {0}.', deletedText), recordedWrites.ids);
    },
    withArguments: async ({ bot: reference, id }) => {
      const catalogue = await services.catalogue();
      const bot = botByReference(catalogue, reference);
      requireUnlocked(catalogue, bot, 'deleteItem', [id]);
      // The service's type is compared with the type in the catalogue.
      return remove(bot, { id, type: catalogue.item(bot.key, id)?.type });
    },
  };
}

/** Reads the items that are known only from a workspace file. Returns all items, as the catalogue has them then. */
async function checkWithService(
  services: Needs,
  bots: readonly Bot[],
  items: readonly CatalogueItem[],
): Promise<readonly CatalogueItem[]> {
  const catalogue = await services.catalogue();
  const actions = await services.items();
  for (const bot of bots) {
    const itemsOfBot = items.filter((item) => item.bot === bot.key);
    await withProgress(
      {
        title: vscode.l10n.t('Checking with the service…'),
        location: 'notification',
        isDelayed: true,
      },
      ({ signal }) => actions.confirm(bot, itemsOfBot, signal),
    );
  }
  return items.flatMap(({ bot, id }) => catalogue.item(bot, id) ?? []);
}

function idsOf({ key }: Bot, items: readonly CatalogueItem[]): readonly string[] {
  return items.flatMap(({ bot, id }) => (bot === key ? [id] : []));
}

function botsOf(catalogue: Catalogue, items: readonly CatalogueItem[]): readonly Bot[] {
  const keys = new Set(items.map(({ bot }) => bot));
  return catalogue.bots().filter(({ key }) => keys.has(key));
}

/** Returns whether a deletion needs a plan, which the user reviews line by line before running it. */
function isLarge(catalogue: Catalogue, items: readonly CatalogueItem[]): boolean {
  let count = 0;
  for (const { bot, id, type } of items) {
    count += 1 + (type === TAG ? 0 : catalogue.below(bot, id).length);
    if (count > MAX_ITEMS || highestCustomerCount(catalogue, bot, [id]) > MAX_CUSTOMERS)
      return true;
  }
  return false;
}

async function confirmDeletion(
  catalogue: Catalogue,
  items: readonly CatalogueItem[],
  bots: readonly Bot[],
): Promise<boolean> {
  const message = vscode.l10n.t('Delete {0} in the service?', itemsText(items));
  const detail = consequenceTexts(catalogue, items);
  // Determined before the questions, because the catalogue may change while they are open.
  const foldersByBot = bots.map((bot) => {
    const itemsOfBot = items.filter((item) => item.bot === bot.key);
    return { bot, folders: foldersToName(catalogue, bot, itemsOfBot) };
  });
  if (foldersByBot.some(({ folders }) => folders.length === 0)) {
    if (!(await agreeToDelete({ message, detail }, items, bots))) return false;
  }
  for (const { bot, folders } of foldersByBot) {
    const affected = vscode.l10n.t('This affects the bot "{0}".', nameOfBot(bot));
    await askToTypeFolderNames({ title: message, about: [affected, ...detail] }, folders);
    const otherIds = idsOf(bot, items).filter((id) => folders.every((folder) => folder.id !== id));
    await askToTypeCustomerCount(catalogue, bot, otherIds, message);
  }
  return true;
}

async function agreeToDelete(
  { message, detail }: { readonly message: string; readonly detail: readonly string[] },
  items: readonly CatalogueItem[],
  bots: readonly Bot[],
): Promise<boolean> {
  const deleteButton = vscode.l10n.t('Delete');
  const findButton = vscode.l10n.t('Find in Workspace');
  const namedBots = bots.filter(({ environment }) => environment !== '' || bots.length > 1);
  const lines = namedBots.flatMap(botLines);
  const dialog = { message, detail: [...lines, ...detail] };
  const answer = await ask(dialog, deleteButton, ...(canSearchWorkspace() ? [findButton] : []));
  if (answer === findButton) await searchWorkspace(items.map(({ id }) => id));
  return answer === deleteButton;
}

function consequenceTexts(catalogue: Catalogue, items: readonly CatalogueItem[]): string[] {
  const { l10n } = vscode;
  const folders = items.filter((item) => item.type !== TAG);
  const belowCount = folders.reduce(
    (sum, folder) => sum + catalogue.below(folder.bot, folder.id).length,
    0,
  );
  const texts: string[] = [];
  if (folders.length > 0) {
    texts.push(folderText(belowCount));
  }
  if (folders.length < items.length) {
    texts.push(
      l10n.t(
        'Each deleted tag will be removed from every customer who has the tag. The service keeps no record of which customers had the tag. "Undo" can create the tag again, but with a new ID.',
      ),
    );
  }
  return texts;
}

/** Changes only the catalogue. Also removes the row about a bot's first customers, which is not an item. */
export function removeFromList(
  services: Pick<CatalogueServices, 'catalogue' | 'tagIndex' | 'tree'>,
): Handler<'botTags.removeFromList'> {
  return {
    interactive: async (context) => {
      const catalogue = await services.catalogue();
      const initialSampleRows = context.nodes.filter((node) => node.isInitialSampleRow);
      await services.tree.moveFocusAwayFrom(initialSampleRows);
      for (const { bot } of initialSampleRows)
        await catalogue.whenFree(() => deleteInitialSample(catalogue, bot));
      if (initialSampleRows.length > 0 && initialSampleRows.length === context.nodes.length) return;
      const items = await itemsOfContext(services, context, vscode.l10n.t('Remove from List'));
      const isGone = items.every(({ state }) => state === 'gone');
      if (!isGone && !(await confirmRemoval(items))) return;
      // The Tag Overview also runs this command. There, the keyboard focus must not move.
      if (context.isFromTree) await services.tree.moveFocusAwayFrom(context.nodes);
      const removal = await catalogue.whenFree(() => catalogue.removeItems(items));
      if (!(await offerRestore(catalogue, removal))) return;
      const [first] = items;
      if (first && context.isFromTree)
        await services.tree.reveal(first.bot, first.id, { focus: true });
    },
    withArguments: async ({ bot, ids }) => {
      const catalogue = await services.catalogue();
      const { key } = botByReference(catalogue, bot);
      const items = ids.map((id) => ({ bot: key, id }));
      await catalogue.whenFree(() => catalogue.removeItems(items));
    },
  };
}

async function confirmRemoval(items: readonly CatalogueItem[]): Promise<boolean> {
  const { l10n } = vscode;
  const removeButton = l10n.t('Remove');
  const message = l10n.t('Remove {0} from the list?', itemsText(items));
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

/** Returns whether the user pressed "Undo", and the items were restored. */
async function offerRestore(catalogue: Catalogue, removal: Removal): Promise<boolean> {
  const undo = vscode.l10n.t('Undo');
  const removedName = itemsText(removal.removed);
  const message = vscode.l10n.t('{0} removed from the list.', removedName);
  if ((await showInformation(message, undo)) !== undo) return false;
  await catalogue.whenFree(() => catalogue.restore(removal));
  sayDone(vscode.l10n.t('{0} restored to the list.', removedName));
  return true;
}
