import * as vscode from 'vscode';
import type { Catalogue } from '../../core/catalogue.ts';
import { UserError } from '../../core/errors.ts';
import { BY_NAME, itemOrder } from '../../core/itemOrder.ts';
import type { Bot, CatalogueItem } from '../../core/model.ts';
import { askBot, onlyBot } from './askBot.ts';
import { askMany } from './askMany.ts';
import { itemEntry } from './itemEntry.ts';
import { BACK, runSteps, step, type Back, type StepPosition } from './steps.ts';

/** Asks for a bot, unless there is only one, and for some of its tags and folders: at least one. Throws `Cancelled`. */
export async function askItems(
  catalogue: Catalogue,
  title: string,
): Promise<readonly CatalogueItem[]> {
  const only = onlyBot(catalogue);
  let bot = only;
  let chosen: readonly CatalogueItem[] = [];
  await runSteps(title, [
    step(
      only === undefined,
      (position) => askBot(catalogue, position),
      (answer) => (bot = answer),
    ),
    step(
      true,
      async (position) => (bot === undefined ? BACK : askItemsOf(catalogue, bot, position)),
      (answer) => (chosen = answer),
    ),
  ]);
  return chosen;
}

async function askItemsOf(
  catalogue: Catalogue,
  bot: Bot,
  position: StepPosition,
): Promise<readonly CatalogueItem[] | Back> {
  const all = catalogue.items(bot.key).toSorted(itemOrder(BY_NAME, undefined));
  if (all.length === 0) {
    throw new UserError(vscode.l10n.t('No tag or folder of "{0}" is on the list.', bot.label));
  }
  const places = new Map<string | null, readonly string[]>();
  // Thousands of tags stand in few folders.
  const placeOf = (item: CatalogueItem): readonly string[] => {
    const place = places.get(item.parentId) ?? catalogue.ancestors(item).map(({ name }) => name);
    places.set(item.parentId, place);
    return place;
  };
  const items = all.map((item) => ({ ...itemEntry(item, placeOf(item)), item }));
  const picked = await askMany(
    {
      placeholder: vscode.l10n.t('Pick tags and folders by name, ID or folder'),
      items,
      picked: () => false,
      validate: ({ length }) =>
        length === 0 ? vscode.l10n.t('Pick at least one tag or folder') : undefined,
    },
    position,
  );
  return picked === BACK ? BACK : picked.map(({ item }) => item);
}
