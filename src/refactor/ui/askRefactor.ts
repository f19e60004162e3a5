import * as vscode from 'vscode';
import { Cancelled } from '../../base/errors.ts';
import { type Bot, isProduction } from '../../base/model.ts';
import { comma, numberText } from '../../base/ui/localeTexts.ts';
import { ask } from '../../base/ui/window.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import { askToTypeText } from '../../catalogue/ui/typeToAgree.ts';
import { botLines, mustTypeCount } from '../../catalogue/ui/writeGuard.ts';
import { tagsText } from '../../plans/ui/planWords.ts';
import type { HolderCounts } from '../../runs/holders.ts';
import type { Findings } from '../../runs/refactorPorts.ts';
import type { RefactorState } from '../../runs/refactorState.ts';
import { beforeLines, findingsLines, moreLines, refactorName } from './refactorTexts.ts';

/**
 * Asks before a refactor starts, unless no customer has the tag and the bot is not in production. For many customers,
 * the user must also type their number. `all`: the old tags may be deleted without another question if no customer
 * would be left without a tag. `attach`: the user is asked again before the old tags are deleted.
 */
export async function askToStart(
  catalogue: Catalogue,
  bot: Bot,
  state: RefactorState,
  { holders, untaggable, unread }: HolderCounts,
): Promise<'all' | 'attach' | 'stop'> {
  const { l10n } = vscode;
  const agreement = state.kind === 'merge' ? 'attach' : 'all';
  const holderCount = holders + untaggable;
  if (holderCount + unread === 0 && !isProduction(bot)) return agreement;
  const message = `${refactorName(state)}?`;
  const lines = [...beforeLines(state, holderCount), '', botLines(bot).join(comma())];
  const isCountRequired = mustTypeCount(catalogue, bot, holderCount);
  const startButton = isCountRequired ? l10n.t('Continue…') : startButtonOf(state);
  const learnMore = l10n.t('Learn More');
  const question = { message, detail: lines };
  let answer = await ask(question, startButton, learnMore);
  while (answer === learnMore) {
    await ask({ message, detail: moreLines(), isWarning: false, close: l10n.t('Back') });
    answer = await ask(question, startButton, learnMore);
  }
  if (answer !== startButton) return 'stop';
  if (!isCountRequired) return agreement;
  const about = [l10n.t('This affects the bot "{0}".', nameOfBot(bot))];
  return (await askToTypeCount(message, about, holderCount)) ? agreement : 'stop';
}

/** Asks the user to type the number of customers. Returns `false` if the user cancels. */
async function askToTypeCount(
  title: string,
  about: readonly string[],
  count: number,
): Promise<boolean> {
  const placeholder = vscode.l10n.t('Type the number of customers: {0}', numberText(count));
  try {
    await askToTypeText({ title, about, placeholder, expectedText: String(count) });
    return true;
  } catch (error) {
    if (Cancelled.is(error)) return false;
    throw error;
  }
}

function startButtonOf({ kind }: RefactorState): string {
  const { l10n } = vscode;
  if (kind === 'merge') return l10n.t('Merge Tags');
  return kind === 'rename' ? l10n.t('Rename Tag') : l10n.t('Recreate Tag');
}

/** Asks before the old tags are deleted. If a customer would lose the tag, the first button keeps both tags. */
export async function askToDelete(
  bot: Bot,
  state: RefactorState,
  findings: Findings,
): Promise<'delete' | 'keep'> {
  const { l10n } = vscode;
  const old = tagsText(state.old);
  const message = l10n.t('Delete {0} in the service?', old);
  const lines = [...findingsLines(findings, state), l10n.t('This cannot be undone.')];
  const keep = l10n.t('Keep Both');
  const { isComplete, counts } = findings;
  const remove = isComplete ? l10n.t('Delete') : l10n.t('Delete Anyway');
  const dialog = { message, detail: [...lines, '', ...botLines(bot)] };
  const answer = isComplete
    ? await ask({ ...dialog, close: keep }, remove)
    : await ask(dialog, keep, remove);
  if (answer !== remove) return 'keep';
  if (!isProduction(bot)) return 'delete';
  const about = [l10n.t('This affects the bot "{0}".', nameOfBot(bot)), ...lines];
  return (await askToTypeCount(message, about, counts.withNew)) ? 'delete' : 'keep';
}
