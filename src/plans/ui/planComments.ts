import { l10n } from 'vscode';
import type { Bot } from '../../base/model.ts';
import type { PlanHead, PlanTotals } from '../../base/plan.ts';
import type { PlanWords } from '../planTexts.ts';
import { quoted } from '../../base/ui/counts.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import { checkFirstText, skippedText, tagLines, totalsText } from './planWords.ts';

/**
 * The comments at the top of a plan. The first says what the plan does, the last what to do next.
 * @param more lines between them, asked for when all lines of a file are known
 */
export function planComments(
  bot: Bot,
  head: PlanHead,
  more: () => readonly string[] = () => [],
): PlanWords {
  return {
    comments: (totals: PlanTotals, number: number) => [
      l10n.t('{0} (bot {1}).', totalsText(head, totals), quoted(nameOfBot(bot))),
      ...(head.action === 'attach and detach' ? tagLines(head, totals) : []),
      ...[skippedText(totals)].filter((text) => text !== undefined),
      ...(head.checkFirst ? [checkFirstText()] : []),
      ...more(),
      ...(number > 1 ? [l10n.t('File {0} of this plan.', number)] : []),
      l10n.t('Delete the lines that you do not want, then choose "Run Plan…" above.'),
    ],
  };
}
