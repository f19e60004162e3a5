import type { Bot } from '../../core/model.ts';
import { expandSegments } from '../../segments/expandSegments.ts';
import { segmentProblem } from '../segments/problemTexts.ts';
import type { AskSourceNeeds } from './askSource.ts';
import { chosenRows, isMatchingKnown } from './chosenRows.ts';
import type { CustomerSource } from './customerSource.ts';
import { narrowingOf } from './narrowingOf.ts';

/**
 * Returns the customers that a command most likely means: several selected rows, those of the search in force, or
 * all. Rows alone are proposed only if no other customer of the bot can match.
 */
export async function proposedSource(parts: AskSourceNeeds, bot: Bot): Promise<CustomerSource> {
  const panel = parts.panels.find(bot.key);
  const from = panel?.query.from ?? null;
  const search = panel?.search ?? '';
  if (panel !== undefined && panel.pager.rows > 0) {
    const chosen = await chosenRows(panel, 'selected');
    if (chosen.rows.length > 1) return { kind: 'rows', chosen };
    const isWhole = panel.pager.state === 'end' && search.trim() !== '' && isMatchingKnown(panel);
    if (isWhole) return { kind: 'rows', chosen: await chosenRows(panel, 'matching') };
  }
  const narrowing = await narrowingOf(parts, bot, isUsable(parts, bot, search) ? search : '');
  return { kind: 'service', narrowing, from };
}

function isUsable({ segments }: AskSourceNeeds, bot: Bot, search: string): boolean {
  if (segmentProblem(search) !== undefined) return false;
  return expandSegments(search, segments.segmentsOf(bot)).unusable.length === 0;
}
