import * as vscode from 'vscode';
import type { Catalogue } from '../catalogue.ts';
import { NoticeError } from '../../base/errors.ts';
import { FOLDER, type Bot, type CatalogueItem } from '../../base/model.ts';
import type { LiveItems } from '../liveItems.ts';
import type { IndexedItem, TagIndex } from '../tagIndex.ts';
import { askBot, botEntry, onlyBot } from './askBot.ts';
import { askFoundMany } from './askFoundMany.ts';
import { searchText } from './itemEntries.ts';
import { BACK, runSteps, step, type Back, type StepPosition } from '../../base/ui/steps.ts';
import type { FoundEntry } from './askFound.ts';

interface ItemsAsked {
  readonly catalogue: Catalogue;
  readonly index: LiveItems<TagIndex>;
}

/** Asks for a bot, unless there is only one, and for some of its tags and folders: at least one. Throws `Cancelled`. */
export async function askItems(
  asked: ItemsAsked,
  title: string,
): Promise<readonly CatalogueItem[]> {
  const { catalogue } = asked;
  const chosen = await askOfBot(asked, title, (bot) => {
    if (catalogue.pagesOfItems(bot.key).next().done !== true) return [];
    throw new NoticeError(
      vscode.l10n.t(
        'The list does not contain any tags or folders of "{0}" yet. To add some, use "Scan Customers…" or "Add Existing Tag by ID…".',
        bot.label,
      ),
    );
  });
  // One may have been removed in another window meanwhile.
  return chosen.flatMap(({ bot, id }) => catalogue.item(bot, id) ?? []);
}

/** Like `askItems`, for what they are called: the bot itself is among them. */
export function askNamed(
  asked: ItemsAsked,
  title: string,
): Promise<readonly Pick<IndexedItem, 'id' | 'name'>[]> {
  return askOfBot(asked, title, (bot) => {
    const { label, description, iconPath } = botEntry(asked.catalogue, bot);
    const { key, botId } = bot;
    return [
      {
        ...{ label, description, iconPath, alwaysShow: true },
        detail: vscode.l10n.t('bot'),
        item: { bot: key, id: botId, name: label, type: FOLDER, parentId: null, state: 'ok' },
      },
    ];
  });
}

/** @param before what stands before the items of a bot */
async function askOfBot(
  { catalogue, index }: ItemsAsked,
  title: string,
  before: (bot: Bot) => readonly FoundEntry[],
): Promise<readonly IndexedItem[]> {
  const only = onlyBot(catalogue);
  let bot = only;
  let chosen: readonly IndexedItem[] = [];
  const askIts = async (position: StepPosition): Promise<readonly IndexedItem[] | Back> => {
    if (bot === undefined) return BACK;
    const { key } = bot;
    return askFoundMany(
      {
        placeholder: searchText,
        index,
        accepts: (item) => item.bot === key,
        first: { entries: before(bot), picked: [] },
        none: vscode.l10n.t('Select at least one item.'),
      },
      position,
    );
  };
  await runSteps(title, [
    step(
      only === undefined,
      (position) => askBot(catalogue, position),
      (answer) => (bot = answer),
    ),
    step(true, askIts, (answer) => (chosen = answer)),
  ]);
  return chosen;
}
