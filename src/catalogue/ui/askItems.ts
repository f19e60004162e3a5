import * as vscode from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import { type Bot, type CatalogueItem, FOLDER } from '../../base/model.ts';
import { BACK, type Back, runSteps, step, type StepPosition } from '../../base/ui/steps.ts';
import type { Catalogue } from '../catalogue.ts';
import type { LiveItems } from '../liveItems.ts';
import type { IndexedItem, TagIndex } from '../tagIndex.ts';
import { askBot, botEntry, onlyBot } from './askBot.ts';
import { type MatchEntry, TagFinder } from './pickFromSearch.ts';
import { pickManyFromSearch } from './pickManyFromSearch.ts';
import type { TreeNode } from './treeNode.ts';

interface AskItemsNeeds {
  readonly catalogue: Catalogue;
  readonly index: LiveItems<TagIndex>;
}

/** @throws {NoticeError} if there is no bot, or the bot has no items */
export async function askItems(
  services: AskItemsNeeds,
  title: string,
): Promise<readonly CatalogueItem[]> {
  const { catalogue } = services;
  const chosenItems = await askItemsOfBot(services, title, (bot) => {
    // This callback only checks that the bot has items. It lists no entries before them.
    if (catalogue.pagesOfItems(bot.key).next().done !== true) return [];
    throw new NoticeError(
      vscode.l10n.t(
        'The list does not contain any tags or folders of "{0}" yet. To add some, use "Scan Customers…" or "Add Existing Item by ID…".',
        bot.label,
      ),
    );
  });
  // Another window may have removed an item in the meantime.
  return chosenItems.flatMap(({ bot, id }) => catalogue.item(bot, id) ?? []);
}

/** Asks like `askItems`, but the bot itself can be picked, too. The entry of the bot has a made-up item. */
export function askBotOrItems(
  services: AskItemsNeeds,
  title: string,
): Promise<readonly Pick<IndexedItem, 'id' | 'name'>[]> {
  return askItemsOfBot(services, title, (bot) => {
    const { label, description, iconPath } = botEntry(services.catalogue, bot);
    const { key, botId } = bot;
    return [
      {
        label,
        description,
        iconPath,
        alwaysShow: true,
        detail: vscode.l10n.t('bot'),
        item: { bot: key, id: botId, name: label, type: FOLDER, parentId: null, state: 'ok' },
      },
    ];
  });
}

/** Asks for a bot, if there are several, and for its items. Lists the `entriesBefore` first. */
async function askItemsOfBot(
  { catalogue, index }: AskItemsNeeds,
  title: string,
  entriesBefore: (bot: Bot) => readonly MatchEntry[],
): Promise<readonly IndexedItem[]> {
  const singleBot = onlyBot(catalogue);
  let bot = singleBot;
  let chosenItems: readonly IndexedItem[] = [];
  const pickItems = async (position: StepPosition): Promise<readonly IndexedItem[] | Back> => {
    if (bot === undefined) return BACK;
    const { key } = bot;
    const finder = new TagFinder(index, (item) => item.bot === key);
    const question = {
      first: { entries: entriesBefore(bot), picked: [] },
      noneMessage: vscode.l10n.t('Select at least one item.'),
    };
    return pickManyFromSearch(finder, question, position);
  };
  await runSteps(title, [
    step(
      singleBot === undefined,
      (position) => askBot(catalogue, position),
      (answer) => (bot = answer),
    ),
    step(true, pickItems, (answer) => (chosenItems = answer)),
  ]);
  return chosenItems;
}

/** Returns the tags and folders of nodes. Skips other nodes, and items that were removed. */
export function itemsOf(catalogue: Catalogue, nodes: readonly TreeNode[]): CatalogueItem[] {
  return nodes
    .map((node) => (node.item === undefined ? undefined : catalogue.item(node.bot, node.item)))
    .filter((item) => item !== undefined);
}

/** Returns the items that are not below another of the items. The rest is moved or deleted together with its folder. */
export function outermost(catalogue: Catalogue, items: readonly CatalogueItem[]): CatalogueItem[] {
  const ids = new Set(items.map(({ id }) => id));
  return items.filter((item) => !catalogue.ancestors(item).some(({ id }) => ids.has(id)));
}
