import { l10n } from 'vscode';
import type { Bot } from '../../core/model.ts';
import type { PlanHead, PlanTotals } from '../../core/plans/plan.ts';
import type { PlanWords } from '../../core/plans/planTexts.ts';
import { comma, quoted } from '../kit/counts.ts';
import { nameOfBot } from '../kit/botLooks.ts';
import { checkFirstText, skippedText, totalsText } from './planWords.ts';

/** Named one by one; of more, the head says how many there are. */
const MOST_NAMED = 10;

/** What stands above the lines of a plan. @param more lines of what is done, behind the totals, when a file is whole */
export function planComments(
  bot: Bot,
  head: PlanHead,
  more: () => readonly string[] = () => [],
): PlanWords {
  const named = head.tags.slice(0, MOST_NAMED).map(({ name }) => quoted(name));
  const left = head.tags.length - named.length;
  if (left > 0) named.push(l10n.t('{0} more', left));
  const address = bot.kind === 'sandbox' ? l10n.t('Sandbox on this machine') : bot.baseUrl;
  return {
    comments: (totals: PlanTotals, number: number) => [
      totalsText(head, totals),
      l10n.t('Bot: {0}', l10n.t('{0}, {1}', nameOfBot(bot), address)),
      ...(named.length === 0 ? [] : [l10n.t('Tags: {0}', named.join(comma()))]),
      ...[skippedText(totals)].filter((text) => text !== undefined),
      ...(head.checkFirst ? [checkFirstText()] : []),
      ...more(),
      ...(number > 1 ? [l10n.t('File {0} of this plan.', number)] : []),
      l10n.t('Delete the lines that you do not want, then choose "Run Plan…" above.'),
    ],
  };
}
