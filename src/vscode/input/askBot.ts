import * as vscode from 'vscode';
import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { UserError } from '../../core/errors.ts';
import type { Bot } from '../../core/model.ts';
import { askPick } from './askPick.ts';
import { BACK, runSteps, type Back, type StepPosition } from './steps.ts';

/** The bot to ask about at once: the only one there is. Throws `UserError` when there is none. */
export function onlyBot(catalogue: Catalogue): Bot | undefined {
  const bots = catalogue.bots();
  if (bots.length === 0) {
    throw new UserError(
      vscode.l10n.t(
        'There is no bot yet. Use "Bot Tags: Add Bot…" or "Bot Tags: Try the Sandbox".',
      ),
    );
  }
  return bots.length === 1 ? bots[0] : undefined;
}

/** @param isAtHand which one to propose */
export async function askBot(
  catalogue: Catalogue,
  position: StepPosition,
  isAtHand?: (bot: Bot) => boolean,
): Promise<Bot | Back> {
  const items = catalogue.bots().map((bot) => ({
    label: bot.label,
    description: bot.botId,
    detail: bot.kind === 'sandbox' ? vscode.l10n.t('Sandbox on this machine') : bot.baseUrl,
    bot,
  }));
  const active = isAtHand && (({ bot }: { readonly bot: Bot }): boolean => isAtHand(bot));
  const placeholder = vscode.l10n.t('Pick a bot');
  const picked = await askPick({ placeholder, items, active }, position);
  return picked === BACK ? BACK : picked.bot;
}

/** The only bot, or the one that the person picks. */
export async function botFromPerson(catalogue: Catalogue, title: string): Promise<Bot> {
  let bot = onlyBot(catalogue);
  await runSteps(title, [
    {
      isNeeded: bot === undefined,
      ask: async (position) => {
        const answer = await askBot(catalogue, position);
        if (answer === BACK) return BACK;
        bot = answer;
      },
    },
  ]);
  if (bot === undefined) throw new Error('no bot was picked');
  return bot;
}
