import * as vscode from 'vscode';
import type { Bot } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { timeText } from '../../base/ui/timeText.ts';
import { expandSegments } from '../../search/expandSegments.ts';
import { segmentProblem, segmentQuestion } from '../../search/ui/searchTexts.ts';
import { aboutSearch, chosenRows, isMatchingKnown } from './chosenRows.ts';
import type { CustomerPanel } from './customerPanel.ts';
import type { CustomerPanels } from './customerPanels.ts';
import { type CustomerSource, rowsText } from './customerSource.ts';
import { type NamingNeeds, narrowingOf } from './narrowing.ts';
import type { Scope } from './rowScope.ts';

export interface AskSourceNeeds extends NamingNeeds {
  readonly panels: CustomerPanels;
}

interface Question<T> {
  readonly bot: Bot;
  /** The caller asks for the time of the last interaction itself. Otherwise that of the panel applies. */
  readonly asksFrom?: boolean;
  /** Lists only searches over all customers of the service. */
  readonly isWhole?: boolean;
  /** Further entries, and what they return. */
  readonly others?: readonly (vscode.QuickPickItem & { readonly answer: T })[];
}

interface Entry<T> extends vscode.QuickPickItem {
  /** Absent for separators. */
  readonly take?: (position: StepPosition) => Promise<CustomerSource | T | Back>;
}

/** Asks which customers a command is about. Throws `Cancelled`. */
export async function askSource<T = never>(
  parts: AskSourceNeeds,
  { bot, asksFrom = false, isWhole = false, others = [] }: Question<T>,
  position: StepPosition,
): Promise<CustomerSource | T | Back> {
  const panel = parts.panels.find(bot.key);
  const from = asksFrom || isWhole ? null : (panel?.query.from ?? null);
  const ofSearch: OfSearch = async (search, at) => {
    // A saved segment may have an error: the box shows it.
    const isReadable = search !== undefined && segmentProblem(search) === undefined;
    const text = isReadable ? search : await askText(segmentQuestion(search ?? ''), at);
    if (text === BACK) return BACK;
    return { kind: 'service', narrowing: await narrowingOf(parts, bot, text), from };
  };
  const { l10n } = vscode;
  for (;;) {
    const items: readonly Entry<T>[] = [
      ...(isWhole ? [] : await rowEntries(panel)),
      ...serviceEntries(panel, from, ofSearch),
      ...segmentEntries(parts, bot, ofSearch),
      { label: l10n.t('Type a Search…'), take: (at) => ofSearch(undefined, at) },
      ...others.map(({ answer, ...entry }) => ({ ...entry, take: async () => answer })),
    ];
    const picked = await askPick({ placeholder: l10n.t('Which customers?'), items }, position);
    if (picked === BACK) return BACK;
    const taken = await picked.take?.({ ...position, canGoBack: true });
    if (taken !== undefined && taken !== BACK) return taken;
  }
}

async function rowEntries(panel: CustomerPanel | undefined): Promise<readonly Entry<never>[]> {
  if (panel === undefined || panel.pager.rows === 0) return [];
  const entriesOf = async (scope: Scope): Promise<readonly Entry<never>[]> => {
    const chosen = await chosenRows(panel, scope);
    const take = async (): Promise<CustomerSource> => ({ kind: 'rows', chosen });
    const entry = { label: rowsText(chosen), detail: chosen.about.join(''), take };
    return chosen.rows.length === 0 ? [] : [entry];
  };
  const selected = await entriesOf('selected');
  // Read after the answer about rows: the page reports the search in its box first.
  const hasMatching = isFiltered(panel) && isMatchingKnown(panel);
  const matching = hasMatching ? await entriesOf('matching') : [];
  return [...selected, ...matching, ...(await entriesOf('loaded'))];
}

/** @param search `undefined` if it is to be typed */
type OfSearch = (
  search: string | undefined,
  position: StepPosition,
) => Promise<CustomerSource | Back>;

function serviceEntries(
  panel: CustomerPanel | undefined,
  from: number | null,
  ofSearch: OfSearch,
): readonly Entry<never>[] {
  const { l10n } = vscode;
  const since = from === null ? [] : [l10n.t('active after {0}', timeText(from))];
  const entryOf = (label: string, search: string): Entry<never> => {
    const read = l10n.t('Read page by page from the service');
    const detail = [...aboutSearch(search), read, ...since].join(' · ');
    return { label, detail, take: (position) => ofSearch(search, position) };
  };
  const all = entryOf(l10n.t('All Customers of the Bot'), '');
  if (!isFiltered(panel)) return [all];
  return [entryOf(l10n.t('All Customers of the Bot That Match the Search'), panel.search), all];
}

function segmentEntries(
  { segments }: AskSourceNeeds,
  bot: Bot,
  ofSearch: OfSearch,
): readonly Entry<never>[] {
  const saved = segments.segmentsOf(bot);
  if (saved.length === 0) return [];
  const kind = vscode.QuickPickItemKind.Separator;
  return [
    { label: vscode.l10n.t('Segments'), kind },
    ...saved.map(({ name, text }): Entry<never> => {
      return { label: name, detail: text, take: (position) => ofSearch(text, position) };
    }),
    { label: '', kind },
  ];
}

function isFiltered(panel: CustomerPanel | undefined): panel is CustomerPanel {
  return panel !== undefined && panel.search.trim() !== '';
}

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
