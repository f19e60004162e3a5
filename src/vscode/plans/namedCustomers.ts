import type { Bot } from '../../core/model.ts';
import { NO_FILTER } from '../../rowIndex/filter.ts';
import type { Filter } from '../../surface/gridMessages.ts';
import type { CustomerPanels } from '../customers/panel/customerPanels.ts';
import { requireSegment } from './askSegment.ts';
import { narrowingOf, segmentFilter, type NamingNeeds } from './sources/narrowingOf.ts';
import { chosenRows, narrowedChoice, type ChosenRows } from './sources/rowsSource.ts';
import type { ServiceWalk } from './sources/serviceSource.ts';

interface Needs extends NamingNeeds {
  readonly panels: CustomerPanels;
}

/** Which customers a program means. */
interface Named {
  readonly from: 'selected' | 'matching' | 'service';
  /** Of `service`. */
  readonly filter?: { readonly [K in keyof Filter]?: Filter[K] | undefined } | undefined;
  /** Who of them. */
  readonly segment?: string | undefined;
}

type NamedCustomers =
  | { readonly kind: 'rows'; readonly chosen: ChosenRows }
  | ({ readonly kind: 'service' } & ServiceWalk);

/** Throws `UserError` for a segment that cannot be read, and when no panel has such rows. */
export async function namedCustomers(
  parts: Needs,
  bot: Bot,
  { from, filter, segment }: Named,
): Promise<NamedCustomers> {
  for (const text of [segment, filter?.segment]) if (text !== undefined) requireSegment(text);
  if (from !== 'service') {
    const chosen = await chosenRows(parts.panels.of(bot.key), from);
    if (segment === undefined) return { kind: 'rows', chosen };
    const narrowing = await narrowingOf(parts, bot, segmentFilter(segment));
    return { kind: 'rows', chosen: await narrowedChoice(chosen, narrowing) };
  }
  const given = Object.entries({ ...filter }).filter(([, value]) => value !== undefined);
  const whole: Filter = { ...NO_FILTER, ...Object.fromEntries(given) };
  const both = [whole.segment, segment ?? ''].filter((text) => text.trim() !== '');
  const joined = both.length > 1 ? both.map((text) => `(${text})`).join(' and ') : both.join('');
  // Two that can be read may be too long together, and then nobody would be in them.
  requireSegment(joined);
  const narrowing = await narrowingOf(parts, bot, { ...whole, segment: joined });
  return { kind: 'service', bot, narrowing, from: null };
}
