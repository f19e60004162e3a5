import type { Customer, CustomerTag } from '../../../core/model.ts';
import { candidateOf, type PlanCandidate } from '../../../core/plans/planLines.ts';
import type { CustomerPanel } from '../../customers/panel/customerPanel.ts';
import { customerInRow, nameOf } from '../../customers/panel/rows.ts';
import type { PlanSource } from './planSource.ts';

export type RowsScope = 'selected' | 'matching';

/** The rows of an open panel that are selected, or that its filter leaves. */
export function rowsSource(panel: CustomerPanel, scope: RowsScope, withNames: boolean): PlanSource {
  return {
    origin: { kind: scope },
    checkFirst: false,
    candidates: async function* (signal, report): AsyncGenerator<PlanCandidate> {
      let customers = 0;
      for (const row of await panel.rowsInScope(scope)) {
        signal.throwIfAborted();
        const customer = customerOfRow(panel, row);
        yield withName(candidateOf(customer), withNames ? nameOf(customer) : undefined);
        report({ pages: 0, customers: ++customers });
      }
    },
  };
}

/** As the grid shows them: with the tags that this window has attached and detached since. */
export function customerOfRow(panel: CustomerPanel, row: number): Customer | undefined {
  const customer = customerInRow(panel.pager, row);
  const patched = panel.patched.get(row);
  if (customer === undefined || patched === undefined) return customer;
  const { tags } = JSON.parse(patched) as { readonly tags: readonly CustomerTag[] };
  return { ...customer, tags };
}

export function withName(candidate: PlanCandidate, name: string | undefined): PlanCandidate {
  return name === undefined ? candidate : { ...candidate, name };
}
