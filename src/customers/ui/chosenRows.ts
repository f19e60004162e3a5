import { l10n } from 'vscode';
import { withCurrentTags } from '../../base/customer.ts';
import { UserError } from '../../base/errors.ts';
import type { Customer } from '../../base/model.ts';
import { numberText } from '../../base/ui/localeTexts.ts';
import type { CustomerPager } from '../customerPager.ts';
import { type CustomerPanel, staleSelectionError } from './customerPanel.ts';
import { type Narrowing, recordMatcher } from './narrowing.ts';
import type { Scope } from './rowScope.ts';
import { customerInRow } from './rows.ts';

/** Rows of the panel that the user chose. Later changes of the panel do not affect them. */
export interface ChosenRows {
  readonly scope: Scope;
  /** Row numbers, in loading order. */
  readonly rows: readonly number[];
  readonly pager: CustomerPager;
  /** Records as JSON by row, for the rows that this window has changed since they were loaded. */
  readonly patched: ReadonlyMap<number, string>;
  /** Note about each search that narrows the rows, as `searchNotes` returns it; empty if there was no search. */
  readonly notes: readonly string[];
}

/** @throws {UserError} if the customers were reloaded or the matching rows are not known */
export async function chosenRows(panel: CustomerPanel, scope: Scope): Promise<ChosenRows> {
  const { pager } = panel;
  const rows = await panel.rowsInScope(scope);
  if (panel.pager !== pager) throw staleSelectionError();
  if (scope === 'matching' && !isMatchingKnown(panel)) {
    throw new UserError(
      l10n.t('Use "Show Customers" to open the customers of the bot, then try again.'),
    );
  }
  const notes = scope === 'matching' ? searchNotes(panel.search) : [];
  return { scope, rows, pager, patched: new Map(panel.patched), notes };
}

/** Returns whether the grid has reported which rows match its search. */
export function isMatchingKnown({ search, isScopeReported }: CustomerPanel): boolean {
  return isScopeReported || search.trim() === '';
}

/** Limits chosen rows to those that also match a search. */
export async function narrowedChoice(
  chosen: ChosenRows,
  narrowing: Narrowing,
): Promise<ChosenRows> {
  const chosenSet = new Set(chosen.rows);
  const rows: number[] = [];
  for await (const row of matchingRows(chosen, narrowing)) if (chosenSet.has(row)) rows.push(row);
  return { ...chosen, rows, notes: [...chosen.notes, ...searchNotes(narrowing.search)] };
}

/** Yields the row numbers of all loaded rows that match a search. */
export async function* matchingRows(
  { pager, patched }: Pick<ChosenRows, 'pager' | 'patched'>,
  narrowing: Narrowing,
): AsyncGenerator<number> {
  const matchIndexes = recordMatcher(narrowing);
  let nextRow = 0;
  for (const { records } of pager.pages) {
    const firstRow = nextRow;
    nextRow += records.length;
    const recordAt = (index: number): unknown => {
      const json = patched.get(firstRow + index);
      return json === undefined ? records[index] : JSON.parse(json);
    };
    for await (const index of matchIndexes(records.length, recordAt)) yield firstRow + index;
  }
}

/** Returns the customer of a row with the tags that the grid shows; `undefined` if the record contains no customer. */
export function customerOfRow({ pager, patched }: ChosenRows, row: number): Customer | undefined {
  const customer = customerInRow(pager, row);
  return customer && withCurrentTags(customer, patched.get(row));
}

export function searchNotes(search: string): readonly string[] {
  return search.trim() === ''
    ? []
    : [l10n.t('Only customers that match this search: {0}', search.trim())];
}

/** Customers of a bot at the time of choosing. Later changes of the panel do not affect them. */
export type CustomerSource = RowSource | ServiceSource;

export interface RowSource {
  readonly kind: 'rows';
  readonly chosen: ChosenRows;
}

export interface ServiceSource {
  readonly kind: 'service';
  readonly narrowing: Narrowing;
  /** Time in ms after which customers were active; `null`: any time. */
  readonly from: number | null;
  /** Customers per page. If absent, the maximum is used. */
  readonly limit?: number | undefined;
}

/** Returns the name of a source, in the same wording as the list from which the user chooses it. */
export function sourceText(source: CustomerSource): string {
  if (source.kind === 'rows') return rowsText(source.chosen);
  const [text = l10n.t('All Customers of the Bot')] = searchNotes(source.narrowing.search);
  return text;
}

/** Returns the scope of the rows and their number, as the list of sources shows them. */
export function rowsText({ scope, rows, pager }: ChosenRows): string {
  const count = numberText(rows.length);
  if (scope === 'selected') return l10n.t('Selected Rows ({0})', count);
  if (scope === 'loaded') return l10n.t('Loaded Rows ({0})', count);
  const loadedCount = numberText(pager.rowCount);
  return l10n.t('Rows That Match the Search ({0} of {1} loaded rows)', count, loadedCount);
}
