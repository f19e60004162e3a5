import * as vscode from 'vscode';
import type { Bot } from '../../base/model.ts';
import { botOfContext, botByReference, type Handler } from '../../catalogue/ui/handler.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import { itemCountText } from '../../base/ui/localeTexts.ts';
import { ask, sayDone } from '../../base/ui/window.ts';
import type { CatalogueServices } from '../../catalogue/ui/services.ts';

type Needs = Pick<CatalogueServices, 'catalogue' | 'tokens' | 'sandbox' | 'tree'>;

/** Removes a bot, its items and its token from the list. Sends nothing to the service. */
export function removeBot(services: Needs): Handler<'botTags.removeBot'> {
  const remove = async (bot: Bot): Promise<void> => {
    const catalogue = await services.catalogue();
    await services.tokens.delete(bot.key);
    await catalogue.whenFree(() => catalogue.removeBot(bot.key));
    await services.sandbox.stop(bot.key);
  };
  return {
    interactive: async (context) => {
      const catalogue = await services.catalogue();
      const bot = await botOfContext(catalogue, context, vscode.l10n.t('Remove Bot'));
      const yes = vscode.l10n.t('Remove');
      const message = vscode.l10n.t('Remove the bot "{0}" from the list?', nameOfBot(bot));
      const detail = consequences(bot, catalogue.items(bot.key).length);
      if ((await ask({ message, detail }, yes)) !== yes) return;
      await services.tree.moveFocusAwayFrom(context.nodes);
      await remove(bot);
      sayDone(vscode.l10n.t('Bot "{0}" removed.', bot.label));
    },
    withArguments: async ({ bot }) => remove(botByReference(await services.catalogue(), bot)),
  };
}

function consequences({ origin }: Bot, removedItemCount: number): readonly string[] {
  const { l10n } = vscode;
  const lines = [
    l10n.t(
      'This deletes the token of the bot from the secret storage and removes {0} from the list. Nothing changes in the service.',
      itemCountText(removedItemCount),
    ),
  ];
  if (origin === 'file') {
    lines.push(
      l10n.t(
        'A workspace file lists this bot. When the file is loaded again, the bot will be added again, but without a token.',
      ),
    );
  }
  return lines;
}
