import { l10n } from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { NoticeError, UserError } from '../../base/errors.ts';
import { TAGGINGS, type JournalStore, type RunRecord } from '../../catalogue/journal.ts';
import { isUnfinished, undoIn } from '../../plans/runsOfText.ts';
import type { Bot } from '../../base/model.ts';
import type { PlanHead } from '../../base/plan.ts';
import { isRefactor } from '../refactorState.ts';
import { goneBotText } from '../../errors/ui/refusalTexts.ts';
import type { RunJob } from './newRun.ts';
import { alreadyRunning } from './runOwner.ts';

/** Throws `UserError` when the Journal has none of this ID. */
export function runNamed(journal: JournalStore, id: string): RunRecord {
  const record = journal.run(id);
  if (record !== undefined) return record;
  throw new UserError(
    l10n.t('The Journal has no run with the ID "{0}". Look up the ID in the Journal.', id),
  );
}

/**
 * Returns the bot of a run: by its key, or by its ID at the same address if it was removed and added again.
 * Throws `UserError`.
 */
export function botOfRun(
  catalogue: Catalogue,
  { bot: key, botLabel }: Pick<RunRecord, 'bot' | 'botLabel'>,
  at: Pick<PlanHead, 'botId' | 'baseUrl'> | undefined,
): Bot {
  const known = catalogue.bot(key);
  if (known !== undefined) return known;
  const again = catalogue
    .bots()
    .find((bot) => bot.botId === at?.botId && bot.baseUrl === at.baseUrl);
  if (again !== undefined) return again;
  throw new UserError(goneBotText(botLabel));
}

/** Throws `UserError` when another run was there when the person agreed. @param before `null`: there was none */
export function requireAsSaid(
  before: NonNullable<RunJob['before']> | null,
  latest: RunRecord | undefined,
): void {
  const isSame = before?.id === latest?.id;
  const wasOpen = before?.isUnfinished === true;
  if (isSame && wasOpen === (latest !== undefined && isUnfinished(latest))) return;
  throw new UserError(
    l10n.t(
      'While you were being asked for confirmation, another run of this plan started or ended, so nothing was sent. Check the Journal, then run the plan again.',
    ),
  );
}

/** What was taken back stays as it is, so that its undo knows what it did. Throws `UserError`. */
export function requireGoingOn(journal: JournalStore, record: RunRecord): void {
  requireOfPlan(record);
  if (undoIn(journal.runs({ hash: record.hash }), record) === undefined) return;
  throw new UserError(
    l10n.t('This run was undone, so it cannot be resumed. Run the plan again instead.'),
  );
}

/** Throws `UserError` when there is nothing to take back, or not now. @param isOwned it is being run */
export function requireUndoable(journal: JournalStore, record: RunRecord, isOwned: boolean): void {
  requireOfPlan(record);
  if (isOwned) throw alreadyRunning();
  if (!canBeUndone(record)) {
    throw new NoticeError(
      TAGGINGS.includes(record.kind)
        ? l10n.t('There is nothing to undo.')
        : l10n.t(
            'A run that deletes tags and folders, or that undoes another run, cannot be undone.',
          ),
    );
  }
  const undo = undoIn(journal.runs({ hash: record.hash }), record);
  if (undo?.state !== 'done') return;
  throw new NoticeError(l10n.t('This change has already been undone.'));
}

/** Whether there may be something to take back. */
export function canBeUndone(record: RunRecord): boolean {
  const { kind, state, counts } = record;
  // Until its end, when the old tags are deleted.
  if (isRefactor(record)) return state === 'paused' || state === 'running';
  if (kind === 'copy') return state !== 'cancelled' && counts.done > 0;
  return TAGGINGS.includes(kind) && counts.done + counts.unknown > 0;
}

const OF_PLANS: readonly RunRecord['kind'][] = [...TAGGINGS, 'delete', 'undo'];

/** Throws `UserError` for a run that has no plan, so that its customers are not known. */
export function requireOfPlan({ kind, plan }: RunRecord): void {
  if (OF_PLANS.includes(kind) && plan !== '') return;
  throw new UserError(l10n.t('This run has no plan. Choose another run.'));
}
