import type { Parts } from '../parts.ts';
import * as vscode from 'vscode';
import type { CustomerPanel } from '../customers/customerPanel.ts';
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
      const known = botNamed(await parts.catalogue(), bot);
      await parts.panels.open(known, query);
      const panel = parts.panels.of(known.key);
      // Otherwise "load more" would give the first page or the second, as the case may be.
      await panel.firstPage;
      throwError(panel);
    },
  };
}

export function loadMore(parts: Needs): Handler<'botTags.loadMore'> {
  return {
    byPerson: () => parts.panels.inFront().loadMore(),
    byProgram: async ({ bot }) => {
      const panel = parts.panels.of(botNamed(await parts.catalogue(), bot).key);
      await panel.loadMore();
      throwError(panel);
      const { pager } = panel;
      return { loaded: pager.rows, hasMore: pager.state !== 'end' };
    },
  };
}

function throwError({ pager }: CustomerPanel): void {
  if (pager.state === 'error') throw pager.error;
}
