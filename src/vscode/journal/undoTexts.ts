import { l10n } from 'vscode';
import { NoticeError } from '../../core/errors.ts';
import { TAG } from '../../core/model.ts';
import { folderText } from '../input/typeToAgree.ts';
import { botLines } from '../input/writeGuard.ts';
import { quoted } from '../kit/counts.ts';
import { numberText } from '../kit/numberText.ts';
import type { Undo } from './undoParts.ts';

interface Question {
  readonly message: string;
  readonly detail: readonly string[];
  readonly yes: string;
}

interface Again {
  /** Who are known to have had a deleted tag. */
  readonly users: number;
  /** Whether its folder is still there. */
  readonly hasFolder: boolean;
  /** How many items the list knows below a folder that was created. */
  readonly below: number;
}

/** What is asked before a write is taken back, with what that does not bring back. */
export function questionOf(undo: Undo, who: string, again: Again): Question {
  const { write, bot, by } = undo;
  const name = write.itemName === '' ? write.itemId : write.itemName;
  const bots = botLines(bot);
  switch (by) {
    case 'detach':
      return {
        message: l10n.t('Undo by detaching "{0}" from {1}?', name, who),
        detail: [...bots, l10n.t('The time and count of the tag on this customer are lost.')],
        yes: l10n.t('Detach'),
      };
    case 'attach':
      return {
        message: l10n.t('Undo by attaching "{0}" to {1}?', name, who),
        detail: [...bots, l10n.t('Time and count are new.')],
        yes: l10n.t('Attach'),
      };
    case 'delete':
      return {
        message: l10n.t('Undo by deleting "{0}" in the service?', name),
        detail: [...bots, ...goesWith(write.itemType, again.below)],
        yes: l10n.t('Delete'),
      };
    case 'create':
      return {
        message: l10n.t('Create "{0}" again?', name),
        detail: [...bots, ...againLines(again)],
        yes: l10n.t('Create Again'),
      };
  }
}

function goesWith(type: number, below: number): readonly string[] {
  if (type !== TAG) return [folderText(below)];
  return [
    l10n.t('A tag is taken off every customer who has it.'),
    l10n.t('This cannot be undone.'),
  ];
}

function againLines({ users, hasFolder }: Again): readonly string[] {
  return [
    l10n.t(
      'It gets a new ID: what names the old one, such as a flow of the bot, does not find it.',
    ),
    ...(hasFolder
      ? []
      : [l10n.t('Its folder is no longer there, so it is created right below the bot.')]),
    users === 0
      ? l10n.t('Nobody knows here who had it, so it is attached to no one.')
      : l10n.t(
          'Customers who are known to have had it: {0}. It is attached to them with new times and counts; others may have had it, too.',
          numberText(users),
        ),
  ];
}

export function workingText(): string {
  return l10n.t('Undoing…');
}

export function doneText({ write, by }: Undo, who: string): string {
  const name = write.itemName === '' ? write.itemId : write.itemName;
  switch (by) {
    case 'detach':
      return l10n.t('"{0}" is no longer on {1}.', name, who);
    case 'attach':
      return l10n.t('"{0}" is on {1} again, with a new time and count.', name, who);
    case 'delete':
      return l10n.t('Deleted {0}.', quoted(name));
    case 'create':
      return l10n.t('"{0}" created again.', name);
  }
}

/** The service says that it is undone already, or that somebody else did it again. */
export function nothingToUndo(): NoticeError {
  return new NoticeError(
    l10n.t(
      'There is nothing to undo: the service no longer has it as this change left it. Look at what the service has.',
    ),
  );
}
