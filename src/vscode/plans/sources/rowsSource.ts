import * as vscode from 'vscode';
import type { CustomerPager } from '../../../core/customers/customerPager.ts';
import { UserError } from '../../../core/errors.ts';
import type { Customer, CustomerTag } from '../../../core/model.ts';
import { candidateOf, type PlanCandidate } from '../../../core/plans/planLines.ts';
import { isNarrowing } from '../../../rowIndex/filter.ts';
import type { CustomerPanel } from '../../customers/panel/customerPanel.ts';
import { customerInRow, nameOf } from '../../customers/panel/rows.ts';
import type { PlanSource } from './planSource.ts';

export type RowsScope = 'selected' | 'matching';

/** Rows as the panel had them when the person said so: what is loaded, picked or shown since changes nothing of them. */
export interface ChosenRows {
  readonly scope: RowsScope;
  readonly rows: readonly number[];
  readonly pager: CustomerPager;
  /** How many rows there were to choose from. */
  readonly loaded: number;
  readonly patched: ReadonlyMap<number, string>;
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
  const { filter } = panel;
  if (scope === 'matching' && !panel.isScopeSaid && filter !== null && isNarrowing(filter)) {
    throw new UserError(
      vscode.l10n.t(
        'Which customers match the filter is not known before their tab was shown. Bring it to the front, then try again.',
      ),
    );
  }
  return { scope, rows, pager, loaded: pager.rows, patched: new Map(panel.patched) };
}

export function rowsSource(chosen: ChosenRows, withNames: boolean): PlanSource {
  return {
    origin: { kind: chosen.scope },
    checkFirst: false,
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
