import { l10n } from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { NoticeError, UserError } from '../../base/errors.ts';
import {
  isUnfinished,
  type JournalStore,
  type RunRecord,
  TAGGING_KINDS,
  undoIn,
} from '../../catalogue/journal.ts';
import type { Bot } from '../../base/model.ts';
import { type BotAddress, isRefactor } from '../refactorState.ts';
import { goneBotText } from '../../errors/ui/refusalTexts.ts';
import { botOfPlan } from '../../plans/ui/checkPlan.ts';
import type { PreviousRun } from '../../plans/ui/planRuns.ts';
import { alreadyRunning } from './runOwner.ts';

/** @throws {UserError} if the Journal has no such run */
export function runById(journal: JournalStore, id: string): RunRecord {
  const record = journal.run(id);
  if (record !== undefined) return record;
  throw runNotFound(id);
}

export function runNotFound(id: string): UserError {
  return new UserError(
    l10n.t('The Journal has no run with the ID "{0}". Look up the ID in the Journal.', id),
  );
}

/**
 * Returns the bot of a run: by its key, or by its bot ID and base URL if it was removed and added again.
 * @throws {UserError} if the bot is not in the catalogue
 */
export function botOfRun(
  catalogue: Catalogue,
  { bot: key, botLabel }: Pick<RunRecord, 'bot' | 'botLabel'>,
  address: BotAddress | undefined,
): Bot {
  const bot = findBotOfRun(catalogue, key, address);
  if (bot !== undefined) return bot;
  throw new UserError(goneBotText(botLabel));
}

export function isRunOfBot(
  catalogue: Catalogue,
  run: Pick<RunRecord, 'bot'>,
  address: BotAddress | undefined,
  { key }: Bot,
): boolean {
  return findBotOfRun(catalogue, run.bot, address)?.key === key;
}

/** A bot that was removed and added again has another key, but the same address. */
function findBotOfRun(
  catalogue: Catalogue,
  key: string,
  address: BotAddress | undefined,
): Bot | undefined {
  return catalogue.bot(key) ?? (address && botOfPlan(catalogue, address));
}

/** @throws {UserError} if another run started or ended since the user confirmed */
export function requireSameLatestRun(
  confirmed: Pick<PreviousRun, 'id' | 'isUnfinished'> | null,
  latest: RunRecord | undefined,
): void {
  const isSame = confirmed?.id === latest?.id;
  const wasUnfinished = confirmed?.isUnfinished === true;
  if (isSame && wasUnfinished === (latest !== undefined && isUnfinished(latest))) return;
  throw new UserError(
    l10n.t(
      'While you were being asked for confirmation, another run of this plan started or ended, so nothing was sent. Check the Journal, then run the plan again.',
    ),
  );
}

/**
 * Checks a run of a plan.
 * @throws {UserError} if the run has no plan, or was undone: the undo uses its outcomes, so they must not change
 */
export function requireResumable(journal: JournalStore, record: RunRecord): void {
  requirePlan(record);
  if (undoIn(journal.runs({ hash: record.hash }), record) === undefined) return;
  throw new UserError(
    l10n.t('This run was undone, so it cannot be resumed. Run the plan again instead.'),
  );
}

/**
 * Checks a run of a plan.
 * @throws {UserError} if the run cannot be undone, or not now because a window executes it (`isOwned`)
 */
export function requireUndoable(journal: JournalStore, record: RunRecord, isOwned: boolean): void {
  requirePlan(record);
  if (isOwned) throw alreadyRunning();
  if (!canBeUndone(record)) {
    throw new NoticeError(
      TAGGING_KINDS.includes(record.kind)
        ? l10n.t('There is nothing to undo.')
        : l10n.t(
            'A run that deletes tags and folders, or that undoes another run, cannot be undone.',
          ),
    );
  }
  const undo = undoIn(journal.runs({ hash: record.hash }), record);
  if (undo?.state === 'done') throw alreadyUndone();
}

export function alreadyUndone(): NoticeError {
  return new NoticeError(l10n.t('This change has already been undone.'));
}

/** Returns whether the run may have changes to undo. */
export function canBeUndone(record: RunRecord): boolean {
  const { kind, state, counts } = record;
  // A refactor can be undone until it ends, because its last step deletes the old tags.
  if (isRefactor(record)) return isUnfinished(record);
  if (kind === 'copy') return state !== 'cancelled' && counts.done > 0;
  return TAGGING_KINDS.includes(kind) && counts.done + counts.unknown > 0;
}

const KINDS_WITH_PLAN: readonly RunRecord['kind'][] = [...TAGGING_KINDS, 'delete', 'undo'];

/** Returns whether a run of this kind has a plan. Renames, merges and copies have none. */
export function isOfPlan({ kind }: Pick<RunRecord, 'kind'>): boolean {
  return KINDS_WITH_PLAN.includes(kind);
}

/** Returns whether failed requests can be sent again. A rename, merge or copy that has ended cannot be resumed. */
export function canRetryFailed(record: RunRecord): boolean {
  return record.counts.failed > 0 && (isOfPlan(record) || isUnfinished(record));
}

/** @throws {UserError} if the run has no plan, because its customers are unknown */
export function requirePlan(record: RunRecord): void {
  if (isOfPlan(record) && record.plan !== '') return;
  throw new UserError(l10n.t('This run has no plan. Choose another run.'));
}
