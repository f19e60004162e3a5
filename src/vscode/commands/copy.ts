import * as vscode from 'vscode';
import type { Catalogue } from '../../core/catalogue.ts';
import { copyLines, sayDone } from '../kit/window.ts';
import type { Parts } from '../parts.ts';
import { botNamed, itemsInHand, type Hand, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue'>;

/** One ID a line; a bot's is its bot ID. */
export function copyId(parts: Needs): Handler<'botTags.copyId'> {
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const ids = await idsInHand(catalogue, hand);
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
      const title = vscode.l10n.t('Copy Name');
      const items = await itemsInHand(await parts.catalogue(), hand, title);
      const names = items.map(({ name }) => name);
      await copyLines(names);
      sayDone(vscode.l10n.t('{0} copied.', names.join(', ')));
    },
    byProgram: async ({ bot, ids }) => {
      const catalogue = await parts.catalogue();
      const { key } = botNamed(catalogue, bot);
      return copyLines(ids.map((id) => catalogue.item(key, id)?.name ?? id));
    },
  };
}

async function idsInHand(catalogue: Catalogue, hand: Hand): Promise<readonly string[]> {
  const nodes = hand.nodes.filter((node) => node.isBot || node.item !== undefined);
  if (nodes.some(({ isBot }) => isBot)) {
    return nodes.map((node) => node.item ?? botNamed(catalogue, node.bot).botId);
  }
  const items = await itemsInHand(catalogue, hand, vscode.l10n.t('Copy ID'));
  return items.map(({ id }) => id);
}
