import { l10n } from 'vscode';
import { Cancelled, codeOf } from '../../base/errors.ts';

/** Names of errors whose messages are already sentences for users. */
const USER_ERRORS = ['UserError', 'TooLargeText'];

/** Describes an error for which no other function has a text: an error of the system, of VS Code, or a bug. */
export function describeOther(error: unknown): string {
  if (error instanceof Error && USER_ERRORS.includes(error.name) && error.message !== '')
    return error.message;
  if (Cancelled.is(error)) return l10n.t('Canceled. Run the command again to continue.');
  return systemText(error) ?? unexpectedText(reasonIn(error));
}

/** Returns the message of an error without its stack and final period. Empty if there is no message. */
export function reasonIn(error: unknown): string {
  const message: unknown = error instanceof Error ? error.message || error.name : error;
  if (typeof message !== 'string' && typeof message !== 'number') return '';
  const [text = ''] = String(message).split(/\n\s*at /, 1);
  return text.trim().replace(/[.\s]+$/, '');
}

function unexpectedText(reason: string): string {
  return reason === ''
    ? l10n.t(
        'Something unexpected went wrong, and the cause is unknown. Part of the work may already have been done, so check the result before you try again. For details, use "Show Log".',
      )
    : l10n.t(
        'Something unexpected went wrong: {0}. Part of the work may already have been done, so check the result before you try again. For details, use "Show Log".',
        reason,
      );
}

function systemText(error: unknown): string | undefined {
  switch (codeOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t(
        'There is no space left on the disk, so not everything was saved. Free up disk space, then try again.',
      );
    case 'EROFS':
      return l10n.t(
        'The disk is read-only, so nothing was saved. Choose a folder on another disk.',
      );
    case 'EACCES':
    case 'EPERM':
    case 'NoPermissions':
      return l10n.t(
        'Access was denied, so nothing was read or saved ({0}). Check the permissions of the file and its folder.',
        reasonIn(error),
      );
    case 'ENOENT':
    case 'ENOTDIR':
    case 'FileNotFound':
      return l10n.t(
        'A file or folder does not exist, so nothing was read or saved ({0}). Check the path.',
        reasonIn(error),
      );
    default:
      return undefined;
  }
}
