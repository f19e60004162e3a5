import * as vscode from 'vscode';
import { RefactorError } from '../../core/refactor/refactorErrors.ts';
import { sentences } from '../../core/sentences.ts';
import { describeError } from '../errors/describeError.ts';
import { copyLines, showInformation, showWarning } from '../kit/window.ts';
import { reasonText } from '../runs/runTexts.ts';
import type { EndedRefactor } from './refactorNeeds.ts';
import { doneText, oldText, refactorName, undoneText } from './refactorTexts.ts';

interface Needs {
  /** Selects the tag in the tree, if the user sees the tree. */
  readonly reveal: (bot: string, id: string) => Promise<void>;
  readonly resume: (id: string) => Promise<void>;
  readonly undo: (id: string) => Promise<void>;
  readonly replaceToken: (botKey: string) => Promise<void>;
  readonly allowChanges: (botKey: string) => Promise<void>;
  readonly onError: (error: unknown, botKey: string | undefined) => Promise<void>;
}

interface Button {
  readonly title: string;
  readonly act: () => Promise<unknown>;
}

/** Says how it ended, or why it stands still, with what helps. Not waited for: a notification may stay for hours. */
export async function afterRefactor(needs: Needs, ended: EndedRefactor): Promise<void> {
  const { l10n } = vscode;
  const { end, record } = ended;
  if (end.kind === 'declined') return;
  const undo = { title: l10n.t('Undo'), act: () => needs.undo(record.id) };
  if (end.kind === 'done') {
    const id = end.state.target.id ?? '';
    await needs.reveal(record.bot, id);
    const copy = { title: l10n.t('Copy New ID'), act: () => copyLines([id]) };
    return press(
      needs,
      record.bot,
      showInformation(doneText(end), ...(end.state.kind === 'merge' ? [] : [copy])),
    );
  }
  if (end.kind === 'undone') {
    const text = undoneText(end, end.left);
    const shown = end.left === 0 ? showInformation<Button>(text) : showWarning(text, undo);
    return press(needs, record.bot, shown);
  }
  if (end.reason === 'closed') return;
  const resume = { title: l10n.t('Resume'), act: () => needs.resume(record.id) };
  const isKept = end.reason === 'person' && end.error === undefined;
  const show = isKept ? showInformation : showWarning;
  const buttons = [...helpOf(needs, ended, resume), resume, undo];
  await press(needs, record.bot, show(pausedText(ended), ...buttons));
}

function helpOf(
  { replaceToken, allowChanges }: Needs,
  { end, record }: EndedRefactor,
  resume: Button,
): readonly Button[] {
  const { l10n } = vscode;
  const reason = end.kind === 'paused' ? end.reason : undefined;
  if (reason === 'unauthorized') {
    return [thenResume(l10n.t('Enter Token…'), () => replaceToken(record.bot), resume)];
  }
  if (reason !== 'read-only') return [];
  return [thenResume(l10n.t('Allow Changes…'), () => allowChanges(record.bot), resume)];
}

/** The notification is gone with its first button. */
function thenResume(title: string, step: () => Promise<void>, resume: Button): Button {
  const act = async (): Promise<void> => {
    await step();
    await (await showInformation(vscode.l10n.t('The run can go on now.'), resume))?.act();
  };
  return { title, act };
}

/** Why it stands still, what that means, and that nothing is lost. */
export function pausedText({ end, record }: EndedRefactor): string {
  const { l10n } = vscode;
  if (end.kind !== 'paused') return '';
  const { state, reason, error } = end;
  const parts = [l10n.t('{0} is paused.', refactorName(state))];
  if (RefactorError.is(error)) parts.push(problemText(error, oldText(state)));
  else if (error !== undefined) parts.push(describeError(error));
  else parts.push(reasonText(reason, record.botLabel));
  const isDeleting = state.phase === 'deleting' || state.hasDeleted;
  if (isDeleting)
    parts.push(l10n.t('An old tag may be deleted already. "Resume" finds out and goes on.'));
  else parts.push(l10n.t('Nothing was deleted: all customers have {0} as before.', oldText(state)));
  return sentences(parts);
}

function problemText({ problem, id }: RefactorError, old: string): string {
  const { l10n } = vscode;
  switch (problem) {
    case 'no-tag':
      return l10n.t('{0} is not a tag.', id);
    case 'other-bot':
      return l10n.t('{0} belongs to another bot.', id);
    case 'same-tag':
      return l10n.t('The service answered with the ID of the old tag: {0}.', id);
    case 'too-late':
      return l10n.t('It cannot be undone any more: {0} was deleted, or may be.', old);
    case 'forgotten':
      return l10n.t('It cannot be undone: who got the tag by it is known nowhere.');
  }
}

async function press(
  needs: Needs,
  bot: string,
  shown: Thenable<Button | undefined>,
): Promise<void> {
  try {
    await (await shown)?.act();
  } catch (error) {
    await needs.onError(error, bot);
  }
}
