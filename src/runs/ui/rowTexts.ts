import { l10n } from 'vscode';
import type { RunRecord, WriteRecord } from '../../catalogue/journal.ts';
import type { NotUndoable } from '../undoing.ts';
import { FOLDER } from '../../base/model.ts';
import { customerCountText, numberText } from '../../base/ui/localeTexts.ts';
import { completedText } from './runTexts.ts';

/** @param customerName name or ID of the customer; `undefined` if no longer known */
export function writeText(write: WriteRecord, customerName: string | undefined): string {
  const { kind, itemId, itemName, itemType } = write;
  const name = itemName === '' ? itemId : itemName;
  const user = customerName ?? customerCountText(1);
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

/** Returns the parts of a run's state, such as "1,204 of 5,000", "3 failed", "paused". */
export function runStateText({ counts, state, owner }: RunRecord): readonly string[] {
  const { failed, unknown } = counts;
  const effectiveState = stateOf({ state, owner });
  return [
    completedText(counts),
    ...(failed > 0 ? [l10n.t('{0} failed', numberText(failed))] : []),
    ...(unknown > 0 ? [l10n.t('{0} unknown', numberText(unknown))] : []),
    ...(effectiveState === 'paused' ? [l10n.t('paused')] : []),
    ...(effectiveState === 'cancelled' ? [l10n.t('canceled')] : []),
  ];
}

/** Returns the effective state: a run without an owner is paused, even if a killed window left it as running. */
export function stateOf({ state, owner }: Pick<RunRecord, 'state' | 'owner'>): RunRecord['state'] {
  return state === 'running' && owner === null ? 'paused' : state;
}

export function notUndoableText(reason: NotUndoable): string {
  const texts: Record<NotUndoable, string> = {
    undone: l10n.t('This change has already been undone.'),
    failed: l10n.t('There is nothing to undo.'),
    unknown: l10n.t(
      'The service did not confirm this change, so it cannot be undone here. Check the current state in the service.',
    ),
    sending: l10n.t(
      'This change is still being sent to the service. Wait until the service has responded.',
    ),
    'no-change': l10n.t(
      'This change cannot be undone, because it is unknown whether the customer already had the tag before.',
    ),
    'no-user': l10n.t(
      'This change cannot be undone, because the user ID is no longer stored. The setting "botTags.journal.keepUserIds" controls how long user IDs are stored.',
    ),
    folder: l10n.t(
      'This change cannot be undone, because the content of the folder was also deleted.',
    ),
    'no-name': l10n.t(
      'This change cannot be undone, because the name of the deleted tag is unknown.',
    ),
  };
  return texts[reason];
}
