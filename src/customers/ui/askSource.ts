import * as vscode from 'vscode';
import type { Bot } from '../../base/model.ts';
import { askPick } from '../../base/ui/askPick.ts';
import { askText } from '../../base/ui/askText.ts';
import { BACK, type Back, type StepPosition } from '../../base/ui/steps.ts';
import { dateTimeText } from '../../base/ui/localeTexts.ts';
import { expandSegments } from '../../search/segmentNames.ts';
import { segmentProblem } from '../../search/parseSegment.ts';
import {
  chosenRows,
  type CustomerSource,
  isMatchingKnown,
  rowsText,
  searchNotes,
} from './chosenRows.ts';
import type { CustomerPanel } from './customerPanel.ts';
import type { CustomerPanels } from './customerPanels.ts';
import { type SearchNeeds, freezeSearch } from './narrowing.ts';
import type { Scope } from './rowScope.ts';

export interface AskSourceNeeds extends SearchNeeds {
  readonly panels: CustomerPanels;
}

interface Question<T> {
  readonly bot: Bot;
  /** Whether the caller prompts for the time of the last interaction. Otherwise the time of the panel applies. */
  readonly callerAsksFrom?: boolean;
  /** Whether rows of the panel are not offered, but only searches over all customers of the service. */
  readonly onlyService?: boolean;
  /** Additional entries, each with the value that `askSource` returns for it. */
  readonly others?: readonly (vscode.QuickPickItem & { readonly answer: T })[];
}

interface Entry<T> extends vscode.QuickPickItem {
  /** Resolves the entry to a source. `undefined` for separators. */
  readonly resolve: ((position: StepPosition) => Promise<CustomerSource | T | Back>) | undefined;
}

/** Creates the source for a search. If `search` is `undefined`, the user is prompted for it. */
type SourceOfSearch = (
  search: string | undefined,
  position: StepPosition,
) => Promise<CustomerSource | Back>;

/** Prompts the user for the customers that a command applies to. */
export async function askSource<T = never>(
  services: AskSourceNeeds,
  { bot, callerAsksFrom = false, onlyService = false, others = [] }: Question<T>,
  position: StepPosition,
): Promise<CustomerSource | T | Back> {
  const panel = services.panels.find(bot.key);
  const from = callerAsksFrom || onlyService ? null : (panel?.query.from ?? null);
  const sourceOfSearch: SourceOfSearch = async (search, searchPosition) => {
    // A saved segment may have an error. The input box then shows the segment and the error.
    const isValid = search !== undefined && segmentProblem(vscode.l10n, search) === undefined;
    const text = isValid ? search : await askText(segmentQuestion(search ?? ''), searchPosition);
    if (text === BACK) return BACK;
    return { kind: 'service', narrowing: await freezeSearch(services, bot, text), from };
  };
  const { l10n } = vscode;
  for (;;) {
    const items: readonly Entry<T>[] = [
      ...(onlyService ? [] : await rowEntries(panel)),
      ...serviceEntries(panel, from, sourceOfSearch),
      ...segmentEntries(services, bot, sourceOfSearch),
      {
        label: l10n.t('Type a Search…'),
        resolve: (nextPosition) => sourceOfSearch(undefined, nextPosition),
      },
      ...others.map(({ answer, ...entry }) => ({ ...entry, resolve: async () => answer })),
    ];
    const pickedEntry = await askPick({ placeholder: l10n.t('Which customers?'), items }, position);
    if (pickedEntry === BACK) return BACK;
    const source = await pickedEntry.resolve?.({ ...position, canGoBack: true });
    if (source !== undefined && source !== BACK) return source;
  }
}

