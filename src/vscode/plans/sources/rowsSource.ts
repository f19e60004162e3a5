import * as vscode from 'vscode';
import { slices } from '../../../core/async/inSlices.ts';
import type { CustomerPager } from '../../../core/customers/customerPager.ts';
import { UserError } from '../../../core/errors.ts';
import type { Customer, CustomerTag } from '../../../core/model.ts';
import { candidateOf, type PlanCandidate } from '../../../core/plans/planLines.ts';
import type { CustomerPanel } from '../../customers/panel/customerPanel.ts';
import { customerInRow, nameOf } from '../../customers/panel/rows.ts';
import { gridRowsOf } from '../../customers/panel/rowsOfPage.ts';
import { narrowedRows, type JsonRows, type Narrowing } from './narrowing.ts';
import type { Gathered, PlanSource } from './planSource.ts';
import { aboutSearch } from './aboutSearch.ts';

export type RowsScope = 'selected' | 'matching';

/** Rows as the panel had them when the person said so: what is loaded, picked or shown since changes nothing of them. */
export interface ChosenRows {
  readonly scope: RowsScope;
  readonly rows: readonly number[];
  readonly pager: CustomerPager;
  /** How many rows there were to choose from. */
  readonly loaded: number;
  readonly patched: ReadonlyMap<number, string>;
  /** What says which rows they are, in words, where a segment does. */
  readonly about: readonly string[];
}

/** Throws `UserError` when nobody can tell which rows they are. */
export async function chosenRows(panel: CustomerPanel, scope: RowsScope): Promise<ChosenRows> {
  const { pager } = panel;
  const rows = await panel.rowsInScope(scope);
  if (panel.pager !== pager) {
    throw new UserError(
      vscode.l10n.t('The customers were loaded again meanwhile. Pick whom the plan is for again.'),
    );
  }
  if (scope === 'matching') requireMatching(panel);
  const about = scope === 'matching' ? aboutSearch(panel.search) : [];
  const patched = new Map(panel.patched);
  return { scope, rows, pager, loaded: pager.rows, patched, about };
}

/** @throws {UserError} if the grid has not reported yet which rows match its search */
export function requireMatching({ search, isScopeSaid }: CustomerPanel): void {
  if (isScopeSaid || search.trim() === '') return;
  throw new UserError(
    vscode.l10n.t('Open the Customers tab first, so that the search can be applied.'),
  );
}

/** All that are loaded, whatever the panel shows of them: to be narrowed. */
export function loadedRows({ pager, patched }: CustomerPanel): ChosenRows {
  const rows = [...Array(pager.rows).keys()];
  return {
    ...{ scope: 'matching', rows, pager, loaded: pager.rows, patched: new Map(patched) },
    about: [],
  };
}

/** Returns the rows that match a search. */
export async function narrowedChoice(
  chosen: ChosenRows,
  narrowing: Narrowing,
): Promise<ChosenRows> {
  const { pager, patched } = chosen;
  const isChosen = new Set(chosen.rows);
  const matching = narrowedRows(narrowing);
  const rows: number[] = [];
  let start = 0;
  for (const page of pager.pages) {
    const first = start;
    const { length } = page.records;
    start += length;
    const json = (): JsonRows => gridRowsOf(page, 1);
    for await (const index of matching(length, json, (row) => patched.get(first + row))) {
      if (isChosen.has(first + index)) rows.push(first + index);
    }
  }
  return { ...chosen, rows, about: [...chosen.about, ...aboutSearch(narrowing.search)] };
}

export function rowsSource(chosen: ChosenRows, withNames: boolean): PlanSource {
  return {
    origin: { kind: chosen.scope },
    checkFirst: false,
    about: chosen.about,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      let customers = 0;
      for (const row of chosen.rows) {
        signal.throwIfAborted();
        const customer = customerOfRow(chosen, row);
        yield withName(candidateOf(customer), withNames ? nameOf(customer) : undefined);
        report({ pages: 0, customers: ++customers });
      }
    },
  };
}

/** Some rows in one batch. */
const ROWS_AT_A_TIME = 1000;

/** Lets other work in between. Throws the signal's reason. */
export async function* rowCustomers(
  chosen: ChosenRows,
  signal: AbortSignal,
  report: (gathered: Gathered) => void,
): AsyncGenerator<readonly (Customer | undefined)[]> {
  const due = slices();
  for (let start = 0; start < chosen.rows.length; start += ROWS_AT_A_TIME) {
    await due();
    signal.throwIfAborted();
    const rows = chosen.rows.slice(start, start + ROWS_AT_A_TIME);
    yield rows.map((row) => customerInRow(chosen.pager, row));
    report({ pages: 0, customers: start + rows.length });
  }
}

/** As the grid showed them: with the tags that this window had attached and detached since they were loaded. */
export function customerOfRow(
  { pager, patched: all }: Pick<ChosenRows, 'pager' | 'patched'>,
  row: number,
): Customer | undefined {
  const customer = customerInRow(pager, row);
  const patched = all.get(row);
  if (customer === undefined || patched === undefined) return customer;
  const { tags } = JSON.parse(patched) as { readonly tags: readonly CustomerTag[] };
  return { ...customer, tags };
}

export function withName(candidate: PlanCandidate, name: string | undefined): PlanCandidate {
  return name === undefined ? candidate : { ...candidate, name };
}
