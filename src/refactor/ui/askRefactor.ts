import * as vscode from 'vscode';
import { l10n } from 'vscode';
import { Cancelled, NoticeError, UserError } from '../../base/errors.ts';
import { type Bot, isProduction } from '../../base/model.ts';
import { comma, numberText } from '../../base/ui/localeTexts.ts';
import { ask } from '../../base/ui/window.ts';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { JournalStore, RunRecord } from '../../catalogue/journal.ts';
import { nameOfBot } from '../../catalogue/ui/botLooks.ts';
import { askToTypeText } from '../../catalogue/ui/typeToAgree.ts';
import { botLines, mustTypeCount, requireUnlocked } from '../../catalogue/ui/writeGuard.ts';
import type { HolderCounts } from '../../runs/holders.ts';
import type { Findings } from '../../runs/refactorPorts.ts';
import { type BotAddress, readRefactor, type RefactorState } from '../../runs/refactorState.ts';
import type { RunOwner } from '../../runs/ui/runOwner.ts';
import { alreadyUndone, runNotFound } from '../../runs/ui/runRules.ts';
import {
  beforeLines,
  findingsLines,
  moreLines,
  oldTagsText,
  refactorName,
} from './refactorTexts.ts';

/**
 * Asks before a refactor starts, unless no customer has the tag and the bot is not in production. For many customers,
 * the user must also type their number; see `mustTypeCount`.
 * @returns an answer as `RefactorQuestions.start`
 */
export async function askToStart(
  catalogue: Catalogue,
  bot: Bot,
  state: RefactorState,
  { holders, untaggable, unread }: HolderCounts,
): Promise<'all' | 'attach' | 'stop'> {
  const { l10n } = vscode;
  const agreement = state.kind === 'merge' ? 'attach' : 'all';
  const holderCount = holders + untaggable;
  if (holderCount + unread === 0 && !isProduction(bot)) return agreement;
  const message = `${refactorName(state)}?`;
  const lines = [...beforeLines(state, holderCount), '', botLines(bot).join(comma())];
  const isCountRequired = mustTypeCount(catalogue, bot, holderCount);
  const startButton = isCountRequired ? l10n.t('Continue…') : startButtonOf(state);
  const learnMore = l10n.t('Learn More');
  const question = { message, detail: lines };
  let answer = await ask(question, startButton, learnMore);
  while (answer === learnMore) {
    await ask({ message, detail: moreLines(), isWarning: false, close: l10n.t('Back') });
    answer = await ask(question, startButton, learnMore);
  }
  if (answer !== startButton) return 'stop';
  if (!isCountRequired) return agreement;
  try {
    await askToTypeText({
      title: message,
      about: [l10n.t('This affects the bot "{0}".', nameOfBot(bot))],
      placeholder: l10n.t('Type the number of customers: {0}', numberText(holderCount)),
      expectedText: String(holderCount),
    });
    return agreement;
  } catch (error) {
    if (Cancelled.is(error)) return 'stop';
    throw error;
  }
}

function startButtonOf({ kind }: RefactorState): string {
  const { l10n } = vscode;
  if (kind === 'merge') return l10n.t('Merge Tags');
  return kind === 'rename' ? l10n.t('Rename Tag') : l10n.t('Recreate Tag');
}

/** Asks before the old tags are deleted. If a customer would lose the tag, the first button keeps both tags. */
export async function askToDelete(
  bot: Bot,
  state: RefactorState,
  findings: Findings,
): Promise<'delete' | 'keep' | 'undo'> {
  const { l10n } = vscode;
  const old = oldTagsText(state);
  const message = l10n.t('Delete {0} in the service?', old);
  const lines = [...findingsLines(findings, state), l10n.t('This cannot be undone.')];
  const keep = l10n.t('Keep Both');
  const { isComplete, counts } = findings;
  const remove = isComplete ? l10n.t('Delete') : l10n.t('Delete Anyway');
  const dialog = { message, detail: [...lines, '', ...botLines(bot)] };
  const answer = isComplete
    ? await ask({ ...dialog, close: keep }, remove)
    : await ask(dialog, keep, remove);
  if (answer !== remove) return 'keep';
  if (!isProduction(bot)) return 'delete';
  const expectedText = String(counts.withNew);
  try {
    await askToTypeText({
      title: message,
      about: [l10n.t('This affects the bot "{0}".', nameOfBot(bot)), ...lines],
      placeholder: l10n.t('Type the number of customers: {0}', numberText(counts.withNew)),
      expectedText,
    });
    return 'delete';
  } catch (error) {
    if (Cancelled.is(error)) return 'keep';
    throw error;
  }
}

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

/** Returns whether the bot has this ID and base URL. */
function isBotAt({ botId, baseUrl }: Bot, at: BotAddress | undefined): boolean {
  return botId === at?.botId && baseUrl === at.baseUrl;
}

/**
 * Checks that no other running refactor has one of the tags.
 * @param id ID of this refactor if it is in the Journal already
 * @throws {UserError} if there is one
 */
export async function requireNoOtherRefactor(
  { journal, owner }: { readonly journal: JournalStore; readonly owner: RunOwner },
  bot: Bot,
  state: RefactorState,
  id?: string,
): Promise<void> {
  const ownTagIds = tagIdsOf(state);
  for (const run of journal.runs()) {
    const other = run.bot === bot.key && run.id !== id ? readRefactor(run.detail) : undefined;
    if (other === undefined || other.kind !== run.kind) continue;
    const sharesTag = [...tagIdsOf(other)].some((id) => ownTagIds.has(id));
    if (!sharesTag || !(await owner.isOwned(run))) continue;
    throw new UserError(
      l10n.t(
        'One of these tags is already being renamed, merged, or recreated by another run, in this or another window. Nothing was changed. Wait until the other run is done.',
      ),
    );
  }
}

/**
 * Returns the latest unfinished refactor that replaces the same old tags by the same new tag, if any. A refactor that
 * is being undone does not count.
 */
export function findUnfinished(
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
  const oldIds = old.map(({ id }) => id).toSorted();
  const targetKey = kind === 'merge' ? [target.id] : [target.name, target.parentId];
  return JSON.stringify([kind, oldIds, targetKey]);
}

/** @throws {ServiceError} if the bot or one of the refactor's items is locked */
export function requireWritable(catalogue: Catalogue, bot: Bot, state: RefactorState): void {
  const { parentId } = state.target;
  const ids = [...tagIdsOf(state), ...(parentId === null ? [] : [parentId])];
  requireUnlocked(catalogue, bot, 'attachTag', ids);
}

/** Returns the IDs of the old tags and, if known, of the new tag. */
function tagIdsOf({ old, target }: RefactorState): ReadonlySet<string> {
  return new Set([...old.map(({ id }) => id), ...(target.id === null ? [] : [target.id])]);
}
