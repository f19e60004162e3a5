import * as vscode from 'vscode';
import { Cancelled, UserError } from '../../base/errors.ts';
import type { Bot, CatalogueItem } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { itemEntry } from '../../catalogue/ui/itemEntries.ts';
import { BACK, runStep, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { requireAllowed, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import {
  askOneTag,
  type CommandNeeds,
  newState,
  tagById,
  tagsOfContext,
} from './refactorCommands.ts';
import { summaryOf, answersForProgram } from './refactorSummary.ts';

/** Attaches an existing tag to all customers who have one of the tags, then deletes those tags. */
export function mergeTags(services: CommandNeeds): Handler<'botTags.mergeTags'> {
  return {
    interactive: async (context) => {
      const catalogue = await services.catalogue();
      const title = vscode.l10n.t('Merge Tags');
      const { bot, tags } = await tagsOfContext(services, context, { title, allowsSeveral: true });
      const ids = tags.map(({ id }) => id);
      requireUnlocked(catalogue, bot, 'attachTag', ids);
      const target = await askTarget(services, bot, tags);
      await services.refactorDialogs.start(bot, mergeState(tags, target));
    },
    withArguments: async ({ bot: reference, tagIds, into, confirmed, deleteAnyway }) => {
      const catalogue = await services.catalogue();
      const { key } = botByReference(catalogue, reference);
      const merged = await Promise.all(
        [...new Set(tagIds)].map((id) => tagById(services, key, id)),
      );
      const { bot, tag: target } = await tagById(services, key, into);
      requireAllowed(catalogue, bot, { endpoint: 'attachTag', confirmed, ids: [...tagIds, into] });
      const tags = merged.map(({ tag }) => tag);
      const callbacks = answersForProgram(deleteAnyway === true ? 'always' : 'complete');
      return summaryOf(await services.refactors.start(bot, mergeState(tags, target), callbacks));
    },
  };
}

/** Returns the state of a refactor that merges the tags into the last argument, which may be one of them. */
function mergeState(tags: readonly CatalogueItem[], { id, name }: CatalogueItem) {
  const [first, ...others] = tags.filter((tag) => tag.id !== id);
  if (first === undefined) {
    throw new UserError(vscode.l10n.t('A tag cannot be merged into itself. Select another tag.'));
  }
  // A target without a name could be saved in the Journal but not read.
  return newState('merge', [first, ...others], { id, name: name || id, parentId: null });
}

type KeptTagPick = vscode.QuickPickItem & { readonly tag?: CatalogueItem };

/** Asks which tag to keep: one of several tags, or another tag of the bot. */
async function askTarget(
  services: CommandNeeds,
  bot: Bot,
  tags: readonly CatalogueItem[],
): Promise<CatalogueItem> {
  const { l10n } = vscode;
  const catalogue = await services.catalogue();
  const index = await services.tagIndex();
  const isSingle = tags.length === 1;
  const title = l10n.t('Merge Tags');
  const mergedIds = new Set(tags.map(({ id }) => id));
  const placeholder = l10n.t(
    'Select the tag to keep. The other tags will be deleted, but only after you confirm the deletion.',
  );
  const askOtherTag = async (position: StepPosition): Promise<CatalogueItem | undefined | Back> => {
    const isLeftOut = (id: string): boolean => mergedIds.has(id);
    const picked = await askOneTag(index, bot, { placeholder, isLeftOut }, position);
    return picked === BACK ? BACK : picked && catalogue.item(picked.bot, picked.id);
  };
  const askSelectedTag = async (
    position: StepPosition,
  ): Promise<CatalogueItem | undefined | Back> => {
    const items: KeptTagPick[] = [
      ...tags.map((tag) => {
        const folders = catalogue.ancestors(tag).map(({ name }) => name);
        return { ...itemEntry(tag, folders), tag };
      }),
      { label: l10n.t('Another Tag…'), iconPath: new vscode.ThemeIcon('search'), alwaysShow: true },
    ];
    for (;;) {
      const picked = await askPick<KeptTagPick>({ placeholder, items }, position);
      if (picked === BACK) return BACK;
      if (picked.tag !== undefined) return picked.tag;
      const other = await askOtherTag({ ...position, canGoBack: true });
      if (other !== BACK) return other;
    }
  };
  const target = await runStep(title, isSingle ? askOtherTag : askSelectedTag);
  if (target === undefined) throw new Cancelled();
  return target;
}
