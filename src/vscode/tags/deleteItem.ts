import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import type { ItemActions } from '../../core/catalogue/itemActions.ts';
import { isProduction } from '../../core/environment.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../../core/model.ts';
import type { LiveItems } from '../../core/search/liveItems.ts';
import type { TagIndex } from '../../core/search/tagIndex.ts';
import { sentences } from '../../core/sentences.ts';
import { askText, type TextQuestion } from '../input/askText.ts';
import { botNamed, itemsInHand, type Handler } from '../input/handler.ts';
import { botLines, requireUnlocked } from '../input/writeGuard.ts';
import { nameOfBot } from '../kit/botLooks.ts';
import { itemCount, quoted } from '../kit/counts.ts';
import { outermost } from '../kit/itemsOf.ts';
import { whileWorking } from '../kit/progress.ts';
import { ask, sayDone } from '../kit/window.ts';
import type { BotTree } from '../tree/treeView.ts';

interface Needs {
  readonly catalogue: Lazy<Catalogue>;
  readonly items: Lazy<ItemActions>;
  readonly tagIndex: Lazy<LiveItems<TagIndex>>;
  readonly tree: BotTree;
  /** Makes a plan that deletes items of a bot. */
  readonly planDeletion: (bot: Bot, items: readonly CatalogueItem[]) => Promise<void>;
}

/** More is not agreed to in a dialog: items, with what is known below folders. */
const MOST_ITEMS = 20;
/** More customers have a tag than anybody can look through. */
const MOST_CUSTOMERS = 1000;

export function deleteItem(parts: Needs): Handler<'botTags.deleteItem'> {
  const remove = async (botKey: string, id: string): Promise<readonly string[]> => {
    const bot = botNamed(await parts.catalogue(), botKey);
    const items = await parts.items();
    const title = vscode.l10n.t('Deleting…');
    return whileWorking(title, (signal) => items.delete(bot, id, signal));
  };
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const title = vscode.l10n.t('Delete Tags and Folders');
      const chosen = outermost(catalogue, await itemsInHand(parts, hand, title));
      const bots = botsOf(catalogue, chosen);
      for (const bot of bots) requireUnlocked(catalogue, bot, 'deleteItem');
      if (isLarge(catalogue, chosen)) {
        for (const bot of bots) {
          const own = chosen.filter((item) => item.bot === bot.key);
          await parts.planDeletion(bot, own);
        }
        return;
      }
      if (!(await confirm(catalogue, chosen, bots))) return;
      await parts.tree.leave(hand.nodes);
      let deleted = 0;
      for (const item of chosen) {
        deleted += (await remove(item.bot, item.id)).length;
      }
      const [first] = chosen;
      const isOne = first !== undefined && deleted === 1;
      sayDone(vscode.l10n.t('Deleted {0}.', isOne ? quoted(first.name) : itemCount(deleted)));
    },
    byProgram: async ({ bot, id }) => {
      const catalogue = await parts.catalogue();
      requireUnlocked(catalogue, botNamed(catalogue, bot), 'deleteItem');
      return remove(bot, id);
    },
  };
}

function botsOf(catalogue: Catalogue, items: readonly CatalogueItem[]): readonly Bot[] {
  const keys = new Set(items.map(({ bot }) => bot));
  return catalogue.bots().filter(({ key }) => keys.has(key));
}

/** Whether it is to be read line by line before it is done. */
function isLarge(catalogue: Catalogue, items: readonly CatalogueItem[]): boolean {
  const isOnMany = ({ bot, scan, seenOn }: CatalogueItem): boolean =>
    seenOn > MOST_CUSTOMERS && scan !== null && scan === catalogue.scan(bot)?.id;
  let count = 0;
  for (const item of items) {
    const below = item.type === FOLDER ? catalogue.below(item.bot, item.id) : [];
    count += 1 + below.length;
    if (count > MOST_ITEMS || [item, ...below].some(isOnMany)) return true;
  }
  return false;
}

async function confirm(
  catalogue: Catalogue,
  items: readonly CatalogueItem[],
  bots: readonly Bot[],
): Promise<boolean> {
  const first = items[0];
  const message =
    items.length === 1 && first !== undefined
      ? vscode.l10n.t('Delete "{0}" in the service?', first.name)
      : vscode.l10n.t('Delete {0} in the service?', itemCount(items.length));
  const isTyped = (bot: Bot): boolean =>
    isProduction(bot) && items.some((item) => item.bot === bot.key && item.type === FOLDER);
  const typed = bots.filter(isTyped);
  const detail = consequences(catalogue, items);
  if (typed.length > 0) return typeNames(message, detail, typed);
  const yes = vscode.l10n.t('Delete');
  const named = bots.filter(({ environment }) => environment !== '').flatMap(botLines);
  return (await ask({ message, detail: [...named, ...detail] }, yes)) === yes;
}

/** What goes with a folder is not seen here: in production a click is not enough. Throws `Cancelled`. */
async function typeNames(
  message: string,
  detail: readonly string[],
  bots: readonly Bot[],
): Promise<boolean> {
  const { l10n } = vscode;
  for (const bot of bots) {
    const name = bot.label.trim();
    const question: TextQuestion = {
      prompt: sentences([l10n.t('This is about the bot "{0}".', nameOfBot(bot)), ...detail]),
      placeholder: l10n.t('To delete, type the name of the bot: {0}', name),
      accept: async (text) =>
        text === name
          ? undefined
          : { message: l10n.t('This is not the name of the bot: {0}', name) },
    };
    const position = { title: message, step: 1, totalSteps: 1, canGoBack: false };
    await askText(question, position);
  }
  return true;
}

function consequences(catalogue: Catalogue, items: readonly CatalogueItem[]): string[] {
  const { l10n } = vscode;
  const folders = items.filter((item) => item.type === FOLDER);
  const below = folders.reduce(
    (sum, folder) => sum + catalogue.below(folder.bot, folder.id).length,
    0,
  );
  const texts: string[] = [];
  if (folders.length > 0) {
    texts.push(
      l10n.t(
        'A folder goes with everything below it: {0} that this list knows, and whatever else the service has there. Those tags are taken off every user. This cannot be undone.',
        itemCount(below),
      ),
    );
  }
  if (folders.length < items.length) {
    texts.push(
      l10n.t(
        'A tag is taken off every user who has it, and the service does not keep who that was. The Journal view can create the tag again, with a new ID.',
      ),
    );
  }
  return texts;
}
