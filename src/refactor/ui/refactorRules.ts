import { l10n } from 'vscode';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { NoticeError, UserError } from '../../base/errors.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import type { Bot } from '../../base/model.ts';
import { readRefactor, type BotAddress, type RefactorState } from '../../runs/refactorState.ts';
import { requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import type { RunOwner } from '../../runs/ui/runOwner.ts';
import { alreadyUndone, runNotFound } from '../../runs/ui/runRules.ts';

/**
 * Returns a refactor by its ID.
 * @throws {UserError} if the Journal has no such refactor, or it has ended
 */
export function refactorById(
  journal: JournalStore,
  id: string,
): { readonly record: RunRecord; readonly state: RefactorState } {
  const record = journal.run(id);
  const state = record && readRefactor(record.detail);
  if (record === undefined || state === undefined || state.kind !== record.kind) {
    throw runNotFound(id);
  }
  if (record.state === 'done') {
    throw new NoticeError(
      l10n.t(
        'This run is finished and the old tag is deleted, so the run can no longer be resumed or undone.',
      ),
    );
  }
  if (record.state === 'cancelled') throw alreadyUndone();
  return { record, state };
}

function isBotAt({ botId, baseUrl }: Bot, at: BotAddress | undefined): boolean {
  return botId === at?.botId && baseUrl === at.baseUrl;
}

/**
 * Throws `UserError` if one of the tags is in another refactor that is running.
 * @param id ID of the refactor itself
 */
export async function requireAlone(
  { journal, owner }: { readonly journal: JournalStore; readonly owner: RunOwner },
  bot: Bot,
  state: RefactorState,
  id?: string,
): Promise<void> {
  const ownTags = tagsOf(state);
  for (const run of journal.runs()) {
    const other = run.bot === bot.key && run.id !== id ? readRefactor(run.detail) : undefined;
    if (other === undefined || other.kind !== run.kind) continue;
    const sharesTag = [...tagsOf(other)].some((tag) => ownTags.has(tag));
    if (!sharesTag || !(await owner.isOwned(run))) continue;
    throw new UserError(
      l10n.t(
        'One of these tags is already being renamed, merged, or recreated by another run, in this or another window. Nothing was changed. Wait until the other run is done.',
      ),
    );
  }
}

/** Returns the latest unfinished refactor with the same purpose. */
export function unfinishedOf(
  { journal, catalogue }: { readonly journal: JournalStore; readonly catalogue: Catalogue },
  bot: Bot,
  state: RefactorState,
): RunRecord | undefined {
  const purpose = purposeOf(state);
  const isOfBot = (run: RunRecord): boolean =>
    run.bot === bot.key ||
    (catalogue.bot(run.bot) === undefined && isBotAt(bot, readRefactor(run.detail)?.at));
  return journal.runs().find((run) => {
    const isOpen = run.state === 'paused' || run.state === 'running';
    const other = isOpen && isOfBot(run) ? readRefactor(run.detail) : undefined;
    const isResumable = other !== undefined && other.phase !== 'undoing' && other.kind === run.kind;
    return isResumable && purposeOf(other) === purpose;
  });
}

/** Returns a key that is equal for refactors with the same purpose. */
function purposeOf({ kind, old, target }: RefactorState): string {
  const ids = old.map(({ id }) => id).toSorted();
  const into = kind === 'merge' ? [target.id] : [target.name, target.parentId];
  return JSON.stringify([kind, ids, into]);
}

/** Throws `ServiceError` if the bot or one of the refactor's items is locked. */
export function requireWritable(catalogue: Catalogue, bot: Bot, state: RefactorState): void {
  const { parentId } = state.target;
  const ids = [...tagsOf(state), ...(parentId === null ? [] : [parentId])];
  requireUnlocked(catalogue, bot, 'attachTag', ids);
}

function tagsOf({ old, target }: RefactorState): ReadonlySet<string> {
  return new Set([...old.map(({ id }) => id), ...(target.id === null ? [] : [target.id])]);
}
