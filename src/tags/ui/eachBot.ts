import * as vscode from 'vscode';
import type { Bot } from '../../base/model.ts';
import { comma } from '../../base/ui/counts.ts';

/** A bot that could not be asked, and why. */
export interface Away {
  readonly bot: Bot;
  readonly error: unknown;
}

/** Asks one bot after the other: one that cannot be reached says nothing of the others. Throws when it is cancelled. */
export async function eachBot<T extends { readonly bot: Bot }>(
  wanted: readonly T[],
  signal: AbortSignal,
  ask: (one: T) => Promise<void>,
): Promise<readonly Away[]> {
  const away: Away[] = [];
  for (const one of wanted) {
    try {
      await ask(one);
    } catch (error) {
      signal.throwIfAborted();
      away.push({ bot: one.bot, error });
    }
  }
  return away;
}

/** Nothing when all bots could be asked. */
export function awayText(away: readonly Away[]): readonly string[] {
  if (away.length === 0) return [];
  const names = away.map(({ bot }) => bot.label).join(comma());
  return [vscode.l10n.t('These bots could not be refreshed: {0}.', names)];
}
