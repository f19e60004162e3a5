import * as vscode from 'vscode';
import { sayDone } from '../kit/window.ts';
import type { Parts } from '../parts.ts';
import { botNamed, itemsInHand, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue'>;

/** Forgets items here; the service is not told. */
export function removeFromList(parts: Needs): Handler<'botTags.removeFromList'> {
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const title = vscode.l10n.t('Remove from List');
      const items = await itemsInHand(catalogue, hand, title);
      for (const [bot, own] of Map.groupBy(items, (item) => item.bot)) {
        const ids = own.map(({ id }) => id);
        await catalogue.whenFree(() => catalogue.removeItems(bot, ids));
      }
      sayDone(vscode.l10n.t('{0} removed from the list.', items.length));
    },
    byProgram: async ({ bot, ids }) => {
      const catalogue = await parts.catalogue();
      const { key } = botNamed(catalogue, bot);
      await catalogue.whenFree(() => catalogue.removeItems(key, ids));
    },
  };
}
