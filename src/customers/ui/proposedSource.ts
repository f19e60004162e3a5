import type { Bot } from '../../base/model.ts';
import { expandSegments } from '../../search/expandSegments.ts';
import { segmentProblem } from '../../search/ui/problemTexts.ts';
import type { AskSourceNeeds } from './askSource.ts';
import { chosenRows, isMatchingKnown } from './chosenRows.ts';
import type { CustomerSource } from './customerSource.ts';
import { narrowingOf } from './narrowingOf.ts';

/**
 * Returns the customers that a command most likely means: several selected rows, those of the search in force, or
 * all. Loaded rows are proposed for a search only if no other customer can match, or if the search has an error: a
 * mistake in it must not export everybody.
 */
export async function proposedSource(parts: AskSourceNeeds, bot: Bot): Promise<CustomerSource> {
  const panel = parts.panels.find(bot.key);
  const ofService = async (search: string, from: number | null): Promise<CustomerSource> => {
    return { kind: 'service', narrowing: await narrowingOf(parts, bot, search), from };
  };
  if (panel === undefined) return ofService('', null);
  const chosen = await chosenRows(panel, 'selected');
  if (chosen.rows.length > 1) return { kind: 'rows', chosen };
  // Read after the answer about rows: the page reports the search in its box first.
  const { search, pager, query } = panel;
  const isOfRows = pager.state === 'end' || !isUsable(parts, bot, search);
  if (search.trim() !== '' && isOfRows && isMatchingKnown(panel)) {
    return { kind: 'rows', chosen: await chosenRows(panel, 'matching') };
  }
  return ofService(search, query.from);
}

function isUsable({ segments }: AskSourceNeeds, bot: Bot, search: string): boolean {
  if (segmentProblem(search) !== undefined) return false;
  return expandSegments(search, segments.segmentsOf(bot)).unusable.length === 0;
}
