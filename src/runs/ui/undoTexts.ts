import { l10n } from 'vscode';
import { NoticeError } from '../../base/errors.ts';
import { type Bot, TAG, type UserRef } from '../../base/model.ts';
import { customerCountText, numberText, quoted } from '../../base/ui/localeTexts.ts';
import type { WriteRecord } from '../../catalogue/journal.ts';
import { folderText } from '../../catalogue/ui/typeToAgree.ts';
import { botLines } from '../../catalogue/ui/writeGuard.ts';
import type { Undoing } from '../undoing.ts';
import { writeText } from './rowTexts.ts';

/** Maximum number of changes that a question lists by name. */
const MAX_LISTED = 20;

interface Question {
  readonly message: string;
  readonly detail: readonly string[];
  /** Label of the button that confirms. */
  readonly yes: string;
}

export interface Undo {
  readonly write: WriteRecord;
  readonly bot: Bot;
  readonly undoAction: Undoing;
  /** Customer of an attached or detached tag; otherwise `null`. */
  readonly user: UserRef | null;
  /** Customers who are known to have had the deleted tag. */
  readonly holders: readonly UserRef[];
}

export interface UndoToConfirm extends Undo {
  /** Name of the customer; `''` if the change has none. */
  readonly customerName: string;
  /** Whether the folder of the deleted item still exists. */
  readonly folderExists: boolean;
  /** Number of items in the catalogue below a created folder. */
  readonly itemCountBelow: number;
}

/** @param undos undos of the writes of one command */
export function questionOf(undos: readonly UndoToConfirm[]): Question {
  const [first] = undos;
  if (first !== undefined && undos.length === 1) return questionOfOne(first);
  const names = undos
    .slice(0, MAX_LISTED)
    .map(({ write, customerName }) => writeText(write, customerName));
  const omittedCount = undos.length - names.length;
  if (omittedCount > 0) names.push(l10n.t('{0} more', numberText(omittedCount)));
  const notes = [...new Set(undos.flatMap(notesOf))];
  const bots = [...new Set(undos.flatMap(({ bot }) => botLines(bot)))];
  return {
    message: l10n.t('Undo {0} changes?', numberText(undos.length)),
    detail: [...names, '', ...notes, '', ...bots],
    yes: l10n.t('Undo'),
  };
}

function questionOfOne(undo: UndoToConfirm): Question {
  const { undoAction, bot, customerName } = undo;
  const name = nameOf(undo);
  const detail = [...botLines(bot), ...notesOf(undo)];
  switch (undoAction) {
    case 'detach':
      return {
        message: l10n.t('Detach {0} from {1}?', quoted(name), customerName),
        detail,
        yes: l10n.t('Detach'),
      };
    case 'attach':
      return {
        message: l10n.t('Attach {0} to {1}?', quoted(name), customerName),
        detail,
        yes: l10n.t('Attach'),
      };
    case 'delete':
      return {
        message: l10n.t('Delete {0} in the service?', quoted(name)),
        detail,
        yes: l10n.t('Delete'),
      };
    case 'create':
      return {
        message: l10n.t('Create "{0}"?', name),
        detail,
        yes: l10n.t('Create Again'),
      };
  }
}

/** Returns notes on what the undo cannot restore. */
function notesOf(undo: UndoToConfirm): readonly string[] {
  switch (undo.undoAction) {
    case 'detach':
    case 'attach':
      return [
        l10n.t(
          'Undo does not restore the previous time and count of a tag (when, and how often, the tag was attached).',
        ),
      ];
    case 'delete':
      return deletionLines(undo.write.itemType, undo.itemCountBelow);
    case 'create':
      return recreationLines(undo);
  }
}

function nameOf({ write }: Undo): string {
  return write.itemName === '' ? write.itemId : write.itemName;
}

function deletionLines(type: number, itemCountBelow: number): readonly string[] {
  if (type !== TAG) return [folderText(itemCountBelow)];
  return [l10n.t('The tag will be detached from all customers.'), l10n.t('This cannot be undone.')];
}

function recreationLines({ holders, folderExists }: UndoToConfirm): readonly string[] {
  return [
    l10n.t('The ID will change. Update flows and scripts that use the old ID.'),
    ...(folderExists
      ? []
      : [
          l10n.t(
            'The folder of the deleted tag no longer exists, so the new tag will be created directly in the bot, outside all folders.',
          ),
        ]),
    holders.length === 0
      ? l10n.t(
          'The new tag will not be attached to any customer, because it is unknown who had the deleted tag.',
        )
      : l10n.t(
          'The new tag will be attached to {0} known to have had the deleted tag. The previous times and counts of attaching will not be restored. Other customers who had the deleted tag will not get the new tag.',
          customerCountText(holders.length),
        ),
  ];
}

export function doneText(undos: readonly UndoToConfirm[]): string {
  const [first] = undos;
  if (first === undefined || undos.length > 1)
    return l10n.t('{0} changes undone.', numberText(undos.length));
  const name = nameOf(first);
  const { customerName } = first;
  switch (first.undoAction) {
    case 'detach':
      return l10n.t('{0} detached from {1}.', quoted(name), customerName);
    case 'attach':
      return l10n.t('{0} attached to {1}.', quoted(name), customerName);
    case 'delete':
      return l10n.t('Deleted {0}.', quoted(name));
    case 'create':
      return l10n.t('"{0}" created.', name);
  }
}

/** Returns the error for a change that is no longer in effect, because someone has already reversed it. */
export function nothingToUndo(): NoticeError {
  return new NoticeError(
    l10n.t('There is nothing to undo: this change is no longer in effect in the service.'),
  );
}
