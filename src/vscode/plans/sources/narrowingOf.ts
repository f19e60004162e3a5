import type { Lazy } from '../../../core/async/lazy.ts';
import type { Catalogue } from '../../../core/catalogue/catalogue.ts';
import type { Bot } from '../../../core/model.ts';
import type { Clock } from '../../../core/ports.ts';
import { NO_FILTER } from '../../../rowIndex/filter.ts';
import { namedVocabulary } from '../../../segments/namedVocabulary.ts';
import { parseSegment } from '../../../segments/parseSegment.ts';
import { NO_VOCABULARY, type Vocabulary } from '../../../segments/segment.ts';
import type { Filter } from '../../../surface/gridMessages.ts';
import type { PersonsZone } from '../../segments/personsZone.ts';
import { vocabularyOf } from '../../segments/vocabularyOf.ts';
import type { Narrowing } from './narrowing.ts';

export interface NamingNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly clock: Clock;
  readonly zone: PersonsZone;
}

/** A filter as it is meant now, with the names of the bot's list. */
export async function narrowingOf(
  { catalogue, clock, zone }: NamingNeeds,
  bot: Bot,
  filter: Filter | null,
): Promise<Narrowing> {
  const hasNames = filter !== null && filter.segment.trim() !== '';
  const vocabulary = hasNames ? vocabularyOf(await catalogue(), bot.key) : NO_VOCABULARY;
  return { filter, vocabulary, now: clock.now(), zone: zone.current };
}

/** Whom a segment alone leaves. */
export function segmentFilter(segment: string): Filter {
  return { ...NO_FILTER, segment };
}

/** What the names in a segment stand for now. */
export function namesIn(catalogue: Catalogue, bot: Bot, text: string): Vocabulary {
  const { segment } = parseSegment(text);
  if (segment === undefined) return NO_VOCABULARY;
  return namedVocabulary(segment, vocabularyOf(catalogue, bot.key));
}
