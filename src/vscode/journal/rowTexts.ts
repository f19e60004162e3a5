import { l10n } from 'vscode';
import type { RunRecord, WriteRecord } from '../../core/journal/journal.ts';
import type { NotUndoable } from '../../core/journal/undoing.ts';
import { FOLDER } from '../../core/model.ts';
import { numberText } from '../kit/numberText.ts';
import { farText } from '../runs/runTexts.ts';

/** @param who `undefined`: nobody knows any more */
export function writeText(write: WriteRecord, who: string | undefined): string {
  const { kind, itemId, itemName, itemType } = write;
  const name = itemName === '' ? itemId : itemName;
  const user = who ?? l10n.t('a customer');
  switch (kind) {
    case 'attach':
      return l10n.t('Attach "{0}" to {1}', name, user);
    case 'detach':
      return l10n.t('Detach "{0}" from {1}', name, user);
    case 'create':
      return itemType === FOLDER
        ? l10n.t('Create folder "{0}"', name)
        : l10n.t('Create tag "{0}"', name);
    case 'delete':
      return itemType === FOLDER
        ? l10n.t('Delete folder "{0}"', name)
        : l10n.t('Delete tag "{0}"', name);
  }
}

/** "1,204 of 5,000 · 3 failed · paused" */
export function runStateText({ counts, state, owner }: RunRecord): readonly string[] {
  const { failed, unknown } = counts;
  const stands = stateOf({ state, owner });
  return [
    farText(counts),
    ...(failed > 0 ? [l10n.t('{0} failed', numberText(failed))] : []),
    ...(unknown > 0 ? [l10n.t('{0} unknown', numberText(unknown))] : []),
    ...(stands === 'paused' ? [l10n.t('paused')] : []),
    ...(stands === 'cancelled' ? [l10n.t('cancelled')] : []),
  ];
}

/** A run that nobody runs stands still, whatever its window has left behind. */
export function stateOf({ state, owner }: Pick<RunRecord, 'state' | 'owner'>): RunRecord['state'] {
  return state === 'running' && owner === null ? 'paused' : state;
}

/** Why there is no Undo. */
export function notUndoableText(reason: NotUndoable): string {
  const texts: Record<NotUndoable, string> = {
    undone: l10n.t('This was undone already.'),
    failed: l10n.t('It failed, so there is nothing to undo.'),
    unknown: l10n.t(
      'Nobody knows whether the service did it, so it cannot be undone here. Look at what the service has.',
    ),
    sending: l10n.t('It is being sent: wait until that is done.'),
    'no-change': l10n.t(
      'It cannot be undone: it was not known before whether the customer had the tag, so this may have changed nothing.',
    ),
    'no-user': l10n.t(
      'It cannot be undone: user IDs are kept only until the window closes, or as the setting "botTags.journal.keepUserIds" says.',
    ),
    folder: l10n.t('It cannot be undone: what stood in the folder is gone, too.'),
    'no-name': l10n.t('It cannot be undone: its name was not on the list.'),
  };
  return texts[reason];
}
