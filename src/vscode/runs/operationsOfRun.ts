import { l10n } from 'vscode';
import { UserError } from '../../core/errors.ts';
import type { JournalStore, RunRecord } from '../../core/journal/journal.ts';
import { readRunDetail } from '../../core/journal/runDetail.ts';
import type { Plan } from '../../core/plans/plan.ts';
import { operationsOf } from '../../core/runs/planOperations.ts';
import type { RunStart } from '../../core/runs/ports.ts';
import { undoOf } from '../../core/runs/undo.ts';

/** What a run sends, and what it asks for first. Throws `UserError` when the journal has no more what it takes back. */
export function operationsOfRun(
  journal: JournalStore,
  { kind, of, detail }: Pick<RunRecord, 'kind' | 'of' | 'detail'>,
  plan: Plan,
): Pick<RunStart, 'operations' | 'checkFirst' | 'asksLater'> {
  const operations = operationsOf(plan);
  if (kind !== 'undo') return { operations, checkFirst: readRunDetail(detail).checkFirst };
  const undone = of === null ? undefined : journal.run(of);
  if (undone !== undefined) return undoOf(operations, journal.operations(undone.id));
  throw new UserError(
    l10n.t(
      'The run that this one takes back is no longer in the journal, so nobody knows what it did. Nothing was sent: look at what the service has.',
    ),
  );
}
