import type { Parts } from '../parts.ts';
import * as vscode from 'vscode';
import { botInHand, botNamed, type Handler } from './handler.ts';

type Needs = Pick<Parts, 'catalogue' | 'panels'>;

export function openCustomers(parts: Needs): Handler<'botTags.openCustomers'> {
  return {
    byPerson: async (hand) => {
      const title = vscode.l10n.t('Customers');
      await parts.panels.open(await botInHand(await parts.catalogue(), hand, title), {});
    },
    byProgram: async ({ bot, limit, from }) => {
      const query = {
        ...(limit === undefined ? {} : { limit }),
        ...(from === undefined ? {} : { from }),
      };
      await parts.panels.open(botNamed(await parts.catalogue(), bot), query);
    },
  };
}

export function loadMore(parts: Needs): Handler<'botTags.loadMore'> {
  return {
    byPerson: () => parts.panels.inFront().loadMore(),
    byProgram: async ({ bot }) => {
      const panel = parts.panels.of(botNamed(await parts.catalogue(), bot).key);
      await panel.loadMore();
      const { pager } = panel;
      if (pager.state === 'error') throw pager.error;
      return { loaded: pager.rows, hasMore: pager.state !== 'end' };
    },
  };
}
