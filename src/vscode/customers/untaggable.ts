import * as vscode from 'vscode';
import type { Untaggable } from '../../core/customerUser.ts';

/** In the order in which messages number them, from 1. */
export const UNTAGGABLE: readonly Untaggable[] = [
  'bad-record',
  'no-id',
  'no-page',
  'unknown-platform',
  'unread-id',
  'unread-page',
  'unread-platform',
];

export function untaggableText(reason: Untaggable): string {
  const texts: Record<Untaggable, string> = {
    'bad-record': vscode.l10n.t('This record is no object, so it names no user.'),
    'no-id': vscode.l10n.t(
      'The service sent no user ID for this customer, so it cannot be tagged.',
    ),
    'no-page': vscode.l10n.t(
      'The service sent no page ID for this customer, so it cannot be tagged.',
    ),
    'unknown-platform': vscode.l10n.t(
      'This customer is on a platform that the interface has no channel for, so it cannot be tagged.',
    ),
    'unread-id': vscode.l10n.t(
      'The user ID of this customer is not a text, so it cannot be tagged.',
    ),
    'unread-page': vscode.l10n.t(
      'The page ID of this customer is not a text, so it cannot be tagged.',
    ),
    'unread-platform': vscode.l10n.t(
      'The platform of this customer is not a text, so it cannot be tagged.',
    ),
  };
  return texts[reason];
}
