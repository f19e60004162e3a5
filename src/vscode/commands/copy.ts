import * as vscode from 'vscode';
import { UserError } from '../../core/errors.ts';
import { copyLines, sayDone } from '../kit/window.ts';
import type { Parts } from '../parts.ts';
import { itemsOf } from '../tree/itemsOf.ts';
import { botNamed, type Hand, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'tree'>;

/** One ID a line; a bot's is its bot ID. */
export function copyId(parts: Needs): Handler<'botTags.copyId'> {
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const ids = nodesOf(parts, hand).map(
        (node) => node.item ?? botNamed(catalogue, node.bot).botId,
      );
      await copyLines(ids);
      sayDone(vscode.l10n.t('{0} copied.', ids.join(', ')));
    },
    byProgram: async ({ bot, ids }) => {
      botNamed(await parts.catalogue(), bot);
      return copyLines(ids);
    },
  };
}

export function copyName(parts: Needs): Handler<'botTags.copyName'> {
  return {
    byPerson: async (hand) => {
      const items = itemsOf(await parts.catalogue(), nodesOf(parts, hand));
      await copyLines(items.map((item) => item.name));
      sayDone(vscode.l10n.t('{0} copied.', items.map((item) => item.name).join(', ')));
    },
    byProgram: async ({ bot, ids }) => {
      const catalogue = await parts.catalogue();
      const { key } = botNamed(catalogue, bot);
      return copyLines(ids.map((id) => catalogue.item(key, id)?.name ?? id));
    },
  };
}

function nodesOf(parts: Needs, hand: Hand) {
  const inHand = hand.nodes.length > 0 ? hand.nodes : parts.tree.selection;
  const nodes = inHand.filter((node) => !node.isUnplaced);
  if (nodes.length > 0) return nodes;
  throw new UserError(
    vscode.l10n.t('Select a bot, tag or folder in the view "Bots & Tags" first.'),
  );
}
