import * as vscode from 'vscode';
import { RefactorError } from '../../runs/runErrors.ts';
import type { RefactorEnd } from '../../runs/refactorPorts.ts';
import type { BotTree } from '../../catalogue/ui/treeView.ts';
import { describeError } from '../../errors/ui/describeError.ts';
import { copyLines } from '../../base/ui/window.ts';
import { tagsText } from '../../plans/ui/planWords.ts';
import { type RunDialogs, showMessage } from '../../runs/ui/runDialogs.ts';
import { reasonText } from '../../runs/ui/runTexts.ts';
import { canSearchWorkspace, searchWorkspace } from '../../tags/ui/inCode.ts';
import type { EndedRefactor } from './refactorPorts.ts';
import { doneText, forgottenText, undoneText } from './refactorTexts.ts';

type PausedRefactor = Extract<RefactorEnd, { readonly kind: 'paused' }>;

interface Needs {
  readonly tree: BotTree;
  readonly runDialogs: RunDialogs;
}

/** Shows the end or pause of a refactor in a message. Waits until the message is closed, which may take hours. */
export async function afterRefactor(
  { tree, runDialogs }: Needs,
  { end, record }: EndedRefactor,
): Promise<void> {
  const { l10n } = vscode;
  if (end.kind === 'declined') return;
  if (end.kind === 'done') {
    const id = end.state.target.id ?? '';
    if (tree.view.visible) await tree.reveal(record.bot, id);
    const old = end.state.old.map((tag) => tag.id);
    const replaceButton = {
      title: l10n.t('Replace ID in Workspace…'),
      run: () => searchWorkspace(old, id),
    };
    const copyButton = { title: l10n.t('Copy ID'), run: () => copyLines([id]) };
    const buttons = [
      ...(canSearchWorkspace() ? [replaceButton] : []),
      ...(end.state.kind === 'merge' ? [] : [copyButton]),
    ];
    return showMessage({ text: doneText(end), isWarning: false, buttons });
  }
  if (end.kind === 'undone') {
    return showMessage({
      text: undoneText(end),
      isWarning: end.failedCount > 0,
      buttons: runDialogs.undoButton(record),
    });
  }
  const { reason, error } = end;
  const isWarning = reason !== 'person' || error !== undefined;
  const explanation = explainPause(end, record.botLabel);
  await runDialogs.showPaused(record, { reason, explanation, isWarning });
}

/** Returns the reason of the pause, its effects, and a note that nothing is lost. */
function explainPause(end: PausedRefactor, botLabel: string): readonly string[] {
  const { l10n } = vscode;
  const { state, reason, error } = end;
  const old = tagsText(state.old);
  const isDeleting = state.phase === 'deleting' || state.hasDeleted;
  const note = isDeleting
    ? l10n.t('An old tag might have been deleted already. "Resume" checks this and continues.')
    : l10n.t('Nothing was deleted, so no customer lost {0}.', old);
  if (error instanceof RefactorError) return [problemText(error, old), note];
  return [error === undefined ? reasonText(reason, botLabel) : describeError(error), note];
}

function problemText({ problem, id }: RefactorError, old: string): string {
  const { l10n } = vscode;
  switch (problem) {
    case 'no-tag':
      return l10n.t('{0} is not a tag.', id);
    case 'other-bot':
      return l10n.t('{0} belongs to another bot.', id);
    case 'same-tag':
      return l10n.t(
        'The service returned the ID of the old tag ({0}) instead of creating a new tag.',
        id,
      );
    case 'too-late':
      return l10n.t(
        'This change can no longer be undone, because {0} was deleted, or might have been deleted.',
        old,
      );
    case 'forgotten':
      return forgottenText();
  }
}
