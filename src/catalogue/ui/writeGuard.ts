import * as vscode from 'vscode';
import type { Catalogue } from '../catalogue.ts';
import type { EndpointName } from '../../base/endpoints.ts';
import { type Bot, isProduction } from '../../base/model.ts';
import { Cancelled, UserError } from '../../base/errors.ts';
import { requireAllowedWrite } from '../../service/confirmedItems.ts';
import { labelled } from '../../base/ui/localeTexts.ts';
import { ask } from '../../base/ui/window.ts';

/** What stands in a question about a write. */
interface WriteQuestion {
  readonly message: string;
  /** What the button says. */
  readonly yes: string;
  /** How many users it is about; absent: it is about none. */
  readonly users?: number;
}

/**
 * Says before anything is asked what the client would say in the end. It is the client that keeps writes from leaving.
 * Throws `ServiceError`.
 * @param ids of the tags and folders that it names
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

/** For a program: the same, and it has to confirm what is in production or deletes. */
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

/** For a program that did not say that it means to delete. */
export function needsConfirmed(): UserError {
  return new UserError(
    vscode.l10n.t(
      'To delete something in the service, this command requires the argument "confirmed": true. Nothing was sent.',
    ),
  );
}

/** For a program: throws `UserError` in production when it does not say that it means it. */
export function requireAgreed(bot: Bot, confirmed: true | undefined): void {
  if (confirmed === true || !isProduction(bot)) return;
  throw new UserError(
    vscode.l10n.t(
      'The environment of "{0}" is production, so this command requires the argument "confirmed": true. Nothing was sent.',
      bot.label,
    ),
  );
}

/** Asks once before a write in production; elsewhere nothing. Throws `Cancelled`. */
export async function agreeInProduction(
  catalogue: Catalogue,
  { key }: Pick<Bot, 'key'>,
  { message, yes, users }: WriteQuestion,
): Promise<void> {
  // As it is now: the bot may have got its environment while other things were asked.
  const bot = catalogue.bot(key);
  if (bot === undefined || !isProduction(bot)) return;
  const about = users === undefined ? [] : [vscode.l10n.t('Customers: {0}', users)];
  const detail = [...botLines(bot), ...about];
  if ((await ask({ message, detail }, yes)) !== yes) throw new Cancelled();
}

/** Customers whom a change outside production may be about without their number being typed. */
const MOST_BY_CLICK = 1000;
/** The same, of the customers of the last complete scan. */
const SHARE_BY_CLICK = 0.1;

/** Whether a click is not enough, so that the number of customers is typed. One customer is seen at a glance. */
export function needsNumber(catalogue: Catalogue, bot: Bot, customers: number): boolean {
  if (isProduction(bot) || customers > MOST_BY_CLICK) return true;
  const scan = catalogue.scan(bot.key);
  const isComplete = scan?.state === 'done' && scan.from === null;
  return isComplete && customers > Math.max(1, scan.customers * SHARE_BY_CLICK);
}

/** Which bot a question is about, a line each. */
export function botLines({ label, environment }: Bot): readonly string[] {
  const bot = vscode.l10n.t('Bot: {0}', label);
  if (environment === '') return [bot];
  return [bot, labelled(vscode.l10n.t('Environment'), environment)];
}
