import type { Bot } from '../../base/model.ts';
import type { OverviewAction } from '../overviewMessages.ts';
import type { CommandId } from '../../commands/commands.ts';
import type { Query } from '../../customers/ui/panelParts.ts';
import { requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import { itemsOf } from '../../catalogue/ui/askItems.ts';
import { TreeNode } from '../../catalogue/ui/treeNode.ts';
import { planDeletion } from '../../plans/ui/planDeletion.ts';
import type { OverviewNeeds } from './overviewNeeds.ts';

/** Commands of the actions that only run a command on the tags. */
const COMMANDS: Partial<Readonly<Record<OverviewAction, CommandId>>> = {
  merge: 'botTags.mergeTags',
  verify: 'botTags.refresh',
  moveToFolder: 'botTags.moveToFolder',
  remove: 'botTags.removeFromList',
};

/** Maximum number of tags in a search. A longer search is not readable. */
const MAX_SEARCHED_TAGS = 100;

interface TagAction {
  readonly action: OverviewAction;
  readonly ids: readonly string[];
  /** Customers that a new Customers panel loads. Empty if the panel is already open, because it keeps its rows. */
  readonly query: Partial<Query>;
}

export async function actOnTags(
  services: OverviewNeeds,
  bot: Bot,
  { action, ids, query }: TagAction,
): Promise<unknown> {
  const catalogue = await services.catalogue();
  const nodes = ids.map((id) => new TreeNode(bot.key, id));
  const command = COMMANDS[action];
  if (command !== undefined) return services.commands.run(command, { nodes });
  const [firstId] = ids;
  if (action === 'tree' && firstId !== undefined) return services.tree.reveal(bot.key, firstId);
  if (action === 'planDelete') {
    requireUnlocked(catalogue, bot, 'deleteItem', ids);
    return planDeletion(services, bot, itemsOf(catalogue, nodes));
  }
  // The remaining action is `customers`.
  const tags = ids.slice(0, MAX_SEARCHED_TAGS).map((id) => {
    return { id, name: catalogue.item(bot.key, id)?.name ?? id };
  });
  return services.panels.openWith(bot, query, { type: 'showTags', tags });
}
