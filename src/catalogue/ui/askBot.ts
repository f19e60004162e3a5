import * as vscode from 'vscode';
import type { Catalogue } from '../catalogue.ts';
import { NoticeError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { textAfterLabel, botIcon } from './botLooks.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { BACK, runStep, type Back, type StepPosition } from '../../base/ui/steps.ts';

export interface BotFilter {
  readonly accepts: (bot: Bot) => boolean;
  /** Error message if there are bots, but the command applies to none of them. */
  readonly noneMessage: string;
}

/** @throws {NoticeError} if there is no bot */
export function requireBot(catalogue: Catalogue): void {
  if (catalogue.bots().length > 0) return;
  throw new NoticeError(
    vscode.l10n.t('There is no bot yet. Use "Bot Tags: Add Bot…" or "Bot Tags: Try the Sandbox".'),
  );
}

/**
 * Returns the only bot to choose from; `undefined` if there are several.
 * @throws {NoticeError} if there is none
 */
export function onlyBot(catalogue: Catalogue, filter?: BotFilter): Bot | undefined {
  requireBot(catalogue);
  const bots = catalogue.bots().filter((bot) => filter?.accepts(bot) ?? true);
  if (bots.length === 0) throw new NoticeError(filter?.noneMessage ?? '');
  return bots.length === 1 ? bots[0] : undefined;
}

export function botEntry(catalogue: Catalogue, bot: Bot) {
  const isReadOnly = catalogue.isReadOnly(bot.key);
  const { kind, botId, baseUrl } = bot;
  return {
    label: bot.label,
    description: textAfterLabel(bot, isReadOnly, botId),
    detail: kind === 'sandbox' ? vscode.l10n.t('on this machine') : baseUrl,
    iconPath: botIcon(bot, isReadOnly),
    bot,
  };
}

/** @param isProposed returns whether the bot is selected initially */
export async function askBot(
  catalogue: Catalogue,
  position: StepPosition,
  isProposed?: (bot: Bot) => boolean,
  accepts: (bot: Bot) => boolean = () => true,
): Promise<Bot | Back> {
  const items = catalogue
    .bots()
    .filter(accepts)
    .map((bot) => ({ ...botEntry(catalogue, bot), isActive: isProposed?.(bot) === true }));
  const placeholder = vscode.l10n.t('Select a bot');
  const picked = await askPick({ placeholder, items }, position);
  return picked === BACK ? BACK : picked.bot;
}

/** @throws {NoticeError} if there is no bot to choose from */
export async function onlyOrPickedBot(
  catalogue: Catalogue,
  title: string,
  filter?: BotFilter,
): Promise<Bot> {
  return (
    onlyBot(catalogue, filter) ??
    runStep(title, (position) => askBot(catalogue, position, undefined, filter?.accepts))
  );
}
