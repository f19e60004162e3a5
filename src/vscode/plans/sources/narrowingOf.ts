import type { Lazy } from '../../../core/async/lazy.ts';
import type { Catalogue } from '../../../core/catalogue/catalogue.ts';
import type { Bot } from '../../../core/model.ts';
import type { Clock } from '../../../core/ports.ts';
import { expanded } from '../../../segments/expanded.ts';
import { namedVocabulary } from '../../../segments/namedVocabulary.ts';
import { parseSegment } from '../../../segments/parseSegment.ts';
import { NO_VOCABULARY, type Vocabulary } from '../../../segments/segment.ts';
import type { PersonsZone } from '../../segments/personsZone.ts';
import type { SavedSegments } from '../../segments/savedSegments.ts';
import { vocabularyOf } from '../../segments/vocabularyOf.ts';
import type { Narrowing } from './narrowing.ts';

export interface NamingNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly clock: Clock;
  readonly zone: PersonsZone;
  readonly segments: Pick<SavedSegments, 'segmentsOf'>;
}

/** A search as it is meant now, with the names of the bot's list, and its saved segments. */
export async function narrowingOf(
  { catalogue, clock, zone, segments }: NamingNeeds,
  bot: Bot,
  text: string,
): Promise<Narrowing> {
  const search = expanded(text, segments.segmentsOf(bot));
  const isAll = search.trim() === '';
  const vocabulary = isAll ? NO_VOCABULARY : vocabularyOf(await catalogue(), bot.key);
  return { search, vocabulary, now: clock.now(), zone: zone.current };
}

/** What the names in a segment stand for now. */
export function namesIn(catalogue: Catalogue, bot: Bot, text: string): Vocabulary {
  const { segment } = parseSegment(text);
  if (segment === undefined) return NO_VOCABULARY;
  return namedVocabulary(segment, vocabularyOf(catalogue, bot.key));
}
