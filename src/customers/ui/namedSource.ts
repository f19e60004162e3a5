import * as vscode from 'vscode';
import { UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { sentences } from '../../base/text.ts';
import type { Scope } from './rowScope.ts';
import { segmentProblem } from '../../search/parseSegment.ts';
import type { AskSourceNeeds } from './askSource.ts';
import { chosenRows, type CustomerSource, narrowedChoice } from './chosenRows.ts';
import { freezeSearch } from './narrowing.ts';

/** Customers that a program specifies. */
interface SourceArgument {
  readonly scope: Scope | 'service';
  /** Search that narrows the scope. */
  readonly segment?: string | undefined;
  /** Time of the last interaction in ms, for `service` only. */
  readonly from?: number | undefined;
  /** Customers per page, for `service` only. */
  readonly limit?: number | undefined;
}

/**
 * Returns the customers that the argument of a command specifies.
 * @throws {UserError} if the segment has an error or the panel of the bot is not open
 */
export async function namedSource(
  services: AskSourceNeeds,
  bot: Bot,
  { scope, segment, from, limit }: SourceArgument,
): Promise<CustomerSource> {
  if (segment !== undefined) requireSegment(segment);
  if (scope !== 'service') {
    const chosen = await chosenRows(services.panels.require(bot.key), scope);
    if (segment === undefined) return { kind: 'rows', chosen };
    const narrowing = await freezeSearch(services, bot, segment);
    return { kind: 'rows', chosen: await narrowedChoice(chosen, narrowing) };
  }
  const narrowing = await freezeSearch(services, bot, segment ?? '');
  return { kind: 'service', narrowing, from: from ?? null, limit };
}

/** @throws {UserError} if the segment has an error, or is only white space, which would match all customers */
export function requireSegment(text: string): void {
  const { l10n } = vscode;
  if (text === '') return;
  if (text.trim() === '') {
    throw new UserError(
      l10n.t(
        'The segment contains only white space. To include all customers, leave out the segment.',
      ),
    );
  }
  const problem = segmentProblem(l10n, text);
  if (problem === undefined) return;
  const { start, text: message } = problem;
  const nothingDone = l10n.t(
    'Nothing was done. Correct the error in the segment at character {0}.',
    start + 1,
  );
  throw new UserError(sentences([nothingDone, message]));
}
