import * as vscode from 'vscode';
import type { Bot, CatalogueItem } from '../../base/model.ts';
import { askBotOrItems, itemsOf } from '../../catalogue/ui/askItems.ts';
import {
  botByReference,
  itemsOfContext,
  type CommandContext,
  type Handler,
} from '../../catalogue/ui/handler.ts';
import { comma } from '../../base/ui/localeTexts.ts';
import type { CatalogueServices } from '../../catalogue/ui/catalogueServices.ts';
import { copyLines, sayDone } from '../../base/ui/window.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tagIndex'>;
type NamedItem = Pick<CatalogueItem, 'id' | 'name'>;

export function copyId(services: Needs): Handler<'botTags.copyId'> {
  return {
    interactive: async (context) => {
      const ids = await idsOfContext(services, context);
      await copyLines(ids);
      sayDone(vscode.l10n.t('{0} copied.', ids.join(comma())));
    },
    withArguments: async ({ bot, ids }) => {
      botByReference(await services.catalogue(), bot);
      return copyLines(ids);
    },
  };
}

export function copyName(services: Needs): Handler<'botTags.copyName'> {
  return {
    interactive: async (context) => {
      const names = await namesOfContext(services, context);
      await copyLines(names);
      sayDone(vscode.l10n.t('{0} copied.', names.join(comma())));
    },
    withArguments: async ({ bot, ids }) => {
      const catalogue = await services.catalogue();
      const { key } = botByReference(catalogue, bot);
      return copyLines(ids.map((id) => catalogue.item(key, id)?.name ?? id));
    },
  };
}

function idsOfContext(services: Needs, context: CommandContext): Promise<readonly string[]> {
  const title = vscode.l10n.t('Copy ID');
  return valuesOfContext(services, context, title, {
    bot: ({ botId }) => botId,
    item: ({ id }) => id,
  });
}

function namesOfContext(services: Needs, context: CommandContext): Promise<readonly string[]> {
  const title = vscode.l10n.t('Copy Name');
  return valuesOfContext(services, context, title, {
    bot: ({ label }) => label,
    item: ({ name }) => name,
  });
}

/** Returns the values in the order of the selection. Prompts for the items if nothing is selected. */
async function valuesOfContext(
  services: Needs,
  context: CommandContext,
  title: string,
  valueOf: { readonly bot: (bot: Bot) => string; readonly item: (item: NamedItem) => string },
): Promise<readonly string[]> {
  const catalogue = await services.catalogue();
  if (context.nodes.length === 0) {
    return (await askBotOrItems({ catalogue, index: await services.tagIndex() }, title)).map(
      valueOf.item,
    );
  }
  if (!context.nodes.some(({ isBot }) => isBot)) {
    return (await itemsOfContext(services, context, title)).map(valueOf.item);
  }
  return context.nodes.flatMap((node) => {
    if (node.isBot) return valueOf.bot(botByReference(catalogue, node.bot));
    return itemsOf(catalogue, [node]).map(valueOf.item);
  });
}
