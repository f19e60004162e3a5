import * as vscode from 'vscode';
import type { Catalogue } from '../catalogue.ts';
import type { EndpointName } from '../../base/endpoints.ts';
import { type Bot, isProduction, TAG } from '../../base/model.ts';
import { UserError } from '../../base/errors.ts';
import { requireAllowedWrite } from '../confirmedTags.ts';
import { labeled } from '../../base/ui/localeTexts.ts';
import { confirm } from '../../base/ui/window.ts';

/**
 * Checks that no lock forbids a write to the bot and to these items. Called before the first dialog, so that the user
 * does not answer in vain. The client checks again before it sends.
 * @throws {ServiceError} if the client would refuse the write
 */
export function requireUnlocked(
  catalogue: Catalogue,
  bot: Bot,
  endpoint: EndpointName,
  ids: readonly string[] = [],
): void {
  requireAllowedWrite(catalogue, bot, endpoint);
  for (const id of ids) requireAllowedWrite(catalogue, bot, endpoint, id);
}

/**
 * Checks a write of a program.
 * @throws {ServiceError} as `requireUnlocked`
 * @throws {UserError} if the program writes in production, or deletes, without `confirmed`
 */
export function requireAllowed(
  catalogue: Catalogue,
  bot: Bot,
  {
    endpoint,
    confirmed,
    ids,
  }: {
    readonly endpoint: EndpointName;
    readonly confirmed?: true | undefined;
    readonly ids?: readonly string[];
  },
): void {
  requireUnlocked(catalogue, bot, endpoint, ids);
  requireAgreed(bot, confirmed);
  if (confirmed === true || endpoint !== 'deleteItem') return;
  throw needsConfirmed();
}

export function needsConfirmed(): UserError {
  return new UserError(
    vscode.l10n.t(
      'To delete something in the service, this command requires the argument "confirmed": true. Nothing was sent.',
    ),
  );
}

/** @throws {UserError} if a program writes in production without `confirmed` */
export function requireAgreed(bot: Bot, confirmed: true | undefined): void {
  if (confirmed === true || !isProduction(bot)) return;
  throw new UserError(
    vscode.l10n.t(
      'The environment of "{0}" is production, so this command requires the argument "confirmed": true. Nothing was sent.',
      bot.label,
    ),
  );
}

/**
 * Asks for a confirmation of a write in production. Does nothing for other bots.
 * @param yes label of the button
 * @throws {Cancelled} if the user does not agree
 */
export async function agreeInProduction(
  catalogue: Catalogue,
  { key }: Pick<Bot, 'key'>,
  { message, yes }: { readonly message: string; readonly yes: string },
): Promise<void> {
  // The bot is read again, because it may have got its environment while other questions were open.
  const bot = catalogue.bot(key);
  if (bot === undefined || !isProduction(bot)) return;
  await confirm({ message, detail: botLines(bot) }, yes);
}

/** Number of customers above which the user must type the number, also outside of production. */
const MAX_CUSTOMERS_BY_CLICK = 1000;
/** Share of the customers of the last complete scan above which the user must type the number, too. */
const MAX_SHARE_BY_CLICK = 0.1;

/** Returns whether a click is not enough, so that the user must type the number of customers. */
export function mustTypeCount(catalogue: Catalogue, bot: Bot, customers: number): boolean {
  if (isProduction(bot) || customers > MAX_CUSTOMERS_BY_CLICK) return true;
  const scan = catalogue.scan(bot.key);
  const isComplete = scan?.state === 'done' && scan.from === null;
  return isComplete && customers > Math.max(1, scan.customers * MAX_SHARE_BY_CLICK);
}

/** Returns the number of customers of the most frequent tag in the last scan. A folder means all tags below it. */
export function highestCustomerCount(
  catalogue: Catalogue,
  bot: string,
  ids: readonly string[],
): number {
  const scanId = catalogue.scan(bot)?.id;
  let highestCount = 0;
  for (const id of ids) {
    const item = catalogue.item(bot, id);
    if (item === undefined) continue;
    for (const tag of item.type === TAG ? [item] : catalogue.below(bot, id)) {
      if (tag.scan === scanId) highestCount = Math.max(highestCount, tag.seenOn);
    }
  }
  return highestCount;
}

export function botLines({ label, environment }: Bot): readonly string[] {
  const bot = vscode.l10n.t('Bot: {0}', label);
  if (environment === '') return [bot];
  return [bot, labeled(vscode.l10n.t('Environment'), environment)];
}
