import * as vscode from 'vscode';
import type { Lazy } from '../../core/async/lazy.ts';
import { lockBot } from '../../core/catalogue/botChanges.ts';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { botInHand, botNamed, type Handler } from '../input/handler.ts';
import { nameOfBot } from '../kit/botLooks.ts';
import { sayDone } from '../kit/window.ts';

/** From then on nothing is written to the bot, by whomever and from whichever window. */
export function makeReadOnly(parts: {
  readonly catalogue: Lazy<Catalogue>;
}): Handler<'botTags.makeReadOnly'> {
  const lock = async (key: string): Promise<void> => {
    const catalogue = await parts.catalogue();
    await catalogue.whenFree(() => lockBot(catalogue, botNamed(catalogue, key).key));
  };
  return {
    byPerson: async (hand) => {
      const catalogue = await parts.catalogue();
      const bot = await botInHand(catalogue, hand, vscode.l10n.t('Make Read-Only'), {
        accepts: ({ isReadOnly }) => !isReadOnly,
        none: vscode.l10n.t('Every bot is read-only already.'),
      });
      await lock(bot.key);
      sayDone(vscode.l10n.t('"{0}" is read-only.', nameOfBot(bot)));
    },
    byProgram: ({ bot }) => lock(bot),
  };
}
