import type { Lazy } from '../../../core/async/lazy.ts';
import type { Catalogue } from '../../../core/catalogue/catalogue.ts';
import type { Bot } from '../../../core/model.ts';
import type { Clock } from '../../../core/ports.ts';
import { NO_FILTER } from '../../../rowIndex/filter.ts';
import { NO_VOCABULARY } from '../../../segments/segment.ts';
import type { Filter } from '../../../surface/gridMessages.ts';
import { vocabularyOf } from '../../segments/vocabularyOf.ts';
import type { Narrowing } from './narrowing.ts';

export interface NamingNeeds {
  readonly catalogue: Lazy<Catalogue>;
  readonly clock: Clock;
}

/** A filter as it is meant now, with the names of the bot's list. */
export async function narrowingOf(
  { catalogue, clock }: NamingNeeds,
  bot: Bot,
  filter: Filter | null,
): Promise<Narrowing> {
  const hasNames = filter !== null && filter.segment.trim() !== '';
  const vocabulary = hasNames ? vocabularyOf(await catalogue(), bot.key) : NO_VOCABULARY;
  return { filter, vocabulary, now: clock.now() };
}

/** Whom a segment alone leaves. */
export function segmentFilter(segment: string): Filter {
  return { ...NO_FILTER, segment };
}
