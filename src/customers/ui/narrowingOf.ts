import type { Lazy } from '../../base/lazy.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { UserError } from '../../base/errors.ts';
import type { Bot } from '../../base/model.ts';
import { oneLine } from '../../base/plainText.ts';
import type { Clock } from '../../base/ports.ts';
import { expandSegments } from '../../search/expandSegments.ts';
import { namedVocabulary } from '../../search/namedVocabulary.ts';
import { parseSegment } from '../../search/parseSegment.ts';
import { NO_VOCABULARY, type SavedSegment, type Vocabulary } from '../../search/segment.ts';
import { comma } from '../../base/ui/counts.ts';
import type { PersonsZone } from '../../search/ui/personsZone.ts';
import type { SavedSegments } from '../../search/ui/savedSegments.ts';
import { unusableText } from '../../search/ui/searchTexts.ts';
import { vocabularyOf } from '../../catalogue/ui/vocabularyOf.ts';
import type { Narrowing } from './narrowing.ts';

export interface NamingNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly clock: Clock;
  readonly zone: PersonsZone;
  readonly segments: Pick<SavedSegments, 'segmentsOf'>;
}

/** Fixes the meaning of a search: its saved segments, the names of the bot's list, and the time. */
export async function narrowingOf(
  { catalogue, clock, zone, segments }: NamingNeeds,
  bot: Bot,
  text: string,
): Promise<Narrowing> {
  const search = expandedSearch(text, segments.segmentsOf(bot));
  const isAll = search.trim() === '';
  const vocabulary = isAll ? NO_VOCABULARY : vocabularyOf(await catalogue(), bot.key);
  return { search, vocabulary, now: clock.now(), zone: zone.current };
}

/**
 * Replaces saved segments in a search by their current text.
 * @throws {UserError} for a segment that is not saved or cannot be used: `not segment:Typo` would match everybody
 */
export function expandedSearch(text: string, saved: readonly SavedSegment[]): string {
  const { text: search, unusable } = expandSegments(text, saved);
  if (unusable.length === 0) return search;
  throw new UserError(unusableText(unusable.map((name) => oneLine(name)).join(comma())));
}

/** Returns the part of the bot's list that a search names. */
export function namesIn(catalogue: Catalogue, bot: Bot, text: string): Vocabulary {
  const { segment } = parseSegment(text);
  if (segment === undefined) return NO_VOCABULARY;
  return namedVocabulary(segment, vocabularyOf(catalogue, bot.key));
}
