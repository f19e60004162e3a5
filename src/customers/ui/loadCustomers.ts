import * as vscode from 'vscode';
import type { Lazy } from '../../base/promises.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { Bot } from '../../base/model.ts';
import type { ArgumentOf } from '../../commands/commands.ts';
import type { LoadedCustomers } from '../../commands/results.ts';
import { botOfContext, botNamed, type Handler } from '../../catalogue/ui/handler.ts';
import type { CustomerPanel } from './customerPanel.ts';
import type { CustomerPanels } from './customerPanels.ts';
import type { CustomerServices } from './customerServices.ts';

type Needs = Pick<CustomerServices, 'catalogue' | 'panels'>;

export function openCustomers(parts: Needs): Handler<'botTags.openCustomers'> {
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Show Customers');
      await parts.panels.open(await botOfContext(await parts.catalogue(), context, title), {});
    },
    withArguments: async (customers) => void (await openNamed(parts, customers)),
  };
}

/**
 * Opens the panel of a bot and resolves when the first page is loaded.
 * @throws the error of a failed load
 */
export async function openNamed(
  parts: { readonly catalogue: Lazy<Catalogue>; readonly panels: CustomerPanels },
  { bot: reference, limit, from }: ArgumentOf<'botTags.openCustomers'>,
): Promise<{ readonly bot: Bot; readonly panel: CustomerPanel }> {
  const query = {
    ...(limit === undefined ? {} : { limit }),
    ...(from === undefined ? {} : { from }),
  };
  const bot = botNamed(await parts.catalogue(), reference);
  await parts.panels.open(bot, query);
  const panel = parts.panels.of(bot.key);
  // Without waiting, a subsequent "load more" would load the first page or the second, depending on timing.
  await panel.firstPage;
  throwIfFailed(panel);
  return { bot, panel };
}

export function loadMore(parts: Needs): Handler<'botTags.loadMore'> {
  return {
    interactive: () => parts.panels.inFront().loadMore(),
    withArguments: async ({ bot }) => {
      const panel = parts.panels.of(botNamed(await parts.catalogue(), bot).key);
      await panel.loadMore();
      return loadResult(panel);
    },
  };
}

export function loadAll(parts: Needs): Handler<'botTags.loadAll'> {
  return {
    interactive: () => parts.panels.inFront().loadPages(Number.POSITIVE_INFINITY),
    withArguments: async ({ bot }) => {
      const panel = parts.panels.of(botNamed(await parts.catalogue(), bot).key);
      await panel.loadPages(Number.POSITIVE_INFINITY);
      return loadResult(panel);
    },
  };
}

function loadResult(panel: CustomerPanel): LoadedCustomers {
  throwIfFailed(panel);
  const { pager } = panel;
  return { loaded: pager.rows, hasMore: pager.state !== 'end' };
}

function throwIfFailed({ pager }: CustomerPanel): void {
  if (pager.state === 'error') throw pager.error;
}
