import * as vscode from 'vscode';
import type { Catalogue } from '../catalogue.ts';
import { NoticeError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { behindLabel, botIcon } from './botLooks.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { BACK, runSteps, type Back, type StepPosition } from '../../base/ui/steps.ts';

/** Which bots a command is for. */
export interface BotChoice {
  readonly accepts: (bot: Bot) => boolean;
  /** Said when it is for none of them. */
  readonly none: string;
}

/** The bot to ask about at once: the only one there is. Throws `UserError` when there is none. */
export function onlyBot(catalogue: Catalogue, choice?: BotChoice): Bot | undefined {
  const all = catalogue.bots();
  const bots = choice === undefined ? all : all.filter(choice.accepts);
  if (all.length > 0 && bots.length === 0) throw new NoticeError(choice?.none ?? '');
  if (bots.length === 0) {
    throw new NoticeError(
      vscode.l10n.t(
        'There is no bot yet. Use "Bot Tags: Add Bot…" or "Bot Tags: Try the Sandbox".',
      ),
    );
  }
  return bots.length === 1 ? bots[0] : undefined;
}

/** A bot in a list to pick from: with its environment, and whether it is read-only. */
export function botEntry(catalogue: Catalogue, bot: Bot) {
  const isReadOnly = catalogue.isReadOnly(bot.key);
  const { kind, botId, baseUrl } = bot;
  return {
    label: bot.label,
    description: behindLabel(
      bot,
      isReadOnly ? vscode.l10n.t('{0} · {1}', vscode.l10n.t('read-only'), botId) : botId,
    ),
    detail: kind === 'sandbox' ? vscode.l10n.t('on this machine') : baseUrl,
    iconPath: botIcon(bot, isReadOnly),
    bot,
  };
}

/** @param isAtHand which one to propose */
export async function askBot(
  catalogue: Catalogue,
  position: StepPosition,
  isAtHand?: (bot: Bot) => boolean,
  accepts: (bot: Bot) => boolean = () => true,
): Promise<Bot | Back> {
  const items = catalogue
    .bots()
    .filter(accepts)
    .map((bot) => botEntry(catalogue, bot));
  const active = isAtHand && (({ bot }: { readonly bot: Bot }): boolean => isAtHand(bot));
  const placeholder = vscode.l10n.t('Select a bot');
  const picked = await askPick({ placeholder, items, active }, position);
  return picked === BACK ? BACK : picked.bot;
}

/** The only bot, or the one that the person picks. */
export async function botFromPerson(
  catalogue: Catalogue,
  title: string,
  choice?: BotChoice,
): Promise<Bot> {
  let bot = onlyBot(catalogue, choice);
  await runSteps(title, [
    {
      isNeeded: bot === undefined,
      ask: async (position) => {
        const answer = await askBot(catalogue, position, undefined, choice?.accepts);
        if (answer === BACK) return BACK;
        bot = answer;
      },
    },
  ]);
  if (bot === undefined) throw new Error('no bot was picked');
  return bot;
}
