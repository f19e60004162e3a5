import type { Bot } from '../../core/model.ts';
import { filterText } from '../../segments/filterText.ts';
import { bracketed } from '../../segments/textParts.ts';
import type { CustomerPanels } from '../customers/panel/customerPanels.ts';
import { requireSegment } from './askSegment.ts';
import { narrowingOf, type NamingNeeds } from './sources/narrowingOf.ts';
import { chosenRows, narrowedChoice, type ChosenRows } from './sources/rowsSource.ts';
import type { ServiceWalk } from './sources/serviceSource.ts';

interface Needs extends NamingNeeds {
  readonly panels: CustomerPanels;
}

/** Which customers a program means. */
interface Named {
  readonly from: 'selected' | 'matching' | 'service';
  /** Of `service`. */
  readonly filter?: Parameters<typeof filterText>[0] | undefined;
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
    const narrowing = await narrowingOf(parts, bot, segment);
    return { kind: 'rows', chosen: await narrowedChoice(chosen, narrowing) };
  }
  const both = [filterText(filter ?? {}), segment ?? ''].filter((text) => text.trim() !== '');
  const search = both.length > 1 ? both.map(bracketed).join(' ') : both.join('');
  // Two that can be read may be too long together, and then nobody would be in them.
  requireSegment(search);
  const narrowing = await narrowingOf(parts, bot, search);
  return { kind: 'service', bot, narrowing, from: null };
}
