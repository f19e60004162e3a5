import * as vscode from 'vscode';
import type { Bot } from '../../base/model.ts';
import type { ArgumentOf } from '../../commands/commands.ts';
import type { LoadedCustomers } from '../../commands/results.ts';
import { botOfContext, botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import type { CustomerPanel } from './customerPanel.ts';
import type { CustomerServices } from './customerServices.ts';

type Needs = Pick<CustomerServices, 'catalogue' | 'panels'>;

export function openCustomers(services: Needs): Handler<'botTags.openCustomers'> {
  return {
    interactive: async (context) => {
      const title = vscode.l10n.t('Show Customers');
      await services.panels.open(
        await botOfContext(await services.catalogue(), context, title),
        {},
      );
    },
    withArguments: async (argument) => void (await openAndLoad(services, argument)),
  };
}

/** Opens the panel of a bot. Resolves when the first page is loaded, and rejects with the error of a failed load. */
export async function openAndLoad(
  services: Needs,
  { bot: reference, limit, from }: ArgumentOf<'botTags.openCustomers'>,
): Promise<{ readonly bot: Bot; readonly panel: CustomerPanel }> {
  const query = {
    ...(limit === undefined ? {} : { limit }),
    ...(from === undefined ? {} : { from }),
  };
  const bot = botByReference(await services.catalogue(), reference);
  await services.panels.open(bot, query);
  const panel = services.panels.require(bot.key);
  // Without waiting, a subsequent "load more" would load the first page or the second, depending on timing.
  await panel.firstPage;
  throwIfFailed(panel);
  return { bot, panel };
}

/** @throws {UserError} if no bot has the key or ID `reference`, or if its panel is not open */
export async function panelOf(
  { catalogue, panels }: Needs,
  reference: string,
): Promise<CustomerPanel> {
  return panels.require(botByReference(await catalogue(), reference).key);
}

export function loadMore(services: Needs): Handler<'botTags.loadMore'> {
  return {
    interactive: () => services.panels.inFront().pager.loadMore(),
    withArguments: async ({ bot }) => {
      const panel = await panelOf(services, bot);
      await panel.pager.loadMore();
      return loadResult(panel);
    },
  };
}

export function loadAll(services: Needs): Handler<'botTags.loadAll'> {
  return {
    interactive: () => services.panels.inFront().loadPages(Number.POSITIVE_INFINITY),
    withArguments: async ({ bot }) => {
      const panel = await panelOf(services, bot);
      await panel.loadPages(Number.POSITIVE_INFINITY);
      return loadResult(panel);
    },
  };
}

function loadResult(panel: CustomerPanel): LoadedCustomers {
  throwIfFailed(panel);
  const { pager } = panel;
  return { loaded: pager.rowCount, hasMore: pager.state !== 'end' };
}

function throwIfFailed({ pager }: CustomerPanel): void {
  if (pager.state === 'error') throw pager.error;
}
