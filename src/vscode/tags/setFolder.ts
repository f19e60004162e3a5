import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { placeOf } from '../../core/catalogue/placed.ts';
import { Cancelled, UserError } from '../../core/errors.ts';
import type { Bot, CatalogueItem } from '../../core/model.ts';
import { UNPLACED, type Place } from '../../core/ports.ts';
import type { LiveItems } from '../../core/search/liveItems.ts';
import type { TagIndex } from '../../core/search/tagIndex.ts';
import { askPick } from '../input/askPick.ts';
import { folderEntries, topLevel, type FolderPick } from '../input/folderEntries.ts';
import { botNamed, itemsInHand, type Hand, type Handler } from '../input/handler.ts';
import { BACK, runSteps } from '../input/steps.ts';
import { itemCount, quoted } from '../kit/counts.ts';
import { sayDone } from '../kit/window.ts';
import type { BotTree } from '../tree/treeView.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly tagIndex: Lazy<LiveItems<TagIndex>>;
  readonly tree: BotTree;
}

/** Records where items stand, as the person knows it; the service can neither tell nor be told. */
export function setFolder(parts: Needs): Handler<'botTags.setFolder'> {
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const { bot, items } = await inHand(parts, hand);
      const place = await askPlace(catalogue, bot, items);
      await moveItems(parts, items, { place, focus: hand.isFromTree });
    },
    byProgram: async ({ bot, ids, folderId }) => {
      const catalogue = await parts.catalogue();
      const { key } = botNamed(catalogue, bot);
      await placeAll(catalogue, { bot: key, ids }, folderId === undefined ? UNPLACED : folderId);
    },
  };
}

/** Moves items of one bot, shows them there and says it. @param focus moves the keyboard there, too */
export async function moveItems(
  parts: { readonly catalogue: Lazy<Catalogue>; readonly tree: BotTree },
  items: readonly CatalogueItem[],
  { place, focus }: { readonly place: Place; readonly focus: boolean | undefined },
): Promise<void> {
  const catalogue = await parts.catalogue();
  // What the service is known to have there must not become what somebody said.
  const moved = items.filter((item) => placeOf(item) !== place);
  const [first] = moved;
  if (first === undefined) {
    return sayDone(vscode.l10n.t('Nothing was moved: all of it is there already.'));
  }
  const ids = moved.map(({ id }) => id);
  await placeAll(catalogue, { bot: first.bot, ids }, place);
  await parts.tree.reveal(first.bot, first.id, { focus });
  sayDone(movedText(catalogue, moved, place));
}

function movedText(catalogue: Catalogue, items: readonly CatalogueItem[], place: Place): string {
  const { l10n } = vscode;
  const [first] = items;
  const what =
    items.length === 1 && first !== undefined ? quoted(first.name) : itemCount(items.length);
  if (place === null) return l10n.t('Moved {0} to the top level in your list only.', what);
  if (place === UNPLACED) return l10n.t('Moved {0} to "Folder not known" in your list only.', what);
  const folder = first && catalogue.item(first.bot, place);
  return l10n.t('Moved {0} to {1} in your list only.', what, folder?.name ?? place);
}

async function inHand(parts: Needs, hand: Hand) {
  const catalogue = await parts.catalogue();
  const items = await itemsInHand(parts, hand, vscode.l10n.t('Set Folder'));
  const [bot, ...others] = new Set(items.map((item) => item.bot));
  if (bot === undefined || others.length > 0) {
    throw new UserError(vscode.l10n.t('Select tags and folders of one bot only.'));
  }
  return { bot: botNamed(catalogue, bot), items };
}

async function askPlace(
  catalogue: Catalogue,
  bot: Bot,
  items: readonly CatalogueItem[],
): Promise<Place> {
  const { l10n } = vscode;
  const title =
    items.length === 1
      ? l10n.t('Set Folder of "{0}"', items[0]?.name ?? '')
      : l10n.t('Set Folder of {0} Tags and Folders', items.length);
  const entries = [...folderEntries(catalogue, bot, items), topLevel(), notKnown()];
  let place: Place | undefined;
  await runSteps(title, [
    {
      isNeeded: true,
      ask: async (position) => {
        const placeholder = l10n.t('Changes your list only, not the service');
        const picked = await askPick<FolderPick>({ placeholder, items: entries }, position);
        if (picked !== BACK) place = picked.place;
      },
    },
  ]);
  if (place === undefined) throw new Cancelled();
  return place;
}

function notKnown(): FolderPick {
  return {
    label: vscode.l10n.t('Folder not known'),
    iconPath: new vscode.ThemeIcon('question'),
    alwaysShow: true,
    place: UNPLACED,
  };
}

interface Moved {
  readonly bot: string;
  readonly ids: readonly string[];
}

/** Another window may have moved folders since the place was picked. */
async function placeAll(catalogue: Catalogue, { bot, ids }: Moved, place: Place): Promise<void> {
  const misplaced = await catalogue.whenFree(() => catalogue.place(bot, ids, place));
  if (misplaced === 'in-itself') {
    throw new UserError(vscode.l10n.t('A folder cannot be inside itself. Choose another folder.'));
  }
  if (misplaced === 'no-folder') {
    throw new UserError(
      vscode.l10n.t('{0} is not a folder in this list. Choose one that is.', String(place)),
    );
  }
}
