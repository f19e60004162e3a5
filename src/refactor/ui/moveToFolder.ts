import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { Cancelled, UserError } from '../../base/errors.ts';
import { FOLDER, TAG, type Bot, type CatalogueItem } from '../../base/model.ts';
import { UNPLACED, type Level } from '../../base/ports.ts';
import type { ArgumentOf } from '../../commands/commands.ts';
import type { RefactorSummary } from '../../commands/results.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { folderEntries, noFolderEntry } from '../../catalogue/ui/itemEntries.ts';
import {
  botByReference,
  itemsOfContext,
  type CommandContext,
  type Handler,
} from '../../catalogue/ui/handler.ts';
import { BACK, runSteps, step, type StepPosition } from '../../base/ui/steps.ts';
import { requireAllowed } from '../../catalogue/ui/writeGuard.ts';
import { moveItems, placeItems } from '../../tags/ui/moveItems.ts';
import { type CommandNeeds, newState, severalBots, tagById } from './refactorCommands.ts';
import type { RefactorServices } from './refactorServices.ts';
import { summaryOf, answersForProgram } from './refactorSummary.ts';

type Needs = CommandNeeds & Pick<RefactorServices, 'tree'>;

type Argument = ArgumentOf<'botTags.moveToFolder'>;

interface MovedItems {
  readonly bot: Bot;
  readonly items: readonly CatalogueItem[];
}

interface Move {
  /** Folder, or `null` for the top level. */
  readonly place: Level;
  /** Tag to recreate in that folder of the service. Absent if only the catalogue changes. */
  readonly recreate?: CatalogueItem | undefined;
}

/** Moves items to a folder in the catalogue only, or recreates one tag in that folder of the service. */
export function moveToFolder(services: Needs): Handler<'botTags.moveToFolder'> {
  return {
    interactive: async (context) => {
      const movedItems = await itemsInContext(services, context);
      const { place, recreate } = await askMove(services, movedItems);
      if (recreate === undefined) {
        return moveItems(services, movedItems.items, { place, focus: context.isFromTree });
      }
      return services.refactorDialogs.start(movedItems.bot, recreateState(recreate, place));
    },
    withArguments: async (argument) => {
      if (argument.recreate === true) return recreateForProgram(services, argument);
      const { bot, ids, folderId } = argument;
      const catalogue = await services.catalogue();
      const { key } = botByReference(catalogue, bot);
      await placeItems(catalogue, { bot: key, ids }, folderId === undefined ? UNPLACED : folderId);
    },
  };
}

async function itemsInContext(services: Needs, context: CommandContext): Promise<MovedItems> {
  const catalogue = await services.catalogue();
  const items = await itemsOfContext(services, context, vscode.l10n.t('Move to Folder'));
  const [botKey, ...otherKeys] = new Set(items.map((item) => item.bot));
  if (botKey === undefined || otherKeys.length > 0) {
    throw severalBots();
  }
  return { bot: botByReference(catalogue, botKey), items };
}

/** Prompts for the folder, then whether to change the catalogue or the service if both are possible. */
async function askMove(services: Needs, { bot, items }: MovedItems): Promise<Move> {
  const { l10n } = vscode;
  const catalogue = await services.catalogue();
  const [first] = items;
  const tag = first && items.length === 1 && isRecreatable(catalogue, first) ? first : undefined;
  const title = l10n.t('Move to Folder');
  const placeholder =
    tag === undefined
      ? l10n.t(
          'Only the list of bots and tags will be changed. Nothing will change in the service, and all IDs will stay the same.',
        )
      : l10n.t(
          'Select a folder. The next step asks whether to change only the list, or also the tag in the service.',
        );
  const folders = [...folderEntries(catalogue, bot, items), noFolderEntry()];
  let move: Move | undefined;
  await runSteps(title, [
    step(
      true,
      (position) => askPick({ placeholder, items: folders }, position),
      ({ place }) => (move = { place }),
    ),
    {
      isNeeded: true,
      isAsked: () => tag !== undefined && canRecreateIn(catalogue, tag, move?.place),
      ask: async (position) => {
        if (tag === undefined || move === undefined) return;
        const answer = await askWhatChanges(tag, move.place, position);
        if (answer === BACK) return BACK;
        move = answer.move;
      },
    },
  ]);
  if (move === undefined) throw new Cancelled();
  return move;
}

/** Returns whether the tag can be recreated: the service has it, and the bot is not read-only. */
function isRecreatable(catalogue: Catalogue, { bot, id, type, state }: CatalogueItem): boolean {
  return type === TAG && state === 'ok' && catalogue.refusal(bot, id) === undefined;
}

/** Returns whether the service has this folder (`null`: the top level), and the folder does not contain the tag yet. */
function canRecreateIn(
  catalogue: Catalogue,
  tag: CatalogueItem,
  place: Level | undefined,
): boolean {
  if (place === undefined || isInService(tag, place)) return false;
  return place === null || catalogue.item(tag.bot, place)?.state === 'ok';
}

function askWhatChanges(tag: CatalogueItem, place: Level, position: StepPosition) {
  const { l10n } = vscode;
  const items: readonly (vscode.QuickPickItem & { readonly move: Move })[] = [
    {
      label: l10n.t('Move in List Only'),
      ...(tag.parentId === place ? { description: l10n.t('current') } : {}),
      detail: l10n.t(
        'Only the list of bots and tags will be changed. Nothing will change in the service, and all IDs will stay the same.',
      ),
      iconPath: new vscode.ThemeIcon('list-tree'),
      move: { place },
    },
    {
      label: l10n.t('Recreate in Service'),
      detail: l10n.t(
        'Creates a new tag with a new ID in the folder, attaches it to each customer who has the old tag, then deletes the old tag.',
      ),
      iconPath: new vscode.ThemeIcon('cloud-upload'),
      move: { place, recreate: tag },
    },
  ];
  return askPick(
    {
      placeholder: l10n.t('Select whether to change only the list, or also the tag in the service'),
      items,
    },
    position,
  );
}

/** The arguments always have `folderId` if `recreate` is set. */
async function recreateForProgram(
  services: Needs,
  { bot: reference, ids, folderId = null, confirmed, deleteAnyway }: Argument,
): Promise<RefactorSummary> {
  const catalogue = await services.catalogue();
  const [tagId = ''] = ids;
  const { bot, tag } = await tagById(services, reference, tagId);
  const itemIds = folderId === null ? [tagId] : [tagId, folderId];
  requireAllowed(catalogue, bot, { endpoint: 'createItem', confirmed, ids: itemIds });
  const folder = folderId === null ? undefined : catalogue.item(bot.key, folderId);
  if (folderId !== null && folder?.type !== FOLDER) {
    throw new UserError(
      vscode.l10n.t('{0} is not a folder in the list. Select another folder.', folderId),
    );
  }
  const callbacks = answersForProgram(deleteAnyway === true ? 'always' : 'complete');
  return summaryOf(await services.refactors.start(bot, recreateState(tag, folderId), callbacks));
}

function recreateState(tag: CatalogueItem, folderId: string | null) {
  if (isInService(tag, folderId)) {
    throw new UserError(
      vscode.l10n.t('"{0}" is already in this folder. Select another folder.', tag.name),
    );
  }
  return newState('recreate', [tag], { id: null, name: tag.name, parentId: folderId });
}

/** Returns whether the service has the tag in this folder. A folder that only the user has set does not count. */
function isInService({ folderSource, parentId }: CatalogueItem, folderId: Level): boolean {
  return folderSource === 'service' && parentId === folderId;
}
