import { l10n } from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { UserError } from '../../base/errors.ts';
import type { UnfinishedExport } from '../../base/exportPlan.ts';
import type { Bot } from '../../base/model.ts';
import { botNamed } from '../../catalogue/ui/handler.ts';

/**
 * The bot whose customers an export has begun to read: by its key, or by its ID at the same address when it was removed
 * and added again. Another service's customers are nothing to go on with, whatever their bot is called.
 */
export function botOfExport(catalogue: Catalogue, unfinished: UnfinishedExport): Bot {
  const { bot: key, baseUrl, query } = unfinished;
  const bots = catalogue.bots();
  const known = bots.find((bot) => bot.key === key);
  // An earlier version has not told.
  if (baseUrl === undefined) return known ?? botNamed(catalogue, query.botId);
  if (known?.baseUrl === baseUrl) return known;
  const again = bots.find((bot) => bot.botId === query.botId && bot.baseUrl === baseUrl);
  if (again !== undefined) return again;
  throw new UserError(
    baseUrl === ''
      ? l10n.t(
          'The sandbox of this export is no longer in the list. Use "Try the Sandbox" to add it again, then resume the export.',
        )
      : l10n.t(
          'The bot "{0}" of this export is no longer in the list. Add the bot again with the base URL {1}, then resume the export.',
          query.botId,
          baseUrl,
        ),
  );
}
