import * as vscode from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { UserError } from '../../base/errors.ts';
import { TAG } from '../../base/model.ts';
import type { FilterTag } from '../gridRows.ts';
import { onlyBot } from '../../catalogue/ui/askBot.ts';
import { pickFromSearch, TagFinder } from '../../catalogue/ui/pickFromSearch.ts';
import { botByReference, type CommandContext, type Handler } from '../../catalogue/ui/handler.ts';
import { runStep } from '../../base/ui/steps.ts';
import { itemsOf } from '../../catalogue/ui/askItems.ts';
import { botLabels } from '../../catalogue/ui/botLooks.ts';
import { openAndLoad } from './loadCustomers.ts';
import type { CustomerServices } from './customerServices.ts';

type Needs = Pick<CustomerServices, 'catalogue' | 'panels' | 'tagIndex'>;

export function showTagCustomers(services: Needs): Handler<'botTags.showTagCustomers'> {
  return {
    interactive: async (context) => {
      const catalogue = await services.catalogue();
      const tags = selectedTags(catalogue, context);
      if (context.isAtFocus === true && (await handleTreeKey(context, tags))) return;
      const tagsToShow = tags.length > 0 ? tags : [await pickTag(services, catalogue)];
      const [bot, ...otherBots] = new Set(tagsToShow.map((tag) => tag.bot));
      if (bot === undefined || otherBots.length > 0) {
        throw new UserError(vscode.l10n.t('Select tags and folders of one bot only.'));
      }
      const search = { type: 'showTags', tags: tagsToShow } as const;
      await services.panels.openWith(botByReference(catalogue, bot), {}, search);
    },
    withArguments: async ({ tagId, ...customers }) => {
      const { bot, panel } = await openAndLoad(services, customers);
      const name = (await services.catalogue()).item(bot.key, tagId)?.name ?? tagId;
      panel.show({ type: 'showTags', tags: [{ id: tagId, name }] });
    },
  };
}

/** Tag, with the key of its bot. */
interface BotTag extends FilterTag {
  readonly bot: string;
}

function selectedTags(catalogue: Catalogue, { nodes }: CommandContext): readonly BotTag[] {
  return itemsOf(catalogue, nodes).filter(({ type }) => type === TAG);
}

/**
 * Handles Enter in the tree. Runs its default action (select a row, open or close a folder), unless several nodes are
 * selected and one of them is a tag. Returns `true` if no tag is selected, so that nothing else is to do.
 */
async function handleTreeKey({ nodes }: CommandContext, tags: readonly BotTag[]): Promise<boolean> {
  if (nodes.length < 2 || tags.length === 0) {
    await vscode.commands.executeCommand('list.select');
  }
  return tags.length === 0;
}

async function pickTag({ tagIndex }: Needs, catalogue: Catalogue): Promise<BotTag> {
  // Throws an error that says what to do if there is no bot.
  onlyBot(catalogue);
  const finder = new TagFinder(await tagIndex(), ({ type }) => type === TAG);
  const question = { onlyTags: true, labels: botLabels(catalogue) };
  const title = vscode.l10n.t('Show Customers with Tag');
  const tag = await runStep(title, (position) => pickFromSearch(finder, question, position));
  if (tag === undefined) throw new Error('no tag was picked');
  return tag;
}
