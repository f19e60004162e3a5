import * as vscode from 'vscode';
import { Cancelled, UserError } from '../../core/errors.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../../core/model.ts';
import { askPick } from '../input/askPick.ts';
import { folderEntries, topLevel, type FolderPick } from '../input/folderEntries.ts';
import type { Handler } from '../input/handler.ts';
import { BACK, runSteps } from '../input/steps.ts';
import { requireAllowed, requireUnlocked } from '../input/writeGuard.ts';
import { newState, oneTag, type CommandNeeds } from './newState.ts';
import { summaryOf, talkToProgram } from './refactorSummary.ts';
import { tagsInHand } from './tagsInHand.ts';

/** A new tag of the same name in another folder, in the service: the list alone is what "Set Folder…" changes. */
export function recreateInFolder(parts: CommandNeeds): Handler<'botTags.recreateInFolder'> {
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const title = vscode.l10n.t('Recreate in Folder');
      const { bot, tags } = await tagsInHand(parts, hand, { title, isMany: false });
      const [tag] = tags;
      requireUnlocked(catalogue, bot, 'createItem', [tag.id]);
      await parts.refactorDialogs.start(bot, recreated(tag, await askFolder(parts, bot, tag)));
    },
    byProgram: async ({ bot: reference, tagId, folderId, confirmed, deleteAnyway }) => {
      const catalogue = await parts.catalogue();
      const { bot, tag } = await oneTag(parts, reference, tagId);
      requireAllowed(catalogue, bot, { endpoint: 'createItem', confirmed });
      const folder = folderId === null ? undefined : catalogue.item(bot.key, folderId);
      if (folderId !== null && folder?.type !== FOLDER) {
        throw new UserError(
          vscode.l10n.t('{0} is not a folder in this list. Choose one that is.', folderId),
        );
      }
      const talk = talkToProgram(deleteAnyway === true ? 'always' : 'complete');
      return summaryOf(await parts.refactors.start(bot, recreated(tag, folderId), talk));
    },
  };
}

function recreated(tag: CatalogueItem, folderId: string | null) {
  if (isThere(tag, folderId)) {
    throw new UserError(
      vscode.l10n.t('"{0}" is in this folder already. Choose another folder.', tag.name),
    );
  }
  return newState('recreate', [tag], { id: null, name: tag.name, parentId: folderId });
}

/** What only somebody said of its place is not what the service has. */
function isThere({ folderKnown, parentId }: CatalogueItem, folderId: string | null): boolean {
  return folderKnown === 'service' && parentId === folderId;
}

async function askFolder(
  parts: CommandNeeds,
  bot: Bot,
  tag: CatalogueItem,
): Promise<string | null> {
  const { l10n } = vscode;
  const catalogue = await parts.catalogue();
  const items = [...folderEntries(catalogue, bot, [tag]), topLevel()].filter(
    ({ place }) => typeof place !== 'string' || catalogue.item(bot.key, place)?.state === 'ok',
  );
  const placeholder = l10n.t(
    'Where the service is to have it: a new tag is created there. "Set Folder…" changes your list only.',
  );
  let picked: FolderPick | undefined;
  await runSteps(l10n.t('Recreate "{0}" in Folder', tag.name), [
    {
      isNeeded: true,
      ask: async (position) => {
        const answer = await askPick<FolderPick>(
          { placeholder, items: items.filter(({ place }) => !isAt(tag, place)) },
          position,
        );
        if (answer === BACK) return BACK;
        picked = answer;
      },
    },
  ]);
  if (picked === undefined) throw new Cancelled();
  return typeof picked.place === 'string' ? picked.place : null;
}

function isAt(tag: CatalogueItem, place: FolderPick['place']): boolean {
  return isThere(tag, typeof place === 'string' ? place : null);
}