async function rowEntries(panel: CustomerPanel | undefined): Promise<readonly Entry<never>[]> {
  if (panel === undefined || panel.pager.rowCount === 0) return [];
  const entriesOfScope = async (scope: Scope): Promise<readonly Entry<never>[]> => {
    const chosen = await chosenRows(panel, scope);
    const resolve = async (): Promise<CustomerSource> => ({ kind: 'rows', chosen });
    const entry = { label: rowsText(chosen), detail: chosen.notes.join(''), resolve };
    return chosen.rows.length === 0 ? [] : [entry];
  };
  const selectedEntries = await entriesOfScope('selected');
  // Evaluated after the rows were read, because the webview reports the current search together with them.
  const hasMatching = isFiltered(panel) && isMatchingKnown(panel);
  const matchingEntries = hasMatching ? await entriesOfScope('matching') : [];
  return [...selectedEntries, ...matchingEntries, ...(await entriesOfScope('loaded'))];
}

function serviceEntries(
  panel: CustomerPanel | undefined,
  from: number | null,
  sourceOfSearch: SourceOfSearch,
): readonly Entry<never>[] {
  const { l10n } = vscode;
  const activeAfter = from === null ? [] : [l10n.t('active after {0}', dateTimeText(from))];
  const entryOf = (label: string, search: string): Entry<never> => {
    const readNote = l10n.t('Read page by page from the service');
    const detail = [...searchNotes(search), readNote, ...activeAfter].join(' · ');
    return { label, detail, resolve: (position) => sourceOfSearch(search, position) };
  };
  const allCustomers = entryOf(l10n.t('All Customers of the Bot'), '');
  if (!isFiltered(panel)) return [allCustomers];
  return [
    entryOf(l10n.t('All Customers of the Bot That Match the Search'), panel.search),
    allCustomers,
  ];
}

function segmentEntries(
  { segments }: AskSourceNeeds,
  bot: Bot,
  sourceOfSearch: SourceOfSearch,
): readonly Entry<never>[] {
  const savedSegments = segments.segmentsOf(bot);
  if (savedSegments.length === 0) return [];
  const kind = vscode.QuickPickItemKind.Separator;
  return [
    { label: vscode.l10n.t('Segments'), kind, resolve: undefined },
    ...savedSegments.map(({ name, text }): Entry<never> => {
      return { label: name, detail: text, resolve: (position) => sourceOfSearch(text, position) };
    }),
    { label: '', kind, resolve: undefined },
  ];
}

function isFiltered(panel: CustomerPanel | undefined): panel is CustomerPanel {
  return panel !== undefined && panel.search.trim() !== '';
}

/**
 * Returns the customers that a command most likely applies to: several selected rows, the customers of the current
 * search, or all customers. For a search, loaded rows are proposed only if all customers are loaded or the search has
 * an error. A search with an error must not be ignored: a typo would export all customers.
 */
export async function proposedSource(services: AskSourceNeeds, bot: Bot): Promise<CustomerSource> {
  const panel = services.panels.find(bot.key);
  const serviceSource = async (search: string, from: number | null): Promise<CustomerSource> => {
    return { kind: 'service', narrowing: await freezeSearch(services, bot, search), from };
  };
  if (panel === undefined) return serviceSource('', null);
  const chosen = await chosenRows(panel, 'selected');
  if (chosen.rows.length > 1) return { kind: 'rows', chosen };
  // The search is read after the rows, because the webview reports the current search together with the rows.
  const { search, pager, query } = panel;
  const usesRows = pager.state === 'end' || !isUsableSearch(services, bot, search);
  if (search.trim() !== '' && usesRows && isMatchingKnown(panel)) {
    return { kind: 'rows', chosen: await chosenRows(panel, 'matching') };
  }
  return serviceSource(search, query.from);
}

function isUsableSearch({ segments }: AskSourceNeeds, bot: Bot, search: string): boolean {
  if (segmentProblem(vscode.l10n, search) !== undefined) return false;
  const { text, unusable } = expandSegments(search, segments.segmentsOf(bot));
  return unusable.length === 0 && segmentProblem(vscode.l10n, text) === undefined;
}

export function segmentQuestion(value: string) {
  return {
    prompt: vscode.l10n.t('Which customers?'),
    placeholder: 'tag:VIP and not blocked',
    value,
    validate: (typed: string) => segmentProblem(vscode.l10n, typed)?.text,
  };
}
