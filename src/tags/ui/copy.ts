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
import type { CatalogueServices } from '../../catalogue/ui/services.ts';
import { copyLines, sayDone } from '../../base/ui/window.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tagIndex'>;

/** Functions that return the value to copy. */
interface ValueOf {
  readonly bot: (bot: Bot) => string;
  readonly item: (item: Pick<CatalogueItem, 'id' | 'name'>) => string;
}

export function copyId(services: Needs): Handler<'botTags.copyId'> {
  return copyHandler(services, vscode.l10n.t('Copy ID'), {
    bot: ({ botId }) => botId,
    item: ({ id }) => id,
  });
}

export function copyName(services: Needs): Handler<'botTags.copyName'> {
  return copyHandler(services, vscode.l10n.t('Copy Name'), {
    bot: ({ label }) => label,
    item: ({ name }) => name,
  });
}

function copyHandler(
  services: Needs,
  title: string,
  valueOf: ValueOf,
): Handler<'botTags.copyId' | 'botTags.copyName'> {
  return {
    interactive: async (context) => {
      const values = await valuesOfContext(services, context, title, valueOf);
      await copyLines(values);
      sayDone(vscode.l10n.t('{0} copied.', values.join(comma())));
    },
    withArguments: async ({ bot, ids }) => {
      const catalogue = await services.catalogue();
      const { key } = botByReference(catalogue, bot);
      return copyLines(ids.map((id) => valueOf.item(catalogue.item(key, id) ?? { id, name: id })));
    },
  };
}

/** Returns the values in the order of the selection. Prompts for the items if nothing is selected. */
async function valuesOfContext(
  services: Needs,
  context: CommandContext,
  title: string,
  valueOf: ValueOf,
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
