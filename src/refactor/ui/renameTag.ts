import * as vscode from 'vscode';
import { lazy } from '../../base/promises.ts';
import { UserError } from '../../base/errors.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../../base/model.ts';
import { foldText } from '../../catalogue/textMatch.ts';
import { renameInTree } from '../../bots/ui/botSettings.ts';
import { askText } from '../../base/ui/askText.ts';
import { botByReference, type CommandContext, type Handler } from '../../catalogue/ui/handler.ts';
import { runStep } from '../../base/ui/steps.ts';
import { requireAllowed, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import { itemsOf } from '../../catalogue/ui/askItems.ts';
import { showInformation } from '../../base/ui/window.ts';
import {
  type CommandNeeds,
  newState,
  onlyTagsText,
  tagById,
  tagsOfContext,
} from './refactorCommands.ts';
import { summaryOf, answersForProgram } from './refactorSummary.ts';

/**
 * Replaces a tag by a new tag with another name, because the service cannot rename tags. Renames a bot instead if its
 * row has the focus when F2 is pressed.
 */
export function renameTag(services: CommandNeeds): Handler<'botTags.renameTag'> {
  return {
    interactive: async (context) => {
      const catalogue = await services.catalogue();
      const [node] = context.nodes;
      if (node?.isBot === true) return renameInTree(services, botByReference(catalogue, node.bot));
      const refusal = refusalOf(itemsOf(catalogue, context.nodes), context);
      if (refusal !== undefined) return showInformation(refusal);
      const title = vscode.l10n.t('Rename Tag');
      const { bot, tags } = await tagsOfContext(services, context, { title, allowsSeveral: false });
      const [tag] = tags;
      requireUnlocked(catalogue, bot, 'createItem', [tag.id]);
      const name = await askNewName(services, bot, tag);
      await services.refactorDialogs.start(bot, renameState(tag, name));
    },
    withArguments: async ({ bot: reference, tagId, name, confirmed, deleteAnyway }) => {
      const { bot, tag } = await tagById(services, reference, tagId);
      requireAllowed(await services.catalogue(), bot, {
        endpoint: 'createItem',
        confirmed,
        ids: [tagId],
      });
      if (name === tag.name) throw new UserError(sameNameText());
      const callbacks = answersForProgram(deleteAnyway === true ? 'always' : 'complete');
      return summaryOf(await services.refactors.start(bot, renameState(tag, name), callbacks));
    },
  };
}

function renameState(tag: CatalogueItem, name: string) {
  return newState('rename', [tag], { id: null, name, parentId: tag.parentId });
}

/** Returns why the selected row cannot be renamed; `undefined` if it can. F2 runs this command on every row. */
function refusalOf(items: readonly CatalogueItem[], { nodes }: CommandContext): string | undefined {
  const { l10n } = vscode;
  const [first] = items;
  if (nodes.length > 0 && first === undefined) {
    return onlyTagsText();
  }
  if (first?.type !== FOLDER) return undefined;
  return l10n.t(
    'The service cannot rename a folder. Create a new folder, then use "Move to Folder…" on the tags of the old folder. If the folder was renamed elsewhere, use "Refresh" to show the new name.',
  );
}

async function askNewName(services: CommandNeeds, bot: Bot, tag: CatalogueItem): Promise<string> {
  const { l10n } = vscode;
  const catalogue = await services.catalogue();
  const otherNames = lazy(
    async () =>
      new Set(
        catalogue
          .items(bot.key)
          .filter(({ id }) => id !== tag.id)
          .map(({ name }) => foldText(name)),
      ),
  );
  const question = {
    prompt: l10n.t('New name for "{0}"', tag.name),
    value: tag.name,
    validate: (text: string) => (text.trim() === tag.name ? sameNameText() : undefined),
    warn: async (text: string) =>
      (await otherNames()).has(foldText(text))
        ? l10n.t(
            'The name "{0}" is already in the list. To give customers the existing tag instead, use "Merge Tags…".',
            text,
          )
        : undefined,
  };
  return runStep(l10n.t('Rename Tag'), (position) => askText(question, position));
}

function sameNameText(): string {
  return vscode.l10n.t('The tag already has this name. Enter another name.');
}
