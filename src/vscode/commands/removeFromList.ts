import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import { sayDone } from '../kit/window.ts';
import type { Parts } from '../parts.ts';
import { itemsOf } from '../tree/itemsOf.ts';
import { botNamed, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'tree'>;

/** Forgets items here; the service is not told. */
export function removeFromList(parts: Needs): Handler<'botTags.removeFromList'> {
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const nodes = hand.nodes.length > 0 ? hand.nodes : parts.tree.selection;
      const items = itemsOf(catalogue, nodes);
      if (items.length === 0) {
        throw new UserError(
          vscode.l10n.t('Select a tag or folder in the view "Bots & Tags" first.'),
        );
      }
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
