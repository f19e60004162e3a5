import type { Catalogue } from '../../core/catalogue/catalogue.ts';
import { UserError } from '../../core/errors.ts';
import type { RunRecord } from '../../core/journal/journal.ts';
import type { Bot } from '../../core/model.ts';
import type { PlanHead } from '../../core/plans/plan.ts';
import { goneBotText } from '../errors/goneBotText.ts';

/**
 * The bot whose users a run is about: by its key, or by its ID at the same address when it was removed and added again.
 * Throws `UserError`.
 */
export function botOfRun(
  catalogue: Catalogue,
  { bot: key, botLabel }: Pick<RunRecord, 'bot' | 'botLabel'>,
  { botId, baseUrl }: Pick<PlanHead, 'botId' | 'baseUrl'>,
): Bot {
  const known = catalogue.bot(key);
  if (known !== undefined) return known;
  const again = catalogue.bots().find((bot) => bot.botId === botId && bot.baseUrl === baseUrl);
  if (again !== undefined) return again;
  throw new UserError(goneBotText(botLabel));
}
